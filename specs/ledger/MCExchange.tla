------------------------------- MODULE MCExchange -------------------------------
(* The models of Exchange, and a broken twin for every promise. *)
EXTENDS Exchange

CONSTANTS a, b, c

(* An entry of nobody. *)
OfNobody == {<<a, 0>>}

(* A log that takes whatever arrives. *)
Believe == \E m \in wire :
    /\ log' = [log EXCEPT ![m[1]] = @ \cup {m[2]}]
    /\ UNCHANGED <<past, early, wire>>
TwinWritten == Init /\ [][Next \/ Believe]_vars

(* The same with signatures, but without a look at the past. *)
Hurry == \E m \in wire :
    /\ m[2] \in Written
    /\ log' = [log EXCEPT ![m[1]] = @ \cup {m[2]}]
    /\ UNCHANGED <<past, early, wire>>
TwinClosed == Init /\ [][Next \/ Hurry]_vars

(* A seat that shows what it has not made durable, and loses it. *)
Forget == \E e \in Written :
    /\ log' = [log EXCEPT ![e[1]] = @ \ {e}]
    /\ UNCHANGED <<past, early, wire>>
TwinOwn == Init /\ [][Next \/ Forget]_vars

(* What is kept for later although nobody has written it. *)
Keep == \E m \in wire :
    /\ early' = [early EXCEPT ![m[1]] = @ \cup {m[2]}]
    /\ UNCHANGED <<past, log, wire>>
TwinTypeOK == Init /\ [][Next \/ Keep]_vars

(* Streams alone. *)
TwinAgree == Spec /\ WF_vars(Write) /\ WF_vars(Arrive)
===============================================================================
