-------------------------------- MODULE Estate ---------------------------------
(*
What a player may do with deeds and buildings, in any phase.
The actions of a turn say who may do so when.
*)
EXTENDS Table

estateUnchanged == UNCHANGED <<positions, cells, isBankrupt, jailCards, turn, debt>>

(* A deed is mortgaged to the bank for half its price, unless its group has buildings (MORT-1). *)
MortgageProperty(player) == \E i \in Owned(player) :
    /\ ~mortgaged[i]
    /\ i \in Streets => ~Built(i)
    /\ mortgaged' = [mortgaged EXCEPT ![i] = TRUE]
    /\ CollectFromBank(player, Mortgage(i))
    /\ UNCHANGED <<owner, level>>
    /\ estateUnchanged

(*
Lifting a mortgage costs a tenth more (MORT-2), rounded down (BANK-3, as `formal` reads it).
The deed stays with its owner, and only the owner can lift the mortgage (MORT-6).
*)
UnmortgageProperty(player) == \E i \in Owned(player) :
    /\ mortgaged[i]
    /\ mortgaged' = [mortgaged EXCEPT ![i] = FALSE]
    /\ PayBank(player, Redemption(i))
    /\ UNCHANGED <<owner, level>>
    /\ estateUnchanged

(*
One building, on the lowest street of a complete group.
The street must not be mortgaged; whether the rest of the group may be depends on the edition (BUILD-1).
The deed gives the price of a building; the last level is the hotel, which replaces four houses.
Rules: BUILD-2, BUILD-4, BUILD-5, BUILD-6, BUILD-8, BUILD-9.
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

(* One building back to the bank for half its cost (SELL-1), from the highest street of the group (SELL-2). *)
DowngradeStreet(player) == \E i \in Owned(player) \cap Streets :
    /\ level[i] > 1
    /\ \A j \in Group(i) : level[j] <= level[i]
    /\ level' = [level EXCEPT ![i] = @ - 1]
    /\ CollectFromBank(player, board[i].houseCost \div 2)
    /\ UNCHANGED <<owner, mortgaged>>
    /\ estateUnchanged
===============================================================================
