------------------------------ MODULE TraceDice2 -------------------------------
(*
Checks whether draws and votes of games that were played are behaviours of DiceSeats, which is Dice2 among seats who come and go.
A module is generated that extends this one and lists everything that the seats wrote and took in, in an order that keeps causes before effects.
A step is a record of
    action   the name of an action of DiceSeats
    p        whose step it is
    entry    what it writes
    held     how many entries of each log it holds: before it writes, or after it has taken more
    idle     whom the game waits for in the eyes of p, if nothing is being drawn
    over     whether the game is over for p: then nobody waits for anybody
    out      who is out by the rules of the game in the eyes of p afterwards
    sees     what p saw in the game afterwards; empty for who has been voted out
*)
EXTENDS DiceSeats, TLC

CONSTANT Traces

VARIABLES
    trace,      \* which of the traces this is
    at          \* how many of its steps have matched

Step == Traces[trace].steps[at + 1]

TraceInit ==
    /\ trace \in DOMAIN Traces
    /\ at = 0
    /\ DSInit

Writes(s) ==
    /\ s.held = frontiers[s.p]
    /\ msgs' = [msgs EXCEPT ![s.p] = Append(@, [kind |-> s.entry.kind, draw |-> s.entry.draw, seat |-> s.entry.seat,
                                                 last |-> s.entry.last, voters |-> s.entry.voters, past |-> s.held])]

(* After the end nobody plays any more, so that a vote or a draw is out of place, but a confirmation is not. *)
Does(s) ==
    CASE s.action = "DSRequest" -> ~s.over /\ s.p \in s.idle /\ Request(s.p) /\ Writes(s)
      [] s.action = "DSReveal" -> Reveal(s.p) /\ Writes(s)
      [] s.action = "DSRecommit" -> ~s.over /\ Recommit(s.p, s.idle) /\ Writes(s)
      [] s.action = "DSResign" -> ~s.over /\ Resign(s.p) /\ Writes(s)
      [] s.action = "DSRetire" -> ~s.over /\ Retire(s.p, s.entry.seat, s.idle) /\ Writes(s)
      [] s.action = "DSObject" -> ~s.over /\ Object(s.p, s.entry.seat) /\ Writes(s)
      [] s.action = "DSMove" -> ~s.over /\ Move(s.p) /\ Writes(s)
      [] s.action = "Finish" ->
             /\ s.over
             /\ frontiers' = [frontiers EXCEPT ![s.p][s.p] = @ + 1]
             /\ UNCHANGED stopped
             /\ Writes(s)
      [] s.action = "DSTake" -> Take(s.p, s.held)

Sees(p) ==
    LET i == Current(p) IN
    [ draws |-> Requested(p),
      drawing |-> i > 0,
      shown |-> {q \in Peers : i > 0 /\ q \notin out[p] /\ KnowsLink(p, q, i)},
      owes |-> {q \in Peers : Plays(p, q) /\ Owes(p, q)},
      resigned |-> {q \in Peers : Resigned(p, q)},
      retired |-> UNION {{q} \X Ends(p, q) : q \in Peers},
      votes |-> UNION {{<<q, vote.seat, vote.last, vote.voters>> : vote \in VotesBy(p, q)} : q \in Peers} ]

TraceNext ==
    /\ at < Len(Traces[trace].steps)
    /\ \E s \in {Step} :
       /\ Does(s)
       /\ out' = [out EXCEPT ![s.p] = s.out]
       /\ s.sees # <<>> => Sees(s.p)' = s.sees[1]
    /\ at' = at + 1
    /\ UNCHANGED trace

(* Invariants that cannot fail; they report that a trace has reached its end, and, of one alone, how far it came. *)
EndReached == at = Len(Traces[trace].steps) => PrintT(ToString(<<"reached", trace>>))
PlaceTold == PrintT(ToString(<<"at", at, FALSE>>))
===============================================================================
