"""Judging a move by what its author had in view, and carrying it out."""

from __future__ import annotations

from gitopoly.errors import IllegalAction
from gitopoly.kernel import BidRange, Choice, OfferTemplate, check_legal, is_over, legal_actions
from gitopoly.kernel import actions as a
from gitopoly.kernel.phases import AUCTION, TRADE
from gitopoly.kernel.transition import step
from gitopoly.protocols import absence, dice, trade
from gitopoly.protocols.auction import AUTOMATIC, check_auction, highest_known_bid
from gitopoly.protocols.dice import Chain
from gitopoly.protocols.moves import (
    SETTLE_TRADE,
    Act,
    Finish,
    Move,
    Object,
    Recommit,
    Resign,
    Retire,
    Reveal,
)
from gitopoly.protocols.position import STAYS, Position

ANSWER_KINDS = (a.ACCEPT_TRADE, a.DECLINE_TRADE, a.WITHDRAW_TRADE, SETTLE_TRADE)


def check(position: Position, seat: int, move: Move) -> None:
    """Raise `IllegalAction` unless `seat` may write a move on top of exactly this position."""
    absence.check_held_back(position, seat)
    if isinstance(move, Finish):
        return _check_finish(position, seat)
    if is_over(position.state):
        raise IllegalAction("a move", "END-1", "the game is over")
    if position.absent(seat):
        raise IllegalAction("a move", "LEAVE-1", "the seat has left the game")
    if position.state.is_bankrupt[seat]:
        raise IllegalAction("a move", "BANKRUPT-5", "the seat is out of the game")
    match move:
        case Act():
            return _check_act(position, seat, move)
        case Reveal():
            return dice.check_reveal(position, seat, move)
        case Recommit():
            return dice.check_recommit(position, seat, move)
        case Resign():
            return absence.check_resign(position, seat, move)
        case Retire():
            return absence.check_retire(position, seat, move)
        case Object():
            return absence.check_object(position, seat, move)


def carry_out(position: Position, seat: int, move: Move, past: tuple[int, ...]) -> None:
    """Carry out a move that is legal in its own past, of which `past` is the frontier.

    The position holds at least that past; more may have been written meanwhile.
    What it does is in `position.steps`.
    """
    position.steps = []
    if position.ended(seat, past[seat]):
        if not absence.overrules(position, seat, move):
            return
        # What the other one did meanwhile is in the position, so that it has to be made anew.
        position.retired[seat] = STAYS
    match move:
        case Act():
            _act(position, seat, move)
        case Reveal():
            dice.carry_out_reveal(position, seat, move)
        case Recommit():
            dice.carry_out_recommit(position, seat, move)
        case Resign():
            absence.carry_out_resign(position, seat, move)
        case Retire():
            absence.carry_out_retire(position, seat, move)
        case Object():
            pass
        case Finish():
            position.finished[seat] = True
    position.counts[seat] = past[seat] + 1
    position.seen[seat] = past
    absence.stand_in(position)


def skip(position: Position, seat: int, move: Move, past: tuple[int, ...]) -> None:
    """Pass over a void move, on top of a fork that its author did not know of.

    It does nothing, but it stands on its log, and a link that it has shown is public: were the
    same link taken for another draw, everybody could work that out beforehand.
    """
    position.steps = []
    if position.ended(seat, past[seat]):
        return
    if isinstance(move, Reveal):
        position.show(seat, move.link)
    elif isinstance(move, Recommit):
        position.commit(seat, move.link)
    position.counts[seat] = past[seat] + 1


def choices(position: Position, seat: int) -> list[Choice]:
    """What a person or a bot at `seat` can choose from now; duties are no choices."""
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


def required_move(position: Position, seat: int, chain: Chain | None) -> Move | None:
    """The next move that a seat writes without asking anybody, None if there is none.

    `chain` is the seat's own chain of dice secrets; seeded games have none.
    """
    if absence.held_back(position, seat) is not None:
        return None
    if is_over(position.state):
        done = position.finished[seat] or position.ended(seat, position.counts[seat])
        return None if done else Finish()
    if not position.plays(seat):
        return None
    if dice.owes_reveal(position, seat):
        link = chain.next(position.links[seat]) if chain else None
        if link is not None:
            return Reveal(position.draws, link)
    if missed := absence.owed_objections(position, seat):
        return Object(min(missed))
    if (vote := absence.due_vote(position, seat)) is not None:
        return vote
    if position.draw is not None:
        return None
    if position.state.phase == TRADE:
        settles = position.accepted and seat == position.state.offer_from
        return Act(SETTLE_TRADE | seat << 7, position.offers) if settles else None
    if position.state.phase == AUCTION:
        return _required_in_auction(position, seat)
    return None


def waits_for(position: Position) -> list[int]:
    """The seats without whom the game cannot go on."""
    seats = range(len(position.counts))
    return [seat for seat in seats if absence.waited_for(position, seat)]


def _check_finish(position: Position, seat: int) -> None:
    if not is_over(position.state):
        raise IllegalAction("finish", "END-1", "the game is not over")
    if position.finished[seat] or position.ended(seat, position.counts[seat]):
        raise IllegalAction("finish", "END-1", "the log of the seat has ended already")


def _check_act(position: Position, seat: int, move: Act) -> None:
    if position.draw is not None:
        raise IllegalAction("a move", "D2Reveal", "a draw is under way, and links are due")
    if a.player_of(move.action) != seat:
        raise IllegalAction("a move", "TIME-1", "nobody acts for another seat")
    if a.kind_of(move.action) in ANSWER_KINDS:
        return trade.check_answer(position, seat, move)
    check_legal(position.state, move.action)
    return check_auction(position.state, seat, move.action)


def _act(position: Position, seat: int, move: Act) -> None:
    kind = a.kind_of(move.action)
    if kind in ANSWER_KINDS:
        trade.carry_out_answer(position, move)
    elif dice.needs_draw(position.state, move.action):
        dice.request(position, seat, move.action)
    else:
        outcome = dice.outcome_from_seed(position.state, move.action, b"")
        if position.perform(move.action, outcome) and kind == a.OFFER_TRADE:
            position.offers += 1


def _fitting(position: Position, seat: int, choice: Choice) -> Choice | None:
    """A legal choice as this position allows it, None if it does not."""
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


def _required_in_auction(position: Position, seat: int) -> Move | None:
    s = position.state
    for kind in AUTOMATIC:
        action = a.action(kind, seat)
        if step(s, s.rules, action, 0, False) == 0:
            return Act(action)
    return None
