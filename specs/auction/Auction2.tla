------------------------------- MODULE Auction2 -------------------------------
(*
The auction in rounds.
In each round everyone who is still in bids, stands or passes, exactly once, seeing the bids of the
round before. A pass is final. Everyone works out the winner independently; that all reach the same
answer is what refining Auction1 means.
*)
EXTENDS Naturals, FiniteSets

CONSTANTS
    Participants, MaxAmount, Precedence, UNKNOWN, NONE,     \* as in Auction1
    NULL                                                    \* no bid yet in this round

VARIABLES
    initialMoney,   \* the purses, fixed when the auction opens
    lastBid,        \* each participant's bid in the last round that it finished
    bid,            \* what each has bid in its current round, or NULL
    round,          \* the round in which each is
    passed,         \* who has left the bidding
    winner          \* the opinion of each participant

A2vars == <<initialMoney, lastBid, bid, round, passed, winner>>

A2TypeOK ==
    /\ initialMoney \in [Participants -> 0..MaxAmount]
    /\ lastBid \in [Participants -> Nat]
    /\ bid \in [Participants -> Nat \cup {NULL}]
    /\ round \in [Participants -> Nat \ {0}]
    /\ passed \in [Participants -> BOOLEAN]
    /\ winner \in [Participants -> Participants \cup {UNKNOWN, NONE}]

(* Everyone who has not passed is in the same round as p. *)
InStep(p) == \A q \in Participants : passed[q] \/ round[q] = round[p]

(*
p is due to act: undecided, still in, not yet heard in this round, and level with the others.
At least one other must have reached this round, so that nobody keeps bidding alone.
*)
Due(p) ==
    /\ winner[p] = UNKNOWN
    /\ ~passed[p]
    /\ bid[p] = NULL
    /\ \E q \in Participants \ {p} : round[q] = round[p]
    /\ InStep(p)

(* As in Auction1, by the bids of the round before. *)
Beats(p, q) ==
    \/ lastBid[p] > lastBid[q]
    \/ lastBid[p] = lastBid[q] /\ lastBid[p] > 0 /\ <<p, q>> \in Precedence
Leads(p) == \A q \in Participants \ {p} : Beats(p, q)

(* Where ties have a leader a leading bid binds (AUCTION-5); as published, a leader may pass. *)
LeaderIsBound == Precedence # {}

-------------------------------------------------------------------------------
A2Init ==
    /\ initialMoney \in [Participants -> 0..MaxAmount]
    /\ lastBid = [p \in Participants |-> 0]
    /\ bid = [p \in Participants |-> NULL]
    /\ round = [p \in Participants |-> 1]
    /\ passed = [p \in Participants |-> FALSE]
    /\ winner = [p \in Participants |-> UNKNOWN]

(*
A bid must beat everything that was bid in the round before (AUCTION-4), and be covered by money (AUCTION-3).
Anyone may bid (AUCTION-1), at least a dollar, and one dollar more is enough (AUCTION-2).
*)
A2Bid == \E p \in Participants :
    /\ Due(p)
    /\ \E amount \in (lastBid[p] + 1)..initialMoney[p] :
           /\ \A q \in Participants : lastBid[q] < amount
           /\ bid' = [bid EXCEPT ![p] = amount]
    /\ UNCHANGED <<initialMoney, lastBid, round, passed, winner>>

(* The leader of the round before need not raise: the old bid counts again (AUCTION-4). *)
A2Stand == \E p \in Participants :
    /\ Due(p)
    /\ Leads(p)
    /\ bid' = [bid EXCEPT ![p] = lastBid[p]]
    /\ UNCHANGED <<initialMoney, lastBid, round, passed, winner>>

(*
Anyone who is due may leave instead, and cannot come back (AUCTION-4).
A leader may leave as well, unless the leading bid binds (AUCTION-5).
*)
A2Pass == \E p \in Participants :
    /\ Due(p)
    /\ ~(LeaderIsBound /\ Leads(p))
    /\ passed' = [passed EXCEPT ![p] = TRUE]
    /\ UNCHANGED <<initialMoney, lastBid, bid, round, winner>>

(*
Once everyone still in has bid in p's round, or is past it, p moves on (AUCTION-4).
The bid becomes the last bid.
*)
A2NextRound == \E p \in Participants :
    /\ winner[p] = UNKNOWN
    /\ bid[p] # NULL
    /\ \A q \in Participants :
           \/ passed[q]
           \/ IF round[q] = round[p] THEN bid[q] # NULL ELSE round[q] > round[p]
    /\ lastBid' = [lastBid EXCEPT ![p] = bid[p]]
    /\ bid' = [bid EXCEPT ![p] = NULL]
    /\ round' = [round EXCEPT ![p] = @ + 1]
    /\ UNCHANGED <<initialMoney, passed, winner>>

(*
All have passed: nobody won (AUCTION-6).
All but one have passed, and that one is a round ahead with a bid that beats all others: that one won.
A tie at the top that nobody beats is therefore sold to the one who precedes, or to nobody (AUCTION-7).
*)
A2ChooseWinner == \E p \in Participants :
    /\ winner[p] = UNKNOWN
    /\ \/ /\ \A q \in Participants : passed[q]
          /\ winner' = [winner EXCEPT ![p] = NONE]
       \/ \E best \in Participants :
              /\ ~passed[best]
              /\ \A q \in Participants \ {best} :
                     /\ passed[q]
                     /\ Beats(best, q)
                     /\ round[q] < round[best]
              /\ winner' = [winner EXCEPT ![p] = best]
    /\ UNCHANGED <<initialMoney, lastBid, bid, round, passed>>

A2Next ==
    \/ A2Bid
    \/ A2Stand
    \/ A2Pass
    \/ A2NextRound
    \/ A2ChooseWinner

(*
A participant who is due may bid as long as the money lasts, but must act eventually.
Passing is always possible, except for a leader who is bound, and who can stand.
*)
A2LeaveOrStand == A2Pass \/ (LeaderIsBound /\ A2Stand)

A2FairSpec ==
    /\ A2Init
    /\ [][A2Next]_A2vars
    /\ WF_A2vars(A2LeaveOrStand)
    /\ WF_A2vars(A2NextRound)
    /\ WF_A2vars(A2ChooseWinner)

-------------------------------------------------------------------------------
(* Bids only rise: above what others bid in the round before, and never below one's own last bid. *)
InvIncreasingBids ==
    \A p \in Participants :
        bid[p] # NULL =>
            /\ bid[p] >= lastBid[p]
            /\ \A q \in Participants \ {p} :
                   round[q] = round[p] => lastBid[q] < bid[p] \/ Beats(p, q)

(*
What `classic` promises besides (AUCTION-7): as soon as there is a bid one participant leads, and a bid sells.
Nobody can block a sale by bidding as much as another and passing then. With an empty `Precedence` both fail.
*)
HasBid == \E p \in Participants : lastBid[p] > 0
InvOneLeader == HasBid => Cardinality({p \in Participants : Leads(p)}) = 1
InvBidSells == HasBid => \A p \in Participants : winner[p] # NONE

A1 == INSTANCE Auction1

THEOREM A2FairSpec => [](A2TypeOK /\ InvIncreasingBids) /\ A1!A1FairSpec
===============================================================================
