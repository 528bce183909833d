--------------------------------- MODULE Dice1 ---------------------------------
(*
The ideal draw: a peer asks, then chance answers once, and all learn the same answer. Dice and
cards are drawn in the same way; a value stands for anything drawn.
*)
EXTENDS Naturals

CONSTANTS
    Peers,
    NumDraws,       \* draws are numbered from 1, in the order of their requests
    Values,         \* what a draw may give
    NULL            \* not drawn, or not known

VARIABLES
    requested,      \* how many draws were requested
    outcome,        \* what each draw gave
    known           \* known[p][i]: what p knows draw i to have given

D1vars == <<requested, outcome, known>>

Draws == 1..NumDraws

D1TypeOK ==
    /\ requested \in 0..NumDraws
    /\ outcome \in [Draws -> Values \cup {NULL}]
    /\ known \in [Peers -> [Draws -> Values \cup {NULL}]]

-------------------------------------------------------------------------------
D1Init ==
    /\ requested = 0
    /\ outcome = [i \in Draws |-> NULL]
    /\ known = [p \in Peers |-> [i \in Draws |-> NULL]]

(* A draw is requested once the previous one has been made; there is no way back. *)
D1Request ==
    /\ requested < NumDraws
    /\ requested > 0 => outcome[requested] # NULL
    /\ requested' = requested + 1
    /\ UNCHANGED <<outcome, known>>

(* Chance answers once, and one peer is the first to know. *)
D1Draw == \E value \in Values, p \in Peers :
    /\ requested > 0
    /\ outcome[requested] = NULL
    /\ outcome' = [outcome EXCEPT ![requested] = value]
    /\ known' = [known EXCEPT ![p][requested] = value]
    /\ UNCHANGED requested

(* The others learn it. *)
D1Learn == \E p \in Peers : \E heard \in SUBSET Draws :
    /\ \A i \in heard : outcome[i] # NULL
    /\ known' = [known EXCEPT ![p] = [i \in Draws |-> IF i \in heard THEN outcome[i] ELSE @[i]]]
    /\ UNCHANGED <<requested, outcome>>

D1Next ==
    \/ D1Request
    \/ D1Draw
    \/ D1Learn

D1Spec == D1Init /\ [][D1Next]_D1vars

-------------------------------------------------------------------------------
(* Nothing is known before it is requested. *)
InvNotBeforeTheRequest ==
    \A i \in Draws : i > requested => outcome[i] = NULL /\ \A p \in Peers : known[p][i] = NULL

(* Agreement: all who know a draw know the same outcome. *)
InvAgreement == \A p \in Peers, i \in Draws : known[p][i] \in {NULL, outcome[i]}

(* Nothing is drawn twice, and nothing known is forgotten. *)
DrawnOnce ==
    [][\A i \in Draws :
           /\ outcome[i] # NULL => outcome'[i] = outcome[i]
           /\ \A p \in Peers : known[p][i] # NULL => known'[p][i] = known[p][i]]_D1vars

THEOREM D1Spec => [](D1TypeOK /\ InvNotBeforeTheRequest /\ InvAgreement) /\ DrawnOnce
===============================================================================
