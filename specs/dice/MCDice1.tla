-------------------------------- MODULE MCDice1 --------------------------------
(* The models of Dice1, and a broken twin for every promise. *)
EXTENDS Dice1

(* Knowing before asking: InvNotBeforeTheRequest. *)
Foresee == \E p \in Peers, i \in Draws, value \in Values :
    /\ known' = [known EXCEPT ![p][i] = value]
    /\ UNCHANGED <<requested, outcome>>
TwinBefore == D1Init /\ [][D1Next \/ Foresee]_D1vars

(* Learning something else: InvAgreement. *)
Mishear == \E p \in Peers, i \in Draws, value \in Values :
    /\ outcome[i] # NULL
    /\ known' = [known EXCEPT ![p][i] = value]
    /\ UNCHANGED <<requested, outcome>>
TwinAgreement == D1Init /\ [][D1Next \/ Mishear]_D1vars

(* Rolling again: DrawnOnce. *)
DrawAgain == \E i \in Draws, value \in Values :
    /\ outcome[i] # NULL
    /\ outcome' = [outcome EXCEPT ![i] = value]
    /\ UNCHANGED <<requested, known>>
TwinOnce == D1Init /\ [][D1Next \/ DrawAgain]_D1vars

(* Asking for more draws than there are: D1TypeOK. *)
AskTooMuch ==
    /\ requested' = requested + 1
    /\ UNCHANGED <<outcome, known>>
TwinTypeOK == D1Init /\ [][D1Next \/ AskTooMuch]_D1vars
===============================================================================
