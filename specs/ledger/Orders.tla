-------------------------------- MODULE Orders ---------------------------------
(*
Passing orders: a seat says in advance that it passes, and everybody's program passes for it from then on.
The game is reduced to what matters here: the floor goes round, and whoever has it asks all others once, as in an auction or between turns, and hands the floor on when all have passed.
Each seat appends to its own log and takes the entries of the others one by one; an entry's past is what its author claims to have seen, and a cheat may claim less than it has.

A seat may give an order only while it has the floor and has not asked.
So everything that another seat writes while it has the floor has the order in its past: nobody can overlook it, and nobody can use one that was taken back.
*)
EXTENDS Naturals, FiniteSets, Sequences

CONSTANTS
    NumSeats,       \* the floor goes from 0 to NumSeats - 1, and round again
    Cheats,         \* seats that may leave out of an entry's past what they have seen
    MaxGives,       \* how often the floor is handed on
    MaxOrders,      \* how many orders each seat may give
    FloorOnly,      \* TRUE; FALSE lets everybody change their order at any time
    Ordered         \* whether all have given an order before the game begins

VARIABLES
    logs,           \* the log of each seat
    frontiers,      \* frontiers[p][q]: how many entries of q's log p has taken
    passing,        \* passing[p]: the questions, and the seats that pass in them by their order, as p sees it
    words           \* what each seat itself has said last; nobody reads this

vars == <<logs, frontiers, passing, words>>

Seats == 0..(NumSeats - 1)
Kinds == {"order", "ask", "pass", "give"}

Entry(kind, value, past) == [kind |-> kind, value |-> value, past |-> past, words |-> words]
Ids == UNION {{<<s, i>> : i \in DOMAIN logs[s]} : s \in Seats}
At(id) == logs[id[1]][id[2]]

TypeOK ==
    /\ \A id \in Ids : At(id).kind \in Kinds /\ At(id).value \in BOOLEAN
    /\ \A p, q \in Seats : frontiers[p][q] \in 0..Len(logs[q])
    /\ \A p \in Seats : passing[p] \subseteq (Ids \X Seats)
    /\ words \in [Seats -> BOOLEAN]

-------------------------------------------------------------------------------
(* What holds after the entries up to a frontier v. *)

In(v) == {id \in Ids : id[2] <= v[id[1]]}
Gives(v) == Cardinality({id \in In(v) : At(id).kind = "give"})
Floor(v) == Gives(v) % NumSeats

(* The question that the floor has asked and not yet closed. *)
Asked(v) == {id \in In(v) : At(id).kind = "ask" /\ Gives(At(id).past) = Gives(v)}

(* The newest order of s in the first n entries of its log. *)
OrderAt(s, n) ==
    LET given == {i \in 1..n : logs[s][i].kind = "order"}
    IN IF given = {} THEN FALSE ELSE logs[s][CHOOSE i \in given : \A j \in given : j <= i].value

HasPassed(v, ask, s) ==
    \E id \in In(v) : id[1] = s /\ At(id).kind = "pass" /\ At(id).past[ask[1]] >= ask[2]

(* The pasts that p may claim: closed, at least those of its last entry, and less than it has only if it cheats. *)
Most(v) == CHOOSE n \in {v[s] : s \in Seats} : \A s \in Seats : v[s] <= n
Closed(v) == \A id \in In(v) : \A s \in Seats : At(id).past[s] <= v[s]
Pasts(p) ==
    IF p \notin Cheats
    THEN {frontiers[p]}
    ELSE {v \in [Seats -> 0..Most(frontiers[p])] :
              /\ \A s \in Seats : v[s] <= frontiers[p][s]
              /\ v[p] = Len(logs[p])
              /\ Closed(v)}

(* Whoever has the floor in a past that it may claim has it now as well: it alone could have handed it on. *)
HasFloor(p) == Floor(frontiers[p]) = p /\ Asked(frontiers[p]) = {}

Append1(p, entry) ==
    /\ logs' = [logs EXCEPT ![p] = Append(@, entry)]
    /\ frontiers' = [frontiers EXCEPT ![p][p] = @ + 1]

-------------------------------------------------------------------------------
First(s) == [kind |-> "order", value |-> TRUE, past |-> [q \in Seats |-> 0], words |-> [q \in Seats |-> FALSE]]

Init ==
    /\ logs = [s \in Seats |-> IF Ordered THEN <<First(s)>> ELSE <<>>]
    /\ frontiers = [p \in Seats |-> [q \in Seats |-> IF Ordered THEN 1 ELSE 0]]
    /\ passing = [p \in Seats |-> {}]
    /\ words = [s \in Seats |-> Ordered]

(* A seat says that it passes from now on, or that it does so no longer. *)
GiveOrder == \E s \in Seats :
    /\ FloorOnly => HasFloor(s)
    /\ Cardinality({i \in DOMAIN logs[s] : logs[s][i].kind = "order"}) < MaxOrders
    /\ \E v \in Pasts(s) :
           /\ FloorOnly => Floor(v) = s /\ Asked(v) = {}
           /\ Append1(s, Entry("order", ~words[s], v))
    /\ words' = [words EXCEPT ![s] = ~@]
    /\ UNCHANGED passing

(* The floor asks all others; whoever has an order has passed. *)
Ask == \E f \in Seats :
    /\ HasFloor(f)
    /\ \E v \in Pasts(f) :
           /\ Floor(v) = f
           /\ Asked(v) = {}
           /\ Gives(v) < MaxGives
           /\ Append1(f, Entry("ask", FALSE, v))
           /\ passing' = [passing EXCEPT ![f] = @ \cup
                  {<<<<f, Len(logs[f]) + 1>>, s>> : s \in {s \in Seats \ {f} : OrderAt(s, v[s])}}]
    /\ UNCHANGED words

(* A seat without an order passes itself. *)
Pass == \E s \in Seats : LET v == frontiers[s] IN
    /\ \E ask \in Asked(v) :
           /\ ask[1] # s
           /\ <<ask, s>> \notin passing[s]
           /\ ~HasPassed(v, ask, s)
    /\ Append1(s, Entry("pass", FALSE, v))
    /\ UNCHANGED <<passing, words>>

(* The floor hands on when all others have passed. *)
Give == \E f \in Seats : LET v == frontiers[f] IN
    /\ Floor(v) = f
    /\ \E ask \in Asked(v) : \A s \in Seats \ {f} :
           <<ask, s>> \in passing[f] \/ HasPassed(v, ask, s)
    /\ Append1(f, Entry("give", FALSE, v))
    /\ UNCHANGED <<passing, words>>

(* p takes the next entry of q, and passes for others by the orders that it knows then. *)
Take == \E p, q \in Seats :
    /\ frontiers[p][q] < Len(logs[q])
    /\ LET id == <<q, frontiers[p][q] + 1>> IN
       /\ \A s \in Seats : At(id).past[s] <= frontiers[p][s]
       /\ frontiers' = [frontiers EXCEPT ![p][q] = @ + 1]
       /\ passing' = [passing EXCEPT ![p] = IF At(id).kind = "ask"
              THEN @ \cup {<<id, s>> : s \in {s \in Seats \ {q} : OrderAt(s, frontiers[p][s])}}
              ELSE @]
    /\ UNCHANGED <<logs, words>>

Next == GiveOrder \/ Ask \/ Pass \/ Give \/ Take

Spec == Init /\ [][Next]_vars

(* Everybody comes for their own turn and hears of the others; nobody has to come in between. *)
FairSpec == Spec /\ WF_vars(Ask) /\ WF_vars(Give) /\ WF_vars(Take)

-------------------------------------------------------------------------------
Questions(p) == {id \in In(frontiers[p]) : At(id).kind = "ask"}

(* Nobody passes for a seat that had not said so, or had taken it back, when the question was asked. *)
InvOwnersWord == \A p \in Seats : \A pair \in passing[p] : At(pair[1]).words[pair[2]]

(* Nobody can make a seat wait that had said that it passes. *)
InvNoDelay == \A p \in Seats : \A ask \in Questions(p) : \A s \in Seats \ {ask[1]} :
    At(ask).words[s] => <<ask, s>> \in passing[p]

(* All who know of a question know the same passes. *)
InvAgreement == \A p, q \in Seats : \A ask \in Questions(p) \cap Questions(q) : \A s \in Seats :
    <<ask, s>> \in passing[p] <=> <<ask, s>> \in passing[q]

(* Where all have given orders, the game goes on although nobody ever comes in another's turn. *)
GoesOn == <>(\E p \in Seats : Gives(frontiers[p]) = MaxGives)
===============================================================================
