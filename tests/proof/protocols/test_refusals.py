"""What a model does not allow is refused, and everybody is asked for what it does allow.

In every position of driven models, for every seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import pytest

from gitopoly.errors import IllegalAction, InvalidAction
from gitopoly.peers import (
    Act,
    Finish,
    Move,
    Objection,
    ProtocolPosition,
    Recommit,
    Resign,
    Retire,
    Reveal,
    check,
    choices,
    move_from_trailers,
    required_move,
    waits_for,
)
from gitopoly.peers.absence import bound, held_back, voters_on
from gitopoly.peers.trade import ANSWERS, SettleTrade
from gitopoly.rules import AmountRange, OfferTemplate, actions as a, is_over
from gitopoly.rules.codes import AUCTION, TRADE
from gitopoly.rules.turn import floor
from tests.peers.positions import CHAINS
from tests.proof.protocols.drawing import LATER, Drawing
from tests.proof.protocols.exploration import World, explored
from tests.proof.protocols.leaving import LeavingAuction
from tests.proof.protocols.leaving_trades import LeavingOffer
from tests.proof.protocols.test_behaviours import Auction, Offer

Bargain = Auction | Offer
NOT_A_LINK = bytes(32)


class Asked(NamedTuple):
    """A seat in a position that it can come to."""

    world: World
    seat: int
    position: ProtocolPosition


@cache
def asked_in(name: str) -> list[Asked]:
    """Every seat of a model in every position that it can come to, once."""
    model, _ = MODELS[name]
    found: dict[object, Asked] = {}
    for world in explored(model)[1]:
        for seat in range(model.SEATS):
            held = tuple(log[:n] for log, n in zip(world.logs, world.held[seat], strict=True))
            found[held, seat] = Asked(world, seat, model.positions.of(world, seat))
    return list(found.values())


def own_link(position: ProtocolPosition, seat: int) -> bytes:
    """The next link of a seat's chain; something else if there is none."""
    return CHAINS[seat].next(position.links[seat]) or NOT_A_LINK if position.links else NOT_A_LINK


def wrong_moves(position: ProtocolPosition, seat: int) -> Iterator[Move]:
    """Moves that no model allows here."""
    s, setting = position.state, position.setting
    other = (seat + 1) % len(position.counts)
    last = position.counts[other]
    yield Act(a.code_of(a.END_PRE_ROLL, other))
    yield Resign(NOT_A_LINK)
    yield Reveal(position.draws, NOT_A_LINK)
    yield Reveal(position.draws + 1, own_link(position, seat))
    yield Objection(seat)
    yield Retire(seat, position.counts[seat], voters_on(position, seat))
    yield Retire(other, last + 1, voters_on(position, other))
    yield Retire(other, last, ())
    for seat_named, count in enumerate(position.counts):
        if any(bound(position, seat, one) for one in {*position.players()} - {seat_named}):
            yield Retire(seat_named, count, voters_on(position, seat_named))
    yield from (Act(a.code_of(kind, seat), position.offers + 1) for kind in ANSWERS)
    yield SettleTrade(position.offers + 1)
    if not is_over(s):
        yield Finish()
    if position.draw is not None:
        yield Act(a.code_of(a.ROLL_AND_MOVE, seat))
    if position.draw is None or not setting.joint:
        yield Reveal(position.draws, own_link(position, seat))
    between = position.draw is None and s.phase not in (AUCTION, TRADE)
    if not (setting.joint and between and floor(s, s.rules) == seat and not position.fresh[seat]):
        yield Recommit(LATER[seat].commitment)


MODELS: dict[str, tuple[Drawing | Bargain, int]] = {
    "votes": (Drawing(frozenset({1}), 1), 6_504),
    "new chain": (Drawing(draws=2, recommits=1), 2_994),
    "trade": (Offer(), 360),
    "departures from a trade": (LeavingOffer(3), 3_762),
    "votes in a trade": (LeavingOffer(2), 2_318),
    "auction": (Auction("formal", 2, (2, 3)), 4_485),
    "auction with a leader": (Auction("classic", 2, (1, 2)), 1_335),
    "departures from an auction": (LeavingAuction("classic", (1, 1)), 25_062),
}
"""Models, and how many moves are tried that they do not allow."""


def refused(position: ProtocolPosition, seat: int, move: Move) -> bool:
    """Whether a move is refused, by a rule that the message names."""
    try:
        check(position, seat, move)
    except IllegalAction as error:
        return bool(error.rule) and error.rule in str(error)
    return False


@pytest.mark.parametrize("name", MODELS)
def test_what_no_model_allows_is_refused_everywhere(name: str) -> None:
    """Also what a seat writes that is bankrupt or held back, and votes where nobody may vote."""
    tried = 0
    for _, seat, position in asked_in(name):
        patient = position.copy()
        patient.setting = replace(position.setting, may_retire=False)
        for other, last in enumerate(position.counts):
            assert refused(patient, seat, Retire(other, last, voters_on(position, other)))
        bankrupt = position.copy()
        bankrupt.state = position.state.copy()
        bankrupt.state.is_bankrupt[seat] = 1
        assert refused(bankrupt, seat, Resign(CHAINS[seat].secret))
        for other, chain in enumerate(CHAINS[: len(position.counts)]):
            if held_back(position, other):
                assert refused(position, other, Resign(chain.secret))
        for move in wrong_moves(position, seat):
            tried += 1
            assert refused(position, seat, move), move
    assert tried == MODELS[name][1]


def offered(position: ProtocolPosition, seat: int) -> Iterator[Act]:
    """What a person or program is asked, one by one."""
    for choice in choices(position, seat):
        if isinstance(choice, AmountRange):
            bids = range(choice.lowest, choice.highest + 1)
            yield from (Act(choice.of(amount)) for amount in bids)
        elif isinstance(choice, int):
            answers = a.kind_of(choice) in ANSWERS
            yield Act(choice, position.offers if answers else 0)


def allowed(model: Bargain, world: World, seat: int) -> set[Move]:
    """What the model lets a seat write; to name the winner is none of its entries."""
    after = [later.logs[seat] for later in model.writes(world, seat)]
    return {log[-1].move for log in after if len(log) > len(world.logs[seat])}


@pytest.mark.parametrize("name", [name for name in MODELS if "auction" in name or "trade" in name])
def test_whoever_may_write_is_asked_or_does_it_unasked(name: str) -> None:
    """In auctions and trades: what is offered or required is exactly what the model allows."""
    model, _ = MODELS[name]
    assert not isinstance(model, Drawing)
    phase = AUCTION if isinstance(model, Auction) else TRADE
    for world, seat, position in asked_in(name):
        if position.state.phase == phase:
            unasked = required(position, seat)
            found = {*offered(position, seat), *([unasked] if unasked else [])}
            expected = allowed(model, world, seat)
            named = {Act(a.code_of(a.CHOOSE_WINNER, seat))}
            assert found - named == expected - named
            for move in found:
                check(position, seat, move)


def test_only_those_who_play_are_offered_a_trade() -> None:
    asked = 0
    for _, seat, position in asked_in("departures from a trade"):
        templates = [c for c in choices(position, seat) if isinstance(c, OfferTemplate)]
        asked += len(templates)
        assert all(position.plays(template.addressee) for template in templates)
    assert asked


def required(position: ProtocolPosition, seat: int) -> Move | None:
    """What a seat must write, with the chain that it is bound to."""
    chain = CHAINS[seat] if position.setting.joint else None
    if chain is not None and not chain.has(position.links[seat]):
        chain = LATER[seat]
    return required_move(position, seat, chain)


@pytest.mark.parametrize("name", MODELS)
def test_the_game_waits_for_somebody_until_it_is_over(name: str) -> None:
    """And whoever it waits for is asked, or acts unasked, or is held back until it is shown more.

    Others see the position that it comes to.
    """
    for _, _, position in asked_in(name):
        waited = waits_for(position)
        assert bool(waited) != is_over(position.state)
        shown = [isinstance(required(position, seat), Objection) for seat in position.players()]
        for seat in waited:
            acts = required(position, seat) or choices(position, seat)
            assert acts or (held_back(position, seat) and any(shown))


def damaged(trailers: dict[str, str]) -> Iterator[dict[str, str]]:
    """The same with one thing wrong."""
    for name, text in trailers.items():
        yield {**trailers, name: text + " "}
        yield {**trailers, name: "something"}
        yield {other: value for other, value in trailers.items() if other != name}
    yield {**trailers, "More": "1"}


def moves_of(name: str) -> set[tuple[int, Move]]:
    """Every move of a model."""
    logs = {log for asked in asked_in(name) for log in enumerate(asked.world.logs)}
    return {(seat, item.move) for seat, log in logs for item in log}


@pytest.mark.parametrize("name", MODELS)
def test_moves_are_read_as_they_were_written_and_not_otherwise(name: str) -> None:
    names = ("ann", "ben", "cleo")
    for seat, move in moves_of(name):
        trailers = move.to_trailers(names)
        assert move_from_trailers(trailers, seat, names) == move
        for wrong in damaged(trailers):
            with pytest.raises(InvalidAction):
                move_from_trailers(wrong, seat, names)
