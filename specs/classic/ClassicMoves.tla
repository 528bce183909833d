----------------------------- MODULE ClassicMoves ------------------------------
(* Dice and tokens: rolling, moving, passing Go, going to jail and leaving it. *)
EXTENDS ClassicDecks

(*
Each arrival on Go, and each passage over it, earns the salary (GO-1, GO-2), twice for stopping there by an
option (HOUSE-2).
*)
Salary(square) ==
    IF On("double_salary_on_go") /\ board[square].type = "go" THEN 2 * PassGoReward ELSE PassGoReward
Arrived(s, square, passesGo) ==
    LET there == [s EXCEPT !.positions[s.turnPlayer] = square]
    IN IF passesGo THEN Collected(there, s.turnPlayer, Salary(square)) ELSE there

(* Forward to a square, past Go if it lies behind (CARD-13). *)
AdvancedTo(s, square) == Arrived(s, square, square < s.positions[s.turnPlayer])

(* Forward by a roll, from where the token last stopped (TIME-6, TIME-8), whoever else is there (TIME-9). *)
MovedBy(s, steps) ==
    LET from == s.positions[s.turnPlayer]
        square == ((from + steps - 1) % Len(board)) + 1
        wholeRound == square = from /\ Len(board) = 12
    IN Arrived(s, square, square < from \/ wholeRound)

(* Backwards, never for a salary (GO-3). *)
BackTo(s, square) == [s EXCEPT !.positions[s.turnPlayer] = square]
BackBy(s, steps) == BackTo(s, ((s.positions[s.turnPlayer] - steps - 1 + Len(board)) % Len(board)) + 1)

(* The roll is kept where a later action of the same landing needs it (RENT-5, JAIL-5). *)
RollKept(s, d1, d2) ==
    IF On("utility_uses_throw") \/ On("fine_before_move") THEN [s EXCEPT !.throw = <<d1, d2>>] ELSE s

(* To jail, without salary (GO-4); the turn has no further roll (DOUBLES-3), but the free-4-all comes (TIME-5). *)
Jailed(s) == Free4AllStarted(
    [s EXCEPT
        !.inJail[s.turnPlayer] = TRUE,
        !.doublesCount = 0,
        !.positions[s.turnPlayer] = JailIndex,
        !.throw = NoThrow])
Freed(s) == [s EXCEPT !.inJail[s.turnPlayer] = FALSE, !.jailTime[s.turnPlayer] = 0]

-------------------------------------------------------------------------------
(* Before the roll. *)

(* Preparations are over: the dice come next. A jail card need not be played first (CARD-12). *)
EndPreRoll == In("pre-roll") /\ Then([now EXCEPT !.offersMade = 0, !.phase = "roll"])

(*
The fine opens the jail before the roll (TIME-5), on the first two turns in jail only (JAIL-1); a normal roll
follows (JAIL-3).
*)
PayJailFine ==
    /\ In("pre-roll")
    /\ inJail[turnPlayer]
    /\ On("fine_first_two_turns") => jailTime[turnPlayer] < 2
    /\ money[turnPlayer] >= JailFine
    /\ Then(Freed(Paid(now, turnPlayer, Fines, JailFine)))

(* A jail card opens it on all three turns, before the roll (JAIL-2), even one bought in the same turn (JAIL-7). *)
PlayJailCard(d) ==
    /\ In("pre-roll")
    /\ inJail[turnPlayer]
    /\ HolderIn(now, d) = turnPlayer
    /\ Then(JailCardReturned(Freed(now), d))
PlayGoojfCh == PlayJailCard("chance")
PlayGoojfCc == PlayJailCard("community-chest")

-------------------------------------------------------------------------------
(* The roll. *)

(* Two dice (GAME-3, TIME-6). The third doubles of a turn lead to jail instead (DOUBLES-2, JAIL-8). *)
RollAndMove(d1, d2) ==
    /\ In("roll")
    /\ ~inJail[turnPlayer]
    /\ IF d1 = d2 /\ doublesCount = 2
       THEN Then(Jailed(now))
       ELSE LET counted == [now EXCEPT !.doublesCount = IF d1 = d2 THEN @ + 1 ELSE 0, !.phase = "post-roll"]
            IN Then(MovedBy(RollKept(counted, d1, d2), d1 + d2))

LeftWithRoll(s, steps) == [MovedBy(Freed(s), steps) EXCEPT !.phase = "post-roll"]

(*
The third miss costs the fine, which is paid before the token moves (JAIL-5).
If there is not enough cash it is a debt, and the move waits for LeaveJail.
*)
AfterThirdMiss(s, steps) ==
    IF On("fine_before_move")
    THEN IF s.money[turnPlayer] >= JailFine
         THEN LeftWithRoll(Paid(s, turnPlayer, Fines, JailFine), steps)
         ELSE Owed(s, turnPlayer, Fines, JailFine, "leave-jail")
    ELSE IF s.money[turnPlayer] >= JailFine
         THEN Paid(LeftWithRoll(s, steps), turnPlayer, Fines, JailFine)
         ELSE Owed(LeftWithRoll(s, steps), turnPlayer, Fines, JailFine, "post-roll")

(* In jail, doubles open it, without a further roll (JAIL-4); a first or second miss means waiting (JAIL-9). *)
RollInJail(d1, d2) ==
    /\ In("roll")
    /\ inJail[turnPlayer]
    /\ IF d1 # d2 /\ jailTime[turnPlayer] < 2
       THEN Then(Free4AllStarted([now EXCEPT !.jailTime[turnPlayer] = @ + 1]))
       ELSE IF d1 = d2
       THEN Then(LeftWithRoll(RollKept(now, d1, d2), d1 + d2))
       ELSE Then(AfterThirdMiss(RollKept(now, d1, d2), d1 + d2))

(* The fine of the third miss has been raised and paid; the token moves by that same roll (JAIL-5). *)
LeaveJail == In("leave-jail") /\ Then(LeftWithRoll(now, throw[1] + throw[2]))
===============================================================================
