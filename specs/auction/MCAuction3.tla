------------------------------ MODULE MCAuction3 ------------------------------
(* The models of Auction3: the published run, runs without symmetry, with equal bids of equal weight and not, and a broken
twin for every promise. *)
EXTENDS Auction3, TLC

Symmetry == Permutations(Participants)

(* The order of `classic`: whoever comes first beats all who follow; any order of the seats will do. *)
SeatOrder ==
    CHOOSE order \in SUBSET (Participants \X Participants) :
        /\ \A p \in Participants : <<p, p>> \notin order
        /\ \A p, q \in Participants : p # q => (<<p, q>> \in order <=> <<q, p>> \notin order)
        /\ \A p, q, r \in Participants :
               <<p, q>> \in order /\ <<q, r>> \in order => <<p, r>> \in order

RefinesAuction2 == A2!A2FairSpec
Termination == A2!A1!Termination
Agreement == A2!A1!Agreement
Validity == A2!A1!Validity
Integrity == A2!A1!Integrity
InvOneLeader == A2!InvOneLeader
InvBidSells == A2!InvBidSells

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
    /\ WF_A3vars(A3LeaveOrStand)
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
