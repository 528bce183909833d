------------------------------- MODULE Monopoly --------------------------------
(*
The course of a turn: pre-roll, roll, post-roll, doubles-check, free-4-all, and bankruptcy-prevention between them.
Dice, cards and the order of the free-4-all are left open: any value may come.
An auction is a single step here; Auction1 to Auction3 specify how it is held.
*)
EXTENDS Estate

(* Every token stands on Go (GAME-7), and the bank holds all deeds, buildings and jail cards (GAME-8). *)
Init ==
    /\ positions = [p \in Players |-> 1]
    /\ money = [p \in Players |-> StartingMoney]
    /\ inJail = [p \in Players |-> FALSE]
    /\ jailTime = [p \in Players |-> 0]
    /\ isBankrupt = [p \in Players |-> FALSE]
    /\ bankMoney = TotalMoney - NumPlayers * StartingMoney
    /\ owner = [i \in Deeds |-> NULL]
    /\ mortgaged = [i \in Deeds |-> FALSE]
    /\ level = [i \in Streets |-> 1]
    /\ goojfChOwner = NULL
    /\ goojfCcOwner = NULL
    /\ turnPlayer = 1
    /\ phase = "pre-roll"
    /\ doublesCount = 0
    /\ free4AllOrder = NULL
    /\ debt = NULL

-------------------------------------------------------------------------------
(* Pre-roll: get out of jail, manage deeds, then decide to roll. *)

(* Preparations are over: the dice come next. A jail card need not be played first (CARD-12). *)
EndPreRoll ==
    /\ In("pre-roll")
    /\ phase' = "roll"
    /\ UNCHANGED <<positions, purses, cells, isBankrupt, deeds, jailCards, turnPlayer, doublesCount, free4AllOrder, debt>>

LeaveJail ==
    /\ inJail' = [inJail EXCEPT ![turnPlayer] = FALSE]
    /\ jailTime' = [jailTime EXCEPT ![turnPlayer] = 0]

(* The card from Chance opens the jail, only before the roll (JAIL-2, TIME-5), and goes back to its deck (CARD-3). *)
PlayGoojfCh ==
    /\ In("pre-roll")
    /\ goojfChOwner = turnPlayer
    /\ inJail[turnPlayer]
    /\ LeaveJail
    /\ goojfChOwner' = NULL
    /\ UNCHANGED <<positions, purses, isBankrupt, deeds, goojfCcOwner, turn, debt>>

(* So does the card from Community Chest (JAIL-2, TIME-5, CARD-3). *)
PlayGoojfCc ==
    /\ In("pre-roll")
    /\ goojfCcOwner = turnPlayer
    /\ inJail[turnPlayer]
    /\ LeaveJail
    /\ goojfCcOwner' = NULL
    /\ UNCHANGED <<positions, purses, isBankrupt, deeds, goojfChOwner, turn, debt>>

FinePhases == IF DefectFineInAnyPhase THEN Phases ELSE {"pre-roll"}

(*
The fine opens it as well, only before the roll (TIME-5).
It may be paid on each of the three turns (JAIL-1, as `formal` reads it).
*)
PayJailFine ==
    /\ ~Terminated
    /\ phase \in FinePhases
    /\ inJail[turnPlayer]
    /\ PayBank(turnPlayer, JailFine)
    /\ LeaveJail
    /\ UNCHANGED <<positions, isBankrupt, deeds, jailCards, turn, debt>>

(* Deeds can be managed before the roll (TIME-1), in jail or not (JAIL-6): a mortgage lifted (MORT-2), *)
PreRollUnmortgage == In("pre-roll") /\ UnmortgageProperty(turnPlayer)

(* a mortgage taken (TIME-1, MORT-1), *)
PreRollMortgage == In("pre-roll") /\ MortgageProperty(turnPlayer)

(* a building bought, as often as money allows (TIME-1, BUILD-7), *)
PreRollUpgrade == In("pre-roll") /\ UpgradeStreet(turnPlayer)

(* a building sold (TIME-1, SELL-2). *)
PreRollDowngrade == In("pre-roll") /\ DowngradeStreet(turnPlayer)

-------------------------------------------------------------------------------
(* Roll. *)

(* Forward to a square; a token that ends up behind its old square has passed Go, or is on it, and its player is paid (GO-1). *)
Salary(square) == IF square < here THEN BankPays(PassGoReward) ELSE 0
CanMoveTo(square) == square < here => CanCollect(PassGoReward)

(* The token moves there, even if others are on that square (TIME-9). *)
MoveTo(square) ==
    /\ CanMoveTo(square)
    /\ positions' = [positions EXCEPT ![turnPlayer] = square]
    /\ money' = [money EXCEPT ![turnPlayer] = @ + Salary(square)]
    /\ bankMoney' = bankMoney - Salary(square)

Ahead(steps) == ((here + steps - 1) % Len(board)) + 1

(* Everybody still in the game gets a place in the order; any order is possible (TIME-3, as `formal` reads it). *)
Orders(S) == {order \in [1..Cardinality(S) -> S] : \A p \in S : \E i \in DOMAIN order : order[i] = p}
StartFree4All ==
    /\ phase' = "free-4-all"
    /\ \E order \in Orders(Live) : free4AllOrder' = order

(*
To jail, without passing Go (GO-4), and no further roll in this turn (DOUBLES-3).
The prisoner has a place in the free-4-all like everybody else (TIME-5, JAIL-6).
*)
GoToJail ==
    /\ positions' = [positions EXCEPT ![turnPlayer] = JailIndex]
    /\ inJail' = [inJail EXCEPT ![turnPlayer] = TRUE]
    /\ doublesCount' = 0
    /\ StartFree4All

(*
The third doubles of a turn lead to jail (DOUBLES-2, JAIL-8).
Every other roll moves the token by its sum (TIME-6), from where it last stopped (TIME-8).
*)
ThrowFree(d1, d2) ==
    /\ IF d1 = d2 /\ doublesCount = 2
       THEN /\ GoToJail
            /\ UNCHANGED purses
       ELSE /\ MoveTo(Ahead(d1 + d2))
            /\ doublesCount' = IF d1 = d2 THEN doublesCount + 1 ELSE 0
            /\ phase' = "post-roll"
            /\ UNCHANGED <<inJail, free4AllOrder>>
    /\ UNCHANGED <<jailTime, isBankrupt, deeds, jailCards, turnPlayer, debt>>

(* Two dice (GAME-3, TIME-6), not in jail, or no longer in jail after a fine or a card (JAIL-3). *)
RollAndMove == In("roll") /\ ~inJail[turnPlayer] /\ \E d1, d2 \in 1..DiceMax : ThrowFree(d1, d2)

(*
Doubles open the jail, but give no further roll (JAIL-4).
A first or second miss means waiting (JAIL-9).
The third opens the jail for the fine: the token moves, and the fine is paid at once if it was affordable before the move.
Otherwise it is a debt, and the salary for passing Go may help to pay it (JAIL-5, as `formal` reads it).
*)
ThrowInJail(d1, d2) ==
    LET square == Ahead(d1 + d2)
    IN /\ IF d1 = d2
          THEN /\ MoveTo(square)
               /\ LeaveJail
               /\ phase' = "post-roll"
               /\ UNCHANGED <<free4AllOrder, debt>>
          ELSE IF jailTime[turnPlayer] < 2
          THEN /\ jailTime' = [jailTime EXCEPT ![turnPlayer] = @ + 1]
               /\ StartFree4All
               /\ UNCHANGED <<positions, purses, inJail, debt>>
          ELSE IF money[turnPlayer] >= JailFine
          THEN /\ ~DefectThirdMissImpossible
               /\ positions' = [positions EXCEPT ![turnPlayer] = square]
               /\ money' = [money EXCEPT ![turnPlayer] = @ - JailFine + Salary(square)]
               /\ bankMoney' = bankMoney + JailFine - Salary(square)
               /\ LeaveJail
               /\ phase' = "post-roll"
               /\ UNCHANGED <<free4AllOrder, debt>>
          ELSE /\ MoveTo(square)
               /\ LeaveJail
               /\ debt' = Debt(NULL, JailFine, "post-roll")
               /\ phase' = "bankruptcy-prevention"
               /\ UNCHANGED free4AllOrder
       /\ UNCHANGED <<isBankrupt, deeds, jailCards, turnPlayer, doublesCount>>

(* Two dice (GAME-3), in jail. *)
RollInJail == In("roll") /\ inJail[turnPlayer] /\ \E d1, d2 \in 1..DiceMax : ThrowInJail(d1, d2)

-------------------------------------------------------------------------------
(* Post-roll: what the square requires. *)

inPlace == UNCHANGED <<positions, cells, isBankrupt, jailCards, turnPlayer, doublesCount, free4AllOrder>>

(* A deed that nobody owns is bought for its price (BUY-2), and is the buyer's at once (BUY-3), *)
BuyProperty ==
    /\ In("post-roll")
    /\ here \in Deeds
    /\ owner[here] = NULL
    /\ PayBank(turnPlayer, board[here].value)
    /\ owner' = [owner EXCEPT ![here] = turnPlayer]
    /\ phase' = "doubles-check"
    /\ inPlace
    /\ UNCHANGED <<mortgaged, level, debt>>

(*
or goes to auction (BUY-1), which is a single step here (AUCTION-8).
Anybody still in the game may win it (AUCTION-1) and pays the bid (AUCTION-3, AUCTION-9).
Or the deed stays with the bank (AUCTION-6).
*)
AuctionProperty ==
    /\ In("post-roll")
    /\ here \in Deeds
    /\ owner[here] = NULL
    /\ \/ \E winner \in Live, bid \in AuctionBids :
              /\ PayBank(winner, bid)
              /\ owner' = [owner EXCEPT ![here] = winner]
       \/ UNCHANGED <<purses, owner>>
    /\ phase' = "doubles-check"
    /\ inPlace
    /\ UNCHANGED <<mortgaged, level, debt>>

(* Rent is due on other players' deeds (RENT-8) that are not mortgaged (RENT-3), whether or not the owner asks (RENT-1). *)
RentDue == here \in Deeds /\ owner[here] \notin {NULL, turnPlayer} /\ ~mortgaged[here]

(* A bare street costs double if its owner has the whole group (RENT-2); otherwise its level decides (RENT-9). *)
StreetRent(i) ==
    IF level[i] = 1 /\ OwnsGroup(owner[i], i) THEN 2 * board[i].rent[1] ELSE board[i].rent[level[i]]

(* Each further railroad of the owner doubles the rent, even a mortgaged one (RENT-4). *)
RailRent(i) == BaseRailRent * 2 ^ (Cardinality({j \in Rails : owner[j] = owner[i]}) - 1)

(* Four times the roll, or ten times if the owner has both (RENT-5), mortgaged or not (RENT-4). *)
UtilityRent(i, throw) == throw * (IF Cardinality({j \in Utilities : owner[j] = owner[i]}) = 2 THEN 10 ELSE 4)

PayRent(rent) ==
    /\ money[turnPlayer] >= rent
    /\ PayPlayer(turnPlayer, owner[here], rent)
    /\ phase' = "doubles-check"
    /\ inPlace
    /\ UNCHANGED <<deeds, debt>>

(* Whoever may owe rent has no other debt, so asking for it is redundant; with DefectStaleDebt it is what blocks the game. *)
OweRent(rent) ==
    /\ money[turnPlayer] < rent
    /\ debt = NULL
    /\ debt' = Debt(owner[here], rent, "doubles-check")
    /\ phase' = "bankruptcy-prevention"
    /\ inPlace
    /\ UNCHANGED <<purses, deeds>>

(* On a street the rent is paid (RENT-1, RENT-2, RENT-8, RENT-9), *)
PayStreetRent == In("post-roll") /\ HereIs("street") /\ RentDue /\ PayRent(StreetRent(here))

(* or owed by a player who cannot pay (DEBT-1). *)
PreventBankruptcyOnStreetRent == In("post-roll") /\ HereIs("street") /\ RentDue /\ OweRent(StreetRent(here))

(* On a railroad, too, it is paid (RENT-1, RENT-4, RENT-8) *)
PayRailRent == In("post-roll") /\ HereIs("rail") /\ RentDue /\ PayRent(RailRent(here))

(* or owed (DEBT-1). *)
PreventBankruptcyOnRailRent == In("post-roll") /\ HereIs("rail") /\ RentDue /\ OweRent(RailRent(here))

(*
A utility needs a new roll (RENT-5, as `formal` reads it), unless it is mortgaged (RENT-3). The sum
decides whether the player can pay (RENT-8); doubles mean nothing in this roll (DOUBLES-4).
*)
TryPayUtilRent == \E d1, d2 \in 1..DiceMax :
    /\ In("post-roll")
    /\ HereIs("util")
    /\ owner[here] \notin {NULL, turnPlayer}
    /\ mortgaged[here] => DefectRentOnMortgagedUtility
    /\ IF money[turnPlayer] >= UtilityRent(here, d1 + d2)
       THEN PayRent(UtilityRent(here, d1 + d2))
       ELSE OweRent(UtilityRent(here, d1 + d2))

(* A tax goes to the bank (BANK-5), *)
PayTax ==
    /\ In("post-roll")
    /\ HereIs("tax")
    /\ PayBank(turnPlayer, board[here].value)
    /\ phase' = "doubles-check"
    /\ inPlace
    /\ UNCHANGED <<deeds, debt>>

(* or becomes a debt to it (DEBT-1). *)
PreventBankruptcyOnTax ==
    /\ In("post-roll")
    /\ HereIs("tax")
    /\ money[turnPlayer] < board[here].value
    /\ debt' = Debt(NULL, board[here].value, "doubles-check")
    /\ phase' = "bankruptcy-prevention"
    /\ inPlace
    /\ UNCHANGED <<purses, deeds>>

JailingPhases == IF DefectGoToJailInAnyPhase THEN Phases ELSE {"post-roll"}

(* The square that sends a player to jail (JAIL-8, GO-4, DOUBLES-3); a fine still owed is paid first. *)
LandOnGoToJail ==
    /\ ~Terminated
    /\ phase \in JailingPhases
    /\ HereIs("go-to-jail")
    /\ GoToJail
    /\ UNCHANGED <<purses, jailTime, isBankrupt, deeds, jailCards, turnPlayer, debt>>

(*
What a card says: it moves money between player and bank (CARD-14), or sends the player to jail (JAIL-8, GO-4).
Or it advances the token, with salary (CARD-13), even if Go was passed in the same roll (GO-2).
After that the new square is still to be dealt with (CARD-5).
*)
ExecuteCard(card) ==
    CASE card.type = "collect" ->
            /\ CollectFromBank(turnPlayer, card.amount)
            /\ phase' = "doubles-check"
            /\ inPlace
            /\ UNCHANGED debt
      [] card.type = "pay" /\ money[turnPlayer] >= card.amount ->
            /\ PayBank(turnPlayer, card.amount)
            /\ phase' = "doubles-check"
            /\ inPlace
            /\ UNCHANGED debt
      [] card.type = "pay" /\ money[turnPlayer] < card.amount ->
            /\ debt' = Debt(NULL, card.amount, "doubles-check")
            /\ phase' = "bankruptcy-prevention"
            /\ inPlace
            /\ UNCHANGED purses
      [] card.type = "advance" ->
            /\ MoveTo(card.square)
            /\ UNCHANGED <<cells, isBankrupt, jailCards, turn, debt>>
      [] card.type = "go-to-jail" ->
            /\ GoToJail
            /\ UNCHANGED <<purses, jailTime, isBankrupt, jailCards, turnPlayer, debt>>

(* Any card of the deck may come up, except a jail card that a player holds (CARD-2, as `formal` reads it). *)
Drawable(deck, jailCard, holder) ==
    {i \in DOMAIN deck : holder # NULL => IF DefectLastCardIsHeld THEN i < Len(deck) ELSE deck[i].type # jailCard}

(* The jail card is kept by the player who draws it (CARD-3). *)
keepJailCard == UNCHANGED <<positions, purses, cells, isBankrupt, turnPlayer, doublesCount, free4AllOrder, debt>>

(* A card from Chance (CARD-11), *)
DrawAndExecuteChanceCard ==
    /\ In("post-roll")
    /\ HereIs("chance")
    /\ \E i \in Drawable(ChanceCards, "goojf-ch", goojfChOwner) :
           IF ChanceCards[i].type = "goojf-ch"
           THEN /\ goojfChOwner' = turnPlayer
                /\ phase' = "doubles-check"
                /\ keepJailCard
                /\ UNCHANGED goojfCcOwner
           ELSE ExecuteCard(ChanceCards[i])
    /\ UNCHANGED deeds

(* or from Community Chest (CARD-11). *)
DrawAndExecuteCommunityChestCard ==
    /\ In("post-roll")
    /\ HereIs("community-chest")
    /\ \E i \in Drawable(CommunityChestCards, "goojf-cc", goojfCcOwner) :
           IF CommunityChestCards[i].type = "goojf-cc"
           THEN /\ goojfCcOwner' = turnPlayer
                /\ phase' = "doubles-check"
                /\ keepJailCard
                /\ UNCHANGED goojfChOwner
           ELSE ExecuteCard(CommunityChestCards[i])
    /\ UNCHANGED deeds

(* Some squares require nothing. *)
DoNothing == In("post-roll") /\ phase' = "doubles-check" /\ inPlace /\ UNCHANGED <<purses, deeds, debt>>

(* The player's own deed (RENT-8), *)
DoNothingOnOwnProperty == here \in Deeds /\ owner[here] = turnPlayer /\ DoNothing

(* another player's mortgaged deed (RENT-3), *)
DoNothingOnMortgagedProperty == here \in Deeds /\ owner[here] # turnPlayer /\ mortgaged[here] /\ DoNothing

(* the jail as a visitor (JAIL-6), *)
DoNothingOnJailSquare == HereIs("jail") /\ DoNothing

(* Go, whose salary came with the move (GO-1), *)
DoNothingOnGo == HereIs("go") /\ DoNothing

(* and Free Parking (PARK-1). *)
DoNothingOnFreeParking == HereIs("free-parking") /\ DoNothing

-------------------------------------------------------------------------------
(*
Doubles-check: after doubles the same player continues (DOUBLES-1), otherwise everyone may manage
deeds.
So the free-4-all comes once, at the end of the turn (TIME-2, as `formal` reads it).
*)
DoublesCheck ==
    /\ In("doubles-check")
    /\ IF doublesCount > 0
       THEN phase' = "pre-roll" /\ UNCHANGED free4AllOrder
       ELSE StartFree4All
    /\ UNCHANGED <<positions, purses, cells, isBankrupt, deeds, jailCards, turnPlayer, doublesCount, debt>>

-------------------------------------------------------------------------------
(* Bankruptcy-prevention: raise money until the debt is covered, or give up when nothing is left to raise it with. *)

(* As soon as there is enough money the debt is paid (DEBT-1, DEBT-2), and the turn continues where it stopped. *)
PayOffDebt ==
    /\ In("bankruptcy-prevention")
    /\ money[turnPlayer] >= debt.amount
    /\ Pay(turnPlayer, debt.creditor, debt.amount)
    /\ phase' = debt.nextPhase
    /\ debt' = NULL
    /\ inPlace
    /\ UNCHANGED deeds

CannotPay == In("bankruptcy-prevention") /\ money[turnPlayer] < debt.amount

(* Money is raised by mortgaging (DEBT-2), *)
BankruptcyPreventionMortgage == CannotPay /\ MortgageProperty(turnPlayer)

(* and by selling buildings (DEBT-2). *)
BankruptcyPreventionDowngrade == CannotPay /\ DowngradeStreet(turnPlayer)

PassTurn ==
    /\ turnPlayer' = NextLive(turnPlayer)
    /\ phase' = "pre-roll"
    /\ doublesCount' = 0
    /\ free4AllOrder' = NULL

(*
With every deed mortgaged no more money can be raised (DEBT-4, as `formal` reads it).
Everything goes to the creditor: a player gets deeds as they are (BANKRUPT-1), without interest (MORT-5).
The bank takes them back free of mortgages and keeps them (BANKRUPT-3, as `formal` reads it).
Jail cards that go to the bank return to their decks (CARD-3).
The debt is gone, the debtor's turn passes (BANKRUPT-4), and the debtor is out of the game (BANKRUPT-5).
*)
GoBankrupt ==
    /\ CannotPay
    /\ \A i \in Owned(turnPlayer) : mortgaged[i]
    /\ LET heir == debt.creditor
           Inherit(holder) == IF holder = turnPlayer THEN heir ELSE holder
       IN /\ Pay(turnPlayer, heir, money[turnPlayer])
          /\ owner' = [i \in Deeds |-> Inherit(owner[i])]
          /\ mortgaged' = [i \in Deeds |-> mortgaged[i] /\ ~(owner[i] = turnPlayer /\ heir = NULL)]
          /\ goojfChOwner' = Inherit(goojfChOwner)
          /\ goojfCcOwner' = Inherit(goojfCcOwner)
    /\ isBankrupt' = [isBankrupt EXCEPT ![turnPlayer] = TRUE]
    /\ debt' = IF DefectStaleDebt THEN debt ELSE NULL
    /\ PassTurn
    /\ UNCHANGED <<positions, cells, level>>

-------------------------------------------------------------------------------
(* Free-4-all: everyone in the order may manage deeds, one after the other; then the turn passes. *)

InFree4All == In("free-4-all") /\ free4AllOrder # <<>>

(* The first in the order has nothing more to do, and passes the window on (TIME-3). *)
ConcludeFree4AllActions ==
    /\ InFree4All
    /\ free4AllOrder' = Tail(free4AllOrder)
    /\ UNCHANGED <<positions, purses, cells, isBankrupt, deeds, jailCards, turnPlayer, phase, doublesCount, debt>>

(* Meanwhile that player may lift a mortgage (TIME-1, MORT-2), *)
F4AUnmortgage == InFree4All /\ UnmortgageProperty(Head(free4AllOrder))

(* take one (TIME-1, MORT-1), *)
F4AMortgage == InFree4All /\ MortgageProperty(Head(free4AllOrder))

(* build, as often as money allows (TIME-1, BUILD-7), *)
F4AUpgrade == InFree4All /\ UpgradeStreet(Head(free4AllOrder))

(* or sell a building (TIME-1, SELL-2). *)
F4ADowngrade == InFree4All /\ DowngradeStreet(Head(free4AllOrder))

(* When everyone has concluded, the next player still in the game begins (TIME-7, BANKRUPT-5). *)
EndTurn ==
    /\ In("free-4-all")
    /\ free4AllOrder = <<>>
    /\ PassTurn
    /\ UNCHANGED <<positions, purses, cells, isBankrupt, deeds, jailCards, debt>>

-------------------------------------------------------------------------------
TakePreRollAction ==
    \/ EndPreRoll
    \/ PlayGoojfCh
    \/ PlayGoojfCc
    \/ PayJailFine
    \/ PreRollUnmortgage
    \/ PreRollMortgage
    \/ PreRollUpgrade
    \/ PreRollDowngrade

TakeRollAction ==
    \/ RollAndMove
    \/ RollInJail

(* The square decides which of these it is (TIME-10). *)
TakePostRollAction ==
    \/ BuyProperty
    \/ AuctionProperty
    \/ PayStreetRent
    \/ PreventBankruptcyOnStreetRent
    \/ PayRailRent
    \/ PreventBankruptcyOnRailRent
    \/ TryPayUtilRent
    \/ PayTax
    \/ PreventBankruptcyOnTax
    \/ LandOnGoToJail
    \/ DrawAndExecuteChanceCard
    \/ DrawAndExecuteCommunityChestCard
    \/ DoNothingOnOwnProperty
    \/ DoNothingOnMortgagedProperty
    \/ DoNothingOnJailSquare
    \/ DoNothingOnGo
    \/ DoNothingOnFreeParking

TakeBankruptcyPreventionAction ==
    \/ PayOffDebt
    \/ BankruptcyPreventionMortgage
    \/ BankruptcyPreventionDowngrade
    \/ GoBankrupt

TakeFree4AllAction ==
    \/ ConcludeFree4AllActions
    \/ F4AUnmortgage
    \/ F4AMortgage
    \/ F4AUpgrade
    \/ F4ADowngrade
    \/ EndTurn

Next ==
    \/ TakePreRollAction
    \/ TakeRollAction
    \/ TakePostRollAction
    \/ DoublesCheck
    \/ TakeBankruptcyPreventionAction
    \/ TakeFree4AllAction

Spec == Init /\ [][Next]_vars
FairSpec == Spec /\ WF_vars(Next)
===============================================================================
