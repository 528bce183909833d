------------------------------ MODULE TinyBoards ------------------------------
(* Boards of a few squares, each made to reach one corner of the rules in a few steps. *)
EXTENDS Integers, SmallBoard

(* From Go every throw of two small dice leads to jail, and from jail past Go. *)
JailBoard == <<
    Plain("go"), Plain("free-parking"), Plain("go-to-jail"), Plain("go-to-jail"), Plain("go-to-jail"), Plain("jail") >>

(* Doubles lead to the railroad again and again, and a tax waits between. *)
RailBoard == <<Plain("go"), Tax(20), Rail(25), Plain("jail")>>

(* Deeds on all sides. *)
DeedBoard == <<Plain("go"), Plain("jail"), Utility(4), Street(4, 1, <<1, 2>>, 2), Street(4, 1, <<1, 2>>, 2)>>

(* A rent that is not an amount of money. *)
NegativeRentBoard == <<Plain("go"), Plain("jail"), Street(4, 1, <<1, -2>>, 2)>>

NoCards == << >>

(* Chest cards that lead off the board, hidden behind a Chance deck that does not. *)
StrayCommunityChest == <<Collect(20), Charge(20), Advance(99), Plain("go-to-jail"), Plain("goojf-cc")>>
===============================================================================
