------------------------------ MODULE TraceTrade3 ------------------------------
(*
Checks whether offers that were made between seats are behaviours of TradeSeats, each offer as a trace of its own, all in one run.
The offerer is peer 1, the addressee peer 2. What the offer names is left to the rules of the game, which nothing else can change while it is open.
A step is a record of
    action   the name of an action of Trade3 or TradeSeats
    p        whose step it is
    held     how many answers of each peer it holds afterwards
    left     whom it knows to have left
    entry    who has left
    sees     what it saw in the game: whether the offer is open, and accepted; empty where the game went on meanwhile
*)
EXTENDS TradeSeats, TLC

CONSTANT Traces

VARIABLES
    trace,      \* which of the traces this is
    at          \* how many of its steps have matched

Step == Traces[trace].steps[at + 1]

TraceInit ==
    /\ trace \in DOMAIN Traces
    /\ at = 0
    /\ TSInit

Does(s) ==
    CASE s.action = "T3OfferTrade" -> TSOfferTrade
      [] s.action = "T3AcceptTrade" -> TSAcceptTrade
      [] s.action = "T3DeclineTrade" -> TSDeclineTrade
      [] s.action = "T3WithdrawTrade" -> TSWithdrawTrade
      [] s.action = "T3SettleTrade" -> TSSettleTrade
      [] s.action = "TSTake" -> Take(s.p, s.held, left[s.p] \cup s.left)
      [] s.action = "TSLeave" -> Leave(s.p, s.entry)

Sees(p) == <<SeatVerdict(p, 1) = UNKNOWN, SeatVerdict(p, 1) = UNKNOWN /\ KnowsAccepted(p, 1)>>

TraceNext ==
    /\ at < Len(Traces[trace].steps)
    /\ \E s \in {Step} :
       /\ Does(s)
       /\ frontiers'[s.p] = s.held
       /\ (s.sees # <<>> /\ KnowsOffer(s.p, 1)') => Sees(s.p)' = s.sees
    /\ at' = at + 1
    /\ UNCHANGED trace

(* Invariants that cannot fail; they report that a trace has reached its end, and, of one alone, how far it came. *)
EndReached == at = Len(Traces[trace].steps) => PrintT(ToString(<<"reached", trace>>))
PlaceTold == PrintT(ToString(<<"at", at, FALSE>>))
===============================================================================
