"""Packing loses nothing: what was packed comes back, and what has no room is noticed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gitopoly.kernel import Rules, State, apply, chance_outcomes, initial, legal_actions
from gitopoly.verify.native.checker import Explorer, compiled_kernel, np

pytestmark = pytest.mark.xdist_group("compiled")


@pytest.fixture(scope="module")
def explorer() -> Explorer:
    """An explorer whose worker packs and unpacks."""
    return Explorer(Rules.of("formal-small", 3), workers=1)


def states_of_games(rules: Rules, count: int) -> list[State]:
    """States of random games."""
    chance = random.Random(1)
    states = [initial(rules)]
    while len(states) < count:
        s = states[-1].copy()
        actions = [action for action in legal_actions(s) if isinstance(action, int)]
        if not actions:
            states.append(initial(rules))
            continue
        action = chance.choice(actions)
        apply(s, action, chance.choice(chance_outcomes(s, action))[0])
        states.append(s)
    return states


def change(explorer: Explorer, **fields: Any) -> bool:
    """Pack a step from the first state that sets some fields; whether that fits."""
    worker = explorer.workers[0]
    words = worker.pack(initial(explorer.rules))
    worker.unpack(words, 0)
    for name, value in fields.items():
        worker.states[1][name] = value
    fits = compiled_kernel().pack_changes(worker.chunks, worker.layouts[0], words, 0)
    assert worker.states[1] == worker.states[0], "ready for the next step"
    return bool(fits)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_states_of_games_come_back_as_they_were(players: int) -> None:
    explorer = Explorer(Rules.of("formal-small", players), workers=1)
    worker = explorer.workers[0]
    for state in states_of_games(explorer.rules, 400):
        assert worker.unpack(worker.pack(state), 0) == state


def test_equal_states_and_only_these_are_packed_alike(explorer: Explorer) -> None:
    packed: dict[tuple[int, ...], State] = {}
    for state in states_of_games(explorer.rules, 400):
        words = tuple(int(word) for word in explorer.workers[0].pack(state))
        assert packed.setdefault(words, state) == state


def test_a_change_that_has_room_fits(explorer: Explorer) -> None:
    assert change(explorer, turn_player=2)
    assert change(explorer, goojf_ch_owner=-1)


def test_the_number_of_the_turn_takes_no_bits(explorer: Explorer) -> None:
    assert change(explorer, turns=1)
    state = initial(explorer.rules)
    words = explorer.workers[0].pack(state).copy()
    state.turns = 57
    assert (explorer.workers[0].pack(state) == words).all()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turn_player", 3),
        ("turn_player", 4),
        ("turn_player", -1),
        ("goojf_ch_owner", -2),
        ("goojf_ch_owner", 3),
        ("doubles_count", 3),
        ("money", [151, 0, 0, 0, 0, 0, 0, 0]),
        ("money", [-1, 0, 0, 0, 0, 0, 0, 0]),
        ("money", [30, 30, 30, 1, 0, 0, 0, 0]),
        ("interest_paid", 1),
        ("offers_made", 1),
    ],
)
def test_a_change_without_room_is_noticed(explorer: Explorer, field: str, value: Any) -> None:
    assert not change(explorer, **{field: value})


@pytest.mark.parametrize("octets", [1, 4])
def test_numbers_are_raised_and_lowered_one_by_one(octets: int) -> None:
    width, kernel = 8 * octets, compiled_kernel()
    one_each = sum(1 << place for place in range(0, 64, width))
    given = np.uint64(one_each), np.uint64(one_each << width - 1)
    for chunk in (0xFF00FF80_7F010200, 0xFFFFFFFF_00000007, 0, 2**64 - 1):
        expected = 0
        for place in range(0, 64, width):
            expected |= ((chunk >> place) + 1) % (1 << width) << place
        assert int(kernel.raise_numbers(np.uint64(chunk), *given)) == expected
        assert int(kernel.lower_numbers(np.uint64(expected), *given)) == chunk


def test_bits_are_gathered_and_scattered_alike_with_and_without_instructions() -> None:
    chance = random.Random(1)
    for _ in range(200):
        word, mask = (np.uint64(chance.getrandbits(64)) for _ in range(2))
        mask &= np.uint64(chance.getrandbits(64))
        places = [bit for bit in range(64) if int(mask) >> bit & 1]
        gathered = sum((int(word) >> bit & 1) << i for i, bit in enumerate(places))
        scattered = sum((int(word) >> i & 1) << bit for i, bit in enumerate(places))
        assert int(compiled_kernel().gather(word, mask)) == gathered
        assert int(compiled_kernel().gather_by_runs(word, mask)) == gathered
        assert int(compiled_kernel().scatter(word, mask)) == scattered
        assert int(compiled_kernel().scatter_by_runs(word, mask)) == scattered


@pytest.mark.parametrize("mask", [0, 1, 1 << 63, 2**64 - 1, 0xFF00000000000001])
def test_bits_at_the_edges_are_gathered_and_scattered(mask: int) -> None:
    whole = np.uint64(2**64 - 1)
    count = mask.bit_count()
    assert int(compiled_kernel().gather_by_runs(whole, np.uint64(mask))) == (1 << count) - 1
    assert int(compiled_kernel().scatter_by_runs(whole, np.uint64(mask))) == mask
