-------------------------------- MODULE Exchange --------------------------------
(*
How entries reach everybody: by streams, which may lose, double and reorder them, and by Git, which brings a whole log.
Whoever relays a stream may put into it what nobody has written; a signature tells that apart.
What comes before its past waits for it in memory, and a crash forgets that.
*)
EXTENDS Naturals, FiniteSets

CONSTANTS
    Seats,
    Most,           \* the entries that each seat writes
    Forged          \* what others put into streams

VARIABLES
    past,           \* of each entry what its author had seen,
    log,            \* what each seat has accepted,
    early,          \* what it has received before its past,
    wire            \* and what is on its way, to whom

vars == <<past, log, early, wire>>

Entries == Seats \X (1..Most)
Written == DOMAIN past

TypeOK ==
    /\ Written \subseteq Entries
    /\ \A e \in Written : past[e] \subseteq Written \ {e}
    /\ \A s \in Seats : early[s] \subseteq Written
    /\ wire \subseteq Seats \X (Entries \cup Forged)

Init ==
    /\ past = [e \in {} |-> {}]
    /\ log = [s \in Seats |-> {}]
    /\ early = [s \in Seats |-> {}]
    /\ wire = {}

(* What can be accepted of some entries on top of a log, each after its past. *)
RECURSIVE Taken(_, _)
Taken(held, new) ==
    LET next == {e \in new \ held : past[e] \subseteq held}
    IN IF next = {} THEN held ELSE Taken(held \cup next, new)

Hold(s, new) ==
    LET held == Taken(log[s], new)
    IN /\ log' = [log EXCEPT ![s] = held]
       /\ early' = [early EXCEPT ![s] = new \ held]

(* A seat writes on top of all that it holds, and sends it to everybody. *)
Write == \E s \in Seats, n \in 1..Most :
    /\ <<s, n>> \notin Written
    /\ n > 1 => <<s, n - 1>> \in Written
    /\ past' = [e \in Written \cup {<<s, n>>} |-> IF e = <<s, n>> THEN log[s] ELSE past[e]]
    /\ log' = [log EXCEPT ![s] = @ \cup {<<s, n>>}]
    /\ wire' = wire \cup ((Seats \ {s}) \X {<<s, n>>})
    /\ UNCHANGED early

(* Something arrives, perhaps not for the last time. *)
Arrive == \E m \in wire, again \in BOOLEAN :
    /\ wire' = IF again THEN wire ELSE wire \ {m}
    /\ IF m[2] \in Written
       THEN Hold(m[1], early[m[1]] \cup {m[2]})
       ELSE UNCHANGED <<log, early>>
    /\ UNCHANGED past

(* A connection ends, and what was on its way with it. *)
Lose == \E m \in wire :
    /\ wire' = wire \ {m}
    /\ UNCHANGED <<past, log, early>>

Forge == \E s \in Seats, e \in Forged :
    /\ wire' = wire \cup {<<s, e>>}
    /\ UNCHANGED <<past, log, early>>

(* A seat fetches what another has published: its own entries, with their past. *)
Shown(s) == UNION {past[e] \cup {e} : e \in {e \in log[s] : e[1] = s}}
Fetch(s, t) ==
    /\ ~ (Shown(t) \subseteq log[s])
    /\ Hold(s, early[s] \cup Shown(t))
    /\ UNCHANGED <<past, wire>>

Crash == \E s \in Seats :
    /\ early[s] # {}
    /\ early' = [early EXCEPT ![s] = {}]
    /\ UNCHANGED <<past, log, wire>>

Next ==
    \/ Write
    \/ Arrive
    \/ Lose
    \/ Forge
    \/ Crash
    \/ \E s, t \in Seats : Fetch(s, t)

Spec == Init /\ [][Next]_vars

(* Everybody writes what they have to say, and goes on looking at what others publish. *)
FairSpec == Spec /\ WF_vars(Write) /\ \A s, t \in Seats : WF_vars(Fetch(s, t))

-------------------------------------------------------------------------------
(* No log holds what nobody has written. *)
InvWritten == \A s \in Seats : log[s] \subseteq Written

(* Whatever a log holds, it holds its past as well. *)
InvClosed == \A s \in Seats : \A e \in log[s] \cap Written : past[e] \subseteq log[s]

(* Nobody's own entries are missing from their log, so that nobody forks. *)
InvOwn == \A e \in Written : e \in log[e[1]]

(* Whatever streams do, in the end everybody has everything. *)
AllAgree == <>(\A s \in Seats : log[s] = Entries)
===============================================================================
