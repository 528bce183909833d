"""Real entries in real replicas lead to the positions that the models' behaviours have."""

from __future__ import annotations

import sys

import pytest

from gitopoly.peers import ProtocolPosition
from gitopoly.peers.position import STAYS
from tests.proof.protocols.drawing import Drawing
from tests.proof.protocols.exploration import World, explored
from tests.proof.protocols.real_entries import RealEntries
from tests.proof.protocols.test_behaviours import Auction, Offer

DRAWINGS = {
    "new chain": (Drawing(draws=2, recommits=1), 67),
    "resignation": (Drawing(may_resign=frozenset({0, 1})), 221),
    "vote": (Drawing(frozenset({1})), 151),
}
"""Models of draws, and how many different sets of entries a seat can hold in each."""


Model = Drawing | Offer | Auction


def counting(position: ProtocolPosition) -> ProtocolPosition:
    """A position without what seats had seen behind the end of a log, which nobody asks for."""
    found = position.copy()
    ends = [last if last != STAYS else sys.maxsize for last in position.retired]
    found.seen = [tuple(map(min, seen, ends)) for seen in position.seen]
    return found


def compared(model: Model, worlds: list[World], patch: pytest.MonkeyPatch) -> int:
    """How many sets of entries lead real replicas to the explored positions."""
    real = RealEntries(model.positions.first, patch)
    done: set[object] = set()
    for world in worlds:
        for seat in range(model.SEATS):
            held = tuple(log[:n] for log, n in zip(world.logs, world.held[seat], strict=True))
            if held not in done:
                done.add(held)
                same = counting(real.position(world, seat))
                assert same == counting(model.positions.of(world, seat))
    return len(done)


def test_a_trade_of_real_entries_leads_to_the_same_positions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = Offer()
    assert compared(model, explored(model)[1], monkeypatch) == 8


@pytest.mark.parametrize(("edition", "sets"), [("formal", 43), ("classic", 51)])
def test_an_auction_of_real_entries_leads_to_the_same_positions(
    edition: str, sets: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Auction(edition, 2, (1, 2))
    assert compared(model, explored(model)[1], monkeypatch) == sets


@pytest.mark.slow
@pytest.mark.parametrize("name", DRAWINGS)
def test_draws_of_real_entries_lead_to_the_same_positions(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, sets = DRAWINGS[name]
    assert compared(model, explored(model)[1], monkeypatch) == sets


@pytest.mark.long
def test_what_a_vote_keeps_out_is_what_the_driver_keeps_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Drawing writes that rule once more, because it asks of every entry whether it may come."""
    model, _ = DRAWINGS["vote"]
    real = RealEntries(model.positions.first, monkeypatch)
    tried, kept_out = set(), 0
    for world in explored(model)[1]:
        for seat, other, number, may in model.offered(world):
            key = seat, world.logs, world.held[seat], other, number
            if key not in tried:
                tried.add(key)
                kept_out += not may
                assert real.takes(world, seat, other, number) == may
    assert (len(tried), kept_out) == (1449, 112)
