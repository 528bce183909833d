------------------------------- MODULE Auction1 -------------------------------
(*
An abstract auction. No messages are sent here: every participant has a purse, a standing bid and an
opinion on who won.
The module says what any honest auction may do at most, and which promises it must keep.
Auction2 and Auction3 are checked against it.
*)
EXTENDS Naturals

CONSTANTS
    Participants,   \* who takes part: the seats alive when the auction opens
    MaxAmount,      \* no purse holds more than this
    Precedence,     \* who beats whom at equal bids: pairs of participants, the first of which does (AUCTION-7)
    UNKNOWN,        \* opinion of a participant who has not decided yet
    NONE            \* opinion of a participant who has decided that nobody won

VARIABLES
    initialMoney,   \* the purses, fixed when the auction opens
    lastBid,        \* the standing bid of each participant, 0 before the first
    winner          \* the opinion of each participant

A1vars == <<initialMoney, lastBid, winner>>

Opinions == Participants \cup {UNKNOWN, NONE}

A1TypeOK ==
    /\ initialMoney \in [Participants -> 0..MaxAmount]
    /\ lastBid \in [Participants -> Nat]
    /\ winner \in [Participants -> Opinions]

(* No opinion has been formed yet, so the auction is still open. *)
Open == \A p \in Participants : winner[p] = UNKNOWN

(*
The bid of p beats that of q: it is higher, or equal and p precedes q.
As published, `Precedence` is empty, so that equal bids do not beat each other; in `classic` it is the order of the
seats, the initiator's last, so that somebody leads as soon as there is a bid (AUCTION-7).
*)
Beats(p, q) ==
    \/ lastBid[p] > lastBid[q]
    \/ lastBid[p] = lastBid[q] /\ lastBid[p] > 0 /\ <<p, q>> \in Precedence

(* The bid of p beats the bids of everyone else. *)
Leads(p) == \A q \in Participants \ {p} : Beats(p, q)

-------------------------------------------------------------------------------
(* Any division of money among the participants may open an auction. *)
A1Init ==
    /\ initialMoney \in [Participants -> 0..MaxAmount]
    /\ lastBid = [p \in Participants |-> 0]
    /\ winner = [p \in Participants |-> UNKNOWN]

(*
While the auction is open anyone may raise their own bid, up to what the purse holds.
The bids of others do not matter here, so that bidders need not wait for each other.
*)
A1Bid ==
    /\ Open
    /\ \E p \in Participants : \E amount \in (lastBid[p] + 1)..initialMoney[p] :
           lastBid' = [lastBid EXCEPT ![p] = amount]
    /\ UNCHANGED <<initialMoney, winner>>

(*
The first participant to form an opinion closes the auction.
Only a leader can be named; naming nobody is always possible, which leaves refinements free to refuse a sale.
*)
A1FirstChooseWinner ==
    /\ Open
    /\ \/ \E leader, chooser \in Participants :
              /\ Leads(leader)
              /\ winner' = [winner EXCEPT ![chooser] = leader]
       \/ \E chooser \in Participants :
              winner' = [winner EXCEPT ![chooser] = NONE]
    /\ UNCHANGED <<initialMoney, lastBid>>

(* A participant without an opinion adopts that of one who has decided. *)
A1OthersChooseWinner ==
    /\ \E decided, chooser \in Participants :
           /\ winner[decided] # UNKNOWN
           /\ winner[chooser] = UNKNOWN
           /\ winner' = [winner EXCEPT ![chooser] = winner[decided]]
    /\ UNCHANGED <<initialMoney, lastBid>>

A1Next ==
    \/ A1Bid
    \/ A1FirstChooseWinner
    \/ A1OthersChooseWinner

(* Bidding may stop at any time; forming an opinion may not be postponed forever. *)
A1FairSpec ==
    /\ A1Init
    /\ [][A1Next]_A1vars
    /\ WF_A1vars(A1FirstChooseWinner)
    /\ WF_A1vars(A1OthersChooseWinner)

-------------------------------------------------------------------------------
(* Termination: eventually everyone has decided, for good. *)
Terminated == \A p \in Participants : winner[p] # UNKNOWN
Termination == <>[]Terminated

(* Agreement: any two who have decided agree. *)
Agreed ==
    \A p, q \in Participants :
        UNKNOWN \in {winner[p], winner[q]} \/ winner[p] = winner[q]
Agreement == []Agreed

(* Validity: bids are covered by money, and a winner has beaten everyone else. *)
Solvable == \A p \in Participants : lastBid[p] \in 0..initialMoney[p]
WinsWithHigherBid ==
    \A p, q \in Participants : winner[q] = p => p = q \/ Beats(p, q)
Valid == Solvable /\ WinsWithHigherBid
Validity == []Valid

(* Integrity: a decision is never changed. *)
WinnerStaysSame == \A p \in Participants : winner[p] # UNKNOWN => winner'[p] = winner[p]
Integrity == [][WinnerStaysSame]_A1vars

THEOREM A1FairSpec => []A1TypeOK /\ Termination /\ Agreement /\ Validity /\ Integrity
===============================================================================
