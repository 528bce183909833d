------------------------------- MODULE Monopoly --------------------------------
(*
The course of a turn: pre-roll, roll, post-roll, doubles-check, free-4-all, and bankruptcy-prevention between them.
Dice, cards and the order of the free-4-all are left open: any of them may come.
An auction is a single step here; Auction1 to Auction3 say how it is held.
*)
EXTENDS Estate

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
(* Pre-roll: get out of jail, manage deeds, then decide to throw. *)

(* Enough prepared: the dice come next. *)
EndPreRoll ==
    /\ In("pre-roll")
    /\ phase' = "roll"
    /\ UNCHANGED <<positions, purses, cells, isBankrupt, deeds, jailCards, turnPlayer, doublesCount, free4AllOrder, debt>>

LeaveJail ==
    /\ inJail' = [inJail EXCEPT ![turnPlayer] = FALSE]
    /\ jailTime' = [jailTime EXCEPT ![turnPlayer] = 0]

(* The card from Chance opens the jail and goes back to its deck. *)
PlayGoojfCh ==
    /\ In("pre-roll")
    /\ goojfChOwner = turnPlayer
    /\ inJail[turnPlayer]
    /\ LeaveJail
    /\ goojfChOwner' = NULL
    /\ UNCHANGED <<positions, purses, isBankrupt, deeds, goojfCcOwner, turn, debt>>

(* So does the card from Community Chest. *)
PlayGoojfCc ==
    /\ In("pre-roll")
    /\ goojfCcOwner = turnPlayer
    /\ inJail[turnPlayer]
    /\ LeaveJail
    /\ goojfCcOwner' = NULL
    /\ UNCHANGED <<positions, purses, isBankrupt, deeds, goojfChOwner, turn, debt>>

FinePhases == IF DefectFineInAnyPhase THEN Phases ELSE {"pre-roll"}

(* The fine opens it as well, before the throw only. *)
PayJailFine ==
    /\ ~Terminated
    /\ phase \in FinePhases
    /\ inJail[turnPlayer]
    /\ PayBank(turnPlayer, JailFine)
    /\ LeaveJail
    /\ UNCHANGED <<positions, isBankrupt, deeds, jailCards, turn, debt>>

(* Deeds can be managed before the throw: a mortgage lifted, *)
PreRollUnmortgage == In("pre-roll") /\ UnmortgageProperty(turnPlayer)

(* a mortgage taken, *)
PreRollMortgage == In("pre-roll") /\ MortgageProperty(turnPlayer)

(* a building bought, *)
PreRollUpgrade == In("pre-roll") /\ UpgradeStreet(turnPlayer)

(* a building sold. *)
PreRollDowngrade == In("pre-roll") /\ DowngradeStreet(turnPlayer)

-------------------------------------------------------------------------------
(* Roll. *)

(* Ahead to a square; who comes out behind the old square has passed Go, or stands on it, and is paid. *)
Salary(square) == IF square < here THEN BankPays(PassGoReward) ELSE 0
MoveTo(square) ==
    /\ positions' = [positions EXCEPT ![turnPlayer] = square]
    /\ money' = [money EXCEPT ![turnPlayer] = @ + Salary(square)]
    /\ bankMoney' = bankMoney - Salary(square)

Ahead(steps) == ((here + steps - 1) % Len(board)) + 1

(* Everybody still in the game gets a place in the order; any order may come. *)
Orders(S) == {order \in [1..Cardinality(S) -> S] : \A p \in S : \E i \in DOMAIN order : order[i] = p}
StartFree4All ==
    /\ phase' = "free-4-all"
    /\ \E order \in Orders(Live) : free4AllOrder' = order

(* To jail, without passing Go, and no further throw in this turn. *)
GoToJail ==
    /\ positions' = [positions EXCEPT ![turnPlayer] = JailIndex]
    /\ inJail' = [inJail EXCEPT ![turnPlayer] = TRUE]
    /\ doublesCount' = 0
    /\ StartFree4All

(* The third doubles of a turn lead to jail; every other throw moves the token. *)
ThrowFree(d1, d2) ==
    /\ IF d1 = d2 /\ doublesCount = 2
       THEN /\ GoToJail
            /\ UNCHANGED purses
       ELSE /\ MoveTo(Ahead(d1 + d2))
            /\ doublesCount' = IF d1 = d2 THEN doublesCount + 1 ELSE 0
            /\ phase' = "post-roll"
            /\ UNCHANGED <<inJail, free4AllOrder>>
    /\ UNCHANGED <<jailTime, isBankrupt, deeds, jailCards, turnPlayer, debt>>

(* Two dice, not in jail. *)
RollAndMove == In("roll") /\ ~inJail[turnPlayer] /\ \E d1, d2 \in 1..DiceMax : ThrowFree(d1, d2)

(*
Doubles open the jail, but give no further throw.
A first or second miss means waiting.
The third opens the jail for the fine: the token moves, and the fine is paid at once if it was affordable before the move.
Otherwise it is a debt, and the salary of passing Go may help to pay it.
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

(* Two dice, in jail. *)
RollInJail == In("roll") /\ inJail[turnPlayer] /\ \E d1, d2 \in 1..DiceMax : ThrowInJail(d1, d2)

-------------------------------------------------------------------------------
(* Post-roll: what the square asks for. *)

inPlace == UNCHANGED <<positions, cells, isBankrupt, jailCards, turnPlayer, doublesCount, free4AllOrder>>

(* A deed that nobody owns is bought for its price, *)
BuyProperty ==
    /\ In("post-roll")
    /\ here \in Deeds
    /\ owner[here] = NULL
    /\ PayBank(turnPlayer, board[here].value)
    /\ owner' = [owner EXCEPT ![here] = turnPlayer]
    /\ phase' = "doubles-check"
    /\ inPlace
    /\ UNCHANGED <<mortgaged, level, debt>>

(* or goes to whoever wins the auction, or stays with the bank. *)
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

(* Rent is due on deeds of others that are not mortgaged. *)
RentDue == here \in Deeds /\ owner[here] \notin {NULL, turnPlayer} /\ ~mortgaged[here]

(* A bare street costs double if its owner has the whole group. *)
StreetRent(i) ==
    IF level[i] = 1 /\ OwnsGroup(owner[i], i) THEN 2 * board[i].rent[1] ELSE board[i].rent[level[i]]

(* Each further railroad of the owner doubles the rent. *)
RailRent(i) == BaseRailRent * 2 ^ (Cardinality({j \in Rails : owner[j] = owner[i]}) - 1)

(* Four times the throw, or ten times if the owner has both. *)
UtilityRent(i, throw) == throw * (IF Cardinality({j \in Utilities : owner[j] = owner[i]}) = 2 THEN 10 ELSE 4)

PayRent(rent) ==
    /\ money[turnPlayer] >= rent
    /\ PayPlayer(turnPlayer, owner[here], rent)
    /\ phase' = "doubles-check"
    /\ inPlace
    /\ UNCHANGED <<deeds, debt>>

OweRent(rent) ==
    /\ money[turnPlayer] < rent
    /\ debt = NULL
    /\ debt' = Debt(owner[here], rent, "doubles-check")
    /\ phase' = "bankruptcy-prevention"
    /\ inPlace
    /\ UNCHANGED <<purses, deeds>>

(* On a street the rent is paid, *)
PayStreetRent == In("post-roll") /\ HereIs("street") /\ RentDue /\ PayRent(StreetRent(here))

(* or owed by somebody who cannot. *)
PreventBankruptcyOnStreetRent == In("post-roll") /\ HereIs("street") /\ RentDue /\ OweRent(StreetRent(here))

(* So on a railroad, paid *)
PayRailRent == In("post-roll") /\ HereIs("rail") /\ RentDue /\ PayRent(RailRent(here))

(* or owed. *)
PreventBankruptcyOnRailRent == In("post-roll") /\ HereIs("rail") /\ RentDue /\ OweRent(RailRent(here))

(* A utility asks for a new throw, and its sum decides whether the money suffices. *)
TryPayUtilRent == \E d1, d2 \in 1..DiceMax :
    /\ In("post-roll")
    /\ HereIs("util")
    /\ owner[here] \notin {NULL, turnPlayer}
    /\ mortgaged[here] => DefectRentOnMortgagedUtility
    /\ IF money[turnPlayer] >= UtilityRent(here, d1 + d2)
       THEN PayRent(UtilityRent(here, d1 + d2))
       ELSE OweRent(UtilityRent(here, d1 + d2))

(* A tax goes to the bank, *)
PayTax ==
    /\ In("post-roll")
    /\ HereIs("tax")
    /\ PayBank(turnPlayer, board[here].value)
    /\ phase' = "doubles-check"
    /\ inPlace
    /\ UNCHANGED <<deeds, debt>>

(* or becomes a debt to it. *)
PreventBankruptcyOnTax ==
    /\ In("post-roll")
    /\ HereIs("tax")
    /\ money[turnPlayer] < board[here].value
    /\ debt' = Debt(NULL, board[here].value, "doubles-check")
    /\ phase' = "bankruptcy-prevention"
    /\ inPlace
    /\ UNCHANGED <<purses, deeds>>

JailingPhases == IF DefectGoToJailInAnyPhase THEN Phases ELSE {"post-roll"}

(* The square that sends to jail; a fine still owed is paid first. *)
LandOnGoToJail ==
    /\ ~Terminated
    /\ phase \in JailingPhases
    /\ HereIs("go-to-jail")
    /\ GoToJail
    /\ UNCHANGED <<purses, jailTime, isBankrupt, deeds, jailCards, turnPlayer, debt>>

(* What a card says; after an advance the new square is still to be dealt with. *)
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

(* Any card of the deck may come, except a jail card that somebody holds. *)
Drawable(deck, jailCard, holder) == {i \in DOMAIN deck : holder # NULL => deck[i].type # jailCard}

(* The jail card is kept by the player who draws it. *)
keepJailCard == UNCHANGED <<positions, purses, cells, isBankrupt, turnPlayer, doublesCount, free4AllOrder, debt>>

(* A card from Chance, *)
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

(* or from Community Chest. *)
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

(* Some squares ask for nothing. *)
DoNothing == In("post-roll") /\ phase' = "doubles-check" /\ inPlace /\ UNCHANGED <<purses, deeds, debt>>

(* One's own deed, *)
DoNothingOnOwnProperty == here \in Deeds /\ owner[here] = turnPlayer /\ DoNothing

(* a mortgaged deed of somebody else, *)
DoNothingOnMortgagedProperty == here \in Deeds /\ owner[here] # turnPlayer /\ mortgaged[here] /\ DoNothing

(* the jail as a visitor, *)
DoNothingOnJailSquare == HereIs("jail") /\ DoNothing

(* Go, whose salary came with the move, *)
DoNothingOnGo == HereIs("go") /\ DoNothing

(* and Free Parking. *)
DoNothingOnFreeParking == HereIs("free-parking") /\ DoNothing

-------------------------------------------------------------------------------
(* Doubles-check: after doubles the same player goes on, otherwise everybody may manage deeds. *)
DoublesCheck ==
    /\ In("doubles-check")
    /\ IF doublesCount > 0
       THEN phase' = "pre-roll" /\ UNCHANGED free4AllOrder
       ELSE StartFree4All
    /\ UNCHANGED <<positions, purses, cells, isBankrupt, deeds, jailCards, turnPlayer, doublesCount, debt>>

-------------------------------------------------------------------------------
(* Bankruptcy-prevention: raise money until the debt is covered, or give up when nothing is left to raise it with. *)

(* As soon as the money suffices the debt is paid, and the turn goes on where it stopped. *)
PayOffDebt ==
    /\ In("bankruptcy-prevention")
    /\ money[turnPlayer] >= debt.amount
    /\ Pay(turnPlayer, debt.creditor, debt.amount)
    /\ phase' = debt.nextPhase
    /\ debt' = NULL
    /\ inPlace
    /\ UNCHANGED deeds

CannotPay == In("bankruptcy-prevention") /\ money[turnPlayer] < debt.amount

(* Money is raised by mortgaging, *)
BankruptcyPreventionMortgage == CannotPay /\ MortgageProperty(turnPlayer)

(* and by selling buildings. *)
BankruptcyPreventionDowngrade == CannotPay /\ DowngradeStreet(turnPlayer)

PassTurn ==
    /\ turnPlayer' = NextLive(turnPlayer)
    /\ phase' = "pre-roll"
    /\ doublesCount' = 0
    /\ free4AllOrder' = NULL

(*
With every deed mortgaged there is nothing left to raise, and everything goes to the creditor.
The bank takes deeds back free of mortgages; a player gets them as they are.
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
(* Free-4-all: everybody in the order may manage deeds, one after the other; then the turn passes. *)

InFree4All == In("free-4-all") /\ free4AllOrder # <<>>

(* The first in the order has nothing more to do. *)
ConcludeFree4AllActions ==
    /\ InFree4All
    /\ free4AllOrder' = Tail(free4AllOrder)
    /\ UNCHANGED <<positions, purses, cells, isBankrupt, deeds, jailCards, turnPlayer, phase, doublesCount, debt>>

(* Meanwhile that player may lift a mortgage, *)
F4AUnmortgage == InFree4All /\ UnmortgageProperty(Head(free4AllOrder))

(* take one, *)
F4AMortgage == InFree4All /\ MortgageProperty(Head(free4AllOrder))

(* build, *)
F4AUpgrade == InFree4All /\ UpgradeStreet(Head(free4AllOrder))

(* or sell a building. *)
F4ADowngrade == InFree4All /\ DowngradeStreet(Head(free4AllOrder))

(* When everybody has concluded the next player begins. *)
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
