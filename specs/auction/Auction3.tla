------------------------------- MODULE Auction3 -------------------------------
(*
The auction as it runs between peers.
Each participant appends to its own log and copies the logs of others, up to its frontier.
Every guard of Auction2 is replaced by the same question about what a participant has copied so far.
The variables of Auction2 stay, so that the two modules can be compared state by state; only their owner reads them.
*)
EXTENDS Naturals, FiniteSets, Sequences

CONSTANTS
    Participants, MaxAmount, Precedence, UNKNOWN, NONE, NULL,   \* as in Auction2
    PASS,           \* the entry of a participant who leaves the bidding
    CHANGE          \* the entry of a participant who moves on to the next round; every other entry is a bid

VARIABLES
    msgs,           \* the log of each participant
    frontiers,      \* frontiers[p][q]: how many entries of q's log p holds
    initialMoney, lastBid, bid, round, passed, winner

auction == <<initialMoney, lastBid, bid, round, passed, winner>>
A3vars == <<msgs, frontiers, auction>>

Entries == (0..MaxAmount) \cup {PASS, CHANGE}

A3TypeOK ==
    /\ \A p \in Participants : \A i \in DOMAIN msgs[p] : msgs[p][i] \in Entries
    /\ \A p, q \in Participants : frontiers[p][q] \in 0..Len(msgs[q])
    /\ \A p \in Participants : frontiers[p][p] = Len(msgs[p])

-------------------------------------------------------------------------------
(* What p knows of q, read from the part of q's log that p holds. *)

Known(p, q) == SubSeq(msgs[q], 1, frontiers[p][q])
NewestIs(p, q, kinds) == frontiers[p][q] > 0 /\ msgs[q][frontiers[p][q]] \in kinds

KnowsPassed(p, q) == NewestIs(p, q, {PASS})
KnowsBid(p, q) == NewestIs(p, q, 0..MaxAmount)

KnownRound(p, q) == 1 + Cardinality({i \in 1..frontiers[p][q] : msgs[q][i] = CHANGE})

(* The newest bid in that part, this round's included; 0 when there is none. *)
KnownLastBid(p, q) ==
    LET bids == SelectSeq(Known(p, q), LAMBDA entry : entry \notin {PASS, CHANGE})
    IN IF bids = <<>> THEN 0 ELSE bids[Len(bids)]

(* The newest bid of a round that q has finished in that part: the one before its last change of rounds. *)
KnownFinishedBid(p, q) ==
    LET changes == {i \in 1..frontiers[p][q] : msgs[q][i] = CHANGE}
    IN IF changes = {}
       THEN 0
       ELSE msgs[q][(CHOOSE last \in changes : \A i \in changes : i <= last) - 1]

(* A bid of p beats one of q, as in Auction1. *)
BidBeats(p, amount, q, other) ==
    \/ amount > other
    \/ amount = other /\ amount > 0 /\ <<p, q>> \in Precedence

(* p leads the round before, whatever it has seen of this one. *)
KnowsToLead(p) ==
    \A q \in Participants \ {p} : BidBeats(p, lastBid[p], q, KnownFinishedBid(p, q))

LeaderIsBound == Precedence # {}

KnowsInStep(p) == \A q \in Participants : KnowsPassed(p, q) \/ KnownRound(p, q) = round[p]

Due(p) ==
    /\ winner[p] = UNKNOWN
    /\ ~passed[p]
    /\ bid[p] = NULL
    /\ \E q \in Participants \ {p} : KnownRound(p, q) = round[p]
    /\ KnowsInStep(p)

(* p writes the next entry of its own log, and holds it at once. *)
Append1(p, entry) ==
    /\ msgs' = [msgs EXCEPT ![p] = Append(@, entry)]
    /\ frontiers' = [frontiers EXCEPT ![p][p] = @ + 1]

-------------------------------------------------------------------------------
A3Init ==
    /\ msgs = [p \in Participants |-> <<>>]
    /\ frontiers = [p \in Participants |-> [q \in Participants |-> 0]]
    /\ initialMoney \in [Participants -> 0..MaxAmount]
    /\ lastBid = [p \in Participants |-> 0]
    /\ bid = [p \in Participants |-> NULL]
    /\ round = [p \in Participants |-> 1]
    /\ passed = [p \in Participants |-> FALSE]
    /\ winner = [p \in Participants |-> UNKNOWN]

(* A bid must beat every bid that p knows of, those of the current round included. *)
A3Bid == \E p \in Participants :
    /\ Due(p)
    /\ \E amount \in (lastBid[p] + 1)..initialMoney[p] :
           /\ \A q \in Participants : KnownLastBid(p, q) < amount
           /\ bid' = [bid EXCEPT ![p] = amount]
           /\ Append1(p, amount)
    /\ UNCHANGED <<initialMoney, lastBid, round, passed, winner>>

(*
A participant may stand if it leads as far as it knows, and not if it has seen a higher bid in this round.
A leader who is bound may stand even then: who has no money to raise could not act otherwise.
*)
A3Stand == \E p \in Participants :
    /\ Due(p)
    /\ IF LeaderIsBound
       THEN KnowsToLead(p)
       ELSE \A q \in Participants \ {p} : KnownLastBid(p, q) < lastBid[p]
    /\ bid' = [bid EXCEPT ![p] = lastBid[p]]
    /\ Append1(p, lastBid[p])
    /\ UNCHANGED <<initialMoney, lastBid, round, passed, winner>>

(* Anyone who is due may leave, except a leader who is bound. *)
A3Pass == \E p \in Participants :
    /\ Due(p)
    /\ ~(LeaderIsBound /\ KnowsToLead(p))
    /\ passed' = [passed EXCEPT ![p] = TRUE]
    /\ Append1(p, PASS)
    /\ UNCHANGED <<initialMoney, lastBid, bid, round, winner>>

(* p moves on when it holds a bid of this round, or a later entry, from everyone it does not know to have passed. *)
A3NextRound == \E p \in Participants :
    /\ winner[p] = UNKNOWN
    /\ bid[p] # NULL
    /\ \A q \in Participants :
           \/ KnowsPassed(p, q)
           \/ IF KnownRound(p, q) = round[p] THEN KnowsBid(p, q) ELSE KnownRound(p, q) > round[p]
    /\ lastBid' = [lastBid EXCEPT ![p] = bid[p]]
    /\ bid' = [bid EXCEPT ![p] = NULL]
    /\ round' = [round EXCEPT ![p] = @ + 1]
    /\ Append1(p, CHANGE)
    /\ UNCHANGED <<initialMoney, passed, winner>>

(*
One participant copies everything that another holds.
A copy that brings nothing new, and a copy from oneself, are steps too: they change nothing and are counted as published.
*)
A3Merge == \E sender, receiver \in Participants :
    /\ frontiers' = [frontiers EXCEPT ![receiver] =
           [q \in Participants |->
               IF frontiers[sender][q] > @[q] THEN frontiers[sender][q] ELSE @[q]]]
    /\ UNCHANGED <<msgs, auction>>

(* As in Auction2, by what p holds. *)
A3ChooseWinner == \E p \in Participants :
    /\ winner[p] = UNKNOWN
    /\ \/ /\ \A q \in Participants : KnowsPassed(p, q)
          /\ winner' = [winner EXCEPT ![p] = NONE]
       \/ \E best \in Participants :
              /\ ~KnowsPassed(p, best)
              /\ \A q \in Participants \ {best} :
                     /\ KnowsPassed(p, q)
                     /\ BidBeats(best, KnownLastBid(p, best), q, KnownLastBid(p, q))
                     /\ KnownRound(p, q) < KnownRound(p, best)
              /\ winner' = [winner EXCEPT ![p] = best]
    /\ UNCHANGED <<msgs, frontiers, initialMoney, lastBid, bid, round, passed>>

A3Next ==
    \/ A3Bid
    \/ A3Stand
    \/ A3Pass
    \/ A3NextRound
    \/ A3Merge
    \/ A3ChooseWinner

(* As in Auction2, and news travels: a copy that would bring something new is made eventually. *)
A3LeaveOrStand == A3Pass \/ (LeaderIsBound /\ A3Stand)

A3FairSpec ==
    /\ A3Init
    /\ [][A3Next]_A3vars
    /\ WF_A3vars(A3LeaveOrStand)
    /\ WF_A3vars(A3NextRound)
    /\ WF_A3vars(A3Merge)
    /\ WF_A3vars(A3ChooseWinner)

-------------------------------------------------------------------------------
(* Logs only grow, and nothing that was copied is forgotten. *)
LogsOnlyGrow ==
    [][\A p, q \in Participants :
           /\ Len(msgs'[p]) >= Len(msgs[p])
           /\ SubSeq(msgs'[p], 1, Len(msgs[p])) = msgs[p]
           /\ frontiers'[p][q] >= frontiers[p][q]]_A3vars

A2 == INSTANCE Auction2

THEOREM A3FairSpec => []A3TypeOK /\ LogsOnlyGrow /\ A2!A2FairSpec
===============================================================================
