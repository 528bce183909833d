-------------------------------- MODULE Squares --------------------------------
(*
A board and two decks, and what every edition reads from them.
Table adds what lies on the table in `formal`, ClassicTable what does in `classic`.
*)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
    NULL,                   \* nobody: the bank as owner, creditor or holder; also no debt and no order
    NumPlayers,             \* players are 1..NumPlayers
    TotalMoney,             \* all money there is; the bank holds what the players do not
    DiceMax,                \* a die shows 1..DiceMax
    JailFine,
    BaseRailRent,           \* rent of a railroad whose owner has no other
    PassGoReward,           \* the salary
    Board,                  \* a sequence of squares; squares are numbered from 1, which is Go
    ChanceCards,            \* a sequence of cards
    CommunityChestCards

Players == 1..NumPlayers

(* A definition, because TLC evaluates it only once, while it evaluates a substituted constant every time. *)
board == Board

Squares == DOMAIN board
Streets == {i \in Squares : board[i].type = "street"}
Rails == {i \in Squares : board[i].type = "rail"}
Utilities == {i \in Squares : board[i].type = "util"}
Deeds == Streets \cup Rails \cup Utilities
JailIndex == CHOOSE i \in Squares : board[i].type = "jail"

(* The streets of the same colour as street i, itself included. *)
Group(i) == {j \in Streets : board[j].set = board[i].set}

Mortgage(i) == board[i].value \div 2

ASSUME board[1].type = "go" /\ Cardinality({i \in Squares : board[i].type = "jail"}) = 1
===============================================================================
