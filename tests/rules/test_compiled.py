"""Interpreted against every other engine: the same games, states, choices and refusals."""

from __future__ import annotations

import pytest

from gitopoly.bots import POLICIES
from gitopoly.bots.play import CAPPED, INTERRUPTED, STUCK, TERMINATED, VIOLATED
from gitopoly.rules import Rules, violated_invariants
from gitopoly.rules.rules import FLAGS
from tests.rules.carriers import Pair
from tests.rules.house_options import EVERY

STRETCH = 400

EDITIONS = {
    "classic": Rules.of("classic", 4),
    "formal": Rules.of("formal", 3),
    "formal-small": Rules.of("formal-small", 3),
    "arena": Rules.of("arena", 2),
}
VARIANTS = {
    "classic, 8 players, all options": Rules.of(
        "classic", 8, free_parking_pot=1, turn_limit=300, decks=17, opening_throw_moves=1
    ),
    "classic, 2 players, poor": Rules.of("classic", 2, starting_money=300),
    "classic, few buildings": Rules.of("classic", 3, houses=4, hotels=2, starting_money=9000),
    "formal, 6 players": Rules.of("formal", 6),
    "formal-small, dice to 3, all defects": Rules.of(
        "formal-small",
        4,
        dice_max=3,
        **{name: 1 for name in FLAGS if name.startswith("defect_")},
    ),
    "london": Rules.of("london", 4),
    **{f"classic, {name}": Rules.of("classic", 4, **EVERY[name]) for name in EVERY},
}


def compare(rules: Rules, actions: int, policy: int = 0, engine: str = "compiled") -> int:
    """Play so many actions on both engines and compare them every few; the actions played."""
    played = game = 0
    while played < actions:
        pair = Pair(rules, engine, policy, seed=7, game=game)
        status = INTERRUPTED
        while status == INTERRUPTED and played < actions:
            before = pair.plain.run.actions
            status, other = pair.play(STRETCH)
            assert status == other
            assert not pair.difference(), f"game {game} within {STRETCH} actions of {before}"
            played += pair.plain.run.actions - before
        # Only the published defects can leave everybody without an action.
        assert status != STUCK or rules.defect_stale_debt
        game += 1
    return played


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_engines_agree_over_20_000_random_actions(edition: str) -> None:
    """A million of them are compared in `tests/bots/test_engines.py`."""
    assert compare(EDITIONS[edition], 20_000) >= 20_000


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_engines_agree_on_options(variant: str) -> None:
    compare(VARIANTS[variant], 10_000)


@pytest.mark.parametrize("policy", ["sensible", "trader"])
def test_the_engines_agree_on_policies(policy: str) -> None:
    compare(EDITIONS["classic"], 6_000, POLICIES[policy])


def test_a_difference_between_the_engines_is_noticed() -> None:
    pair = Pair(EDITIONS["classic"], "compiled")
    pair.play(50)
    pair.other.s.money[2] += 1
    assert list(pair.difference()) == ["money"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_compiled_invariants_hold_after_every_action(edition: str) -> None:
    pair = Pair(EDITIONS[edition], "compiled", seed=5)
    status = INTERRUPTED, INTERRUPTED
    while status[0] == INTERRUPTED:
        status = pair.play(500, check=True)
        assert not violated_invariants(pair.other.s)
    assert status in ((TERMINATED,) * 2, (CAPPED,) * 2)
    assert not pair.difference()


def test_a_compiled_violation_is_noticed_and_named() -> None:
    pair = Pair(EDITIONS["classic"], "compiled")
    pair.play(200)
    for side in (pair.plain, pair.other):
        side.s.bank_money -= 1
    assert pair.play(10, check=True) == (VIOLATED, VIOLATED)
    assert not pair.difference()
    assert violated_invariants(pair.plain.s) == ["InvConservationOfMoney"]
