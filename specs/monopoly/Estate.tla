-------------------------------- MODULE Estate ---------------------------------
(*
What a player may do with deeds and buildings, whatever the phase.
The actions of a turn say who may do it when.
*)
EXTENDS Table

estateUnchanged == UNCHANGED <<positions, cells, isBankrupt, jailCards, turn, debt>>

(* A deed goes to the bank for half its price, unless buildings stand on its group. *)
MortgageProperty(player) == \E i \in Owned(player) :
    /\ ~mortgaged[i]
    /\ i \in Streets => ~Built(i)
    /\ mortgaged' = [mortgaged EXCEPT ![i] = TRUE]
    /\ CollectFromBank(player, Mortgage(i))
    /\ UNCHANGED <<owner, level>>
    /\ estateUnchanged

(* Lifting a mortgage costs a tenth more, rounded down. *)
UnmortgageProperty(player) == \E i \in Owned(player) :
    /\ mortgaged[i]
    /\ mortgaged' = [mortgaged EXCEPT ![i] = FALSE]
    /\ PayBank(player, Redemption(i))
    /\ UNCHANGED <<owner, level>>
    /\ estateUnchanged

(*
One building, on the lowest street of a complete group.
The street must not be mortgaged; whether the rest of the group may be is a matter of the edition.
*)
UpgradeStreet(player) == \E i \in Owned(player) \cap Streets :
    /\ ~mortgaged[i]
    /\ GroupMustBeUnmortgaged => \A j \in Group(i) : ~mortgaged[j]
    /\ OwnsGroup(player, i)
    /\ level[i] < Len(board[i].rent)
    /\ \A j \in Group(i) : level[j] >= level[i]
    /\ level' = [level EXCEPT ![i] = @ + 1]
    /\ PayBank(player, board[i].houseCost)
    /\ UNCHANGED <<owner, mortgaged>>
    /\ estateUnchanged

(* One building back to the bank for half its cost, from the highest street of the group. *)
DowngradeStreet(player) == \E i \in Owned(player) \cap Streets :
    /\ level[i] > 1
    /\ \A j \in Group(i) : level[j] <= level[i]
    /\ level' = [level EXCEPT ![i] = @ - 1]
    /\ CollectFromBank(player, board[i].houseCost \div 2)
    /\ UNCHANGED <<owner, mortgaged>>
    /\ estateUnchanged
===============================================================================
