---------------------------- MODULE MCAuctionSeats -----------------------------
(* The models of AuctionSeats, and a broken twin for every promise. *)
EXTENDS AuctionSeats

CONSTANTS p1, p2, p3

SeatOrder == {<<p1, p2>>, <<p1, p3>>, <<p2, p3>>} \cap (Participants \X Participants)

RefinesAuction2 == A2!A2Init /\ [][A2!A2Next]_(A2!A2vars)

-------------------------------------------------------------------------------
(* Holding an entry that was never written: ASTypeOK. *)
Imagine ==
    /\ \E p, q \in Participants : frontiers' = [frontiers EXCEPT ![p][q] = @ + 1]
    /\ UNCHANGED <<msgs, auction, left, ends, orders>>
TwinTypeOK == ASInit /\ [][ASNext \/ Imagine]_ASvars

(* Learning that somebody has left without all that it wrote before: others come to other entries for it. *)
LearnEarly == \E p \in Participants :
    /\ left' = [left EXCEPT ![p] = Gone]
    /\ UNCHANGED <<A3vars, ends, orders>>
TwinSameEntry == ASInit /\ [][ASNext \/ LearnEarly]_ASvars

(* Passing for a leader who is bound: the deed is sold to nobody. *)
PassForLeader == \E p, q \in Participants :
    /\ q \in left[p]
    /\ DueIn(p, q)
    /\ frontiers[p][q] = Len(msgs[q])
    /\ msgs' = [msgs EXCEPT ![q] = Append(@, PASS)]
    /\ frontiers' = [frontiers EXCEPT ![p][q] = @ + 1]
    /\ Effect(q, PASS)
    /\ UNCHANGED <<initialMoney, winner, left, ends, orders>>
TwinRefinement == ASInit /\ [][ASNext \/ PassForLeader]_ASvars

(* Naming oneself before the others are heard: InvOneWinner. *)
ChooseUnheard == \E p \in Participants :
    /\ winner[p] = UNKNOWN
    /\ winner' = [winner EXCEPT ![p] = p]
    /\ UNCHANGED <<msgs, frontiers, initialMoney, lastBid, bid, round, passed, left, ends, orders>>
TwinWinner == ASInit /\ [][ASNext \/ ChooseUnheard]_ASvars
===============================================================================
