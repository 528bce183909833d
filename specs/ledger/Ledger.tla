-------------------------------- MODULE Ledger ---------------------------------
(*
What happens to logs when some seats crash, lag, stay away, or cheat.
Each seat has one chain of entries; an entry names everything that its author held when it was written: its past.
A cheat may write two different entries after the same one: a fork, which two entries prove.
A fork freezes its seat at the last entry common to both branches.
What others wrote on top of a later entry, without the proof in its past, is void; with the proof, they knew what not to count.
A seat that stays away is retired by votes of all others that name the same last entry; a vote binds its author.
Between two seats a single vote suffices, and two can cross: then the vote of the seat that comes first counts, for everybody.
*)
EXTENDS Naturals, FiniteSets

CONSTANTS
    Honest,         \* seats that keep to the protocol
    Cheats,         \* seats that may write a second branch
    MayRetire,      \* seats that may be voted out
    MaxEntries,     \* entries of an honest seat
    MaxBranch,      \* entries on each branch of a cheat
    MaxCrashes,
    NULL,           \* no vote
    ProofHeals,     \* TRUE; FALSE voids everything on top of a frozen entry forever
    VotesHaveOrder, \* TRUE; FALSE lets two votes that cross end both seats, each for the other
    LogsOnly        \* TRUE: a seat passes on only what its own entries name, as a repository does; FALSE: all that it holds

VARIABLES
    past,           \* the entries written so far, each with its past
    votes,          \* the vote that each of them carries, or NULL
    holds,          \* what each honest seat holds
    away,           \* honest seats that take no more steps
    crashes         \* how many crashes have happened

vars == <<past, votes, holds, away, crashes>>

Seats == Honest \cup Cheats
MaxLength == IF LogsOnly THEN MaxEntries + 1 ELSE MaxEntries
Numbers == 1..(IF MaxBranch > MaxLength THEN MaxBranch ELSE MaxLength)
Ids == [seat : Seats, branch : {0, 1}, n : Numbers]
Written == DOMAIN past

TypeOK ==
    /\ Written \subseteq Ids
    /\ \A e \in Written : past[e] \subseteq Written \ {e}
    /\ DOMAIN votes = Written
    /\ \A p \in Honest : holds[p] \subseteq Written /\ \A e \in holds[p] : past[e] \subseteq holds[p]
    /\ away \subseteq Honest
    /\ crashes \in 0..MaxCrashes

-------------------------------------------------------------------------------
(* Reading a set of entries H. *)

Of(H, s) == {e \in H : e.seat = s}
Length(H, s) == Cardinality(Of(H, s))

(* Two entries with the same number prove a fork; the seat is frozen below the first such number. *)
ForkedAt(H, s) == {n \in Numbers : Cardinality({e \in Of(H, s) : e.n = n}) > 1}
Forked(H, s) == ForkedAt(H, s) # {}
FrozenAt(H, s) == (CHOOSE n \in ForkedAt(H, s) : \A m \in ForkedAt(H, s) : n <= m) - 1

Beyond(H, s) == IF Forked(H, s) THEN {e \in Of(H, s) : e.n > FrozenAt(H, s)} ELSE {}

(* The proof of the fork that freezes s. *)
Proves(P, H, s) == (FrozenAt(H, s) + 1) \in ForkedAt(P, s)

(* Built on one branch of a fork, without knowing of the fork. *)
OnSand(P, H) == \E s \in Seats :
    /\ Forked(H, s)
    /\ P \cap Beyond(H, s) # {}
    /\ ~(ProofHeals /\ Proves(P, H, s))

Void(e, H) == e \in Beyond(H, e.seat) \/ OnSand(past[e], H)

(* The order of the seats; any order will do. *)
Order == CHOOSE order \in [Seats -> 1..Cardinality(Seats)] : \A s, t \in Seats : s # t => order[s] # order[t]

Votes(H, q, s, n) == {e \in Of(H, q) : votes[e] = [seat |-> s, last |-> n]}

(* All other honest seats have ended the log of s at entry n. *)
Ended(H, s, n) == \A q \in Seats \ {s} : Votes(H, q, s, n) # {}

(* A vote by s ends a later seat t, written without knowing of the vote by t that would end s at n. *)
Overrules(H, s, n) == \E t \in Seats \ {s}, m \in 0..MaxEntries :
    /\ Order[s] < Order[t]
    /\ Ended(H, t, m)
    /\ \E e \in Votes(H, t, s, n), f \in Votes(H, s, t, m) : e \notin past[f] /\ f \notin past[e]

VotedOut(H, s, n) == Ended(H, s, n) /\ ~(VotesHaveOrder /\ Overrules(H, s, n))
Out(H, s) == \E n \in 0..MaxEntries : VotedOut(H, s, n)
AfterEnd(e, H) == \E n \in 0..(e.n - 1) : VotedOut(H, e.seat, n)

(* What counts; the state of the game is a function of it. *)
Counted(H) == {e \in H : ~Void(e, H) /\ ~AfterEnd(e, H)}

(*
p has voted on s, and no longer takes its entries, nor anything built on them.
It is free again when s is out, because nothing later of s counts then, and when p itself is out, and its vote with it.
*)
Bound(p, s) ==
    /\ \E e \in Of(holds[p], p) : votes[e] # NULL /\ votes[e].seat = s
    /\ ~Out(holds[p], s)
    /\ ~Out(holds[p], p)
Takes(p, H) ==
    LET refused == {e \in H \ holds[p] : Bound(p, e.seat)}
    IN {e \in H : e \notin refused /\ past[e] \cap refused = {}}

Add(e, P, v) ==
    /\ past' = [x \in Written \cup {e} |-> IF x = e THEN P ELSE past[x]]
    /\ votes' = [x \in Written \cup {e} |-> IF x = e THEN v ELSE votes[x]]

-------------------------------------------------------------------------------
Init ==
    /\ past = [e \in {} |-> {}]
    /\ votes = [e \in {} |-> NULL]
    /\ holds = [p \in Honest |-> {}]
    /\ away = {}
    /\ crashes = 0

Next1(p) == [seat |-> p, branch |-> 0, n |-> Length(holds[p], p) + 1]

(* An honest seat writes on top of everything that it holds. *)
WriteEntry == \E p \in Honest \ away :
    /\ Length(holds[p], p) < MaxEntries
    /\ ~Out(holds[p], p)
    /\ Add(Next1(p), holds[p], NULL)
    /\ holds' = [holds EXCEPT ![p] = @ \cup {Next1(p)}]
    /\ UNCHANGED <<away, crashes>>

(* An honest seat votes to continue without another; once per seat. *)
VoteOut == \E p \in Honest \ away : \E s \in MayRetire \ {p} :
    /\ Length(holds[p], p) < MaxEntries
    /\ ~Out(holds[p], p)
    /\ ~Out(holds[p], s)
    /\ ~Bound(p, s)
    /\ Add(Next1(p), holds[p], [seat |-> s, last |-> Length(holds[p], s)])
    /\ holds' = [holds EXCEPT ![p] = @ \cup {Next1(p)}]
    /\ UNCHANGED <<away, crashes>>

(* What a new entry of a cheat is built on. *)
Chain(s, branch, n) ==
    {e \in Of(Written, s) : e.n < n /\
        \/ e.branch = branch
        \/ e.branch = 0 /\ \A f \in Of(Written, s) : f.branch = 1 => f.n > e.n}

(* A cheat writes on one of two branches; the second leaves the first wherever the cheat likes. *)
WriteBranch == \E s \in Cheats, branch \in {0, 1}, n \in 1..MaxBranch :
    LET e == [seat |-> s, branch |-> branch, n |-> n]
        below == {x \in Chain(s, branch, n) : x.branch = branch \/ branch = 1}
        started == \E x \in Of(Written, s) : x.branch = 1
    IN /\ e \notin Written
       /\ Cardinality(below) = n - 1
       /\ (branch = 1 /\ started) => [e EXCEPT !.n = n - 1] \in Written
       /\ Add(e, below, NULL)
       /\ UNCHANGED <<holds, away, crashes>>

Published(q) == IF LogsOnly THEN UNION {{e} \cup past[e] : e \in Of(holds[q], q)} ELSE holds[q]

(* Whoever knows of a fork that none of its own entries shows, and has nothing else to write, writes an entry that names both branches: others may wait for it without knowing of the fork. *)
Object == \E p \in Honest \ away :
    /\ \E s \in Seats : Forked(holds[p], s) /\ ~Forked(Published(p), s)
    /\ Length(holds[p], p) < MaxLength
    /\ ~Out(holds[p], p)
    /\ Add(Next1(p), holds[p], NULL)
    /\ holds' = [holds EXCEPT ![p] = @ \cup {Next1(p)}]
    /\ UNCHANGED <<away, crashes>>

(* An honest seat takes what another passes on. *)
Fetch == \E p \in Honest \ away : \E q \in Honest \ {p} :
    /\ holds' = [holds EXCEPT ![p] = @ \cup Takes(p, @ \cup Published(q))]
    /\ UNCHANGED <<past, votes, away, crashes>>

(* It also takes what a cheat shows it, which may be either branch. *)
FetchBranch == \E p \in Honest \ away : \E e \in {x \in Written : x.seat \in Cheats} :
    /\ holds' = [holds EXCEPT ![p] = @ \cup Takes(p, @ \cup {e} \cup past[e])]
    /\ UNCHANGED <<past, votes, away, crashes>>

Elsewhere(p) == UNION {holds[q] : q \in Honest \ {p}}

(*
A seat loses everything, and before it writes again it looks for its own entries everywhere.
Those that nobody had fetched are gone, and nobody will miss them.
*)
CrashAndResume == \E p \in Honest \ away :
    LET lost == Of(Written, p) \ Elsewhere(p)
        own == Of(Elsewhere(p), p)
        found == own \cup UNION {past[e] : e \in own}
        kept == Written \ lost
    IN /\ crashes < MaxCrashes
       /\ past' = [e \in kept |-> past[e]]
       /\ votes' = [e \in kept |-> votes[e]]
       /\ holds' = [holds EXCEPT ![p] = found]
       /\ crashes' = crashes + 1
       /\ UNCHANGED away

(* A seat goes away for good; what it has published stays reachable. *)
StayAway == \E p \in Honest \cap MayRetire :
    /\ away = {}
    /\ away' = {p}
    /\ UNCHANGED <<past, votes, holds, crashes>>

Next ==
    \/ WriteEntry
    \/ VoteOut
    \/ WriteBranch
    \/ Object
    \/ Fetch
    \/ FetchBranch
    \/ CrashAndResume
    \/ StayAway

Spec == Init /\ [][Next]_vars

(* News travels between honest seats. *)
FairSpec == Spec /\ WF_vars(Fetch) /\ WF_vars(Object)

-------------------------------------------------------------------------------
(* An honest seat never looks like a cheat, whatever crashes. *)
InvNoFalseAccusation == \A p \in Honest, s \in Honest : ~Forked(holds[p], s)

(* Replicas that have seen both branches freeze the seat at the same entry. *)
InvSameFreeze ==
    \A p, q \in Honest, s \in Cheats :
        Forked(holds[p], s) /\ Forked(holds[q], s) => FrozenAt(holds[p], s) = FrozenAt(holds[q], s)

(* Whatever has come to light, what an honest seat writes now counts. *)
InvCanGoOn == \A p \in Honest : ~OnSand(holds[p], holds[p])

(* Honest replicas of the same entries cannot differ, so it is enough that they end up with the same entries. *)
Converge == <>[](\A p, q \in Honest \ away : Counted(holds[p]) = Counted(holds[q]))

(* What one honest seat knows of a fork all of them learn. *)
NewsOfForks == \A s \in Cheats : (\E p \in Honest : Forked(holds[p], s)) ~> (\A p \in Honest \ away : Forked(holds[p], s))

(* An entry that another honest seat holds is never lost. *)
NothingHeldIsLost ==
    [][\A p \in Honest : \A e \in holds[p] : (\E q \in Honest \ {e.seat} : e \in holds[q]) => e \in Written']_vars

(* A seat that was voted out stays out, at the same entry for everybody. *)
InvSameEnd ==
    \A p, q \in Honest, s \in MayRetire : \A m, n \in 0..MaxEntries :
        VotedOut(holds[p], s, m) /\ VotedOut(holds[q], s, n) => m = n
StaysOut ==
    [][crashes' = crashes => \A p \in Honest, s \in MayRetire : \A n \in 0..MaxEntries :
           VotedOut(holds[p], s, n) =>
               VotedOut(holds[p], s, n)' /\ \A e \in Counted(holds[p])' : e.seat = s => e.n <= n]_vars

(* The same except for the seat that comes first: it cannot be voted out against its own crossing vote. *)
StaysOutForLater ==
    [][crashes' = crashes => \A p \in Honest, s \in MayRetire : \A n \in 0..MaxEntries :
           VotedOut(holds[p], s, n) /\ (\A t \in Seats \ {s} : Order[t] < Order[s]) =>
               VotedOut(holds[p], s, n)' /\ \A e \in Counted(holds[p])' : e.seat = s => e.n <= n]_vars

(* There is always somebody left, and all who hold the same votes know who. *)
InvSomebodyStays == \A p \in Honest : \E s \in Seats : ~Out(holds[p], s)
===============================================================================
