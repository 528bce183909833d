------------------------------- MODULE MCOrders --------------------------------
(* The models of Orders, and a broken twin for every promise. *)
EXTENDS Orders

(* An order that somebody else wrote, as if signatures were not checked. *)
Forge == \E s \in Seats :
    /\ Cardinality({i \in DOMAIN logs[s] : logs[s][i].kind = "order"}) < MaxOrders
    /\ logs' = [logs EXCEPT ![s] = Append(@, Entry("order", TRUE, frontiers[s]))]
    /\ frontiers' = [frontiers EXCEPT ![s][s] = @ + 1]
    /\ UNCHANGED <<passing, words>>
TwinForge == Init /\ [][Next \/ Forge]_vars

(* An old order of a seat shown once more, as if an entry did not name what comes before it. *)
Replay == \E s \in Seats : \E i \in DOMAIN logs[s] :
    /\ logs[s][i].kind = "order"
    /\ Len(logs[s]) < 2 * MaxOrders
    /\ logs' = [logs EXCEPT ![s] = Append(@, logs[s][i])]
    /\ frontiers' = [frontiers EXCEPT ![s][s] = @ + 1]
    /\ UNCHANGED <<passing, words>>
TwinReplay == Init /\ [][Next \/ Replay]_vars

(* A program that forgets to pass for others. *)
Forget == \E p \in Seats : \E pair \in passing[p] :
    /\ passing' = [passing EXCEPT ![p] = @ \ {pair}]
    /\ UNCHANGED <<logs, frontiers, words>>
TwinForget == Init /\ [][Next \/ Forget]_vars

(* Passing in a question that nobody has asked. *)
Imagine ==
    /\ passing' = [passing EXCEPT ![0] = {<<<<1, 99>>, 0>>}]
    /\ UNCHANGED <<logs, frontiers, words>>
TwinTypeOK == Init /\ [][Next \/ Imagine]_vars
===============================================================================
