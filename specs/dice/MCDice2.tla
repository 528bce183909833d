-------------------------------- MODULE MCDice2 --------------------------------
(* The models of Dice2, and a broken twin for every promise. *)
EXTENDS Dice2, TLC

CONSTANTS a, b, c

(* Powers of two, so that every set of contributions has its own sum. *)
MCLinks == a :> <<1, 1>> @@ b :> <<2, 2>> @@ c :> <<4, 4>>

RefinesDice1 == D1!D1Spec

-------------------------------------------------------------------------------
(* Revealing a link that nobody has requested: InvNotBeforeTheRequest. *)
RevealEarly == \E p \in Peers, i \in Draws :
    /\ ~KnowsLink(p, p, i)
    /\ Write(p, Reveal(i, p))
TwinBefore == D2Init /\ [][D2Next \/ RevealEarly]_D2vars

(* Votes that are not binding: agreement is lost. *)
MergeUnbound == \E sender, receiver \in Peers :
    /\ frontiers' = [frontiers EXCEPT ![receiver] =
           [q \in Peers |-> IF frontiers[sender][q] > @[q] THEN frontiers[sender][q] ELSE @[q]]]
    /\ UNCHANGED <<msgs, stopped>>
TwinUnbound == D2Init /\ [][D2Next \/ MergeUnbound]_D2vars

(* Continuing without a peer that is present: InvFixedByCommitments. *)
RetireAnybody == \E p \in Peers : \E seat \in Others(p) :
    /\ Current(p) > 0
    /\ ~Settled(p, seat, Current(p))
    /\ ~Voted(p, seat)
    /\ Write(p, Vote(seat, p))
TwinCommitments == D2Init /\ [][D2Next \/ RetireAnybody]_D2vars

(* Holding an entry that was never written: D2TypeOK. *)
Imagine ==
    /\ \E p, q \in Peers : frontiers' = [frontiers EXCEPT ![p][q] = @ + 1]
    /\ UNCHANGED <<msgs, stopped>>
TwinTypeOK == D2Init /\ [][D2Next \/ Imagine]_D2vars

(* Nobody votes: a peer that is gone stops the game. *)
TwinWait == D2Spec /\ WF_D2vars(D2Reveal) /\ WF_D2vars(D2Object) /\ WF_D2vars(D2Merge)

(*
Not promised, and must fail: leaving changes nothing.
A peer that has seen all other links knows the draw before it reveals its own, and may leave instead.
*)
LeavingChangesNothing ==
    \A p, q \in Peers, i \in Draws :
        p \in stopped /\ CanCompute(p, i) /\ Determined(q, i) =>
            Outcome(q, i) = Sum(Peers, i) % Cardinality(Values)
===============================================================================
