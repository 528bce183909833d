------------------------------ MODULE MCAuction3 ------------------------------
(* The models of Auction3: the published run, runs without symmetry, and a broken twin for every promise. *)
EXTENDS Auction3, TLC

Symmetry == Permutations(Participants)

RefinesAuction2 == A2!A2FairSpec
Termination == A2!A1!Termination
Agreement == A2!A1!Agreement
Validity == A2!A1!Validity
Integrity == A2!A1!Integrity

-------------------------------------------------------------------------------
(* Each twin adds one forbidden step, or leaves out fairness; TLC must notice. *)

(* Closing before the others are heard: no step of Auction2 explains it. *)
ChooseUnheard ==
    /\ \E p \in Participants :
           /\ winner[p] = UNKNOWN
           /\ bid[p] # NULL
           /\ winner' = [winner EXCEPT ![p] = p]
    /\ UNCHANGED <<msgs, frontiers, initialMoney, lastBid, bid, round, passed>>
TwinRefinement == A3Init /\ [][A3Next \/ ChooseUnheard]_A3vars

(* News need not travel: the fairness of Auction2 is not refined. *)
TwinFairness ==
    /\ A3Init
    /\ [][A3Next]_A3vars
    /\ WF_A3vars(A3Pass)
    /\ WF_A3vars(A3NextRound)
    /\ WF_A3vars(A3ChooseWinner)

(* Holding an entry that was never written: A3TypeOK. *)
Imagine ==
    /\ \E p, q \in Participants : frontiers' = [frontiers EXCEPT ![p][q] = @ + 1]
    /\ UNCHANGED <<msgs, auction>>
TwinTypeOK == A3Init /\ [][A3Next \/ Imagine]_A3vars

(* An entry struck from a log by its author: LogsOnlyGrow. *)
Strike ==
    /\ \E p \in Participants :
           /\ msgs[p] # <<>>
           /\ msgs' = [msgs EXCEPT ![p] = SubSeq(@, 1, Len(@) - 1)]
           /\ frontiers' = [q \in Participants |-> [frontiers[q] EXCEPT ![p] = IF @ > Len(msgs'[p]) THEN Len(msgs'[p]) ELSE @]]
    /\ UNCHANGED auction
TwinLogsOnlyGrow == A3Init /\ [][A3Next \/ Strike]_A3vars
===============================================================================
