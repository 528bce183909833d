------------------------------- MODULE MCTrade1 --------------------------------
(* The models of Trade1, and a broken twin for every promise. *)
EXTENDS Trade1, TLC

CONSTANTS a, b, c, deed, card, coin, o1, o2

(* Peer a has the floor and a deed, which it offers to b for a card and to c for a coin. *)
MCFirstHolder == deed :> a @@ card :> b @@ coin :> c
MCTo == o1 :> b @@ o2 :> c
MCGives == o1 :> {deed} @@ o2 :> {deed}
MCTakes == o1 :> {card} @@ o2 :> {coin}

-------------------------------------------------------------------------------
(* Each twin adds one forbidden step, or leaves out fairness; TLC must notice. *)

(* Half an exchange: Atomicity. *)
SettleHalf == \E o \in Offers :
    /\ Undecided(o)
    /\ InPlace(o)
    /\ holder' = [x \in Assets |-> IF x \in Gives[o] THEN To[o] ELSE holder[x]]
    /\ verdict' = [verdict EXCEPT ![Floor][o] = DONE]
    /\ UNCHANGED made
TwinAtomicity == T1Init /\ [][T1Next \/ SettleHalf]_T1vars

(* Giving away an asset that is gone: NoDoubleSpending. *)
SpendAgain == \E o \in Offers :
    /\ Undecided(o)
    /\ verdict' = [verdict EXCEPT ![Floor][o] = DONE]
    /\ UNCHANGED <<made, holder>>
TwinSpending == T1Init /\ [][T1Next \/ SpendAgain]_T1vars

(* Calling off what is settled: Agreed. *)
CallOffLate == \E o \in made :
    /\ verdict[To[o]][o] = UNKNOWN
    /\ verdict' = [verdict EXCEPT ![To[o]][o] = OFF]
    /\ UNCHANGED <<made, holder>>
TwinAgreement == T1Init /\ [][T1Next \/ CallOffLate]_T1vars

(* Taking a verdict back: Integrity. *)
Forget == \E p \in Peers, o \in Offers :
    /\ verdict' = [verdict EXCEPT ![p][o] = UNKNOWN]
    /\ UNCHANGED <<made, holder>>
TwinIntegrity == T1Init /\ [][T1Next \/ Forget]_T1vars

(* Nobody has to act: Termination. *)
TwinTermination == T1Init /\ [][T1Next]_T1vars

(* An asset that vanishes: T1TypeOK. *)
Lose ==
    /\ holder' = [holder EXCEPT ![deed] = UNKNOWN]
    /\ UNCHANGED <<made, verdict>>
TwinTypeOK == T1Init /\ [][T1Next \/ Lose]_T1vars
===============================================================================
