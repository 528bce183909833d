------------------------------- MODULE MCLedger --------------------------------
(* The models of Ledger, and a broken twin for every promise. *)
EXTENDS Ledger

(* Writing after a crash without looking for its own entries first: an honest seat forks itself. *)
ResumeBlindly == \E p \in Honest :
    /\ Of(holds[p], p) # {}
    /\ \A e \in Of(Written, p) : e.branch = 0
    /\ LET e == [seat |-> p, branch |-> 1, n |-> 1]
       IN Add(e, {}, NULL) /\ holds' = [holds EXCEPT ![p] = {e}]
    /\ UNCHANGED <<away, crashes>>
TwinResume == Init /\ [][Next \/ ResumeBlindly]_vars

(* A third branch below the other two: replicas freeze the seat at different entries. *)
ForkLower == \E s \in Cheats, p \in Honest :
    /\ Forked(holds[p], s)
    /\ FrozenAt(holds[p], s) > 0
    /\ LET e == [seat |-> s, branch |-> 1, n |-> 1]
       IN e \notin Written /\ Add(e, {}, NULL) /\ holds' = [holds EXCEPT ![p] = @ \cup {e}]
    /\ UNCHANGED <<away, crashes>>
TwinFreeze == Init /\ [][Next \/ ForkLower]_vars

(* Seats that never fetch: no convergence. *)
TwinConverge == Spec

(* Keeping the proof of a fork to oneself: others never learn of it. *)
NextInSilence == WriteEntry \/ WriteBranch \/ Fetch \/ FetchBranch
TwinNews == Init /\ [][NextInSilence]_vars /\ WF_vars(Fetch)

(* A crash deletes everybody's entries. *)
ForgetEverywhere == \E p \in Honest :
    /\ past' = [e \in {} |-> {}]
    /\ votes' = [e \in {} |-> NULL]
    /\ holds' = [q \in Honest |-> {}]
    /\ UNCHANGED <<away, crashes>>
TwinLost == Init /\ [][Next \/ ForgetEverywhere]_vars

(* Voting again with a different last entry: the seat ends twice, or comes back. *)
VoteAgain == \E p \in Honest : \E s \in MayRetire \ {p} : \E n \in 0..MaxEntries :
    /\ Length(holds[p], p) < MaxEntries
    /\ Add(Next1(p), holds[p], [seat |-> s, last |-> n])
    /\ holds' = [holds EXCEPT ![p] = @ \cup {Next1(p)}]
    /\ UNCHANGED <<away, crashes>>
TwinEnd == Init /\ [][Next \/ VoteAgain]_vars

(* Dropping the votes of others: somebody who is out comes back. *)
Amnesty == \E p \in Honest :
    /\ holds' = [holds EXCEPT ![p] = {}]
    /\ UNCHANGED <<past, votes, away, crashes>>
TwinOut == Init /\ [][Next \/ Amnesty]_vars

(* Holding what was never written: TypeOK. *)
Imagine == \E p \in Honest : \E e \in Ids \ Written :
    /\ holds' = [holds EXCEPT ![p] = @ \cup {e}]
    /\ UNCHANGED <<past, votes, away, crashes>>
TwinTypeOK == Init /\ [][Next \/ Imagine]_vars
===============================================================================
