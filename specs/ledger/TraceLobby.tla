------------------------------- MODULE TraceLobby -------------------------------
(*
Checks whether the beginnings of games that were played are behaviours of Lobby: from the invitation to the start, what each seat wrote and took in, and whether the game had begun for it then.
A module is generated that extends this one and lists what the seats did, in an order that keeps causes before effects.
A step is a record of
    action   "Join", "Ready" or "Start", as in Lobby, or "Take"
    p        whose step it is
    version  which of p's joins it is
    table    the joins that p is ready for, or that the game begins with: the version of each seat
    brings   what p takes in: joins, and who is ready and what is started with which joins
    game     the game that has begun for p afterwards; 0 for none
*)
EXTENDS Lobby, Sequences, TLC

CONSTANT Traces

VARIABLES
    holds,      \* what each seat holds: joins, who is ready, and starts
    begun,      \* the games that have begun, with their joins
    trace,      \* which of the traces this is
    place       \* how many of its steps have matched

Step == Traces[trace].steps[place + 1]

Nothing == [joins |-> {}, ready |-> {}, starts |-> {}]
With(held, more) ==
    [joins |-> held.joins \cup more.joins, ready |-> held.ready \cup more.ready, starts |-> held.starts \cup more.starts]
Written(held) == held.joins \subseteq joins /\ held.ready \subseteq ready /\ held.starts \subseteq starts

(* Whoever holds that a seat is ready, or a start, holds the joins that it stands on; a start stands on all who are ready. *)
Joined(held, table) == \A s \in Seats : <<s, table[s]>> \in held.joins
Closed(held) ==
    /\ \A pair \in held.ready : Joined(held, pair[2])
    /\ \A table \in held.starts : Joined(held, table) /\ \A s \in Others : <<s, table>> \in held.ready

TraceInit ==
    /\ trace \in DOMAIN Traces
    /\ place = 0
    /\ holds = [s \in Seats |-> Nothing]
    /\ begun = {}
    /\ Init

Does(s) ==
    CASE s.action = "Join" ->
             Join /\ joins' = joins \cup {<<s.p, s.version>>}
             /\ holds' = [holds EXCEPT ![s.p].joins = @ \cup {<<s.p, s.version>>}]
      [] s.action = "Ready" ->
             Joined(holds[s.p], s.table) /\ Ready /\ ready' = ready \cup {<<s.p, s.table>>}
             /\ holds' = [holds EXCEPT ![s.p].ready = @ \cup {<<s.p, s.table>>}]
      [] s.action = "Start" ->
             s.p = Initiator /\ (\A q \in Others : <<q, s.table>> \in holds[s.p].ready)
             /\ Start /\ starts' = starts \cup {s.table}
             /\ holds' = [holds EXCEPT ![s.p].starts = @ \cup {s.table}]
      [] s.action = "Take" ->
             /\ Written(s.brings)
             /\ Closed(With(holds[s.p], s.brings))
             /\ holds' = [holds EXCEPT ![s.p] = With(@, s.brings)]
             /\ UNCHANGED vars

(* The game has begun for whoever holds a start, and one start is one game. *)
Agrees(s) ==
    /\ (s.game # 0) = (holds'[s.p].starts # {})
    /\ begun' = begun \cup {<<table, s.game>> : table \in holds'[s.p].starts}
    /\ \A one, other \in begun' : (one[1] = other[1]) = (one[2] = other[2])

TraceNext ==
    /\ place < Len(Traces[trace].steps)
    /\ \E s \in {Step} : Does(s) /\ Agrees(s)
    /\ place' = place + 1
    /\ UNCHANGED trace

(* Invariants that cannot fail; they report that a trace has reached its end, and, of one alone, how far it came. *)
EndReached == place = Len(Traces[trace].steps) => PrintT(ToString(<<"reached", trace>>))
PlaceTold == PrintT(ToString(<<"at", place, FALSE>>))
===============================================================================
