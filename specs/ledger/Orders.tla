-------------------------------- MODULE Orders ---------------------------------
(*
Passing orders: a seat says in advance that it passes, and everybody's program passes for it from then on.
The game is reduced to what matters here: the floor goes round, and whoever has it may put something up, asks all others between turns, and hands the floor on when all have passed.
In an auction all others are asked at the same time, and it is over when all have passed; in a round they are asked one after the other.
Each seat appends to its own log and takes the entries of the others one by one; an entry's past is what its author claims to have seen, and a cheat may claim less than it has.

A seat may give an order only while it alone is on move: with the floor, unless others have still to pass, or when a round has come to it.
So everything that another seat writes while it has the floor or is on move has the order in its past: nobody can overlook it, and nobody can use one that was taken back.

A seat may leave: it resigns, or all others vote that its log ends at the same entry.
It is out as soon as others would have to wait for it, in a question or with the floor, and nobody knows when the others will hear of it.
So an order holds until its owner is out: some follow it before they know that its owner has left, and all must come to the same position.
A vote binds its author for good; how others release it is in DiceSeats, and votes between two are in Finality.
*)
EXTENDS Naturals, FiniteSets, Sequences

CONSTANTS
    NumSeats,       \* the floor goes from 0 to NumSeats - 1, and round again
    Cheats,         \* seats that may leave out of an entry's past what they have seen
    MayResign,      \* seats that may resign
    MayRetire,      \* seats that may be voted out
    Asks,           \* the kinds of questions that are asked: in an "auction" a seat that has left passes, in a "round" it is out
    Covered,        \* the kinds in which orders pass
    MaxTurns,       \* how often the floor moves on
    MaxOrders,      \* how many orders each seat may give
    FloorOnly,      \* TRUE; FALSE lets everybody change their order at any time
    OrdersFirst,    \* TRUE; FALSE lets the order of a seat end for each program when it hears that the seat has left
    Ordered         \* whether all have given an order before the game begins

VARIABLES
    logs,           \* the log of each seat
    frontiers,      \* frontiers[p][q]: how many entries of q's log p has taken
    positions,      \* the position that each seat's program has come to, entry by entry
    words           \* what each seat itself has said last; nobody reads this

vars == <<logs, frontiers, positions, words>>

Seats == 0..(NumSeats - 1)
Kinds == {"order", "auction", "round", "pass", "give", "resign", "vote"}
None == <<>>        \* no question, no vote
Stays == 1000000000        \* the end of a log that nobody has ended

Ids == UNION {{<<s, i>> : i \in DOMAIN logs[s]} : s \in Seats}
At(id) == logs[id[1]][id[2]]
Start == [s \in Seats |-> 0]

-------------------------------------------------------------------------------
(* Positions. What is done for others depends on nothing but the position. *)

Fresh == [
    turn |-> 0,                     \* how often the floor has moved on
    floor |-> 0,
    ask |-> None,                   \* the question that the floor has asked and not yet closed
    asked |-> "nothing",            \* its kind
    sold |-> FALSE,                 \* whether it has had an auction in this turn, and not yet its round
    passed |-> {},                  \* who has passed in it themselves, or has left
    orders |-> {},                  \* who passes by order
    passing |-> {},                 \* all questions so far, with the seats that passed in them by order
    votes |-> {},                   \* who has voted what
    ends |-> [s \in Seats |-> Stays],
    left |-> {},                    \* who has resigned or was voted out
    out |-> {}]                     \* who is out, and since which turn

Out(w) == {pair[1] : pair \in w.out}
Over(w) == Cardinality(Seats \ Out(w)) < 2
Plays(w, s) == s \notin w.left \cup Out(w)

(* The seats that have not passed in the open question. In a round one after the other is on move, in an auction all are. *)
Waiting(w) == {s \in Seats \ (Out(w) \cup w.passed) : w.ask # None /\ s # w.floor /\ <<w.ask, s>> \notin w.passing}
After(w, s) == (s + NumSeats - w.floor) % NumSeats
OnMove(w) == IF w.asked # "round" THEN Waiting(w) ELSE {s \in Waiting(w) : \A t \in Waiting(w) : After(w, s) <= After(w, t)}
WaitedFor(w, s) == ~Over(w) /\ Plays(w, s) /\ (IF Waiting(w) = {} THEN s = w.floor ELSE s \in OnMove(w))

MoveOn(w) ==
    LET after == {n \in 1..NumSeats : (w.floor + n) % NumSeats \notin Out(w)}
        next == CHOOSE n \in after : \A m \in after : n <= m
    IN [w EXCEPT !.turn = @ + 1, !.floor = (@ + next) % NumSeats, !.ask = None, !.asked = "nothing", !.sold = FALSE, !.passed = {}]

(* Pass for those with an order who are on move; whoever has left is out where others would wait for it. *)
PassFor(w) ==
    LET ordered == {s \in OnMove(w) \cap w.orders : w.asked \in Covered /\ (OrdersFirst \/ s \notin w.left)}
        gone == (OnMove(w) \cap w.left) \ ordered
    IN [w EXCEPT
           !.passing = @ \cup {<<w.ask, s>> : s \in ordered},
           !.passed = IF w.asked = "auction" THEN @ \cup gone ELSE @,
           !.out = IF w.asked = "auction" THEN @ ELSE @ \cup {<<s, w.turn>> : s \in gone}]

(* An auction is over when all have passed; then, too, a floor that has left is out. The set makes TLC work out each position once. *)
RECURSIVE ActForOthers(_)
ActForOthers(w) ==
    LET acted == PassFor(w)
        closed == [w EXCEPT !.ask = None, !.asked = "nothing", !.sold = TRUE, !.passed = {}]
        alone == [w EXCEPT !.out = @ \cup {<<w.floor, w.turn>>}]
        after == IF Over(w) THEN w
                 ELSE IF acted # w THEN acted
                 ELSE IF Waiting(w) # {} THEN w
                 ELSE IF w.asked = "auction" THEN closed
                 ELSE IF w.floor \notin w.left THEN w
                 ELSE IF Over(alone) THEN alone ELSE MoveOn(alone)
    IN CHOOSE done \in {IF next = w THEN w ELSE ActForOthers(next) : next \in {after}} : TRUE

(* A seat is voted out when all whom a vote names have cast it. *)
Count(w, voter, vote) ==
    LET votes == w.votes \cup {<<voter, vote>>} IN
    IF \A other \in vote.voters : <<other, vote>> \in votes
    THEN [w EXCEPT !.votes = votes, !.left = @ \cup {vote.seat}, !.ends[vote.seat] = vote.last]
    ELSE [w EXCEPT !.votes = votes]

(* The position after entry id, whose content is e; what comes after the end of a log does not count. *)
Effect(w, id, e) ==
    CASE e.kind = "order" -> [w EXCEPT !.orders = IF e.value THEN @ \cup {id[1]} ELSE @ \ {id[1]}]
      [] e.kind \in {"auction", "round"} -> [w EXCEPT !.ask = id, !.asked = e.kind, !.sold = FALSE]
      [] e.kind = "pass" -> [w EXCEPT !.passed = @ \cup {id[1]}]
      [] e.kind = "give" -> MoveOn(w)
      [] e.kind = "resign" -> [w EXCEPT !.left = @ \cup {id[1]}]
      [] e.kind = "vote" -> Count(w, id[1], e.vote)
Apply(w, id, e) == IF id[2] > w.ends[id[1]] THEN w ELSE ActForOthers(Effect(w, id, e))

(* The position after all entries up to frontier v, in one fixed order; those below u are in w already. *)
RECURSIVE Fold(_, _, _)
Fold(w, u, v) ==
    IF u = v THEN w ELSE
    LET s == CHOOSE s \in Seats :
            u[s] < v[s] /\ \A t \in Seats : logs[s][u[s] + 1].past[t] <= u[t]
    IN Fold(Apply(w, <<s, u[s] + 1>>, logs[s][u[s] + 1]), [u EXCEPT ![s] = @ + 1], v)

(* Votes may end a log before entries that are in the position already; then it is built anew without them. *)
Stale(w, v) == \E s \in Seats : v[s] > w.ends[s]
Position(v) ==
    LET w == Fold(Fresh, Start, v)
    IN IF Stale(w, v) THEN Fold([Fresh EXCEPT !.ends = w.ends], Start, v) ELSE w

-------------------------------------------------------------------------------
(* The pasts that p may claim: closed, at least those of its last entry, and less than it has only if it cheats. *)

In(v) == {id \in Ids : id[2] <= v[id[1]]}
Most(v) == CHOOSE n \in {v[s] : s \in Seats} : \A s \in Seats : v[s] <= n
Closed(v) == \A id \in In(v) : \A s \in Seats : At(id).past[s] <= v[s]
Pasts(p) ==
    IF p \notin Cheats
    THEN {frontiers[p]}
    ELSE {v \in [Seats -> 0..Most(frontiers[p])] :
              /\ \A s \in Seats : v[s] <= frontiers[p][s]
              /\ v[p] = Len(logs[p])
              /\ Closed(v)}

Claimed(p, v) == IF v = frontiers[p] THEN positions[p] ELSE Position(v)
HasFloor(w, s) == ~Over(w) /\ Plays(w, s) /\ w.floor = s /\ w.ask = None
MayOrder(w, s) == w.asked # "auction" /\ WaitedFor(w, s)

(* The author's own program goes on from what it has, not from what it claims. *)
Write(p, v, kind, value, vote) ==
    LET entry == [kind |-> kind, value |-> value, vote |-> vote, past |-> v, turn |-> Claimed(p, v).turn, words |-> words]
    IN /\ logs' = [logs EXCEPT ![p] = Append(@, entry)]
       /\ frontiers' = [frontiers EXCEPT ![p][p] = @ + 1]
       /\ positions' = [positions EXCEPT ![p] = Apply(@, <<p, Len(logs[p]) + 1>>, entry)]

-------------------------------------------------------------------------------
First == [kind |-> "order", value |-> TRUE, vote |-> None, past |-> Start, turn |-> 0, words |-> [q \in Seats |-> FALSE]]

Init ==
    /\ logs = [s \in Seats |-> IF Ordered THEN <<First>> ELSE <<>>]
    /\ frontiers = [p \in Seats |-> [q \in Seats |-> IF Ordered THEN 1 ELSE 0]]
    /\ positions = [p \in Seats |-> [Fresh EXCEPT !.orders = IF Ordered THEN Seats ELSE {}]]
    /\ words = [s \in Seats |-> Ordered]

(* A seat says that it passes from now on, or that it does so no longer. *)
GiveOrder == \E s \in Seats :
    /\ Cardinality({i \in DOMAIN logs[s] : logs[s][i].kind = "order"}) < MaxOrders
    /\ \E v \in Pasts(s) :
           /\ IF FloorOnly THEN MayOrder(Claimed(s, v), s) ELSE Plays(Claimed(s, v), s)
           /\ Write(s, v, "order", ~words[s], None)
    /\ words' = [words EXCEPT ![s] = ~@]

(* The floor asks all others, in at most one auction before the round that ends its turn; whoever has an order for that passes. *)
Ask == \E f \in Seats : \E v \in Pasts(f) : \E kind \in Asks :
    /\ HasFloor(Claimed(f, v), f)
    /\ Claimed(f, v).turn < MaxTurns
    /\ kind = "auction" => ~Claimed(f, v).sold
    /\ Write(f, v, kind, FALSE, None)
    /\ UNCHANGED words

(* A seat without an order passes itself. *)
Pass == \E s \in Seats :
    /\ Plays(positions[s], s)
    /\ s \in OnMove(positions[s])
    /\ Write(s, frontiers[s], "pass", FALSE, None)
    /\ UNCHANGED words

(* The floor hands on when all others have passed in its round. *)
Give == \E f \in Seats :
    /\ WaitedFor(positions[f], f)
    /\ positions[f].floor = f
    /\ positions[f].ask # None
    /\ Write(f, frontiers[f], "give", FALSE, None)
    /\ UNCHANGED words

(* A seat leaves the game, whether it is its turn or not. *)
Resign == \E s \in MayResign : \E v \in Pasts(s) :
    /\ Plays(Claimed(s, v), s) /\ ~Over(Claimed(s, v))
    /\ Write(s, v, "resign", FALSE, None)
    /\ UNCHANGED words

(* A seat votes to go on without one that it waits for. *)
Retire == \E p \in Seats : \E s \in MayRetire \ {p} : \E v \in Pasts(p) :
    LET w == Claimed(p, v)
        vote == [seat |-> s, last |-> v[s], voters |-> {q \in Seats \ {s} : Plays(w, q)}]
    IN /\ Plays(w, p)
       /\ WaitedFor(w, s)
       /\ ~WaitedFor(w, p)
       /\ Cardinality(vote.voters) > 1
       /\ <<p, vote>> \notin w.votes
       /\ Write(p, v, "vote", FALSE, vote)
       /\ UNCHANGED words

(* A vote binds: its author takes nothing more from the seat that it has voted on. *)
Bound(p, q) == \E pair \in positions[p].votes : pair[1] = p /\ pair[2].seat = q /\ pair[2].last = frontiers[p][q]

(* p takes the next entry of q, and acts for others by what it knows then. *)
Take == \E p, q \in Seats :
    /\ frontiers[p][q] < Len(logs[q])
    /\ ~Bound(p, q)
    /\ LET id == <<q, frontiers[p][q] + 1>>
           taken == [frontiers[p] EXCEPT ![q] = @ + 1]
           next == Apply(positions[p], id, At(id))
       IN /\ \A s \in Seats : At(id).past[s] <= frontiers[p][s]
          /\ frontiers' = [frontiers EXCEPT ![p] = taken]
          /\ positions' = [positions EXCEPT ![p] = IF Stale(next, taken) THEN Position(taken) ELSE next]
    /\ UNCHANGED <<logs, words>>

Next ==
    \/ GiveOrder
    \/ Ask
    \/ Pass
    \/ Give
    \/ Resign
    \/ Retire
    \/ Take

Spec == Init /\ [][Next]_vars

(* Everybody comes for their own turn and hears of the others; nobody has to come in between. *)
FairSpec == Spec /\ WF_vars(Ask) /\ WF_vars(Give) /\ WF_vars(Take)

-------------------------------------------------------------------------------
TypeOK ==
    /\ \A id \in Ids : At(id).kind \in Kinds /\ At(id).value \in BOOLEAN
    /\ \A p, q \in Seats : frontiers[p][q] \in 0..Len(logs[q])
    /\ \A p \in Seats :
           /\ positions[p].floor \in Seats
           /\ positions[p].passing \subseteq (Ids \X Seats)
           /\ positions[p].left \subseteq Seats
           /\ Cardinality(positions[p].out) = Cardinality(Out(positions[p]))
    /\ words \in [Seats -> BOOLEAN]

Questions(p) == {id \in In(frontiers[p]) : At(id).kind \in Asks /\ id[2] <= positions[p].ends[id[1]]}

(* Nobody passes for a seat that had not said so, or had taken it back, when the question was asked, unless it says so on top of it. *)
SaysThen(ask, s) == \E i \in DOMAIN logs[s] : logs[s][i].kind = "order" /\ logs[s][i].value /\ logs[s][i].past[ask[1]] >= ask[2]
InvOwnersWord == \A p \in Seats : \A pair \in positions[p].passing : At(pair[1]).words[pair[2]] \/ SaysThen(pair[1], pair[2])

(* Nobody can make a seat wait that had said that it passes, unless it was out before; in a round it passes when others have. *)
InvNoDelay == \A p \in Seats : \A ask \in Questions(p) : \A s \in Seats \ {ask[1]} :
    At(ask).words[s] /\ At(ask).kind \in Covered =>
        \/ <<ask, s>> \in positions[p].passing
        \/ \E pair \in positions[p].out : pair[1] = s /\ pair[2] < At(ask).turn
        \/ positions[p].ask = ask /\ s \in Waiting(positions[p]) \ OnMove(positions[p])

(* All who know of a question, and equally of what a seat has said on top of it, know the same passes of that seat, unless the round has not come to it yet. *)
Knows(p, ask, s) == \E i \in 1..frontiers[p][s] : logs[s][i].kind = "order" /\ logs[s][i].past[ask[1]] >= ask[2]
InvAgreement == \A p, q \in Seats : \A ask \in Questions(p) \cap Questions(q) : \A s \in Seats :
    Knows(p, ask, s) = Knows(q, ask, s) /\ <<ask, s>> \in positions[p].passing =>
        \/ <<ask, s>> \in positions[q].passing
        \/ positions[q].ask = ask /\ s \in Waiting(positions[q]) \ OnMove(positions[q])

(* Whoever has heard of the same entries has come to the same position, in whatever order. *)
InvPosition == \A p, q \in Seats : frontiers[p] = frontiers[q] => positions[p] = positions[q]

(* Where all have given orders, the game goes on although nobody ever comes in another's turn. *)
GoesOn == <>(\E p \in Seats : positions[p].turn >= MaxTurns \/ Over(positions[p]))
===============================================================================
