---------------------------- MODULE ClassicPromises ----------------------------
(* What holds at every moment of every game of `classic`. *)
EXTENDS Classic

Seats == Players \cup {NULL}
AuctionOK(a) ==
    /\ a.kind \in {"deed", "estate", "house", "hotel"}
    /\ a.asset \in Deeds /\ a.initiator \in Players /\ a.nextPhase \in Phases
    /\ \A p \in Players :
           /\ a.bid[p] = NULL \/ a.bid[p] \in Nat
           /\ a.lastBid[p] \in Nat /\ a.round[p] \in Nat /\ a.passed[p] \in BOOLEAN
           /\ a.winner[p] \in Players \cup {UNKNOWN, NONE, ABSENT}
DebtOK(d) == d.debtor \in Players /\ d.creditor \in Seats \cup {POT} /\ d.amount \in Nat /\ d.nextPhase \in Phases

(* Every variable has a value of its type. *)
TypeOK ==
    /\ positions \in [Players -> Squares]
    /\ \A p \in Players : money[p] \in Int /\ jailTime[p] \in 0..2
    /\ inJail \in [Players -> BOOLEAN]
    /\ isBankrupt \in [Players -> BOOLEAN]
    /\ {bankMoney, issued, pot, housesLeft, hotelsLeft, turns} \subseteq Nat
    /\ owner \in [Deeds -> Seats]
    /\ mortgaged \in [Deeds -> BOOLEAN]
    /\ DOMAIN level = Streets /\ \A i \in Streets : level[i] \in 1..MaxLevel
    /\ interestPaid \subseteq Deeds /\ estate \subseteq Deeds
    /\ {goojfChOwner, goojfCcOwner} \subseteq Seats
    /\ \A d \in Decks : unseen[d] \subseteq DOMAIN Cards(d) /\ \A i \in DOMAIN deck[d] : deck[d][i] \in DOMAIN Cards(d)
    /\ turnPlayer \in Players
    /\ phase \in Phases
    /\ doublesCount \in 0..2
    /\ \A i, j \in DOMAIN free4AllOrder : free4AllOrder[i] \in Players /\ (free4AllOrder[i] = free4AllOrder[j] => i = j)
    /\ throw \in (0..DiceMax) \X (0..DiceMax)
    /\ rentRule \in {"as-printed", "twice", "ten-times-a-roll"}
    /\ \A i \in DOMAIN debts : DebtOK(debts[i])
    /\ auction # NULL => AuctionOK(auction)
    /\ offersMade \in 0..OffersPerWindow

(* A bankrupt player has nothing left (BANKRUPT-1, BANKRUPT-3), *)
InvNoPossessionsIfBankrupt ==
    \A p \in Players : isBankrupt[p] => money[p] = 0 /\ Owned(p) = {} /\ p \notin {goojfChOwner, goojfCcOwner}

(* never has to act (BANKRUPT-4, BANKRUPT-5), *)
InvNoActionsPossibleIfBankrupt ==
    \A p \in Players : isBankrupt[p] =>
        /\ turnPlayer # p
        /\ ~Terminated => Floor # p
        /\ \A i \in DOMAIN free4AllOrder : free4AllOrder[i] # p
        /\ auction # NULL => auction.winner[p] = ABSENT
        /\ offer # NULL => p \notin {offer.from, offer.to}

(* and is owed nothing (DEBT-5). *)
InvNoDebtToBankruptPlayer == \A i \in DOMAIN debts : debts[i].creditor \in Players => ~isBankrupt[debts[i].creditor]

(*
There is a debt exactly while somebody still in the game has to raise money for it, and it is of at least a
dollar (DEBT-1).
*)
Interrupted == CASE phase = "trade" -> offer.nextPhase [] phase = "auction" -> auction.nextPhase
                 [] phase = "placing" -> placing.nextPhase [] OTHER -> phase
InvNoDebtWithoutDebtor ==
    /\ (debts # <<>>) <=> (Interrupted = "bankruptcy-prevention")
    /\ \A i \in DOMAIN debts : ~isBankrupt[debts[i].debtor] /\ debts[i].amount > 0 /\ debts[i].debtor # debts[i].creditor

(* Nobody is below zero, *)
InvNobodyBelowZero == \A p \in Players : money[p] >= 0

(* and money is only moved, or issued and counted (BANK-1, PARK-1). *)
InvConservationOfMoney == bankMoney + pot + SumOver(money, Players) = TotalMoney + issued

(* Streets of a group are built evenly (BUILD-4, SELL-2), unless an option allows otherwise (HOUSE-5). *)
InvStreetLevelRange == On("uneven_building") \/ \A i \in Streets : \A j \in Group(i) : level[i] - level[j] \in -1..1

(* Buildings stand on complete groups, none of which is mortgaged (BUILD-1, TRADE-3, MORT-1). *)
InvBuildingsOnCompleteGroups ==
    \A i \in Streets : level[i] > 1 =>
        /\ owner[i] # NULL
        /\ OwnsGroup(owner[i], i)
        /\ ~mortgaged[i]
        /\ On("group_must_be_unmortgaged") => \A j \in Group(i) : ~mortgaged[j]

(* Houses and hotels are on the board, in the bank, or on their way to a street (BUILD-3). *)
InvConservationOfBuildings ==
    LET hotels == {i \in Streets : level[i] = HotelLevel}
        standing == SumOver([i \in Streets |-> Buildings(now, i)], Streets \ hotels)
    IN IF On("buildings_are_limited") THEN housesLeft + standing = Houses /\ hotelsLeft + Cardinality(hotels) = Hotels
       ELSE housesLeft = Houses /\ hotelsLeft = Hotels

(* Every card is unseen, in its deck, or held, and in one place only (CARD-2, CARD-3). *)
InvConservationOfCards == On("decks_keep_order") => \A d \in Decks :
    LET known == {deck[d][i] : i \in DOMAIN deck[d]}
        held == IF HolderIn(now, d) = NULL THEN {} ELSE JailCards(d)
    IN /\ Cardinality(known) = Len(deck[d])
       /\ unseen[d] \cup known \cup held = DOMAIN Cards(d)
       /\ unseen[d] \cap known = {} /\ held \cap (unseen[d] \cup known) = {}

(* At most one thing interrupts a turn, and the phase says which. *)
InvOneWindow ==
    /\ (auction # NULL) <=> (phase = "auction")
    /\ (placing # NULL) <=> (phase = "placing")
    /\ (offer # NULL) <=> (phase = "trade")

(*
No bid exceeds the cash, all name the same winner, and the winner's bid beats all others (AUCTION-3,
AUCTION-4, AUCTION-7).
*)
InvAuctionConsistent == auction # NULL =>
    /\ \A p \in Players : (auction.bid[p] # NULL => auction.bid[p] <= money[p]) /\ auction.lastBid[p] <= money[p]
    /\ \A p, q \in Players :
           {auction.winner[p], auction.winner[q]} \cap {UNKNOWN, ABSENT} = {} => auction.winner[p] = auction.winner[q]
    /\ \A p \in Players : auction.winner[p] \in Players => Leads(auction.winner[p])

(* An offer can be carried out as long as it is open (TRADE-4, TRADE-6). *)
InvOfferConsistent == offer # NULL =>
    /\ ContentsAllowed(offer.from, offer.to, offer.deeds, offer.cards)
    /\ money[offer.from] - offer.cash >= InterestFor(offer.to, offer.deeds)
    /\ money[offer.to] + offer.cash >= InterestFor(offer.from, offer.deeds)

(* Jail time is counted only in jail, and players in jail are on the jail square. *)
InvJail == \A p \in Players : (jailTime[p] > 0 => inJail[p]) /\ (inJail[p] => positions[p] = JailIndex)

(* Fields that mean nothing at the moment are idle. *)
Course == IF Interrupted = "bankruptcy-prevention" THEN debts[1].nextPhase ELSE Interrupted
InvIdleFields ==
    /\ throw # NoThrow => Course \in {"post-roll", "doubles-check", "card-choice", "leave-jail"}
    /\ rentRule # "as-printed" => Course \in {"post-roll", "doubles-check"}
    /\ free4AllOrder # <<>> => Interrupted = "free-4-all"
    /\ doublesCount > 0 => ~inJail[turnPlayer]
    /\ \A p \in Players : opening[p] # <<>> => phase = "opening"
    /\ offersMade > 0 =>
           Interrupted \in {"pre-roll", "post-roll", "bankruptcy-prevention"} \/ free4AllOrder # <<>>
    /\ estate # {} => phase = "auction" /\ auction.kind = "estate"
    /\ pot > 0 => On("free_parking_pot")
    /\ \A i \in interestPaid : mortgaged[i]
    /\ \A i \in Deeds : owner[i] = NULL => ~mortgaged[i]
    /\ Terminated => phase = "pre-roll"

(* A game that is not over can continue, without anybody leaving. *)
InvProgress == Terminated \/ ENABLED Next

-------------------------------------------------------------------------------
(* What every step keeps. *)

(* A player leaves jail before the roll, by the roll, by the move after the fine, or out of the game. *)
LeaveJailInTime ==
    [][\A p \in Players : inJail[p] /\ ~inJail'[p] => phase \in {"pre-roll", "roll", "leave-jail"}]_vars

(* Landing on a mortgaged deed costs nothing (RENT-3). *)
NoRentOnMortgage ==
    [][In("post-roll") /\ here \in Deeds /\ mortgaged[here] => UNCHANGED <<money, debts>>]_vars

(*
Bidding is what Auction2 specifies, among those who take part, with the order of seats after the initiator for
ties.
*)
Precedes(initiator) ==
    {pair \in Players \X Players : (pair[1] - initiator - 1) % NumPlayers < (pair[2] - initiator - 1) % NumPlayers}
Bidding(bidders, initiator) == INSTANCE Auction2 WITH
    Participants <- bidders,
    MaxAmount <- TotalMoney,
    Precedence <- IF On("ties_have_a_leader") THEN Precedes(initiator) ELSE {},
    initialMoney <- [p \in bidders |-> money[p]],
    lastBid <- [p \in bidders |-> auction.lastBid[p]],
    bid <- [p \in bidders |-> auction.bid[p]],
    round <- [p \in bidders |-> auction.round[p]],
    passed <- [p \in bidders |-> auction.passed[p]],
    winner <- [p \in bidders |-> auction.winner[p]]
BiddingIsAuction2 ==
    [][phase = "auction" /\ phase' = "auction" /\ estate' = estate =>
           \E bidders \in SUBSET Players, initiator \in Players :
               /\ bidders = {p \in Players : auction.winner[p] # ABSENT}
               /\ initiator = auction.initiator
               /\ Bidding(bidders, initiator)!A2Next]_vars
===============================================================================
