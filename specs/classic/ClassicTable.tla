----------------------------- MODULE ClassicTable ------------------------------
(*
What is on the table in `classic`: more than in `formal`, on the same kind of board.
An action says in plain formulas when it is allowed, and names the position that follows, which is built
from the present one: Then(Paid(now, ...)). The functions that build positions have the words of the rules.
*)
EXTENDS Squares

CONSTANTS
    POT,                \* Free Parking as a creditor; NULL is the bank
    UNKNOWN, NONE,      \* what a bidder thinks of the winner: not known yet, nobody
    ABSENT,             \* takes no part in the auction
    StartingMoney,      \* what each seat starts with, a sequence (GAME-2, HOUSE-11)
    Houses, Hotels,     \* in the bank at the start (BUILD-3)
    OffersPerWindow,    \* trade offers that one player may make in one window (TRADE-5)
    TurnLimit,          \* turns after which the game ends, 0 for no limit (END-2)
    JailCardWorth,      \* what a jail card counts for then
    FreeParkingSeed,    \* what the bank puts into the pot (HOUSE-3)
    StartingDeeds,      \* deeds dealt to each player at the start (HOUSE-8)
    BankruptcyLimit,    \* bankruptcies after which the game ends, 0 for no limit (HOUSE-10)
    Flags               \* the options that are on, by the names that the program has for them

VARIABLES
    \* each player
    positions, money, inJail, jailTime, isBankrupt,     \* as in Table
    \* the bank
    bankMoney,
    issued,             \* money that the bank had to make (BANK-1)
    pot,                \* what lies on Free Parking (PARK-1)
    housesLeft, hotelsLeft,
    \* each deed
    owner, mortgaged, level,                            \* as in Table
    interestPaid,       \* mortgaged deeds whose transfer interest was paid in this turn (MORT-4)
    \* the cards
    goojfChOwner, goojfCcOwner,                         \* as in Table
    unseen,             \* cards of each deck that nobody has drawn yet
    deck,               \* cards of each deck whose place is known, the top one first
    \* the turn
    turnPlayer, phase, doublesCount,                    \* as in Table
    turns,              \* turns that have passed, where a limit counts them
    free4AllOrder,      \* players who have not concluded yet; empty outside a free-4-all
    throw,              \* the roll that is being resolved, or zeros
    rentRule,           \* what the card that moved the token says about the rent
    opening,            \* each seat's roll for the start, <<>> before it, NULL for a seat that is out of it
    \* what interrupts a turn
    debts,              \* the queue of debts, the one to be settled first in front (DEBT-5)
    auction,            \* the auction that is going on, or NULL
    placing,            \* a building won at auction that is still to be placed, or NULL
    estate,             \* deeds that wait for their auction (BANKRUPT-3)
    offer,              \* the trade offer that is open, or NULL
    offersMade          \* offers in the present window

vars == <<positions, money, inJail, jailTime, isBankrupt, bankMoney, issued, pot, housesLeft, hotelsLeft,
          owner, mortgaged, level, interestPaid, goojfChOwner, goojfCcOwner, unseen, deck,
          turnPlayer, phase, doublesCount, turns, free4AllOrder, throw, rentRule, opening,
          debts, auction, placing, estate, offer, offersMade>>

(* The position as one value. *)
now == [
    positions |-> positions, money |-> money, inJail |-> inJail, jailTime |-> jailTime,
    isBankrupt |-> isBankrupt, bankMoney |-> bankMoney, issued |-> issued, pot |-> pot,
    housesLeft |-> housesLeft, hotelsLeft |-> hotelsLeft,
    owner |-> owner, mortgaged |-> mortgaged, level |-> level, interestPaid |-> interestPaid,
    goojfChOwner |-> goojfChOwner, goojfCcOwner |-> goojfCcOwner, unseen |-> unseen, deck |-> deck,
    turnPlayer |-> turnPlayer, phase |-> phase, doublesCount |-> doublesCount, turns |-> turns,
    free4AllOrder |-> free4AllOrder, throw |-> throw, rentRule |-> rentRule, opening |-> opening,
    debts |-> debts, auction |-> auction, placing |-> placing, estate |-> estate,
    offer |-> offer, offersMade |-> offersMade ]

(* The step leads to position s. *)
Then(s) == \E next \in {s} :
    /\ positions' = next.positions
    /\ money' = next.money
    /\ inJail' = next.inJail
    /\ jailTime' = next.jailTime
    /\ isBankrupt' = next.isBankrupt
    /\ bankMoney' = next.bankMoney
    /\ issued' = next.issued
    /\ pot' = next.pot
    /\ housesLeft' = next.housesLeft
    /\ hotelsLeft' = next.hotelsLeft
    /\ owner' = next.owner
    /\ mortgaged' = next.mortgaged
    /\ level' = next.level
    /\ interestPaid' = next.interestPaid
    /\ goojfChOwner' = next.goojfChOwner
    /\ goojfCcOwner' = next.goojfCcOwner
    /\ unseen' = next.unseen
    /\ deck' = next.deck
    /\ turnPlayer' = next.turnPlayer
    /\ phase' = next.phase
    /\ doublesCount' = next.doublesCount
    /\ turns' = next.turns
    /\ free4AllOrder' = next.free4AllOrder
    /\ throw' = next.throw
    /\ rentRule' = next.rentRule
    /\ opening' = next.opening
    /\ debts' = next.debts
    /\ auction' = next.auction
    /\ placing' = next.placing
    /\ estate' = next.estate
    /\ offer' = next.offer
    /\ offersMade' = next.offersMade

-------------------------------------------------------------------------------
(* Words that the other modules use. *)

Phases == {"dealing", "opening", "pre-roll", "roll", "leave-jail", "post-roll", "card-choice", "doubles-check",
           "free-4-all", "bankruptcy-prevention", "auction", "placing", "trade"}
Decks == {"chance", "community-chest"}
NoThrow == <<0, 0>>

On(flag) == flag \in Flags

here == positions[turnPlayer]
HereIs(type) == board[here].type = type

(* The sum of a function's values on a set. *)
RECURSIVE SumOver(_, _)
SumOver(f, S) == IF S = {} THEN 0 ELSE LET x == CHOOSE x \in S : TRUE IN f[x] + SumOver(f, S \ {x})

(* Who is still in the game, and who comes next (TIME-7, BANKRUPT-5). *)
LiveIn(s) == {p \in Players : ~s.isBankrupt[p]}
RECURSIVE NextLive(_, _)
NextLive(s, player) ==
    LET next == (player % NumPlayers) + 1
    IN IF s.isBankrupt[next] THEN NextLive(s, next) ELSE next

(* The next n players who are still in the game, clockwise. *)
RECURSIVE Clockwise(_, _, _)
Clockwise(s, player, n) ==
    IF n = 0 THEN <<>> ELSE LET next == NextLive(s, player) IN <<next>> \o Clockwise(s, next, n - 1)
OthersClockwise(s, player) == Clockwise(s, player, Cardinality(LiveIn(s)) - 1)

(*
The last player left has won (END-1). A turn limit may end the game earlier (END-2),
and so may a number of bankruptcies (HOUSE-10).
*)
LastPlayers == IF BankruptcyLimit = 0 \/ NumPlayers - BankruptcyLimit < 1 THEN 1 ELSE NumPlayers - BankruptcyLimit
TerminatedIn(s) ==
    \/ TurnLimit > 0 /\ s.turns >= TurnLimit
    \/ Cardinality(LiveIn(s)) <= LastPlayers
Terminated == TerminatedIn(now)

(* Nothing happens after the end of the game, and each action has its phase. *)
In(p) == phase = p /\ ~Terminated

(* What a roll and a card said is forgotten once the landing is resolved. *)
RollForgotten(s) == [s EXCEPT !.throw = NoThrow, !.rentRule = "as-printed"]

(* The turn passes clockwise, and what belonged to it is forgotten (TIME-7, MORT-4). *)
TurnPassed(s) == RollForgotten(
    [s EXCEPT
        !.turnPlayer = NextLive(s, s.turnPlayer),
        !.doublesCount = 0,
        !.free4AllOrder = <<>>,
        !.interestPaid = {},
        !.offersMade = 0,
        !.turns = IF TurnLimit > 0 THEN @ + 1 ELSE @,
        !.phase = "pre-roll"])

(* Everybody still in the game may manage deeds once, clockwise, the turn player last (TIME-3). *)
Free4AllStarted(s) ==
    [s EXCEPT !.phase = "free-4-all", !.free4AllOrder = Clockwise(s, s.turnPlayer, Cardinality(LiveIn(s)))]

(* Two to eight players take part (GAME-1), each with money of their own (HOUSE-11). *)
SeatsTaken == NumPlayers \in 2..8 /\ Len(StartingMoney) = NumPlayers

ASSUME SeatsTaken
ASSUME {TotalMoney, JailFine, BaseRailRent, PassGoReward, Houses, Hotels, OffersPerWindow, TurnLimit,
        JailCardWorth, FreeParkingSeed, StartingDeeds, BankruptcyLimit} \subseteq Nat
ASSUME DiceMax \in 1..6
===============================================================================
