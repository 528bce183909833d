"""Moves that are actions of the rules, and the one that ends a log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gitopoly.errors import IllegalAction
from gitopoly.kernel import actions as a
from gitopoly.kernel import check_legal, format_action, is_over
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
    """An action of the rules; its outcome is drawn afterwards."""

    NAME = ACT
    QUIET = True
    action: int
    offer: int = 0
    """The number of the offer that it answers."""

    def check(self, position: ProtocolPosition, seat: int) -> None:
        """Check it by the rules, in the position the author saw."""
        if position.draw is not None:
            raise IllegalAction(
                *("a move", "D2Reveal", "a draw is in progress, and links are due"),
                key="draw_in_progress",
            )
        if a.player_of(self.action) != seat:
            raise IllegalAction(
                "a move", "TIME-1", "no seat may act for another", key="not_the_floor"
            )
        if a.kind_of(self.action) in ANSWER_KINDS:
            return trade.check_answer(position, seat, self.action, self.offer)
        check_legal(position.state, self.action)
        return check_auction(position.state, seat, self.action)

    def carry_out(self, position: ProtocolPosition, seat: int) -> None:
        """Carry it out at once, or when its draw is complete."""
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
        """Forced moves: settling an accepted trade, bookkeeping of an auction."""
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
        """The text for it while it has had no effect under the rules."""
        if a.kind_of(self.action) == a.ACCEPT_TRADE:
            return f"{ACT}.accepts", {}
        if after.draw is not None:
            order = format_action(before.state, self.action, after.setting.names)
            return f"{ACT}.draws", {"order": order, "draw": after.draws}
        return f"{ACT}.late", {}

    def to_trailers(self, names: Sequence[str]) -> dict[str, str]:
        """Write the action's name; for an answer, also the number of its offer."""
        kind = a.kind_of(self.action)
        if kind in _ANSWER_NAMES:
            return {"Action": _ANSWER_NAMES[kind], "Offer": str(self.offer)}
        return {"Action": to_canonical(self.action)}

    @classmethod
    def from_trailers(cls, trailers: Mapping[str, str], seat: int, names: Sequence[str]) -> Act:
        """The inverse of `to_trailers`."""
        name = trailers.get("Action", "")
        if name in ANSWERS:
            offer = read_number("Offer", trailers.get("Offer", ""))
            return cls(a.action(ANSWERS[name], seat), offer)
        return cls(from_canonical(name, seat))


@dataclass(frozen=True)
class Finish(Move):
    """Confirms that the author has seen the end of the game, and what the others said of it.

    Every round in which all who play confirm it makes the end final at one more level.
    """

    NAME = "Finish"

    def check(self, position: ProtocolPosition, seat: int) -> None:
        """When the game is over: once, and again on top of what all others have said."""
        if not is_over(position.state):
            raise IllegalAction("finish", "END-1", "the game is not over")
        if not owes_confirmation(position, seat):
            raise IllegalAction("finish", "END-1", "the seat's log has already ended")

    def carry_out(self, position: ProtocolPosition, seat: int) -> None:
        """Count it."""
        position.finished[seat] += 1

    @classmethod
    def due(cls, position: ProtocolPosition, seat: int, chain: Chain | None) -> Finish | None:
        """As soon as the game is over, and whenever a round is complete."""
        owed = is_over(position.state) and owes_confirmation(position, seat)
        return cls() if owed else None


def owes_confirmation(position: ProtocolPosition, seat: int) -> bool:
    """Whether it is a seat's turn to confirm the end of a game that is over."""
    said = position.finished[seat]
    if not said or position.ended(seat, position.counts[seat]):
        return not position.ended(seat, position.counts[seat])
    playing = [other for other in position.players() if not position.forked[other]]
    # Whoever is left alone decides alone, at all levels.
    rounds = len(position.counts) if position.setting.settles_end and len(playing) > 1 else 1
    heard = all(position.finished[other] >= said for other in playing)
    return seat in playing and said < rounds and heard
