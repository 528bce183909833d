------------------------------ MODULE MCFinality -------------------------------
(* The models of Finality, and a broken twin for every promise. *)
EXTENDS Finality

(* Coming back after a crash without looking for own entries: an honest seat forks itself. *)
ResumeBlindly == \E s \in Honest :
    /\ Cardinality(Moves) < MaxMoves
    /\ \E e \in {Entry(s, 2, Cardinality({x \in Of(Written, s) : NumberOf(x) = 2}) + 1)} : Add(e, Joins, Plain("move"))
TwinResume == Init /\ [][Next \/ ResumeBlindly]_vars

(* Standing on something that was never written. *)
Imagine == \E s \in Seats :
    /\ past' = [past EXCEPT ![Entry(s, 1, 1)] = {Entry(s, 9, 9)}]
    /\ UNCHANGED <<what, kept, at>>
TwinTypeOK == Init /\ [][Next \/ Imagine]_vars

(* Judging by everything that has arrived so far, and not by the past of an entry: the order of arrival decides. *)
JudgeByArrival == \E s \in Honest :
    /\ Cardinality(Moves) < MaxMoves
    /\ \E e \in {Entry(s, Cardinality(Of(Written, s)) + 1, 1)} :
           /\ past' = past @@ (e :> Joins \cup UNION {UpTo(x) : x \in Of(Written, s)})
           /\ what' = what @@ (e :> Plain("move"))
           /\ kept' = kept @@ (e :> Kept(Written) \cap (Joins \cup UNION {UpTo(x) : x \in Of(Written, s)}))
           /\ at' = at @@ (e :> [j \in 1..Level |-> {}])
TwinVerdict == Init /\ [][Next \/ JudgeByArrival]_vars

(* Going on with everything that was ever seen, as if there were no fork: such an entry does not count even for its author. *)
KeepAll == \E s \in Honest :
    /\ Cardinality(Moves) < MaxMoves
    /\ \E e \in {Entry(s, Cardinality(Of(Written, s)) + 1, 1)} :
           /\ past' = past @@ (e :> Written)
           /\ what' = what @@ (e :> Plain("move"))
           /\ kept' = kept @@ (e :> Written)
           /\ at' = at @@ (e :> [j \in 1..Level |-> {}])
TwinGoesOn == Init /\ [][Next \/ KeepAll]_vars

(* Writing on top of others without taking up what they have settled: however often all write, nothing becomes final. *)
Forget == \E s \in Honest :
    /\ Cardinality(Moves) < MaxMoves
    /\ \E e \in {Entry(s, Cardinality(Of(Written, s)) + 1, 1)} :
           /\ past' = past @@ (e :> Written)
           /\ what' = what @@ (e :> Plain("move"))
           /\ kept' = kept @@ (e :> Written)
           /\ at' = at @@ (e :> [j \in 1..Level |-> IF j = 1 THEN Written \cup {e} ELSE {}])
TwinRounds == Init /\ [][Next \/ Forget]_vars

(* Confirming the end once more without having heard what the others say. *)
ConfirmAlone == \E s \in Seats :
    /\ Cardinality(Moves) < MaxMoves
    /\ what[Top(Written, s)].kind = "finish"
    /\ \E e \in {Entry(s, NumberOf(Top(Written, s)) + 1, 1)} : e \notin Written /\ Add(e, UpTo(Top(Written, s)), Plain("finish"))
TwinEnd == Init /\ [][Next \/ ConfirmAlone]_vars

(* Voting again with another last entry. *)
VoteAgain == \E s \in Honest : \E t \in MayFallSilent \ {s}, last \in 1..2 :
    /\ Cardinality(Moves) < MaxMoves
    /\ \E e \in {Entry(s, NumberOf(Top(Written, s)) + 1, 1)} :
           Add(e, Written, [kind |-> "vote", seat |-> t, last |-> last, voters |-> Honest \ {t}])
TwinStaysOut == Init /\ [][Next \/ VoteAgain]_vars

-------------------------------------------------------------------------------
(* Stories: the first entries of some seats have the pasts that are told, all others any. *)

Told(story) == \A e \in Written \cap DOMAIN story : past[e] = Joins \cup story[e]

CONSTANTS a, b, c

(* c forks by a second join; a has taken its first branch, and learns of the second before it hears that b has taken the first as well. *)
shown == Entry(c, 2, 1)
a1 == Entry(a, 2, 1)
Unheard == (shown :> {}) @@ (a1 :> {shown})
InUnheard == Told(Unheard)

(* All have seen an entry of c and confirm the end on top of it, then again on top of what all have said; whatever else is written comes later. *)
Round(j) == {Entry(a, 1 + j, 1), Entry(b, 1 + j, 1), Entry(c, 2 + j, 1)}
Confirmations == UNION {Round(j) : j \in 1..Level}
Before(e) == {f \in Confirmations : \E j \in 1..Level - 1 : f \in Round(j) /\ \E i \in j + 1..Level : e \in Round(i)}
InStory(Heard(_)) ==
    /\ \A e \in Written \cap Confirmations : what[e].kind = "finish" /\ past[e] = Joins \cup {shown} \cup Heard(e)
    /\ shown \in Written => what[shown].kind = "move" /\ past[shown] = Joins
    /\ Moves \subseteq Confirmations \cup {shown} \/ Confirmations \subseteq Moves
InEnding == InStory(Before)

(* The same by seats that do not listen to each other. *)
Alone(e) == {f \in Before(e) : SeatOf(f) = SeatOf(e)}
InEndingAlone == InStory(Alone)

(* All have seen an entry of c; b leaves on top of it, the others confirm the end, whether they know of that or not. *)
InEndingLeave ==
    /\ \A e \in Written \cap Round(1) : shown \in past[e] /\ what[e].kind = (IF SeatOf(e) = b THEN "leave" ELSE "finish")
    /\ shown \in Written => what[shown].kind = "move" /\ past[shown] = Joins
    /\ Moves \subseteq Round(1) \cup {shown} \/ Round(1) \subseteq Moves
    (* Then the two who stay confirm it again, before anything else. *)
    /\ LET more == {Entry(a, 3, 1), Entry(c, 4, 1)}
       IN /\ Moves \subseteq Round(1) \cup {shown} \cup more \/ more \subseteq Moves
          /\ \A e \in Written \cap more : what[e].kind = "finish"

(* b joins twice. Only a takes its first branch before it learns of the second; c knows of both, and the two go on without b. *)
z == Entry(b, 2, 1)
again == Entry(b, 1, 2)
a2 == Entry(a, 3, 1)
c1 == Entry(c, 2, 1)
a3 == Entry(a, 4, 1)
c2 == Entry(c, 3, 1)
Believed == (z :> {}) @@ (a1 :> {z}) @@ (a2 :> {z, again, a1}) @@ (c1 :> {z, again, a1, a2})
    @@ (a3 :> {z, again, a1, a2, c1}) @@ (c2 :> {z, again, a1, a2, c1, a3})
InBelieved == Told(Believed) /\ Cardinality(Of(Written, b)) <= 3 /\ Cardinality(Of(Written, a)) <= 4 /\ Cardinality(Of(Written, c)) <= 4
===============================================================================
