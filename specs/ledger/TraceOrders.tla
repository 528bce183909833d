------------------------------ MODULE TraceOrders ------------------------------
(*
Checks whether what seats did with passing orders in games that were played is a behaviour of Orders: orders given and taken back, the rounds between turns, passes of seats and passes by order, and seats that leave.
A module is generated that extends this one and lists what the seats did, in an order that keeps causes before effects.

Only what matters for orders stands on the logs here; what else the rules do comes from the game: when a round begins, who goes on after doubles, who goes bankrupt, and what a debt, a draw or an auction interrupts.
So a round is asked here as soon as somebody passes in it, closes it or sees it; everybody before that seat must have passed then, by themselves or by order, or be out.
Auctions have a module of their own; here everybody must see that in each of them those have passed who said so, in it or by order.
A step is a record of
    action   an action of Orders; "PassAuction"; "Fall" for who goes bankrupt; or "Move" for anything else
    p        whose step it is
    entry    what it writes: its kind and its number on the log, what is ordered, which vote or auction, whose turn it was, and whether that player goes on
    brings   whose next entries p takes, one after the other
    floor    who had the floor in the eyes of p; empty where nobody is alone on move, as in a draw or an auction
    owes     whether somebody may have come to owe something by it
    sees     what p saw afterwards; empty for who has been voted out, and where the game is over
*)
EXTENDS Orders, TLC

CONSTANT Traces

VARIABLES
    said,       \* said[p][s]: the last order of s in the eyes of p, as a set of words
    trace,      \* which of the traces this is
    place       \* how many of its steps have matched

Step == Traces[trace].steps[place + 1]

TraceInit ==
    /\ trace \in DOMAIN Traces
    /\ place = 0
    /\ logs = [s \in Seats |-> <<>>]
    /\ frontiers = [p \in Seats |-> Start]
    /\ \E first \in Seats : positions = [p \in Seats |-> [Fresh EXCEPT !.floor = first]]
    /\ words = [s \in Seats |-> FALSE]
    /\ said = [p \in Seats |-> [s \in Seats |-> {}]]

-------------------------------------------------------------------------------
(* What the rules do in between. *)

Asked(w) == IF w.ask = None THEN [w EXCEPT !.ask = <<w.floor, w.turn>>, !.asked = "round"] ELSE w
Falls(w, s) ==
    LET fallen == [w EXCEPT !.out = @ \cup {<<s, w.turn>>}] IN
    IF s = w.floor /\ Out(fallen) # Seats THEN MoveOn(fallen) ELSE fallen
Again(w) == [w EXCEPT !.turn = @ + 1, !.ask = None, !.asked = "nothing", !.passed = {}]

RECURSIVE Settled(_)
Settled(w) == CHOOSE done \in {IF next = w THEN w ELSE Settled(next) : next \in {PassFor(w)}} : TRUE

(* It becomes the turn of t because all players before t have left; if that cannot be, nothing changes. *)
RECURSIVE InTurnOf(_, _)
InTurnOf(w, t) ==
    LET settled == Settled(w) IN
    IF w.floor = t \/ w.floor \notin w.left \cup Out(w) \/ Waiting(settled) # {} \/ Out(w) = Seats THEN w
    ELSE CHOOSE done \in {InTurnOf(next, t) : next \in {Falls(settled, settled.floor)}} : TRUE
InRoundOf(w, t) == Settled(Asked(InTurnOf(w, t)))

(* Whether an entry fits a position, and the position after it. *)
Fits(w, s, e) ==
    CASE e.kind = "pass" -> LET x == InRoundOf(w, e.turn) IN x.floor = e.turn /\ s \in OnMove(x)
      [] e.kind = "give" -> LET x == InRoundOf(w, s) IN x.floor = s /\ Waiting(x) = {} /\ s \notin x.left
      [] OTHER -> TRUE
With(w, s, e) ==
    CASE e.kind = "pass" -> Effect(InRoundOf(w, e.turn), <<s, e.number>>, e)
      [] e.kind = "give" -> LET x == InRoundOf(w, s) IN IF e.again THEN Again(x) ELSE Effect(x, <<s, e.number>>, e)
      [] e.kind = "fall" -> Falls(w, s)
      [] e.kind \in {"order", "resign", "vote"} -> Effect(w, <<s, e.number>>, e)
      [] OTHER -> w
Told(told, s, e) == IF e.kind = "order" THEN [told EXCEPT ![s] = e.says] ELSE told

-------------------------------------------------------------------------------
(* What p has come to: its position, the orders it knows, what it holds, and whether everything on the way was right. *)

Now(p) == [right |-> TRUE, held |-> frontiers[p], w |-> positions[p], told |-> said[p]]
Added(now, s, e) ==
    IF e.number > now.w.ends[s] THEN [now EXCEPT !.held[s] = @ + 1]
    ELSE IF ~Fits(now.w, s, e) THEN [now EXCEPT !.right = FALSE]
    ELSE [now EXCEPT !.held[s] = @ + 1, !.w = With(@, s, e), !.told = Told(@, s, e)]

(* Take: the next entries of others, one after the other. *)
RECURSIVE Takes(_, _)
Takes(now, brings) ==
    IF brings = <<>> \/ ~now.right THEN now
    ELSE LET s == Head(brings)
             n == now.held[s] + 1
         IN IF n > Len(logs[s]) THEN [now EXCEPT !.right = FALSE]
            ELSE CHOOSE done \in {Takes(next, Tail(brings)) : next \in {Added(now, s, logs[s][n])}} : TRUE

(* Whoever asks or gives an order is alone on move: by the rules, and in a round by Orders. *)
Alone(w, s) == s.floor = <<s.p>> /\ (w.ask # None => s.p = w.floor \/ s.p \in OnMove(w))

Writes(s) ==
    LET now == Now(s.p)
        may == /\ s.p \notin now.w.left
               /\ now.held[s.p] = Len(logs[s.p])
               /\ s.action \in {"Ask", "GiveOrder"} => Alone(now.w, s)
               /\ s.action = "GiveOrder" => s.entry.says # now.told[s.p]
    IN IF may THEN Added(now, s.p, s.entry) ELSE [now EXCEPT !.right = FALSE]

Silent == {"Take", "Move", "Ask"}       \* nothing of it stands on the logs here
Comes(s) ==
    CASE s.action = "Take" -> Takes(Now(s.p), s.brings)
      [] s.action = "Move" -> Now(s.p)
      [] s.action = "Ask" -> [Now(s.p) EXCEPT !.right = Alone(positions[s.p], s)]
      [] s.action \in {"GiveOrder", "Pass", "PassAuction", "Give", "Resign", "Retire", "Fall"} -> Writes(s)

-------------------------------------------------------------------------------
(* What p must see. *)

(* In an auction those have passed who wrote so and those with an order for it in the turn of another, and perhaps who has left. *)
PassedThemselves(held, auction) ==
    {s \in Seats : \E i \in 1..held[s] : logs'[s][i].kind = "pass-auction" /\ logs'[s][i].auction = auction.id}
ByOrder(told, auction) == {s \in auction.seats : s # auction.turn /\ auction.word \in told[s] /\ auction.asset \notin told[s]}
AuctionAgrees(now, auction) ==
    LET passed == PassedThemselves(now.held, auction) \cup ByOrder(now.told, auction)
    IN passed \subseteq auction.passed /\ auction.passed \subseteq passed \cup now.w.left

(* The position as p sees it: in the turn that it sees, and with the round that it sees. *)
Seen(now, seen) ==
    LET w == IF seen.turn = <<>> THEN now.w ELSE InTurnOf(now.w, seen.turn[1])
    IN IF seen.round = <<>> THEN w ELSE Settled(Asked(w))

(* Whom an order passes for is not out, unless in its own turn, for a debt, or before play has begun. *)
OutAgrees(w, s, seen) ==
    /\ Out(w) \subseteq seen.out
    /\ \A q \in seen.out \ Out(w) : q \in w.left /\ (q \in w.orders => s.owes \/ s.floor = <<q>> \/ seen.turn = <<>>)

Agrees(now, w, s, seen) ==
    /\ \A q \in Seats : now.told[q] = seen.orders[q + 1] /\ w.ends[q] = seen.ends[q + 1]
    /\ w.left = seen.left
    /\ OutAgrees(w, s, seen)
    /\ seen.turn # <<>> => w.floor = seen.turn[1]
    /\ w.ask # None /\ seen.round = <<>> => seen.busy
    /\ seen.round # <<>> => Waiting(w) = seen.round[1] \ {w.floor} /\ \A q \in OnMove(w) : seen.floor = <<q>>
    /\ seen.auction # <<>> => AuctionAgrees(now, seen.auction[1])

Sees(now, s) ==
    IF s.sees = <<>> THEN positions' = [positions EXCEPT ![s.p] = now.w]
    ELSE \E seen \in {s.sees[1]} : \E w \in {Seen(now, s.sees[1])} :
         /\ Agrees(now, w, s, seen)
         /\ positions' = [positions EXCEPT ![s.p] = [w EXCEPT !.out = @ \cup {<<q, w.turn>> : q \in seen.out \ Out(w)}]]

TraceNext ==
    /\ place < Len(Traces[trace].steps)
    /\ \E s \in {Step} : \E now \in {Comes(s)} :
       /\ now.right
       /\ logs' = IF s.action \in Silent THEN logs ELSE [logs EXCEPT ![s.p] = Append(@, s.entry)]
       /\ frontiers' = [frontiers EXCEPT ![s.p] = now.held]
       /\ said' = [said EXCEPT ![s.p] = now.told]
       /\ Sees(now, s)
    /\ place' = place + 1
    /\ UNCHANGED <<words, trace>>

(* Invariants that cannot fail; they report that a trace has reached its end, and, of one alone, how far it came. *)
EndReached == place = Len(Traces[trace].steps) => PrintT(ToString(<<"reached", trace>>))
PlaceTold == PrintT(ToString(<<"at", place, FALSE>>))
===============================================================================
