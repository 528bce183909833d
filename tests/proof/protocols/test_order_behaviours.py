"""The code has exactly the behaviours of bounded models of Orders, in turns of a real game."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from gitopoly.peers import orders
from gitopoly.peers.orders import GiveOrder
from tests.proof.protocols.exploration import Found, Item, World, explore, put
from tests.proof.protocols.model_states import counts, missed
from tests.proof.protocols.passing import VIEW, OrdersWorld, Passing
from tests.proof.protocols.real_entries import RealEntries

BOTH = ("auction", "round")
NUMBERS = {
    "MCOrdersLive": 25_080,
    "MCOrdersResign": 74_277,
    "MCOrdersTwo": 3_004,
    "MCOrdersOnce": 13_533_264,
    "MCOrders": 65_214_573_394,
    "MCOrdersVote": 16_340_376,
    "MCOrdersVoted": 76_633_332_287,
    "MCOrdersLeave": 3_028_639_482_467,
}
"""How many behaviours each model has."""


def model(name: str) -> Passing:
    """The code with the constants of a model."""
    one, both = frozenset({1}), frozenset({1, 2})
    return {
        "MCOrdersLive": lambda: Passing(turns=3, ordered=True),
        "MCOrdersResign": lambda: Passing(
            may_resign=one, asks=BOTH, covered=BOTH, turns=1, ordered=True
        ),
        "MCOrdersTwo": lambda: Passing(2, frozenset({0, 1}), turns=3, orders=2),
        "MCOrdersOnce": lambda: Passing(cheats=both),
        "MCOrders": lambda: Passing(cheats=both, orders=2),
        "MCOrdersVote": lambda: Passing(may_retire=one, asks=BOTH, turns=1, ordered=True),
        "MCOrdersVoted": lambda: Passing(may_retire=one, asks=BOTH, ordered=True),
        "MCOrdersLeave": lambda: Passing(may_resign=both, asks=BOTH, ordered=True),
    }[name]()


def passed_in(passing: Passing) -> tuple[Found, list[OrdersWorld]]:
    """Every behaviour, and every state once.

    Also what each seat sees: it must not depend on the order in which it took entries.
    """
    return explore(
        passing.first,
        passing.steps,
        lambda world: (world.logs, world.held, world.seen, world.words),
    )


def same_states(name: str) -> None:
    """The numbers are TLC's, and so is every variable of every state."""
    passing = model(name)
    found, worlds = passed_in(passing)
    assert found == (*counts(name), NUMBERS[name])
    assert missed(name, VIEW, {passing.view(world) for world in worlds}) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["MCOrdersLive", "MCOrdersResign"])
def test_seats_pass_by_order_exactly_as_the_model(name: str) -> None:
    """In auctions and in rounds, also for a seat that has resigned."""
    same_states(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["MCOrdersTwo", "MCOrdersOnce", "MCOrdersVoted"])
def test_orders_lead_exactly_as_far_as_in_the_model(name: str) -> None:
    """Orders given and taken back by seats who claim what they like, and votes on a silent seat."""
    assert passed_in(model(name))[0] == (*counts(name), NUMBERS[name])


@pytest.mark.long
@pytest.mark.parametrize("name", ["MCOrdersTwo", "MCOrdersOnce", "MCOrdersVote"])
def test_the_states_of_orders_are_exactly_those_of_the_model(name: str) -> None:
    same_states(name)


@pytest.mark.long
@pytest.mark.parametrize("name", ["MCOrders", "MCOrdersLeave"])
def test_larger_models_have_as_many_states(name: str) -> None:
    """More than TLC can compare one by one."""
    assert passed_in(model(name))[0] == (*counts(name), NUMBERS[name])


def moves_of(world: OrdersWorld) -> World:
    """The same state with one entry for each real move."""
    logs = tuple(
        tuple(
            Item(move, put(entry.real_past, seat, entry.real_past[seat] + more))
            for entry in log
            for more, move in enumerate(entry.moves)
        )
        for seat, log in enumerate(world.logs)
    )
    held = tuple(
        tuple(
            sum(len(entry.moves) for entry in log[:n])
            for log, n in zip(world.logs, mine, strict=True)
        )
        for mine in world.held
    )
    return World(logs, held)


@pytest.mark.long
def test_signed_entries_lead_replicas_to_the_positions_of_the_model(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every set of entries that a seat can hold, written into stores, received and judged."""
    passing = model("MCOrdersOnce")
    real = RealEntries(passing.code.fresh.position, monkeypatch)
    done: set[Hashable] = set()
    for world in passed_in(passing)[1]:
        moves = moves_of(world)
        for seat, seen in enumerate(world.seen):
            held = tuple(log[:n] for log, n in zip(moves.logs, moves.held[seat], strict=True))
            if held not in done:
                done.add(held)
                assert real.position(moves, seat) == seen.position
    assert len(done) == 168


def test_a_program_that_overlooks_orders_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "follow", lambda position: False)
    assert passed_in(model("MCOrdersLive"))[0][:3] != counts("MCOrdersLive")


def test_orders_without_the_floor_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = passed_in(Passing(2, turns=1))[0]
    monkeypatch.setattr(GiveOrder, "check", lambda self, position, seat: None)
    assert passed_in(Passing(2, turns=1))[0].distinct > found.distinct
