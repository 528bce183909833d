-------------------------------- MODULE Classic --------------------------------
(*
The game of `classic`, and with other boards, decks and flags that of the editions made from it.
Dice, cards and dealt deeds are left open: any value may come.
ClassicMoves has the roll, ClassicLanding and ClassicCards what the square requires, ClassicAuction, ClassicEstate
and ClassicTrade what players do with their property, ClassicDebts the end of their means;
this module has the start of the game and the course of the turn.
*)
EXTENDS ClassicDebts

CONSTANTS
    BidsTried,      \* the bids and
    CashTried       \* the sums of an offer that a model tries; the game knows no such bounds

(*
Every token stands on Go (GAME-7), and the bank has all deeds, buildings and cards (GAME-8).
The decks are shuffled: nobody knows any card (CARD-2). The pot may have a seed (HOUSE-3).
Each seat has what it starts with (GAME-2), which may differ (HOUSE-11).
*)
Init ==
    /\ positions = [p \in Players |-> 1]
    /\ money = StartingMoney
    /\ inJail = [p \in Players |-> FALSE]
    /\ jailTime = [p \in Players |-> 0]
    /\ isBankrupt = [p \in Players |-> FALSE]
    /\ bankMoney = TotalMoney - SumOver(StartingMoney, Players) - FreeParkingSeed
    /\ issued = 0
    /\ pot = FreeParkingSeed
    /\ housesLeft = Houses
    /\ hotelsLeft = Hotels
    /\ owner = [i \in Deeds |-> NULL]
    /\ mortgaged = [i \in Deeds |-> FALSE]
    /\ level = [i \in Streets |-> 1]
    /\ interestPaid = {}
    /\ goojfChOwner = NULL
    /\ goojfCcOwner = NULL
    /\ unseen = [d \in Decks |-> IF On("decks_keep_order") THEN DOMAIN Cards(d) ELSE {}]
    /\ deck = [d \in Decks |-> <<>>]
    /\ turnPlayer = 1
    /\ phase = IF StartingDeeds > 0 THEN "dealing" ELSE IF On("opening_throw") THEN "opening" ELSE "pre-roll"
    /\ doublesCount = 0
    /\ turns = 0
    /\ free4AllOrder = <<>>
    /\ throw = NoThrow
    /\ rentRule = "as-printed"
    /\ opening = [p \in Players |-> <<>>]
    /\ debts = <<>>
    /\ auction = NULL
    /\ placing = NULL
    /\ estate = {}
    /\ offer = NULL
    /\ offersMade = 0

-------------------------------------------------------------------------------
(* Before the first turn. *)

(* Deeds may be dealt, one at a time to the first seat with the fewest, for their printed price (HOUSE-8). *)
DealingSettled(s) ==
    IF WaitForDeeds(s) # {} THEN s
    ELSE [s EXCEPT !.phase = IF On("opening_throw") THEN "opening" ELSE "pre-roll"]
DealDeed(i) ==
    /\ In("dealing")
    /\ i \in Deeds
    /\ owner[i] = NULL
    /\ LET dealt == Paid([now EXCEPT !.owner[i] = NextToBeDealt], NextToBeDealt, NULL, board[i].value)
       IN Then(DealingSettled(dealt))

(* The opening roll of the starter may be the first move (GAME-6); otherwise a fresh roll follows. *)
Started(s, starter) ==
    LET roll == s.opening[starter]
        begun == [s EXCEPT
            !.opening = [p \in Players |-> <<>>],
            !.turnPlayer = starter,
            !.phase = "pre-roll"]
        rolled == [RollKept(begun, roll[1], roll[2]) EXCEPT
            !.doublesCount = IF roll[1] = roll[2] THEN 1 ELSE 0,
            !.phase = "post-roll"]
    IN IF On("opening_throw_moves") THEN MovedBy(rolled, roll[1] + roll[2]) ELSE begun

(* Once all have rolled the highest starts, or only the tied roll again (GAME-5). *)
OpeningSettled(s) ==
    LET Total(p) == IF s.opening[p] = NULL THEN 0 ELSE s.opening[p][1] + s.opening[p][2]
        best == {p \in Players : \A q \in Players : Total(p) >= Total(q)}
    IN IF \E p \in Players : s.opening[p] = <<>> THEN s
       ELSE IF Cardinality(best) = 1 THEN Started(s, CHOOSE p \in best : TRUE)
       ELSE [s EXCEPT !.opening = [p \in Players |-> IF p \in best THEN <<>> ELSE NULL]]

(* Every seat rolls once, in seat order (GAME-5). *)
ThrowForStart(d1, d2) ==
    In("opening") /\ Then(OpeningSettled([now EXCEPT !.opening[NextToRoll] = <<d1, d2>>]))

-------------------------------------------------------------------------------
(* The end of a landing, and of a turn. *)

(* Everybody may manage deeds after every roll, also before the extra roll of doubles (TIME-2). *)
DoublesCheck ==
    /\ In("doubles-check")
    /\ IF doublesCount > 0 /\ ~On("free_4_all_every_throw")
       THEN Then([RollForgotten(now) EXCEPT !.phase = "pre-roll"])
       ELSE Then(Free4AllStarted(RollForgotten(now)))

(* The head of the order has finished; the next one follows, once around (TIME-3). *)
ConcludeFree4AllActions == InFree4All /\ Then([now EXCEPT !.offersMade = 0, !.free4AllOrder = Tail(@)])

(* After doubles the same player rolls again (DOUBLES-1); otherwise the turn passes (TIME-7). *)
EndTurn ==
    /\ In("free-4-all")
    /\ free4AllOrder = <<>>
    /\ Then(IF doublesCount > 0 THEN [now EXCEPT !.phase = "pre-roll"] ELSE TurnPassed(now))

-------------------------------------------------------------------------------
(* Giving up. *)

(* Before play has begun there is no estate, and the others carry on (LEAVE-1, HOUSE-8). *)
LeftBeforePlay(s, player) ==
    LET left == OwnedIn(s, player)
        out == [Paid(s, player, NULL, s.money[player]) EXCEPT
            !.isBankrupt[player] = TRUE,
            !.opening = IF s.phase = "opening" THEN [@ EXCEPT ![player] = NULL] ELSE @,
            !.owner = [i \in Deeds |-> IF i \in left THEN NULL ELSE @[i]]]
        passed == IF player = s.turnPlayer THEN [out EXCEPT !.turnPlayer = NextLive(out, player)] ELSE out
    IN IF TerminatedIn(passed) THEN Ended([passed EXCEPT !.opening = [p \in Players |-> <<>>]])
       ELSE IF s.phase = "opening" THEN OpeningSettled(passed)
       ELSE DealingSettled(passed)

(*
A player who gives up is out when it is next up to them, bankrupt to the bank; a debtor to the creditor (LEAVE-1).
It is not a move of the game, but what an entry in the log means; so records have no such step.
*)
LeaveGame ==
    /\ ~Terminated
    /\ phase \notin {"auction", "trade", "placing"}
    /\ Then(CASE phase \in {"opening", "dealing"} -> LeftBeforePlay(now, Floor)
              [] phase = "bankruptcy-prevention" ->
                     Fallen(now, Floor, debts[1].creditor, debts[1].nextPhase)
              [] OTHER -> Fallen(now, Floor, NULL, phase))

-------------------------------------------------------------------------------
Faces == 1..DiceMax

TakeOpeningAction ==
    \/ \E i \in Deeds : DealDeed(i)
    \/ \E d1, d2 \in Faces : ThrowForStart(d1, d2)

TakePreRollAction ==
    \/ EndPreRoll
    \/ PlayGoojfCh
    \/ PlayGoojfCc
    \/ PayJailFine
    \/ \E i \in Deeds : PreRollUnmortgage(i)
    \/ \E i \in Deeds : PreRollMortgage(i)
    \/ \E i \in Deeds : PreRollUpgrade(i)
    \/ \E i \in Deeds : PreRollDowngrade(i)
    \/ \E set \in Sets, houses \in 0..Houses : PreRollSellGroup(set, houses)

TakeRollAction ==
    \/ \E d1, d2 \in Faces : RollAndMove(d1, d2)
    \/ \E d1, d2 \in Faces : RollInJail(d1, d2)
    \/ LeaveJail

(* The square decides which of these it is (TIME-10). *)
TakePostRollAction ==
    \/ BuyProperty
    \/ AuctionProperty
    \/ \E i \in Deeds : PostRollUnmortgage(i)
    \/ \E i \in Deeds : PostRollMortgage(i)
    \/ \E i \in Deeds : PostRollUpgrade(i)
    \/ \E i \in Deeds : PostRollDowngrade(i)
    \/ \E set \in Sets, houses \in 0..Houses : PostRollSellGroup(set, houses)
    \/ PayStreetRent
    \/ PreventBankruptcyOnStreetRent
    \/ PayRailRent
    \/ PreventBankruptcyOnRailRent
    \/ \E d1, d2 \in Faces : TryPayUtilRent(d1, d2)
    \/ PayTax
    \/ PreventBankruptcyOnTax
    \/ PayTenthOfWorth
    \/ LandOnGoToJail
    \/ \E card \in DOMAIN ChanceCards : DrawAndExecuteChanceCard(card)
    \/ \E card \in DOMAIN CommunityChestCards : DrawAndExecuteCommunityChestCard(card)
    \/ PayCardFine
    \/ DoNothingOnOwnProperty
    \/ DoNothingOnMortgagedProperty
    \/ DoNothingOnJailSquare
    \/ DoNothingOnGo
    \/ DoNothingOnFreeParking

TakeAuctionAction ==
    \/ \E p \in Players, amount \in BidsTried : Bid(p, amount)
    \/ \E p \in Players : Stand(p)
    \/ \E p \in Players : Pass(p)
    \/ \E p \in Players : NextRound(p)
    \/ \E p \in Players : ChooseWinner(p)
    \/ CloseAuction
    \/ \E i \in Deeds : PlaceBuilding(i)

TakeTradeAction ==
    \/ \E q \in Players, deeds \in SUBSET Deeds, cards \in SUBSET Decks, cash \in CashTried : OfferTrade(q, deeds, cards, cash)
    \/ AcceptTrade
    \/ DeclineTrade
    \/ WithdrawTrade

TakeBankruptcyPreventionAction ==
    \/ PayOffDebt
    \/ \E i \in Deeds : BankruptcyPreventionMortgage(i)
    \/ \E i \in Deeds : BankruptcyPreventionDowngrade(i)
    \/ \E set \in Sets, houses \in 0..Houses : BankruptcyPreventionSellGroup(set, houses)
    \/ GoBankrupt

TakeFree4AllAction ==
    \/ ConcludeFree4AllActions
    \/ \E i \in Deeds : F4AUnmortgage(i)
    \/ \E i \in Deeds : F4AMortgage(i)
    \/ \E i \in Deeds : F4AUpgrade(i)
    \/ \E i \in Deeds : F4ADowngrade(i)
    \/ \E set \in Sets, houses \in 0..Houses : F4ASellGroup(set, houses)
    \/ EndTurn

Next ==
    \/ TakeOpeningAction
    \/ TakePreRollAction
    \/ TakeRollAction
    \/ TakePostRollAction
    \/ DoublesCheck
    \/ TakeAuctionAction
    \/ TakeTradeAction
    \/ TakeBankruptcyPreventionAction
    \/ TakeFree4AllAction

Spec == Init /\ [][Next]_vars
===============================================================================
