------------------------------ MODULE MCMonopoly ------------------------------
(* The models of Monopoly: bounded runs on the small board, complete runs on tiny ones, defects, and broken twins. *)
EXTENDS Promises, TinyBoards, FormalBoard, TLC

(*
States are explored to this depth, counting the first one as 1.
All states up to it are expanded, so their successors count as generated, but no state beyond it counts as distinct.
*)
CONSTANT MaxDepth

Bounded == TLCGet("level") < MaxDepth

(*
For counts by depth: the first, as an invariant, reports every new state; the second, as a constraint, every step.
Both print the depth of the state before the step.
*)
TellNew == PrintT(<<"new", TLCGet("level")>>)
TellStep == PrintT(<<"step", TLCGet("level")>>)

(* A jail card that is held stays with its holder, unless it is played or the holder goes bankrupt. *)
HeldCardStays ==
    [][goojfChOwner # NULL => goojfChOwner' \in {goojfChOwner, NULL} \/ isBankrupt'[goojfChOwner]]_vars

-------------------------------------------------------------------------------
(* Each twin adds one forbidden step; TLC must notice. *)

others == <<positions, cells, deeds, jailCards, turn>>

(* Spending money that a player does not have: TypeOK. *)
Overdraw ==
    /\ money' = [money EXCEPT ![turnPlayer] = -1]
    /\ bankMoney' = bankMoney + money[turnPlayer] + 1
    /\ UNCHANGED <<others, isBankrupt, debt>>
TwinTypeOK == Init /\ [][Next \/ Overdraw]_vars

(* Bankrupt with money left, in the middle of a turn: the first two promises about bankrupt players. *)
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

(* In jail, but on another square: InvJail. *)
WalkOut ==
    /\ inJail' = [inJail EXCEPT ![turnPlayer] = TRUE]
    /\ UNCHANGED <<positions, purses, jailTime, isBankrupt, deeds, jailCards, turn, debt>>
TwinJail == Init /\ [][Next \/ WalkOut]_vars

(* Beginning a turn with the order of the previous one: InvIdleFields. *)
KeepTheOrder ==
    /\ In("pre-roll")
    /\ free4AllOrder' = <<turnPlayer>>
    /\ UNCHANGED <<positions, purses, cells, isBankrupt, deeds, jailCards, turnPlayer, phase, doublesCount, debt>>
TwinIdle == Init /\ [][Next \/ KeepTheOrder]_vars
===============================================================================
