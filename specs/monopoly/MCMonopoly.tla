------------------------------ MODULE MCMonopoly ------------------------------
(* The models of Monopoly: bounded runs on the small board, complete runs on tiny ones, defects, and broken twins. *)
EXTENDS Promises, TinyBoards, FormalBoard, TLC

(*
States are explored to this depth, the first one counting as 1.
All states up to it are expanded, so their successors count as generated, but no state beyond it counts as distinct.
*)
CONSTANT MaxDepth

Bounded == TLCGet("level") < MaxDepth

(*
For counts depth by depth: the first, as an invariant, tells of every new state, the second, as a constraint, of every step.
Both print the depth of the state that was left.
*)
TellNew == PrintT(<<"new", TLCGet("level")>>)
TellStep == PrintT(<<"step", TLCGet("level")>>)

-------------------------------------------------------------------------------
(* Each twin adds one forbidden step; TLC must notice. *)

others == <<positions, cells, deeds, jailCards, turn>>

(* Spending what one does not have: TypeOK. *)
Overdraw ==
    /\ money' = [money EXCEPT ![turnPlayer] = -1]
    /\ bankMoney' = bankMoney + money[turnPlayer] + 1
    /\ UNCHANGED <<others, isBankrupt, debt>>
TwinTypeOK == Init /\ [][Next \/ Overdraw]_vars

(* Bankrupt with a full purse, in the middle of one's turn: the first two promises about bankrupts. *)
RuinInName ==
    /\ isBankrupt' = [isBankrupt EXCEPT ![turnPlayer] = TRUE]
    /\ UNCHANGED <<others, purses, debt>>
TwinBankrupt == Init /\ [][Next \/ RuinInName]_vars

(* A debt to a player who is out of the game: the third. *)
OweTheDead == \E p \in Players \ {turnPlayer} :
    /\ isBankrupt' = [isBankrupt EXCEPT ![p] = TRUE]
    /\ debt' = [creditor |-> p, amount |-> 1, nextPhase |-> "doubles-check"]
    /\ UNCHANGED <<others, purses>>
TwinDebt == Init /\ [][Next \/ OweTheDead]_vars

(* A bank that prints money: InvConservationOfMoney. *)
PrintMoney ==
    /\ bankMoney' = bankMoney + 1
    /\ UNCHANGED <<others, money, isBankrupt, debt>>
TwinMoney == Init /\ [][Next \/ PrintMoney]_vars

(* Two buildings at once, on a street that nobody owns: InvStreetLevelRange and InvBuildingsOnOwnedGroups. *)
BuildWildly == \E i \in Streets :
    /\ level' = [level EXCEPT ![i] = 3]
    /\ UNCHANGED <<positions, purses, cells, isBankrupt, owner, mortgaged, jailCards, turn, debt>>
TwinBuildings == Init /\ [][Next \/ BuildWildly]_vars

(* Walking about with a prisoner's number: InvJail. *)
WalkOut ==
    /\ inJail' = [inJail EXCEPT ![turnPlayer] = TRUE]
    /\ UNCHANGED <<positions, purses, jailTime, isBankrupt, deeds, jailCards, turn, debt>>
TwinJail == Init /\ [][Next \/ WalkOut]_vars

(* Beginning a turn with the order of the last one: InvIdleFields. *)
KeepTheOrder ==
    /\ In("pre-roll")
    /\ free4AllOrder' = <<turnPlayer>>
    /\ UNCHANGED <<positions, purses, cells, isBankrupt, deeds, jailCards, turnPlayer, phase, doublesCount, debt>>
TwinIdle == Init /\ [][Next \/ KeepTheOrder]_vars
===============================================================================
