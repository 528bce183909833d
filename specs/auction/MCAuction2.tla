------------------------------ MODULE MCAuction2 ------------------------------
(* The models of Auction2: the published run, runs without symmetry, with equal bids of equal weight and not, and a broken
twin for every promise. *)
EXTENDS Auction2, TLC

Symmetry == Permutations(Participants)

(* The order of `classic`: whoever comes first beats all who follow; any order of the seats will do. *)
SeatOrder ==
    CHOOSE order \in SUBSET (Participants \X Participants) :
        /\ \A p \in Participants : <<p, p>> \notin order
        /\ \A p, q \in Participants : p # q => (<<p, q>> \in order <=> <<q, p>> \notin order)
        /\ \A p, q, r \in Participants :
               <<p, q>> \in order /\ <<q, r>> \in order => <<p, r>> \in order

RefinesAuction1 == A1!A1FairSpec
Termination == A1!Termination
Agreement == A1!Agreement
Validity == A1!Validity
Integrity == A1!Integrity

-------------------------------------------------------------------------------
(* Each twin adds one forbidden step, or leaves out fairness; TLC must notice. *)

(* A bid that ignores the round before: InvIncreasingBids. *)
BidTooLow ==
    /\ \E p \in Participants : Due(p) /\ bid' = [bid EXCEPT ![p] = 0]
    /\ UNCHANGED <<initialMoney, lastBid, round, passed, winner>>
TwinIncreasingBids == A2Init /\ [][A2Next \/ BidTooLow]_A2vars

(* A round number below the first: A2TypeOK. *)
StepBack ==
    /\ \E p \in Participants : round' = [round EXCEPT ![p] = @ - 1]
    /\ UNCHANGED <<initialMoney, lastBid, bid, passed, winner>>
TwinTypeOK == A2Init /\ [][A2Next \/ StepBack]_A2vars

(* A tie settled by favour: no step of Auction1 explains it. *)
NameTiedLeader ==
    /\ \E p, q \in Participants :
           /\ winner[p] = UNKNOWN
           /\ \A r \in Participants : lastBid[r] <= lastBid[q]
           /\ winner' = [winner EXCEPT ![p] = q]
    /\ UNCHANGED <<initialMoney, lastBid, bid, round, passed>>
TwinRefinement == A2Init /\ [][A2Next \/ NameTiedLeader]_A2vars

(* A participant who is due never acts: the fairness of Auction1 is not refined. *)
TwinFairness ==
    /\ A2Init
    /\ [][A2Next]_A2vars
    /\ WF_A2vars(A2NextRound)
    /\ WF_A2vars(A2ChooseWinner)

(* A leader who may not pass never stands. *)
TwinLeaderWaits == TwinFairness /\ WF_A2vars(A2Pass)
===============================================================================
