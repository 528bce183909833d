----------------------------- MODULE ClassicDebts ------------------------------
(* Debts, bankruptcy, giving up, and what happens to the estate. *)
EXTENDS ClassicTrade

(*
As soon as there is enough cash the debt is paid; then the next debtor follows, or play continues (DEBT-1,
DEBT-2, DEBT-5).
*)
PayOffDebt ==
    /\ In("bankruptcy-prevention")
    /\ money[debts[1].debtor] >= debts[1].amount
    /\ LET paid == Paid(now, debts[1].debtor, debts[1].creditor, debts[1].amount)
       IN Then([paid EXCEPT
              !.debts = Tail(@),
              !.offersMade = 0,
              !.phase = IF Len(debts) = 1 THEN debts[1].nextPhase ELSE @])

-------------------------------------------------------------------------------
(* What is left of a player. *)

(* The bank takes all buildings back at half their list price (BANKRUPT-1). *)
RECURSIVE AllBroughtDown(_, _)
AllBroughtDown(s, streets) ==
    IF streets = {} THEN s
    ELSE LET i == CHOOSE i \in streets : TRUE IN AllBroughtDown(BroughtDown(s, i, 1), streets \ {i})
BuildingsSold(s, player) ==
    LET streets == {i \in OwnedIn(s, player) \cap Streets : s.level[i] > 1}
    IN Collected(AllBroughtDown(s, streets), player,
                 SumOver([i \in streets |-> Buildings(s, i) * Refund(i)], streets))

(* A player gets cash, deeds as they are, and jail cards (BANKRUPT-1). *)
HandedToPlayer(s, player, heir) ==
    LET Inherit(holder) == IF holder = player THEN heir ELSE holder
        received == {i \in OwnedIn(s, player) : s.mortgaged[i]}
    IN [Paid(s, player, heir, s.money[player]) EXCEPT
           !.owner = [i \in Deeds |-> Inherit(@[i])],
           !.goojfChOwner = Inherit(@),
           !.goojfCcOwner = Inherit(@),
           !.interestPaid = IF On("interest_on_transfer") THEN @ \cup received ELSE @]

(*
The bank cancels mortgages, takes jail cards back to their decks (CARD-3), and auctions the deeds
(BANKRUPT-3), or keeps them (HOUSE-1).
*)
HandedToBank(s, player) ==
    LET left == OwnedIn(s, player)
        deedless == [Paid(s, player, NULL, s.money[player]) EXCEPT
            !.owner = [i \in Deeds |-> IF i \in left THEN NULL ELSE @[i]],
            !.mortgaged = [i \in Deeds |-> @[i] /\ i \notin left],
            !.interestPaid = @ \ left,
            !.estate = IF On("estate_auction") THEN left ELSE @]
        chanceless == IF s.goojfChOwner = player THEN JailCardReturned(deedless, "chance") ELSE deedless
    IN IF s.goojfCcOwner = player THEN JailCardReturned(chanceless, "community-chest") ELSE chanceless

(* The game is over, and whatever was pending is dropped (END-1, END-2, HOUSE-10). *)
Ended(s) == RollForgotten(
    [s EXCEPT
        !.debts = <<>>,
        !.free4AllOrder = <<>>,
        !.estate = {},
        !.doublesCount = 0,
        !.interestPaid = {},
        !.phase = "pre-roll"])

(*
Interest on inherited mortgages is due at once; if the heir is short, before all other debts (BANKRUPT-2,
MORT-3).
*)
InterestSettled(s, heir, interest, next) ==
    IF interest = 0 THEN s
    ELSE IF s.money[heir] >= interest THEN Paid(s, heir, NULL, interest)
    ELSE [s EXCEPT !.debts = <<Debt(heir, NULL, interest, next)>> \o @]

(*
Out of the game (BANKRUPT-5): the player's debts are gone, and debts to that player lapse (DEBT-5).
The turn passes if it was that player's; otherwise play continues where the debt interrupted it (BANKRUPT-4).
*)
Fallen(s, player, creditor, next) ==
    LET toBank == creditor \in {NULL, POT}
        resume == IF player = s.turnPlayer THEN "pre-roll" ELSE next
        out == [s EXCEPT
            !.offersMade = 0,
            !.isBankrupt[player] = TRUE,
            !.free4AllOrder = SelectSeq(@, LAMBDA p : p # player),
            !.debts = SelectSeq(@, LAMBDA d : d.debtor # player /\ d.creditor # player)]
        bare == BuildingsSold(out, player)
        passed == IF player = s.turnPlayer THEN TurnPassed(bare) ELSE bare
        interest == IF toBank THEN 0 ELSE InterestOn({i \in OwnedIn(s, player) : s.mortgaged[i]})
        over == IF toBank THEN HandedToBank(passed, player) ELSE HandedToPlayer(passed, player, creditor)
        settled == InterestSettled(over, creditor, interest, resume)
        resumed == [settled EXCEPT !.phase = IF settled.debts # <<>> THEN "bankruptcy-prevention" ELSE resume]
    IN IF TerminatedIn(over) THEN Ended(over)
       ELSE IF resumed.estate # {} THEN EstateAuctionOpened(resumed, resumed.phase)
       ELSE resumed

(* Bankruptcy is for those who cannot pay by any means (DEBT-4). *)
IsRuined(player) ==
    IF On("ruin_is_insolvency") THEN Liquid(player) < debts[1].amount
    ELSE \A i \in Owned(player) : mortgaged[i]

(* Everything goes to the creditor, at once (DEBT-4, BANKRUPT-1 to BANKRUPT-4, END-1). *)
GoBankrupt ==
    /\ InDebt
    /\ IsRuined(debts[1].debtor)
    /\ Then(Fallen(now, debts[1].debtor, debts[1].creditor, debts[1].nextPhase))
===============================================================================
