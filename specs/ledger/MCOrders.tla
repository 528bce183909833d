------------------------------- MODULE MCOrders --------------------------------
(* The models of Orders, and a broken twin for every promise. *)
EXTENDS Orders

(* An entry that gets into the log of s without s. *)
Insert(s, entry) ==
    /\ logs' = [logs EXCEPT ![s] = Append(@, entry)]
    /\ frontiers' = [frontiers EXCEPT ![s][s] = @ + 1]
    /\ positions' = [positions EXCEPT ![s] = Apply(@, <<s, Len(logs[s]) + 1>>, entry)]
    /\ UNCHANGED words

(* An order that somebody else wrote, as if signatures were not checked. *)
Forge == \E s \in Seats :
    /\ Cardinality({i \in DOMAIN logs[s] : logs[s][i].kind = "order"}) < MaxOrders
    /\ Insert(s, [First EXCEPT !.past = frontiers[s], !.turn = positions[s].turn, !.words = words])
TwinForge == Init /\ [][Next \/ Forge]_vars

(* An old order of a seat shown once more, as if an entry did not name what comes before it. *)
Replay == \E s \in Seats : \E i \in DOMAIN logs[s] :
    /\ logs[s][i].kind = "order"
    /\ Len(logs[s]) < 2 * MaxOrders
    /\ Insert(s, logs[s][i])
TwinReplay == Init /\ [][Next \/ Replay]_vars

(* A program that forgets to pass for others. *)
Forget == \E p \in Seats : \E pair \in positions[p].passing :
    /\ positions' = [positions EXCEPT ![p].passing = @ \ {pair}]
    /\ UNCHANGED <<logs, frontiers, words>>
TwinForget == Init /\ [][Next \/ Forget]_vars

(* Passing in a question that nobody has asked. *)
Imagine ==
    /\ positions' = [positions EXCEPT ![0].passing = {<<<<1, 99>>, 0>>}]
    /\ UNCHANGED <<logs, frontiers, words>>
TwinTypeOK == Init /\ [][Next \/ Imagine]_vars
===============================================================================
