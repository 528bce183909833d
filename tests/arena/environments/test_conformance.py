"""One table for all forms of the environments: the same games, and the same refusals."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gitopoly.arena.environments.action_space import WAIT
from gitopoly.errors import IllegalAction, InvalidAction
from tests.arena.environments.forms import (
    DOES_NOTHING,
    OPPOSED,
    PEERS,
    SIZE,
    Form,
    Reference,
    outside,
    reference,
)

pytestmark = [pytest.mark.xdist_group("compiled")]

TABLES: list[dict[str, Any]] = [
    {"players": 2, "starting_money": 300, "max_cycles": 0},
    {"players": 4, "shaping": 0.5, "max_cycles": 0},
    {"players": 8, "houses": 6, "hotels": 2, "starting_money": 3000, "max_cycles": 0},
    {"edition": "formal", "players": 6, "max_cycles": 0},
    {"edition": "arena", "players": 2, "max_cycles": 0},
]
AGAINST: list[dict[str, Any]] = [
    {"opponents": ["trader"], "seat": 0, "starting_money": 300},
    {"opponents": ["sensible", "random"], "shaping": 0.5, "max_cycles": 90},
    {"edition": "arena", "opponents": ["builder"], "seat": 1, "turn_limit": 20},
]
ROWS = [
    *((name, table) for name in PEERS for table in TABLES),
    *((name, table) for name in OPPOSED for table in AGAINST),
]
FORMS = [*((name, TABLES[3]) for name in PEERS), *((name, AGAINST[0]) for name in OPPOSED)]


def made(name: str, settings: dict[str, Any]) -> Form:
    return (PEERS | OPPOSED)[name](settings)  # type: ignore[no-any-return]


def compare(form: Form, expected: Reference, steps: int, spoilt: int = -1) -> int:
    """Step both at random, and hold everything against each other; how many games ended.

    Before the step `spoilt`, a dollar is put into the reference.
    """
    chance, ends = random.Random(5), 0
    form.reset(11)
    expected.reset(11)
    for step in range(steps):
        if step == spoilt:
            expected.core(1).state.money[0] += 1
        numbers = []
        for i in range(SIZE):
            seen = expected.seen(i)
            assert form.seen(i) == seen, f"game {i} before step {step}"
            numbers.append(chance.choice([n for n, legal in enumerate(seen.mask) if legal]))
        for told, wanted in zip(form.step(numbers), expected.step(numbers), strict=True):
            assert told[1:] == wanted[1:], f"step {step}"
            assert told.rewards == pytest.approx(
                {seat: wanted.rewards[seat] for seat in told.rewards}, abs=1e-6
            )
            ends += told.ended or told.cut
    return ends


@pytest.mark.slow
@pytest.mark.parametrize(("name", "settings"), ROWS)
def test_move_by_move_it_is_the_reference(name: str, settings: dict[str, Any]) -> None:
    ends = compare(made(name, settings), reference(name, settings), 500)
    assert ends > 0 or settings.get("max_cycles") == 0


@pytest.mark.parametrize(("name", "settings"), FORMS)
def test_a_difference_is_noticed(name: str, settings: dict[str, Any]) -> None:
    form, expected = made(name, settings), reference(name, settings)
    with pytest.raises(AssertionError, match="game 1 before step 20"):
        compare(form, expected, 21, spoilt=20)


@pytest.mark.parametrize(("name", "settings"), FORMS)
def test_what_is_no_action_is_refused_and_changes_nothing(
    name: str, settings: dict[str, Any]
) -> None:
    form, expected = made(name, settings), reference(name, settings)
    compare(form, expected, 20)
    before = [form.seen(i) for i in range(SIZE)]
    legal = [seen.mask.index(1) for seen in before]
    for nonsense in outside():
        with pytest.raises(InvalidAction):
            form.step([nonsense, *legal[1:]])
        assert [form.seen(i) for i in range(SIZE)] == before


@pytest.mark.parametrize(("name", "settings"), FORMS)
def test_an_illegal_action_changes_nothing(name: str, settings: dict[str, Any]) -> None:
    form, expected = made(name, settings), reference(name, settings)
    compare(form, expected, 20)
    before = [form.seen(i) for i in range(SIZE)]
    numbers = [WAIT] * SIZE
    if name in DOES_NOTHING:
        assert not any(told.ended or told.cut for told in form.step(numbers))
        assert form.is_illegal  # type: ignore[attr-defined]
    else:
        with pytest.raises(IllegalAction, match="wait"):
            form.step(numbers)
    assert [form.seen(i) for i in range(SIZE)] == before


@pytest.mark.parametrize(("name", "settings"), FORMS)
def test_a_seed_repeats_its_games(name: str, settings: dict[str, Any]) -> None:
    form, expected = made(name, settings), reference(name, settings)
    seen = []
    for _ in range(2):
        compare(form, expected, 60)
        seen.append([form.seen(i) for i in range(SIZE)])
    assert seen[0] == seen[1]
