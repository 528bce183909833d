"""Check a move against what its author saw, and carry it out."""

from __future__ import annotations

from gitopoly.errors import IllegalAction
from gitopoly.kernel import BidRange, Choice, OfferTemplate, is_over, legal_actions
from gitopoly.kernel import actions as a
from gitopoly.protocols import absence, orders
from gitopoly.protocols.acting import Finish
from gitopoly.protocols.auction import AUTOMATIC, check_auction, highest_known_bid
from gitopoly.protocols.dice import Chain
from gitopoly.protocols.moves import MOVES, Move
from gitopoly.protocols.position import STAYS, ProtocolPosition


def check(position: ProtocolPosition, seat: int, move: Move) -> None:
    """Raise `IllegalAction` unless `seat` may write a move on top of exactly this position."""
    absence.check_held_back(position, seat)
    if not isinstance(move, Finish):
        if is_over(position.state):
            raise IllegalAction("a move", "END-1", "the game is over", key="game_over")
        if position.absent(seat):
            raise IllegalAction(
                "a move", "LEAVE-1", "the seat has left the game", key="out_of_the_game"
            )
        if position.state.is_bankrupt[seat]:
            raise IllegalAction(
                "a move", "BANKRUPT-5", "the seat is out of the game", key="out_of_the_game"
            )
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
    if position.setting.keeps_branches:
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
    if position.accepted or absence.held_back(position, seat) is not None:
        return []
    found: list[Choice] = []
    for choice in legal_actions(position.state, seat):
        fitting = _fitting(position, seat, choice)
        if fitting is not None:
            found.append(fitting)
    return found


def required_move(position: ProtocolPosition, seat: int, chain: Chain | None) -> Move | None:
    """The next move that a seat must write, None if there is none.

    `chain` is the seat's own chain of dice secrets; seeded games have none.
    """
    if absence.held_back(position, seat) is not None:
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
    if isinstance(choice, BidRange):
        lowest = max(choice.lowest, highest_known_bid(position.state) + 1)
        return BidRange(seat, lowest, choice.highest) if lowest <= choice.highest else None
    if isinstance(choice, OfferTemplate):
        return choice if position.plays(choice.addressee) else None
    if a.kind_of(choice) in AUTOMATIC:
        return None
    try:
        check_auction(position.state, seat, choice)
    except IllegalAction:
        return None
    return choice
