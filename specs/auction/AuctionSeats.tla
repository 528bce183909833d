----------------------------- MODULE AuctionSeats ------------------------------
(*
Auction3 as seats at a table play it, which adds three things.
News comes in parts: a repository shows what its owner held when it wrote, not what it holds now.
A participant may leave for good, by resigning or by a vote of the others; what it would have to be waited for is done for it.
A participant may have said in advance that it passes, or only that its bookkeeping is done for it; everybody knows that from the beginning.

What is done for a participant is an entry of its log that nobody writes: whoever knows the reason works the entry out from what it holds.
The first one to do so extends the log here, and everybody else must come to the same entry: that is what the promise of agreement rests on.
*)
EXTENDS Auction3

CONSTANTS
    MayLeave,       \* who may leave
    MayOrder        \* who may have said something in advance

VARIABLES
    left,           \* left[p]: the participants whom p knows to have left
    ends,           \* how long the own part of a log is: what follows was done for its owner; NULL while it takes part
    passing,        \* who has said that it passes; fixed when the auction opens
    booked          \* whose bookkeeping is done for it; among them all who pass

orders == <<passing, booked>>
ASvars == <<A3vars, left, ends, orders>>

Gone == {q \in Participants : ends[q] # NULL}

ASTypeOK ==
    /\ \A p \in Participants : \A i \in DOMAIN msgs[p] : msgs[p][i] \in Entries
    /\ \A p, q \in Participants : frontiers[p][q] \in 0..Len(msgs[q])
    /\ \A p \in Participants \ (Gone \cup booked) : frontiers[p][p] = Len(msgs[p])
    /\ left \in [Participants -> SUBSET Gone]
    /\ \A q \in Gone : ends[q] \in 0..Len(msgs[q])

-------------------------------------------------------------------------------
(* What p sees of q, as in Auction3 but read from p's copies alone. *)

DueIn(p, q) ==
    /\ ~KnowsPassed(p, q)
    /\ ~KnowsBid(p, q)
    /\ \E r \in Participants \ {q} : KnownRound(p, r) = KnownRound(p, q)
    /\ \A r \in Participants : KnowsPassed(p, r) \/ KnownRound(p, r) = KnownRound(p, q)

LeadsIn(p, q) ==
    \A r \in Participants \ {q} : BidBeats(q, KnownFinishedBid(p, q), r, KnownFinishedBid(p, r))

MovesOnIn(p, q) ==
    /\ KnowsBid(p, q)
    /\ \A r \in Participants :
           \/ KnowsPassed(p, r)
           \/ IF KnownRound(p, r) = KnownRound(p, q) THEN KnowsBid(p, r) ELSE KnownRound(p, r) > KnownRound(p, q)

(* p acts for q: in everything if q has left or passes, else only where there is no choice. *)
ActsFor(p, q) == q \in left[p] \cup booked
DecidesFor(p, q) == q \in left[p] \cup passing

(* The entry that p works out for q; NULL if there is none to be made now. A leader who is bound stands. *)
EntryFor(p, q) ==
    CASE ActsFor(p, q) /\ MovesOnIn(p, q) -> CHANGE
      [] DecidesFor(p, q) /\ DueIn(p, q) /\ ~(LeaderIsBound /\ LeadsIn(p, q)) -> PASS
      [] q \in left[p] /\ DueIn(p, q) /\ LeaderIsBound /\ LeadsIn(p, q) -> KnownFinishedBid(p, q)
      [] OTHER -> NULL

-------------------------------------------------------------------------------
ASInit ==
    /\ A3Init
    /\ left = [p \in Participants |-> {}]
    /\ ends = [p \in Participants |-> NULL]
    /\ booked \in SUBSET MayOrder
    /\ passing \in SUBSET booked

(* Who takes part writes for itself, except where everybody does it for it; who has left writes nothing. *)
ByItself(p) == p \notin Gone /\ frontiers[p][p] = Len(msgs[p]) /\ EntryFor(p, p) = NULL
(* The bids, stands, passes and changes of rounds of Auction3 (AUCTION-4). *)
ASWrite ==
    /\ A3Bid \/ A3Stand \/ A3Pass \/ A3NextRound
    /\ \A p \in Participants : msgs'[p] # msgs[p] => ByItself(p)
    /\ UNCHANGED <<left, ends, orders>>

(* As in Auction3; who has left may have said so before (AUCTION-6). *)
ASChooseWinner ==
    /\ A3ChooseWinner
    /\ UNCHANGED <<left, ends, orders>>

(* A participant takes some more entries, and whatever it learns of who has left, of whom it then holds all that counts. *)
Take(p, frontier, known) ==
    /\ frontier[p] = frontiers[p][p]
    /\ \A q \in Participants : frontier[q] \in frontiers[p][q]..Len(msgs[q])
    /\ left[p] \subseteq known
    /\ \A q \in known : q \in Gone /\ frontier[q] >= ends[q]
    /\ frontiers' = [frontiers EXCEPT ![p] = frontier]
    /\ left' = [left EXCEPT ![p] = known]
    /\ UNCHANGED <<msgs, ends, auction, orders>>
Longest == CHOOSE n \in {Len(msgs[q]) : q \in Participants} : \A q \in Participants : Len(msgs[q]) <= n
(* Any part of what is new to somebody, in any order. *)
ASTake == \E p \in Participants : \E frontier \in [Participants -> 0..Longest], known \in SUBSET Gone :
    Take(p, frontier, known)

(* A participant leaves; somebody who holds all that it wrote knows it first: it itself, or the one whose vote was the last. *)
Leave(p, q) ==
    /\ q \notin Gone /\ p \notin Gone
    /\ frontiers[p][q] = Len(msgs[q])
    /\ ends' = [ends EXCEPT ![q] = Len(msgs[q])]
    /\ left' = [left EXCEPT ![p] = @ \cup {q}]
    /\ UNCHANGED <<A3vars, orders>>
(* By resigning or by votes (LEAVE-1). *)
ASLeave == \E p \in Participants, q \in MayLeave : Leave(p, q)

(* What an entry does to the variables of its owner, which only Auction2 reads. *)
Effect(q, entry) ==
    CASE entry = CHANGE ->
             /\ lastBid' = [lastBid EXCEPT ![q] = bid[q]]
             /\ bid' = [bid EXCEPT ![q] = NULL]
             /\ round' = [round EXCEPT ![q] = @ + 1]
             /\ UNCHANGED passed
      [] entry = PASS ->
             /\ passed' = [passed EXCEPT ![q] = TRUE]
             /\ UNCHANGED <<lastBid, bid, round>>
      [] OTHER ->
             /\ bid' = [bid EXCEPT ![q] = entry]
             /\ UNCHANGED <<lastBid, round, passed>>

(* p does for q what there is to do, as the first one or after others: then it must be what they have done. *)
StandIn(p, q) == LET entry == EntryFor(p, q) IN
    /\ entry # NULL
    /\ frontiers' = [frontiers EXCEPT ![p][q] = @ + 1]
    /\ IF frontiers[p][q] < Len(msgs[q])
       THEN msgs[q][frontiers[p][q] + 1] = entry /\ UNCHANGED <<msgs, lastBid, bid, round, passed>>
       ELSE msgs' = [msgs EXCEPT ![q] = Append(@, entry)] /\ Effect(q, entry)
    /\ UNCHANGED <<initialMoney, winner, left, ends, orders>>
(* Whatever there is to be done for anybody (LEAVE-1). *)
ASStandIn == \E p, q \in Participants : StandIn(p, q)

ASNext ==
    \/ ASWrite
    \/ ASChooseWinner
    \/ ASTake
    \/ ASLeave
    \/ ASStandIn

ASSpec == ASInit /\ [][ASNext]_ASvars

-------------------------------------------------------------------------------
(* Whoever works out an entry that is there already comes to that entry. *)
InvSameEntry ==
    \A p, q \in Participants : EntryFor(p, q) # NULL /\ frontiers[p][q] < Len(msgs[q]) =>
        msgs[q][frontiers[p][q] + 1] = EntryFor(p, q)

(* All who have chosen name the same winner, whoever leaves on the way. *)
InvOneWinner == \A p, q \in Participants : winner[p] # UNKNOWN /\ winner[q] # UNKNOWN => winner[p] = winner[q]

THEOREM ASSpec => [](ASTypeOK /\ InvSameEntry /\ InvOneWinner) /\ A2!A2Init /\ [][A2!A2Next]_(A2!A2vars)
===============================================================================
