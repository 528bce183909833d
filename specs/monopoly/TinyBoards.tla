------------------------------ MODULE TinyBoards ------------------------------
(* Boards of a few squares, each designed to reach one corner case of the rules in a few steps. *)
EXTENDS Integers, SmallBoard

(* From Go every roll of two small dice leads to jail, and from jail past Go. *)
JailBoard == <<
    Plain("go"), Plain("free-parking"), Plain("go-to-jail"), Plain("go-to-jail"), Plain("go-to-jail"), Plain("jail") >>

(* The same with a railroad, to which ones lead from jail: whoever owes rent there must have no other debt. *)
JailRailBoard == <<
    Plain("go"), Rail(25), Plain("go-to-jail"), Plain("go-to-jail"), Plain("go-to-jail"), Plain("jail") >>

(* Two pips lead from Go to a card. *)
CardBoard == <<Plain("go"), Plain("jail"), Plain("chance")>>

(* A deck whose jail card is not its last one. *)
JailCardFirst == <<Plain("goojf-ch"), Collect(1)>>

(* Doubles lead to the railroad again and again, with a tax in between. *)
RailBoard == <<Plain("go"), Tax(20), Rail(25), Plain("jail")>>

(* Deeds on all sides. *)
DeedBoard == <<Plain("go"), Plain("jail"), Utility(4), Street(4, 1, <<1, 2>>, 2), Street(4, 1, <<1, 2>>, 2)>>

(* A negative rent. *)
NegativeRentBoard == <<Plain("go"), Plain("jail"), Street(4, 1, <<1, -2>>, 2)>>

NoCards == << >>

(* Chest cards that lead off the board, hidden behind a Chance deck that does not. *)
StrayCommunityChest == <<Collect(20), Charge(20), Advance(99), Plain("go-to-jail"), Plain("goojf-cc")>>
===============================================================================
