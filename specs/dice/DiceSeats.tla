------------------------------- MODULE DiceSeats --------------------------------
(*
Dice2 as seats at a table draw, who come and go.
Any seat may ask for a draw when it has the floor; several may stop; whoever has left has no vote, and a vote names all who must cast it.
A seat begins a new chain before the old one is used up: only while it has the floor and nothing is being drawn, so that every chain is fixed before the request.
A vote binds its author until it cannot pass any more, has passed, or another seat shows that it had more; until then the author builds on nothing later of that seat.
News comes from logs: a seat that takes an entry takes everything that its author held.
*)
EXTENDS Naturals, FiniteSets, Sequences

CONSTANTS
    Peers, NumDraws, NULL,          \* as in Dice2
    askers,                         \* who has the floor and asks for each draw
    MayStop, MaxStopped,            \* who may stop, and how many do
    MayResign,
    MayMove,                        \* who may write something else between draws
    MaxRecommits                    \* new chains in all

VARIABLES
    msgs,           \* the log of each peer; an entry says what its author held when it was written
    frontiers,      \* frontiers[p][q]: how many entries of q's log p has taken
    stopped,        \* who has stopped silently
    out             \* out[p]: who is out by the rules of the game as p sees it; a model of draws alone has none

DSvars == <<msgs, frontiers, stopped, out>>

Draws == 1..NumDraws
Others(p) == Peers \ {p}

Entry(kind, draw, seat, last, voters, past) ==
    [kind |-> kind, draw |-> draw, seat |-> seat, last |-> last, voters |-> voters, past |-> past]
Plain(kind, draw, p) == Entry(kind, draw, NULL, 0, {}, frontiers[p])
Kinds == {"request", "reveal", "resign", "retire", "object", "recommit", "move"}

DSTypeOK ==
    /\ \A p \in Peers : \A i \in DOMAIN msgs[p] :
           /\ msgs[p][i].kind \in Kinds
           /\ \A q \in Peers : \A k \in 1..msgs[p][i].past[q] : \A r \in Peers : msgs[q][k].past[r] <= msgs[p][i].past[r]
    /\ \A p, q \in Peers : frontiers[p][q] \in 0..Len(msgs[q])
    /\ \A p \in Peers : frontiers[p][p] = Len(msgs[p])
    /\ stopped \subseteq Peers

-------------------------------------------------------------------------------
(* What p has taken from q, and what follows from it. *)

(* The votes of q among its first n entries. *)
VotesUpTo(q, n) == {[seat |-> e.seat, last |-> e.last, voters |-> e.voters] :
    e \in {msgs[q][k] : k \in {m \in 1..n : msgs[q][m].kind = "retire"}}}

(* A seat is out when all whom a vote names have cast it; what it wrote after that entry does not count. *)
Ends(p, seat) == {vote.last : vote \in
    {v \in UNION {VotesUpTo(q, frontiers[p][q]) : q \in Others(seat)} :
        v.seat = seat /\ \A voter \in v.voters : v \in VotesUpTo(voter, frontiers[p][voter])}}
Retired(p, seat) == Ends(p, seat) # {}

Least(numbers) == CHOOSE n \in numbers : \A m \in numbers : n <= m
Counted(p, q) == Least({frontiers[p][q]} \cup Ends(p, q))
VotesBy(p, q) == VotesUpTo(q, Counted(p, q))
Has(p, q, Test(_)) == \E k \in 1..Counted(p, q) : Test(msgs[q][k])
HasVoted(p, q, seat, n) == \E vote \in VotesBy(p, q) : vote.seat = seat /\ vote.last = n

Resigned(p, q) == \E k \in 1..Counted(p, q) : msgs[q][k].kind = "resign"
Plays(p, q) == q \notin out[p] /\ ~Resigned(p, q) /\ ~Retired(p, q)

(* Only who has the floor asks, so that nothing is requested twice. *)
Requests(p) == UNION {{<<q, k>> : k \in {n \in 1..Counted(p, q) : msgs[q][n].kind = "request"}} : q \in Peers}
Requested(p) == Cardinality(Requests(p))
KnowsRequest(p, i) == i \in 1..Requested(p)
AskerOf(p, i) == (CHOOSE request \in Requests(p) : msgs[request[1]][request[2]].draw = i)[1]

KnowsLink(p, q, i) == \E k \in 1..Counted(p, q) :
    msgs[q][k].kind = "resign" \/ (msgs[q][k].kind = "reveal" /\ msgs[q][k].draw = i)

Settled(p, q, i) == KnowsLink(p, q, i) \/ Retired(p, q) \/ q \in out[p]
Determined(p, i) == KnowsRequest(p, i) /\ \A q \in Peers : Settled(p, q, i)

(* The draw in progress as p sees it, 0 for none. *)
Current(p) == LET i == Requested(p) IN IF i > 0 /\ ~Determined(p, i) THEN i ELSE 0

(* The draw waits for q; the asker comes last. *)
Owes(p, q) == LET i == Current(p) IN
    /\ i > 0
    /\ ~Settled(p, q, i)
    /\ q = AskerOf(p, i) => \A r \in Others(q) : Settled(p, r, i)

(* Whom the game waits for: the draw, or, between draws, whoever the rules say. *)
Waited(p, q, idle) == Plays(p, q) /\ IF Current(p) > 0 THEN Owes(p, q) ELSE q \in idle
Idle(p) == IF Requested(p) < NumDraws THEN {askers[Requested(p) + 1]} ELSE {}

-------------------------------------------------------------------------------
(* Votes. *)

Voters(p, seat) == {q \in Others(seat) : Plays(p, q)}
CanPass(p, vote) == \A q \in vote.voters : vote \in VotesBy(p, q) \/ Plays(p, q)

(* A third seat that did not cast such a vote has shown a later entry of the other. *)
Released(p, seat, n) == \E q \in Others(seat) \ {p} :
    ~HasVoted(p, q, seat, n) /\ Has(p, q, LAMBDA e : e.past[seat] > n)
Standing(p, seat) == {vote \in VotesBy(p, p) : vote.seat = seat /\ CanPass(p, vote) /\ ~Released(p, seat, vote.last)}

(* The vote keeps later entries of the seat out. *)
Bound(p, seat) == ~Retired(p, seat) /\ \E vote \in Standing(p, seat) : vote.last = frontiers[p][seat]
(* p holds more than its vote allows, and writes nothing until another seat shows that it has more too. *)
HeldBack(p) == \E seat \in Others(p) : ~Retired(p, seat) /\ \E vote \in Standing(p, seat) : frontiers[p][seat] > vote.last

Active(p) == p \notin stopped /\ Plays(p, p) /\ ~HeldBack(p)

(* Votes of others that miss entries of the seat which p has and has not shown. *)
MissedBy(p, seat) == {vote \in UNION {VotesBy(p, q) : q \in Peers \ {p, seat}} :
    /\ vote.seat = seat
    /\ frontiers[p][seat] > vote.last
    /\ ~HasVoted(p, p, seat, vote.last)
    /\ ~Has(p, p, LAMBDA e : e.past[seat] > vote.last)}
OwesObjection(p, seat) == p # seat /\ ~Retired(p, seat) /\ MissedBy(p, seat) # {}

Write(p, entry) ==
    /\ Active(p)
    /\ msgs' = [msgs EXCEPT ![p] = Append(@, entry)]
    /\ frontiers' = [frontiers EXCEPT ![p][p] = @ + 1]
    /\ UNCHANGED stopped

-------------------------------------------------------------------------------
DSInit ==
    /\ msgs = [p \in Peers |-> <<>>]
    /\ frontiers = [p \in Peers |-> [q \in Peers |-> 0]]
    /\ stopped = {}
    /\ out = [p \in Peers |-> {}]

(* Who has the floor requests the next draw once it knows the previous one. *)
Request(p) ==
    /\ Current(p) = 0
    /\ Write(p, Plain("request", Requested(p) + 1, p))
(* Whoever has the floor in this model. *)
DSRequest == \E p \in Peers : p \in Idle(p) /\ Request(p) /\ UNCHANGED out

(* A peer reveals its link when the draw waits for it. *)
Reveal(p) ==
    /\ Owes(p, p)
    /\ Write(p, Plain("reveal", Current(p), p))
(* Everybody in turn, the asker last. *)
DSReveal == \E p \in Peers : Reveal(p) /\ UNCHANGED out

(* Nothing of p's chain has been shown. *)
Fresh(p) == \A k \in DOMAIN msgs[p] : msgs[p][k].kind = "reveal" =>
    \E n \in DOMAIN msgs[p] : n > k /\ msgs[p][n].kind = "recommit"

(* A peer begins a new chain: only with the floor, between draws, and if something of the old one has been shown. *)
Recommit(p, idle) ==
    /\ Current(p) = 0
    /\ p \in idle
    /\ ~Fresh(p)
    /\ Write(p, Plain("recommit", 0, p))
Recommits == Cardinality({<<p, k>> \in Peers \X (1..(2 * NumDraws + 2)) : k \in DOMAIN msgs[p] /\ msgs[p][k].kind = "recommit"})
(* As often as the model allows. *)
DSRecommit == \E p \in Peers : Recommits < MaxRecommits /\ Recommit(p, Idle(p)) /\ UNCHANGED out

(* A peer resigns: its whole chain is published, so that no draw waits for it. *)
Resign(p) == Write(p, Plain("resign", 0, p))
(* Whoever may (LEAVE-1). *)
DSResign == \E p \in MayResign : Resign(p) /\ UNCHANGED out

(* A peer that nobody waits for votes to continue without a seat that the game waits for; one vote at a time. *)
Retire(p, seat, idle) ==
    /\ p # seat
    /\ Waited(p, seat, idle)
    /\ ~Waited(p, p, idle)
    /\ \A other \in Others(p) \ {seat} : ~Bound(p, other)
    /\ LET vote == [seat |-> seat, last |-> frontiers[p][seat], voters |-> Voters(p, seat)]
       IN /\ vote \notin VotesBy(p, p)
          /\ Write(p, Entry("retire", 0, seat, vote.last, vote.voters, frontiers[p]))
(* On whoever may stop. *)
DSRetire == \E p \in Peers, seat \in MayStop : Retire(p, seat, Idle(p)) /\ UNCHANGED out

(* A peer that has more of a seat's log than a vote names shows it. *)
Object(p, seat) ==
    /\ OwesObjection(p, seat)
    /\ Write(p, Entry("object", 0, seat, 0, {}, frontiers[p]))
(* Whoever has more than a vote says. *)
DSObject == \E p, seat \in Peers : Object(p, seat) /\ UNCHANGED out

(* Something else that a seat writes between draws. *)
Move(p) ==
    /\ Current(p) = 0
    /\ Write(p, Plain("move", 0, p))
(* Once, in this model. *)
DSMove == \E p \in MayMove : Len(msgs[p]) = 0 /\ Move(p) /\ UNCHANGED out

(* A peer stops. *)
DSStop == \E p \in MayStop \ stopped :
    /\ Cardinality(stopped) < MaxStopped
    /\ stopped' = stopped \cup {p}
    /\ UNCHANGED <<msgs, frontiers, out>>

(*
A peer takes more: with every entry all that its author held.
Later entries of a seat against which its vote binds come in only together with what releases it: a third seat that has them, or votes that are complete.
*)
Closed(frontier) == \A q \in Peers : frontier[q] > 0 => \A r \in Peers : msgs[q][frontier[q]].past[r] <= frontier[r]
Complete(frontier, seat) == \E q \in Others(seat) : \E k \in 1..frontier[q] :
    /\ msgs[q][k].kind = "retire" /\ msgs[q][k].seat = seat
    /\ \A voter \in msgs[q][k].voters : \E n \in 1..frontier[voter] :
           /\ msgs[voter][n].kind = "retire" /\ msgs[voter][n].seat = seat
           /\ msgs[voter][n].last = msgs[q][k].last /\ msgs[voter][n].voters = msgs[q][k].voters
ReleasedBy(p, seat, n, frontier) == \E q \in Others(seat) \ {p} : \E k \in 1..frontier[q] :
    msgs[q][k].past[seat] > n /\ ~HasVoted(p, q, seat, n)
Barred(p, frontier) == {seat \in Others(p) :
    /\ frontier[seat] > frontiers[p][seat] /\ Bound(p, seat)
    /\ ~ReleasedBy(p, seat, frontiers[p][seat], frontier)
    /\ ~Complete(frontier, seat) /\ ~Complete(frontier, p)}
Take(p, frontier) ==
    /\ frontier[p] = frontiers[p][p]
    /\ \A q \in Peers : frontier[q] \in frontiers[p][q]..Len(msgs[q])
    /\ Closed(frontier)
    /\ Barred(p, frontier) = {}
    /\ frontiers' = [frontiers EXCEPT ![p] = frontier]
    /\ UNCHANGED <<msgs, stopped>>
Larger(m, n) == IF m > n THEN m ELSE n
With(p, q, k) == [r \in Peers |-> IF r = q THEN Larger(frontiers[p][r], k) ELSE Larger(frontiers[p][r], msgs[q][k].past[r])]
(* One more entry of somebody, with its past. *)
DSTake == \E p \in Peers \ stopped : \E q \in Others(p) : \E k \in (frontiers[p][q] + 1)..Len(msgs[q]) :
    Take(p, With(p, q, k)) /\ UNCHANGED out

DSNext ==
    \/ DSRequest
    \/ DSReveal
    \/ DSRecommit
    \/ DSResign
    \/ DSRetire
    \/ DSObject
    \/ DSMove
    \/ DSStop
    \/ DSTake

DSSpec == DSInit /\ [][DSNext]_DSvars

-------------------------------------------------------------------------------
Contributions(p, i) == {q \in Peers : KnowsLink(p, q, i)}

(* A peer that the others have retired may not know it yet, and is promised nothing. *)
Stays(p) == \A q \in Peers : ~Retired(q, p)

(* All who stay and know a draw know the same links of it. *)
InvAgreement ==
    \A p, q \in Peers, i \in Draws :
        Stays(p) /\ Stays(q) /\ Determined(p, i) /\ Determined(q, i) => Contributions(p, i) = Contributions(q, i)

(*
Nobody is voted out by a seat that was itself out before it voted: two seats that stop cannot take each other out.
This is what one vote at a time is for: whoever votes on both would let either of them go on with its own voice.
*)
Cast(vote) == \A voter \in vote.voters : vote \in VotesUpTo(voter, Len(msgs[voter]))
VotesOn(seat) == {vote \in UNION {VotesUpTo(q, Len(msgs[q])) : q \in Others(seat)} : vote.seat = seat /\ Cast(vote)}
InvVotesCount ==
    \A seat \in Peers : \A vote \in VotesOn(seat) : \A voter \in vote.voters : \A end \in VotesOn(voter) :
        vote \in VotesUpTo(voter, end.last)

(* No link is shown before its owner has seen the request. *)
InvNotBeforeTheRequest ==
    \A p \in Peers : \A k \in DOMAIN msgs[p] : msgs[p][k].kind = "reveal" => KnowsRequest(p, msgs[p][k].draw)

(* Every chain is fixed before the request: whoever shows a link for a draw has begun its chain in the past of the request. *)
RequestOf(i) == CHOOSE e \in UNION {{msgs[q][k] : k \in DOMAIN msgs[q]} : q \in Peers} : e.kind = "request" /\ e.draw = i
InvCommittedBefore ==
    \A p \in Peers : \A k \in DOMAIN msgs[p] : msgs[p][k].kind = "reveal" =>
        \A n \in 1..k : msgs[p][n].kind = "recommit" =>
            \/ n <= RequestOf(msgs[p][k].draw).past[p]
            \/ \E m \in n..k : msgs[p][m].kind = "request" /\ msgs[p][m].draw = msgs[p][k].draw

(* A draw that p knows never changes for it, as long as it stays. *)
DrawnOnce ==
    [][\A p \in Peers, i \in Draws :
           Determined(p, i) /\ Stays(p)' => Determined(p, i)' /\ Contributions(p, i)' = Contributions(p, i)]_DSvars
===============================================================================
