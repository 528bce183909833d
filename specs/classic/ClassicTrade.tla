----------------------------- MODULE ClassicTrade ------------------------------
(* Trading: one offer at a time, answered before anything else happens (TRADE-4). *)
EXTENDS ClassicEstate

(* Who has the floor: exactly one seat in every phase, and never the bank (TIME-1, BANK-4). *)
NextToRoll ==
    LET waiting == {p \in Players : opening[p] = <<>>}
    IN CHOOSE p \in waiting : \A q \in waiting : p <= q
Dealt(s, p) == Cardinality(OwnedIn(s, p))
WaitForDeeds(s) == {p \in LiveIn(s) : Dealt(s, p) < StartingDeeds}
NextToBeDealt ==
    CHOOSE p \in WaitForDeeds(now) : \A q \in WaitForDeeds(now) :
        Dealt(now, p) < Dealt(now, q) \/ (Dealt(now, p) = Dealt(now, q) /\ p <= q)
Floor ==
    CASE phase = "free-4-all" /\ free4AllOrder # <<>> -> Head(free4AllOrder)
      [] phase = "bankruptcy-prevention" -> debts[1].debtor
      [] phase = "auction" -> auction.initiator
      [] phase = "placing" -> placing.player
      [] phase = "trade" -> offer.from
      [] phase = "opening" -> NextToRoll
      [] phase = "dealing" -> NextToBeDealt
      [] OTHER -> turnPlayer

-------------------------------------------------------------------------------
(* What may be offered. *)

(*
Only whoever holds a window, or a debtor, makes offers (TRADE-1, DEBT-2), and not too many in one window
(TRADE-5).
*)
MayOffer == (InPreRoll \/ InPurchase \/ InFree4All \/ InDebt) /\ offersMade < OffersPerWindow

(*
Deeds and jail cards, of which at least one moves, and cash (TRADE-2), and nothing else (TRADE-7, MORT-7).
No buildings, and no deed of a group with buildings (TRADE-3, SELL-4).
*)
Tradable(i) == i \in Streets => ~Built(i)
ContentsAllowed(p, q, deeds, cards) ==
    /\ ~(deeds = {} /\ cards = {})
    /\ deeds \subseteq Owned(p) \cup Owned(q)
    /\ \A i \in deeds : Tradable(i)
    /\ cards \subseteq {d \in Decks : HolderIn(now, d) \in {p, q}}

(* Whoever receives a mortgaged deed pays a tenth of the mortgage at once (TRADE-6, MORT-3). *)
InterestOn(deeds) ==
    IF On("interest_on_transfer") THEN SumOver([i \in deeds |-> Tenth(Mortgage(i))], deeds) ELSE 0
InterestFor(giver, deeds) == InterestOn({i \in deeds : owner[i] = giver /\ mortgaged[i]})

(* What a debtor could raise once the trade is done (DEBT-3). *)
LiquidAfterTrade(p, q, deeds, cash) ==
    LET free == {i \in deeds : ~mortgaged[i]}
        given == {i \in free : owner[i] = p}
        Raised(S) == SumOver([i \in S |-> RaisedBy(i)], S)
    IN Liquid(p) - cash - InterestFor(q, deeds) - Raised(given) + Raised(free \ given)

(*
An offer to one live player who owes nothing (TRADE-1, DEBT-3); cash is what the proposer adds, or wants if it is negative.
Nobody may end below zero (TRADE-6), and a debtor must be saved by it (DEBT-3).
*)
OfferTrade(q, deeds, cards, cash) ==
    LET p == Floor
    IN /\ MayOffer
       /\ q \in LiveIn(now) \ {p}
       /\ OwedBy(q) = 0
       /\ ContentsAllowed(p, q, deeds, cards)
       /\ money[p] - cash >= InterestFor(q, deeds)
       /\ money[q] + cash >= InterestFor(p, deeds)
       /\ phase = "bankruptcy-prevention" => LiquidAfterTrade(p, q, deeds, cash) >= OwedBy(p)
       /\ Then([now EXCEPT
              !.offer = [from |-> p, to |-> q, deeds |-> deeds, cards |-> cards, cash |-> cash, nextPhase |-> phase],
              !.offersMade = @ + 1,
              !.phase = "trade"])

-------------------------------------------------------------------------------
(* How it is answered. *)

OfferClosed(s) == [s EXCEPT !.offer = NULL, !.phase = offer.nextPhase]

(* Everything changes hands at once, and each pays the interest on what they receive (TRADE-4, TRADE-6, MORT-3). *)
Exchanged(s) ==
    LET p == offer.from
        q == offer.to
        Other(holder) == IF holder = p THEN q ELSE p
        paid == [s EXCEPT
            !.money[p] = @ - offer.cash - InterestFor(q, offer.deeds),
            !.money[q] = @ + offer.cash - InterestFor(p, offer.deeds),
            !.bankMoney = @ + InterestFor(p, offer.deeds) + InterestFor(q, offer.deeds)]
    IN [paid EXCEPT
           !.owner = [i \in Deeds |-> IF i \in offer.deeds THEN Other(@[i]) ELSE @[i]],
           !.interestPaid = IF On("interest_on_transfer") THEN @ \cup {i \in offer.deeds : mortgaged[i]} ELSE @,
           !.goojfChOwner = IF "chance" \in offer.cards THEN Other(@) ELSE @,
           !.goojfCcOwner = IF "community-chest" \in offer.cards THEN Other(@) ELSE @]

(* The addressee accepts (TRADE-4), *)
AcceptTrade == In("trade") /\ Then(OfferClosed(Exchanged(now)))

(* or declines (TRADE-4); *)
DeclineTrade == In("trade") /\ Then(OfferClosed(now))

(* or the proposer takes the offer back (TRADE-4). *)
WithdrawTrade == In("trade") /\ Then(OfferClosed(now))
===============================================================================
