------------------------------ MODULE TraceLedger ------------------------------
(*
Checks whether the logs of games that were played are behaviours of Finality: what every seat wrote on top of what, what it took in, and what counted for it then.
A module is generated that extends this one and lists what the seats did, in an order that keeps causes before effects.
The invitation, the joins and the start are the first entry of each seat, as in Finality.
Any seat may turn out to have forked, so all are among the cheats there; one whose steps are listed names everything that it holds.
A step is a record of
    action   the name of an action of Finality, "Fetch", "CrashAndResume", or "WriteBranch" for an entry of which only others know
    p        whose step it is
    entry    what it writes, as Finality names entries
    names    the past of that entry, or what p takes in, or all that it found again
    says     what the entry says: a move, that its seat leaves, a vote, or that it has seen the end
    forked   the seats that have forked in the eyes of p afterwards
    dropped  the entries that p holds afterwards and that do not count
*)
EXTENDS Finality

CONSTANT Traces

VARIABLES
    holds,      \* what each seat holds
    trace,      \* which of the traces this is
    place       \* how many of its steps have matched

Step == Traces[trace].steps[place + 1]

TraceInit ==
    /\ trace \in DOMAIN Traces
    /\ place = 0
    /\ holds = [s \in Seats |-> Joins]
    /\ Init

ClosedIn(H) == \A e \in H : past[e] \subseteq H

(* The new entry is the one that the game has, and its author named what the trace says. *)
Writes(s) ==
    /\ s.entry \in DOMAIN past' /\ s.entry \notin DOMAIN past
    /\ past'[s.entry] = s.names
    /\ holds' = [holds EXCEPT ![s.p] = @ \cup {s.entry}]

Votes(s) == LET P == s.names IN
    /\ Plays(P, s.p) /\ Plays(P, s.says.seat)
    /\ \A other \in Binding(P, s.p) : other.seat = s.says.seat \/ other.last # Cardinality(KeptOf(P, other.seat))
    /\ s.says.last = Cardinality(KeptOf(P, s.says.seat))
    /\ s.says.voters = {v \in Seats \ {s.says.seat} : Plays(P, v) /\ ~Forked(P, v) /\ v \notin s.out}
    /\ ~HasCast(Counts(P), s.p, s.says)
    /\ New(s.p, P, s.says)

(* p takes more: with every entry its whole past, and nothing newer of a seat on which its vote stands. *)
Takes(s) == LET H == holds[s.p] \cup s.names IN
    /\ s.names \subseteq Written
    /\ ClosedIn(H)
    /\ holds' = [holds EXCEPT ![s.p] = H]
    /\ UNCHANGED vars

(* p has opened its copy again: of its own entries none is missing that another seat holds, unless it plays with two copies. *)
FindsAgain(s) ==
    /\ s.names \subseteq Written
    /\ ClosedIn(s.names)
    /\ \/ Forked(Written, s.p)
       \/ \A e \in Of(Written, s.p) : (\E q \in Seats \ {s.p} : e \in holds[q]) => e \in s.names
    /\ holds' = [holds EXCEPT ![s.p] = s.names]
    /\ UNCHANGED vars

Does(s) ==
    CASE s.action = "WriteMove" -> s.names = holds[s.p] /\ New(s.p, s.names, Plain("move")) /\ Writes(s)
      [] s.action = "Leave" -> s.names = holds[s.p] /\ New(s.p, s.names, Plain("leave")) /\ Writes(s)
      [] s.action = "VoteOut" -> s.names = holds[s.p] /\ Votes(s) /\ Writes(s)
      [] s.action = "Finish" ->
             s.names = holds[s.p] /\ HeardAll(s.p, s.names) /\ New(s.p, s.names, Plain("finish")) /\ Writes(s)
      [] s.action = "WriteBranch" ->
             /\ ClosedIn(s.names) /\ OneChain(s.names, s.entry[1])
             /\ Add(s.entry, s.names, s.says)
             /\ UNCHANGED holds
      [] s.action = "Fetch" -> Takes(s)
      [] s.action = "CrashAndResume" -> FindsAgain(s)

(* By now everything is known that the step brings, so that it can be judged as p judged it. *)
Agrees(s) == s.sees =>
    /\ s.forked = {c \in Seats : Forked(holds[s.p], c)}
    /\ s.dropped = holds[s.p] \ Counts(holds[s.p])

(* The seat of the last step saw then what the module says; a trace ends where it did not. *)
SawTheSame == place > 0 => Agrees(Traces[trace].steps[place])

TraceNext ==
    /\ place < Len(Traces[trace].steps)
    /\ SawTheSame
    /\ \E s \in {Step} : Does(s)
    /\ place' = place + 1
    /\ UNCHANGED trace

(* Invariants that cannot fail; they report that a trace has reached its end, and, of one alone, how far it came. *)
EndReached == (place = Len(Traces[trace].steps) /\ SawTheSame) => PrintT(ToString(<<"reached", trace>>))
PlaceTold == SawTheSame => PrintT(ToString(<<"at", place, FALSE>>))
===============================================================================
