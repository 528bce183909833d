--------------------------------- MODULE Lobby ---------------------------------
(*
How a game begins among seats of which some may join, be ready or start as often as they like, and show each of it to whomever they like.
Everybody joins; everybody but the initiator is ready, by an entry on top of one join of each seat; the initiator starts the game on top of these.
An honest seat joins once and is ready once, so that all starts are of the same game: what a start fixes is the joins that it stands on.
*)
EXTENDS Naturals, FiniteSets

CONSTANTS
    Seats,
    Initiator,      \* the seat that starts the game
    Cheats,         \* seats that do everything as often as they like
    Versions,       \* the different joins that a cheat may write
    Agreed          \* TRUE; FALSE starts a game on top of the joins alone

VARIABLES
    joins,          \* what has been written: who joins in which version,
    ready,          \* who is ready for which joins,
    starts          \* and the joins that each start stands on

vars == <<joins, ready, starts>>

Honest == Seats \ Cheats
First == CHOOSE v \in Versions : TRUE
Tables == [Seats -> Versions]
Others == Seats \ {Initiator}

TypeOK ==
    /\ joins \subseteq Seats \X Versions
    /\ ready \subseteq Others \X Tables
    /\ starts \subseteq Tables

(* One join of each seat that has been written. *)
Complete(table) == \A s \in Seats : <<s, table[s]>> \in joins

Init == joins = {} /\ ready = {} /\ starts = {}

(* A seat joins; an honest one does so once. *)
Join == \E s \in Seats, v \in Versions :
    /\ s \in Honest => v = First
    /\ joins' = joins \cup {<<s, v>>}
    /\ UNCHANGED <<ready, starts>>

(* A seat has seen a join of everybody, and has no more to say than that; an honest one says it once. *)
Ready == \E s \in Others, table \in Tables :
    /\ Complete(table)
    /\ s \in Honest => \A other \in Tables : <<s, other>> \notin ready
    /\ ready' = ready \cup {<<s, table>>}
    /\ UNCHANGED <<joins, starts>>

(* The initiator starts the game when all others are ready for the same joins. *)
Start == \E table \in Tables :
    /\ Complete(table)
    /\ Agreed => \A s \in Others : <<s, table>> \in ready
    /\ Initiator \in Honest => starts = {}
    /\ starts' = starts \cup {table}
    /\ UNCHANGED <<joins, ready>>

Next ==
    \/ Join
    \/ Ready
    \/ Start

Spec == Init /\ [][Next]_vars

(* Everybody comes, and goes on when it can. *)
FairSpec == Spec /\ WF_vars(Join) /\ WF_vars(Ready) /\ WF_vars(Start)

-------------------------------------------------------------------------------
(* As long as somebody is honest, all starts are of one game: whoever follows one follows them all. *)
InvOneGame == Honest # {} => Cardinality(starts) <= 1

(* Where nobody joins twice, the game starts. *)
GameStarts == <>(starts # {})
===============================================================================
