--------------------------------- MODULE Dice2 ---------------------------------
(*
A draw between peers that do not trust each other, on append-only logs.
Each peer has committed to a chain of secret values before the first request; links[p][i] is the one for draw i.
The asker writes a request, the others reveal their links, then the asker reveals its own; the sum is the outcome.
Commitments cannot be changed and links cannot be guessed, so a peer can only choose when to reveal.

A peer may stop forever, or resign, which publishes its whole chain. A peer that owes a reveal can
be retired: all others vote that its log ends at the same entry. Such a vote is binding: its author
accepts no later entry of that seat.
The author is free again when another peer shows that it had taken a later entry without such a vote, because then the seat cannot be retired there.
*)
EXTENDS Naturals, FiniteSets, Sequences

CONSTANTS
    Peers, NumDraws, Values, NULL,  \* as in Dice1
    Asker,                          \* the peer whose draws these are
    links,                          \* the committed values
    MayStop,                        \* who may stop; at most one does
    MayResign

VARIABLES
    msgs,           \* the log of each peer; an entry says what its author held when it was written
    frontiers,      \* frontiers[p][q]: how many entries of q's log p has taken
    stopped         \* who has stopped silently

D2vars == <<msgs, frontiers, stopped>>

Draws == 1..NumDraws
Others(p) == Peers \ {p}

Entry(kind, draw, seat, last, past) == [kind |-> kind, draw |-> draw, seat |-> seat, last |-> last, past |-> past]
Request(i, p) == Entry("request", i, NULL, 0, frontiers[p])
Reveal(i, p) == Entry("reveal", i, NULL, 0, frontiers[p])
Resign(p) == Entry("resign", 0, NULL, 0, frontiers[p])
Vote(seat, p) == Entry("retire", 0, seat, frontiers[p][seat], frontiers[p])
Objection(seat, p) == Entry("object", 0, seat, 0, frontiers[p])

D2TypeOK ==
    /\ \A p \in Peers : \A i \in DOMAIN msgs[p] :
           msgs[p][i].kind \in {"request", "reveal", "resign", "retire", "object"}
    /\ \A p, q \in Peers : frontiers[p][q] \in 0..Len(msgs[q])
    /\ \A p \in Peers : frontiers[p][p] = Len(msgs[p])
    /\ stopped \subseteq Peers

-------------------------------------------------------------------------------
(* What p has taken from q, and what follows from it. *)

Taken(p, q) == SubSeq(msgs[q], 1, frontiers[p][q])
Has(p, q, Test(_)) == \E i \in 1..frontiers[p][q] : Test(msgs[q][i])

KnowsRequest(p, i) == Has(p, Asker, LAMBDA e : e.kind = "request" /\ e.draw = i)
KnowsResigned(p, q) == Has(p, q, LAMBDA e : e.kind = "resign")
KnowsVote(p, q, seat, n) == Has(p, q, LAMBDA e : e.kind = "retire" /\ e.seat = seat /\ e.last = n)

(* All others have ended the seat's log at entry n; later entries do not count. *)
RetiredAt(p, seat, n) == \A q \in Others(seat) : KnowsVote(p, q, seat, n)
Retired(p, seat) == \E n \in 0..frontiers[p][seat] : RetiredAt(p, seat, n)

KnowsLink(p, q, i) == \E k \in 1..frontiers[p][q] :
    /\ msgs[q][k].kind = "resign" \/ (msgs[q][k].kind = "reveal" /\ msgs[q][k].draw = i)
    /\ \A n \in 0..(k - 1) : ~RetiredAt(p, q, n)

(* p knows what q contributes to draw i, which may be nothing. *)
Settled(p, q, i) == KnowsLink(p, q, i) \/ Retired(p, q)
Determined(p, i) == KnowsRequest(p, i) /\ \A q \in Peers : Settled(p, q, i)

RECURSIVE Sum(_, _)
Sum(S, i) == IF S = {} THEN 0 ELSE LET p == CHOOSE p \in S : TRUE IN links[p][i] + Sum(S \ {p}, i)

Outcome(p, i) == Sum({q \in Peers : KnowsLink(p, q, i)}, i) % Cardinality(Values)

(* The draw in progress as p sees it, 0 for none. *)
Current(p) ==
    LET open == {i \in Draws : KnowsRequest(p, i) /\ ~Determined(p, i)}
    IN IF open = {} THEN 0 ELSE CHOOSE i \in open : TRUE

(* p takes part: it has not stopped, resigned, or been retired to its own knowledge. *)
Active(p) == p \notin stopped /\ ~KnowsResigned(p, p) /\ ~Retired(p, p)

(* p's vote on a seat, and whether it is still binding. *)
Voted(p, seat) == \E n \in 0..frontiers[p][seat] : KnowsVote(p, p, seat, n)
Released(p, seat, n) == \E q \in Others(seat) \ {p} :
    /\ ~KnowsVote(p, q, seat, n)
    /\ Has(p, q, LAMBDA e : e.past[seat] > n)
Bound(p, seat) == KnowsVote(p, p, seat, frontiers[p][seat]) /\ ~Released(p, seat, frontiers[p][seat])

Write(p, entry) ==
    /\ msgs' = [msgs EXCEPT ![p] = Append(@, entry)]
    /\ frontiers' = [frontiers EXCEPT ![p][p] = @ + 1]
    /\ UNCHANGED stopped

-------------------------------------------------------------------------------
D2Init ==
    /\ msgs = [p \in Peers |-> <<>>]
    /\ frontiers = [p \in Peers |-> [q \in Peers |-> 0]]
    /\ stopped = {}

(* The asker requests the next draw once it knows the previous one. *)
D2Request == \E i \in Draws :
    /\ Active(Asker)
    /\ ~KnowsRequest(Asker, i)
    /\ i > 1 => Determined(Asker, i - 1)
    /\ Write(Asker, Request(i, Asker))

(* A peer reveals its link when it has the request; the asker comes last. *)
D2Reveal == \E p \in Peers : LET i == Current(p) IN
    /\ Active(p)
    /\ i > 0
    /\ ~KnowsLink(p, p, i)
    /\ p = Asker => \A q \in Others(p) : Settled(p, q, i)
    /\ Write(p, Reveal(i, p))

(* A peer resigns: its whole chain is published, so that no draw waits for it. *)
D2Resign == \E p \in MayResign :
    /\ Active(p)
    /\ Write(p, Resign(p))

(* A peer stops. *)
D2Stop == \E p \in MayStop :
    /\ stopped = {}
    /\ stopped' = {p}
    /\ UNCHANGED <<msgs, frontiers>>

(* A peer that owes nothing itself votes to continue without a seat that owes a reveal; one vote at a time. *)
D2Retire == \E p \in Peers : \E seat \in MayStop \ {p} : LET i == Current(p) IN
    /\ Active(p)
    /\ i > 0
    /\ ~Settled(p, seat, i)
    /\ p # Asker => KnowsLink(p, p, i)
    /\ seat = Asker => \A q \in Others(seat) \ {p} : Settled(p, q, i)
    /\ ~KnowsVote(p, p, seat, frontiers[p][seat])
    /\ \A other \in Others(p) \ {seat} : ~Bound(p, other)
    /\ Write(p, Vote(seat, p))

(* A peer that holds more of the seat's log than a vote names, and did not cast that vote itself, shows it. *)
D2Object == \E p \in Peers : \E seat \in Others(p) :
    /\ Active(p)
    /\ \E q \in Others(p) \ {seat} : \E n \in 0..(frontiers[p][seat] - 1) :
           /\ KnowsVote(p, q, seat, n)
           /\ ~KnowsVote(p, p, seat, n)
           /\ ~Has(p, p, LAMBDA e : e.past[seat] > n)
    /\ Write(p, Objection(seat, p))

(* A peer takes what another has, except the entries of a seat against which it has a binding vote. *)
D2Merge == \E sender, receiver \in Peers :
    /\ sender # receiver
    /\ receiver \notin stopped
    /\ frontiers' = [frontiers EXCEPT ![receiver] =
           [q \in Peers |-> IF frontiers[sender][q] > @[q] /\ ~Bound(receiver, q) THEN frontiers[sender][q] ELSE @[q]]]
    /\ UNCHANGED <<msgs, stopped>>

D2Next ==
    \/ D2Request
    \/ D2Reveal
    \/ D2Resign
    \/ D2Stop
    \/ D2Retire
    \/ D2Object
    \/ D2Merge

D2Spec == D2Init /\ [][D2Next]_D2vars

(* Every peer that is present eventually reveals, votes and objects, and news travels. *)
D2FairSpec ==
    /\ D2Spec
    /\ WF_D2vars(D2Reveal)
    /\ WF_D2vars(D2Retire)
    /\ WF_D2vars(D2Object)
    /\ WF_D2vars(D2Merge)

-------------------------------------------------------------------------------
(* Everything that p could work out: it knows its own links before it reveals them. *)
CanCompute(p, i) == \A q \in Peers : q = p \/ Settled(p, q, i)

(* Nobody can work out a draw before it is requested, and no link is revealed before its owner has seen the request. *)
InvNotBeforeTheRequest ==
    \A p \in Peers, i \in Draws :
        /\ CanCompute(p, i) => KnowsRequest(Asker, i)
        /\ Has(p, p, LAMBDA e : e.kind = "reveal" /\ e.draw = i) => KnowsRequest(p, i)

(* An outcome comes from links committed before the request, one from each peer that was not retired. *)
InvFixedByCommitments ==
    \A p \in Peers, i \in Draws : Determined(p, i) =>
        \E left \in SUBSET stopped \cup {S \in SUBSET MayStop : Cardinality(S) <= 1} :
            Outcome(p, i) = Sum(Peers \ left, i) % Cardinality(Values)

(* A peer that the others have retired may not know it yet, and is promised nothing. *)
Stays(p) == \A q \in Peers : ~Retired(q, p)

(* All who stay and know a draw know the same outcome. *)
InvAgreement ==
    \A p, q \in Peers, i \in Draws :
        Stays(p) /\ Stays(q) /\ Determined(p, i) /\ Determined(q, i) => Outcome(p, i) = Outcome(q, i)

(* A draw that p knows never changes for it, as long as it stays. *)
DrawnOnce ==
    [][\A p \in Peers, i \in Draws :
           Determined(p, i) /\ Stays(p)' => Determined(p, i)' /\ Outcome(p, i)' = Outcome(p, i)]_D2vars

(* With at most one peer gone, a requested draw becomes known to everyone who stays. *)
Termination ==
    \A i \in Draws : KnowsRequest(Asker, i) ~>
        \A p \in Peers : Determined(p, i) \/ p \in stopped \/ \E q \in Peers : Retired(q, p)

(* The abstract draw is the one known to peers that cannot be retired. *)
Knows(p, i) == p \notin MayStop /\ Determined(p, i)
D1 == INSTANCE Dice1 WITH
    requested <- Cardinality({i \in Draws : KnowsRequest(Asker, i)}),
    outcome <- [i \in Draws |->
        IF \E p \in Peers : Knows(p, i) THEN Outcome(CHOOSE p \in Peers : Knows(p, i), i) ELSE NULL],
    known <- [p \in Peers |-> [i \in Draws |-> IF Knows(p, i) THEN Outcome(p, i) ELSE NULL]]

THEOREM D2FairSpec => D1!D1Spec /\ Termination
===============================================================================
