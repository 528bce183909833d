"""Seats who leave an auction or a trade go exactly where bounded models do."""

from __future__ import annotations

from itertools import product

import pytest

from gitopoly.peers import absence
from tests.proof.protocols.exploration import explored
from tests.proof.protocols.leaving import (
    STEPS_OF_AUCTION,
    VIEW_OF_AUCTION,
    BuildingAuction,
    LeavingAuction,
)
from tests.proof.protocols.leaving_trades import STEPS_OF_TRADE, VIEW_OF_TRADE, LeavingOffer
from tests.proof.protocols.model_states import missed_in
from tests.proof.protocols.test_real_entries import compared

TWO = {"Peers": '{"a", "b"}'}


@pytest.mark.parametrize(
    ("name", "edition", "auction", "states", "behaviours"),
    [
        pytest.param(
            *("MCAuctionSeats", "classic", LeavingAuction, 1_558, 227_945), marks=pytest.mark.slow
        ),
        pytest.param(
            *("MCAuctionSeats", "classic", BuildingAuction, 1_558, 227_945), marks=pytest.mark.long
        ),
        pytest.param(
            *("MCAuctionSeatsTies", "formal", LeavingAuction, 1_488, 103_206),
            marks=pytest.mark.long,
        ),
    ],
)
def test_seats_leave_auctions_exactly_as_in_the_model(
    name: str, edition: str, auction: type[LeavingAuction], states: int, behaviours: int
) -> None:
    """What is done for them, by everybody alone, and who wins."""
    models = [auction(edition, money) for money in product(range(2), repeat=2)]
    found = [explored(model) for model in models]
    views = {
        model.view(one) for model, (_, worlds) in zip(models, found, strict=True) for one in worlds
    }
    assert (len(views), sum(one.behaviours for one, _ in found)) == (states, behaviours)
    assert missed_in(name, VIEW_OF_AUCTION, views, STEPS_OF_AUCTION) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "changed", "states", "behaviours"), [(2, TWO, 155, 914), (3, {}, 858, 3_459_702)]
)
def test_seats_leave_trades_exactly_as_in_the_model(
    seats: int, changed: dict[str, str], states: int, behaviours: int
) -> None:
    """By resigning or, where two play, by a vote: whether the offer is off, and who knows it."""
    model = LeavingOffer(seats)
    found, worlds = explored(model)
    views = set(map(model.view, worlds))
    assert (len(views), found.behaviours) == (states, behaviours)
    assert missed_in("MCTradeSeats", VIEW_OF_TRADE, views, STEPS_OF_TRADE, changed) == []


@pytest.mark.parametrize(("seats", "sets"), [(2, 81), (3, 84)])
def test_departures_from_trades_in_real_entries_lead_to_the_same_positions(
    seats: int, sets: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = LeavingOffer(seats)
    assert compared(model, explored(model)[1], monkeypatch) == sets


@pytest.mark.parametrize(
    ("money", "sets"),
    [
        pytest.param((0, 1), 174, marks=pytest.mark.slow),
        pytest.param((1, 1), 795, marks=pytest.mark.long),
    ],
)
def test_departures_from_auctions_in_real_entries_lead_to_the_same_positions(
    money: tuple[int, int], sets: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as nobody has named the winner, which is no entry in the model."""
    model = LeavingAuction("classic", money)
    worlds = [world for world in explored(model)[1] if not any(world.note[1])]
    assert compared(model, worlds, monkeypatch) == sets


@pytest.mark.long
def test_a_program_that_does_nothing_for_the_absent_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(absence, "stand_in", lambda _: False)
    model = LeavingOffer(2)
    views = set(map(model.view, explored(model)[1]))
    with pytest.raises(AssertionError):
        missed_in("MCTradeSeats", VIEW_OF_TRADE, views, STEPS_OF_TRADE, TWO)
