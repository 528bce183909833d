"""What a seat may do: actions of the rules, and the end; check a move, and carry it out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gitopoly.peers import absence, dice, orders, trade
from gitopoly.peers.auction import AUTOMATIC, check_auction, highest_known_bid, is_beaten
from gitopoly.peers.dice import Chain
from gitopoly.peers.moves import ACT, MOVES, Move, read_number, refuse_if
from gitopoly.peers.position import STAYS, ProtocolPosition
from gitopoly.peers.trade import ANSWERS
from gitopoly.rules import (
    AmountRange,
    Choice,
    OfferTemplate,
    actions as a,
    check_legal,
    format_action,
    is_over,
    legal_actions,
)
from gitopoly.rules.codes import AUCTION
from gitopoly.rules.step import step
from gitopoly.rules.text import from_canonical, to_canonical


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
        refuse_if(position.draw is not None, "a move", "D2Reveal", "draw_in_progress")
        refuse_if(a.player_of(self.action) != seat, "a move", "TIME-1", "not_the_floor")
        if a.kind_of(self.action) in ANSWERS:
            return trade.check_answer(position, seat, a.kind_of(self.action), self.offer)
        check_legal(position.state, self.action)
        return check_auction(position.state, seat, self.action)

    def carry_out(self, position: ProtocolPosition, seat: int) -> None:
        """Carry it out at once, or when its draw is complete."""
        kind = a.kind_of(self.action)
        if kind in ANSWERS:
            trade.carry_out_answer(position, self.action, self.offer)
        elif dice.needs_draw(position.state, self.action):
            dice.request(position, seat, self.action)
        else:
            outcome = dice.outcome_from_seed(position.state, self.action, b"")
            if position.perform(self.action, outcome) and kind == a.OFFER_TRADE:
                position.offers += 1

    @classmethod
    def due(cls, position: ProtocolPosition, seat: int, chain: Chain | None) -> Act | None:
        """The bookkeeping of an auction."""
        s = position.state
        if position.draw is None and s.phase == AUCTION:
            for kind in AUTOMATIC:
                action = a.code_of(kind, seat)
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
        offer = {"Offer": str(self.offer)} if a.kind_of(self.action) in ANSWERS else {}
        return {"Action": to_canonical(self.action), **offer}

    @classmethod
    def from_trailers(cls, trailers: Mapping[str, str], seat: int, names: Sequence[str]) -> Act:
        """The inverse of `to_trailers`."""
        action = from_canonical(trailers.get("Action", ""), seat)
        if a.kind_of(action) in ANSWERS:
            return cls(action, read_number("Offer", trailers.get("Offer", "")))
        return cls(action)


@dataclass(frozen=True)
class Finish(Move):
    """Confirms that the author has seen the end of the game, and what the others said of it.

    Every round in which all who play confirm it makes the end final at one more level.
    """

    NAME = "Finish"

    def check(self, position: ProtocolPosition, seat: int) -> None:
        """When the game is over: once, and again on top of what all others have said."""
        refuse_if(not is_over(position.state), "finish", "END-1", "game_not_over")
        refuse_if(not owes_confirmation(position, seat), "finish", "END-1", "log_ended")

    def carry_out(self, position: ProtocolPosition, seat: int) -> None:
        """Count it."""
        position.finished[seat] += 1

    def is_quiet(self, after: ProtocolPosition, seat: int) -> bool:
        """Only the first word of a seat about the end is news."""
        return after.finished[seat] > 1

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
    rounds = len(position.counts) if len(playing) > 1 else 1
    heard = all(position.finished[other] >= said for other in playing)
    return seat in playing and said < rounds and heard


def check(position: ProtocolPosition, seat: int, move: Move) -> None:
    """Raise `IllegalAction` unless `seat` may write a move on top of exactly this position."""
    refuse_if(absence.held_back(position, seat), "a move", "D2Merge", "bound_by_vote")
    if not isinstance(move, Finish):
        s = position.state
        refuse_if(is_over(s), "a move", "END-1", "game_over")
        refuse_if(position.absent(seat), "a move", "LEAVE-1", "out_of_the_game")
        refuse_if(s.is_bankrupt[seat], "a move", "BANKRUPT-5", "out_of_the_game")
    move.check(position, seat)


def carry_out(position: ProtocolPosition, seat: int, move: Move, past: tuple[int, ...]) -> None:
    """Carry out a move that is legal in its own past, whose frontier is `past`.

    The position includes at least that past; more may have been written since.
    Its effects are in `position.steps`.
    """
    position.steps = []
    if position.ended(seat, past[seat]):
        if not absence.overrules(position, seat, move):
            return
        # The position includes what the other seat did in the meantime, so it must be rebuilt.
        position.retired[seat] = STAYS
    move.carry_out(position, seat)
    position.counts[seat] = past[seat] + 1
    position.seen[seat] = past
    _act_for_others(position)


def skip(position: ProtocolPosition, seat: int, move: Move, past: tuple[int, ...]) -> None:
    """Skip a void move, built on a fork that its author did not know of.

    It has no effect, but it remains in its log, and what it revealed is public.
    """
    position.steps = []
    if position.ended(seat, past[seat]):
        return
    move.skip(position, seat)
    position.counts[seat] = past[seat] + 1
    _act_for_others(position)


def _act_for_others(position: ProtocolPosition) -> None:
    """Do what absent seats, and those with an order, would have to be waited for.

    Orders come first, also those of seats that have left: others may follow one before they know
    that its owner has left, and must come to the same position.
    """
    while orders.follow(position) or absence.stand_in(position):
        pass


def choices(position: ProtocolPosition, seat: int) -> list[Choice]:
    """What a person or bot at `seat` can choose from; required moves are not choices."""
    if not position.plays(seat) or position.draw is not None:
        return []
    if position.accepted or absence.held_back(position, seat):
        return []
    fitting = (_fitting(position, seat, choice) for choice in legal_actions(position.state, seat))
    return [choice for choice in fitting if choice is not None]


def required_move(position: ProtocolPosition, seat: int, chain: Chain | None) -> Move | None:
    """The next move that a seat must write, None if there is none.

    `chain` is the seat's own chain of dice secrets; seeded games have none.
    """
    if absence.held_back(position, seat):
        return None
    if is_over(position.state):
        return Finish.due(position, seat, chain)
    if position.plays(seat):
        for kind in MOVES.values():
            if (move := kind.due(position, seat, chain)) is not None:
                return move
    return None


def waits_for(position: ProtocolPosition) -> list[int]:
    """The seats that the game is waiting for."""
    seats = range(len(position.counts))
    return [seat for seat in seats if absence.waited_for(position, seat)]


def _fitting(position: ProtocolPosition, seat: int, choice: Choice) -> Choice | None:
    """A legal choice restricted to what this position allows, None if nothing is left."""
    s = position.state
    if isinstance(choice, AmountRange) and choice.kind == a.BID:
        lowest = max(choice.lowest, highest_known_bid(s) + 1)
        return replace(choice, lowest=lowest) if lowest <= choice.highest else None
    if isinstance(choice, OfferTemplate):
        return choice if position.plays(choice.addressee) else None
    if isinstance(choice, AmountRange):
        return choice
    kind = a.kind_of(choice)
    return None if kind in AUTOMATIC or (kind == a.STAND and is_beaten(s, seat)) else choice
