------------------------------ MODULE MCAuction1 ------------------------------
(* The models of Auction1: the published run, runs without symmetry, with equal bids of equal weight and not, and a broken
twin for every promise. *)
EXTENDS Auction1, TLC

Symmetry == Permutations(Participants)

(* The order of `classic`: whoever comes first beats all who follow; any order of the seats will do. *)
SeatOrder ==
    CHOOSE order \in SUBSET (Participants \X Participants) :
        /\ \A p \in Participants : <<p, p>> \notin order
        /\ \A p, q \in Participants : p # q => (<<p, q>> \in order <=> <<q, p>> \notin order)
        /\ \A p, q, r \in Participants :
               <<p, q>> \in order /\ <<q, r>> \in order => <<p, r>> \in order

-------------------------------------------------------------------------------
(* Each twin adds one forbidden step, or leaves out fairness; TLC must notice. *)

(* Two undecided participants decide differently: Agreement. *)
DecideAlone ==
    /\ \E p \in Participants : winner[p] = UNKNOWN /\ winner' = [winner EXCEPT ![p] = NONE]
    /\ UNCHANGED <<initialMoney, lastBid>>
TwinAgreement == A1Init /\ [][A1Next \/ DecideAlone]_A1vars

(* A bid that no money covers: the first half of Validity. *)
BidOnCredit ==
    /\ \E p \in Participants : lastBid' = [lastBid EXCEPT ![p] = initialMoney[p] + 1]
    /\ UNCHANGED <<initialMoney, winner>>
TwinSolvable == A1Init /\ [][A1Next \/ BidOnCredit]_A1vars

(* A winner who shares the lead: the second half of Validity. *)
NameAnybody ==
    /\ Open
    /\ \E p, q \in Participants : winner' = [winner EXCEPT ![p] = q]
    /\ UNCHANGED <<initialMoney, lastBid>>
TwinHigherBid == A1Init /\ [][A1Next \/ NameAnybody]_A1vars

(* A decision taken back: Integrity. *)
ChangeMind ==
    /\ \E p \in Participants : winner[p] # UNKNOWN /\ winner' = [winner EXCEPT ![p] = UNKNOWN]
    /\ UNCHANGED <<initialMoney, lastBid>>
TwinIntegrity == A1Init /\ [][A1Next \/ ChangeMind]_A1vars

(* Nobody has to act: Termination. *)
TwinTermination == A1Init /\ [][A1Next]_A1vars

(* A purse that grows: A1TypeOK. *)
FindMoney ==
    /\ \E p \in Participants : initialMoney' = [initialMoney EXCEPT ![p] = @ + 1]
    /\ UNCHANGED <<lastBid, winner>>
TwinTypeOK == A1Init /\ [][A1Next \/ FindMoney]_A1vars
===============================================================================
