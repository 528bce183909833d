------------------------------ MODULE MCDiceSeats -------------------------------
(* The models of DiceSeats, and a broken twin for every promise. *)
EXTENDS DiceSeats, TLC

CONSTANTS a, b, c

OneDraw == <<a>>
TwoDraws == <<a, b>>
SameAsker == <<a, a>>
NotTheAsker == Permutations({b, c})

-------------------------------------------------------------------------------
(* A new chain in the middle of a draw: it could be chosen by what the others have shown. *)
RecommitLate == \E p \in Peers :
    /\ Current(p) > 0
    /\ Recommits < 1
    /\ Write(p, Plain("recommit", 0, p))
    /\ UNCHANGED out
TwinCommitted == DSInit /\ [][DSNext \/ RecommitLate]_DSvars

(* Revealing a link that nobody has requested. *)
RevealEarly == \E p \in Peers : Len(msgs[p]) = 0 /\ Write(p, Plain("reveal", 1, p)) /\ UNCHANGED out
TwinBefore == DSInit /\ [][DSNext \/ RevealEarly]_DSvars

(* Votes that do not bind. *)
TakeUnbound == \E p \in Peers \ stopped : \E q \in Others(p) : \E k \in (frontiers[p][q] + 1)..Len(msgs[q]) :
    /\ frontiers' = [frontiers EXCEPT ![p] = With(p, q, k)]
    /\ UNCHANGED <<msgs, stopped, out>>
WriteUnbound == \E p \in Peers :
    /\ p \notin stopped /\ Plays(p, p) /\ Owes(p, p)
    /\ msgs' = [msgs EXCEPT ![p] = Append(@, Plain("reveal", Current(p), p))]
    /\ frontiers' = [frontiers EXCEPT ![p][p] = @ + 1]
    /\ UNCHANGED <<stopped, out>>
TwinUnbound == DSInit /\ [][DSNext \/ TakeUnbound \/ WriteUnbound]_DSvars

(* Voting on two seats at the same time. *)
RetireBoth == \E p \in Peers, seat \in MayStop :
    /\ p # seat /\ Waited(p, seat, Idle(p)) /\ ~Waited(p, p, Idle(p))
    /\ LET voters == Voters(p, seat)
       IN /\ [seat |-> seat, last |-> frontiers[p][seat], voters |-> voters] \notin VotesBy(p, p)
          /\ Write(p, Entry("retire", 0, seat, frontiers[p][seat], voters, frontiers[p]))
    /\ UNCHANGED out
TwinOneVote == DSInit /\ [][DSNext \/ RetireBoth]_DSvars

(* Taking an entry without what its author held. *)
Imagine ==
    /\ \E p, q \in Peers : frontiers' = [frontiers EXCEPT ![p][q] = @ + 1]
    /\ UNCHANGED <<msgs, stopped, out>>
TwinTypeOK == DSInit /\ [][DSNext \/ Imagine]_DSvars
===============================================================================
