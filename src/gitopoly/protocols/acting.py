"""The moves that are actions of the rules, and the one that ends a log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gitopoly.errors import IllegalAction
from gitopoly.kernel import actions as a
from gitopoly.kernel import check_legal, is_over
from gitopoly.kernel.canonical import from_canonical, to_canonical
from gitopoly.kernel.codes import AUCTION, TRADE
from gitopoly.kernel.transition import step
from gitopoly.protocols import dice, trade
from gitopoly.protocols.auction import AUTOMATIC, check_auction
from gitopoly.protocols.dice import Chain
from gitopoly.protocols.moves import ACT, Move, read_number
from gitopoly.protocols.position import ProtocolPosition
from gitopoly.protocols.trade import ANSWER_KINDS, ANSWERS, SETTLE_TRADE

_ANSWER_NAMES = {kind: name for name, kind in ANSWERS.items()}


@dataclass(frozen=True)
class Act(Move):
    """An action of the rules; what chance has to decide for it is drawn afterwards."""

    NAME = ACT
    QUIET = True
    action: int
    offer: int = 0
    """The number of the offer that it answers."""

    def check(self, position: ProtocolPosition, seat: int) -> None:
        """By the rules, in the position that the author had in view."""
        if position.draw is not None:
            raise IllegalAction("a move", "D2Reveal", "a draw is under way, and links are due")
        if a.player_of(self.action) != seat:
            raise IllegalAction("a move", "TIME-1", "nobody acts for another seat")
        if a.kind_of(self.action) in ANSWER_KINDS:
            return trade.check_answer(position, seat, self.action, self.offer)
        check_legal(position.state, self.action)
        return check_auction(position.state, seat, self.action)

    def carry_out(self, position: ProtocolPosition, seat: int) -> None:
        """At once, or when its draw is made."""
        kind = a.kind_of(self.action)
        if kind in ANSWER_KINDS:
            trade.carry_out_answer(position, self.action, self.offer)
        elif dice.needs_draw(position.state, self.action):
            dice.request(position, seat, self.action)
        else:
            outcome = dice.outcome_from_seed(position.state, self.action, b"")
            if position.perform(self.action, outcome) and kind == a.OFFER_TRADE:
                position.offers += 1

    @classmethod
    def due(cls, position: ProtocolPosition, seat: int, chain: Chain | None) -> Act | None:
        """What leaves no choice: settling an accepted trade, the bookkeeping of an auction."""
        s = position.state
        if position.draw is not None:
            return None
        if s.phase == TRADE:
            settles = position.accepted and seat == s.offer_from
            return cls(a.action(SETTLE_TRADE, seat), position.offers) if settles else None
        if s.phase == AUCTION:
            for kind in AUTOMATIC:
                action = a.action(kind, seat)
                if step(s, s.rules, action, 0, False) == 0:
                    return cls(action)
        return None

    def told(
        self, before: ProtocolPosition, after: ProtocolPosition
    ) -> tuple[str, dict[str, object]]:
        """What is told of it while it has done nothing under the rules."""
        if a.kind_of(self.action) == a.ACCEPT_TRADE:
            return f"{ACT}.accepts", {}
        if after.draw is not None:
            return f"{ACT}.draws", {"draw": after.draws}
        return f"{ACT}.late", {}

    def to_trailers(self, names: Sequence[str]) -> dict[str, str]:
        """Under the name of the action; an answer with the number of its offer."""
        kind = a.kind_of(self.action)
        if kind in _ANSWER_NAMES:
            return {"Action": _ANSWER_NAMES[kind], "Offer": str(self.offer)}
        return {"Action": to_canonical(self.action)}

    @classmethod
    def from_trailers(cls, trailers: Mapping[str, str], seat: int, names: Sequence[str]) -> Act:
        """The opposite of `to_trailers`."""
        name = trailers.get("Action", "")
        if name in ANSWERS:
            offer = read_number("Offer", trailers.get("Offer", ""))
            return cls(a.action(ANSWERS[name], seat), offer)
        return cls(from_canonical(name, seat))


@dataclass(frozen=True)
class Finish(Move):
    """The author has seen the end of the game."""

    NAME = "Finish"

    def check(self, position: ProtocolPosition, seat: int) -> None:
        """Once, when the game is over."""
        if not is_over(position.state):
            raise IllegalAction("finish", "END-1", "the game is not over")
        if position.finished[seat] or position.ended(seat, position.counts[seat]):
            raise IllegalAction("finish", "END-1", "the log of the seat has ended already")

    def carry_out(self, position: ProtocolPosition, seat: int) -> None:
        """The log of the seat ends here."""
        position.finished[seat] = True

    @classmethod
    def due(cls, position: ProtocolPosition, seat: int, chain: Chain | None) -> Finish | None:
        """As soon as the game is over."""
        done = position.finished[seat] or position.ended(seat, position.counts[seat])
        return cls() if is_over(position.state) and not done else None
