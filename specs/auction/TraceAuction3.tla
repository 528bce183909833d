----------------------------- MODULE TraceAuction3 -----------------------------
(*
Checks whether auctions that were played between seats are behaviours of AuctionSeats, all of them in one run.
A module is generated that extends this one and lists what the seats wrote and took in, in an order that keeps causes before effects.
After every step the seat concerned does what is to be done for others; then it must see what it saw in the game.
A step is a record of
    action   the name of an action of Auction3 or AuctionSeats, or "CloseAuction"
    p        whose step it is
    entry    what it writes, the winner that it names, or who has left
    held     how many entries of each log, not counting those made for their owners, it holds then
    left     whom it knows to have left, among those of whom that was known before
    sees     what it saw in the game: of each participant bid, last bid, round and whether it has passed; and its own winner
*)
EXTENDS AuctionSeats, TLC

CONSTANT Traces

VARIABLES
    trace,      \* which of the traces this is
    at,         \* how many of its steps have matched
    settling,   \* whether the seat of the next step has taken it, and now does what is to be done for others
    own         \* where in each log the entries stand that its owner wrote

Step == Traces[trace].steps[at + 1]

TraceInit ==
    /\ trace \in DOMAIN Traces
    /\ at = 0
    /\ settling = FALSE
    /\ own = [q \in Participants |-> <<>>]
    /\ initialMoney = Traces[trace].money
    /\ booked = Traces[trace].booked
    /\ passing = Traces[trace].passing
    /\ ASInit

Writes(s) ==
    /\ ByItself(s.p)
    /\ msgs' = [msgs EXCEPT ![s.p] = Append(@, s.entry)]
    /\ own' = [own EXCEPT ![s.p] = Append(@, Len(msgs'[s.p]))]
    /\ UNCHANGED <<left, ends, orders>>

(* Where the held entries of a log end, counting those that were made for its owner. *)
Reaches(s, q) ==
    IF s.held[q] = 0 \/ q = s.p THEN frontiers[s.p][q]
    ELSE IF own[q][s.held[q]] > frontiers[s.p][q] THEN own[q][s.held[q]] ELSE frontiers[s.p][q]

(* All who take part have named the same winner. *)
Closes(s) ==
    /\ \A q \in Participants \ Gone : q \in booked \/ winner[q] = s.entry
    /\ s.entry # UNKNOWN
    /\ UNCHANGED ASvars

Does(s) ==
    CASE s.action = "A3Bid" -> A3Bid /\ Writes(s)
      [] s.action = "A3Stand" -> A3Stand /\ Writes(s)
      [] s.action = "A3Pass" -> A3Pass /\ Writes(s)
      [] s.action = "A3NextRound" -> A3NextRound /\ Writes(s)
      [] s.action = "A3ChooseWinner" ->
             ASChooseWinner /\ winner' = [winner EXCEPT ![s.p] = s.entry] /\ UNCHANGED own
      [] s.action = "ASTake" ->
             /\ \A q \in Participants : s.held[q] <= Len(own[q])
             /\ Take(s.p, [q \in Participants |-> Reaches(s, q)], left[s.p] \cup s.left)
             /\ UNCHANGED own
      [] s.action = "ASLeave" -> Leave(s.p, s.entry) /\ UNCHANGED own
      [] s.action = "CloseAuction" -> Closes(s) /\ UNCHANGED own

Sees(p, q) ==
    <<IF KnowsBid(p, q) THEN msgs[q][frontiers[p][q]] ELSE NULL, KnownFinishedBid(p, q), KnownRound(p, q), KnowsPassed(p, q)>>
Agrees(s) ==
    s.sees # <<>> =>
        /\ \A q \in Participants : Sees(s.p, q) = s.sees[q]
        /\ s.p \in booked \/ s.winner = winner[s.p]

ToDo(p) == {q \in Participants : EntryFor(p, q) # NULL}

TraceNext ==
    /\ at < Len(Traces[trace].steps)
    /\ UNCHANGED trace
    /\ \E s \in {Step} :
       IF ~settling
       THEN Does(s) /\ settling' = TRUE /\ UNCHANGED at
       ELSE IF ToDo(s.p) # {}
       THEN StandIn(s.p, CHOOSE q \in ToDo(s.p) : TRUE) /\ UNCHANGED <<at, settling, own>>
       ELSE Agrees(s) /\ at' = at + 1 /\ settling' = FALSE /\ UNCHANGED <<ASvars, own>>

(* Invariants that cannot fail; they report that a trace has reached its end, and, of one alone, how far it came. *)
EndReached == at = Len(Traces[trace].steps) => PrintT(ToString(<<"reached", trace>>))
PlaceTold == PrintT(ToString(<<"at", at, settling>>))
===============================================================================
