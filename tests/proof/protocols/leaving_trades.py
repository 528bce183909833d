"""TradeSeats taken step by step by the code: seats who leave while an offer is open.

An entry comes with its past, and the departure of a seat with the entry that says so; in the model
both may come in parts.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace

from gitopoly.peers import Act, SettleTrade
from gitopoly.proof.specs.values import Value
from gitopoly.rules import actions as a
from tests.proof.protocols.exploration import World
from tests.proof.protocols.leaving import NEVER, absent, departures, holdings, own, takes
from tests.proof.protocols.test_behaviours import Offer

STEPS_OF_TRADE = f"""
VARIABLE codeVote   \\* how long the log of the other one was when it voted a seat out

CodeCompared == TRUE
CodeOpen(p) == KnowsOffer(p, o1) /\\ SeatVerdict(p, o1) = UNKNOWN
CodeWaits(p, q) == q = IF CodeOpen(p) /\\ ~KnowsAccepted(p, o1) THEN To[o1] ELSE Floor
CodeTwo == Cardinality(Peers) = 2

CodeLeaves == \\E p \\in Peers \\ gone, q \\in MayLeave :
    /\\ Leave(p, q)
    /\\ CodeTwo => Floor \\notin left[p]     \\* then the game is over
    /\\ p # q => CodeTwo /\\ CodeWaits(p, q) /\\ ~CodeWaits(p, p)
    /\\ codeVote' = [codeVote EXCEPT ![q] = IF p = q THEN {NEVER} ELSE Len(msgs[p])]

CodeClosed(frontier) ==
    /\\ frontier[To[o1]] > 0 => frontier[Floor] > 0
    /\\ (\\E k \\in 1..frontier[Floor] : msgs[Floor][k].kind = "settle") => frontier[To[o1]] > 0
CodeHeard(frontier, known) == \\A q \\in gone : codeVote[q] # {NEVER} => \\A p \\in Peers \\ {{q}} :
    /\\ q \\in known => frontier[p] >= codeVote[q]
    /\\ frontier[p] > codeVote[q] \\/ p \\in known => q \\in known
CodeTakes == \\E p \\in Peers, frontier \\in [Peers -> 0..Longest], known \\in SUBSET gone :
    Take(p, frontier, known) /\\ CodeClosed(frontier) /\\ CodeHeard(frontier, known)

CodeActs ==
    \\/ TSOfferTrade \\/ TSAcceptTrade \\/ TSDeclineTrade \\/ TSWithdrawTrade \\/ TSSettleTrade
    \\/ CodeTakes
CodeNext == (CodeActs /\\ UNCHANGED codeVote) \\/ CodeLeaves
CodeSpec == TSInit /\\ codeVote = [p \\in Peers |-> {NEVER}] /\\ [][CodeNext]_<<TSvars, codeVote>>
"""
"""The steps of TradeSeats that the code takes."""

VIEW_OF_TRADE = """
    LET Places(S) == {i \\in 1..3 : <<"a", "b", "c">>[i] \\in S}
        Each(Told(_)) ==
            IF CodeTwo THEN <<Told("a"), Told("b")>> ELSE <<Told("a"), Told("b"), Told("c")>>
        Own(p) == [k \\in DOMAIN msgs[p] |-> msgs[p][k].kind]
        Held(p) == Each(LAMBDA q : frontiers[p][q])
        Sees(p) == <<CASE SeatVerdict(p, o1) = DONE -> "done" [] SeatVerdict(p, o1) = OFF -> "off"
                       [] OTHER -> "unknown",
                     CodeOpen(p) /\\ KnowsAccepted(p, o1)>>
        Away(p) == Places(left[p])
    IN <<Each(Own), Each(Held), Each(Sees), Each(Away), Places(gone)>>
"""
"""What `LeavingOffer.view` says, in the words of the module."""

WORDS = {
    a.OFFER_TRADE: "offer",
    a.ACCEPT_TRADE: "accept",
    a.DECLINE_TRADE: "decline",
    a.WITHDRAW_TRADE: "withdraw",
}
ENDS = {a.ACCEPT_TRADE: "done", a.DECLINE_TRADE: "off", a.WITHDRAW_TRADE: "off"}


def _word(move: Act | SettleTrade) -> str:
    return WORDS[a.kind_of(move.action)] if isinstance(move, Act) else "settle"


class LeavingOffer(Offer):
    """TradeSeats with one offer of ann to ben, who both may leave."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.first = replace(self.first, note=(frozenset(),))

    def steps(self, world: World) -> Iterator[World]:
        """The offer, whatever may answer it, every departure, and one more entry of somebody."""
        (gone,) = world.note
        for seat in {0, 1} - gone:
            yield from self.writes(world, seat)
            yield from departures(world, seat, self.positions.of(world, seat))
        yield from takes(world)

    def key(self, world: World) -> Hashable:
        """Logs with their pasts, what each seat holds, and who has gone."""
        return world.logs, world.held, world.note

    def view(self, world: World) -> Value:
        """A state in the words of the module."""
        seats = range(self.SEATS)
        return (
            tuple(tuple(map(_word, own(log))) for log in world.logs),
            holdings(world),
            tuple(self._sees(world, seat) for seat in seats),
            tuple(absent(self.positions.of(world, seat)) for seat in seats),
            frozenset(seat + 1 for seat in world.note[0]),
        )

    def _sees(self, world: World, seat: int) -> tuple[str, bool]:
        kinds = [a.kind_of(step.code) for step in self.positions.done(world, seat)]
        ends = [ENDS[kind] for kind in kinds if kind in ENDS]
        return ends[0] if ends else "unknown", self.positions.of(world, seat).accepted
