"""The compiled exploration notices a step that breaks what every step must keep."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from gitopoly.kernel import Rules, State, apply, chance_outcomes, initial, legal_actions
from gitopoly.kernel.codes import NOBODY
from gitopoly.verify.native.checker import BAD_STEP, Explorer, Level
from gitopoly.verify.native.exploration import first_broken_by_step
from gitopoly.verify.native.promise_table import PROMISES, promises_named
from gitopoly.verify.native.promises import TYPE_OK, first_broken

pytestmark = pytest.mark.xdist_group("compiled")

SMALL = Rules.of("formal-small", 2)
COUNTERFEIT = """
from gitopoly.kernel import Rules, money

def pay_bank(s, player, amount):
    s.money[player] -= amount
    s.bank_money += amount + 1

money.pay_bank.__code__ = pay_bank.__code__
from gitopoly.verify.specs.model_config import Search
from gitopoly.verify.native.run import explore
from gitopoly.verify.native.promise_table import promises_named

run = explore(Search(Rules.of("formal-small", 2), 12, asked=promises_named(["InvJail"])))
print(run.result.name, run.violated, len(run.trace))
"""
"""A program whose kernel makes a dollar whenever somebody pays the bank."""


def first_level(issued: int) -> Explorer:
    """An exploration of one level in which every step is missing so many dollars."""
    explorer = Explorer(SMALL, workers=1, asked=0)
    # What the bank has issued has no slot, so the checker takes it for a constant.
    explorer.workers[0].states["issued"] = issued
    return explorer


@pytest.mark.parametrize("missing", [1, -1])
def test_a_step_that_makes_or_loses_money_is_noticed_whatever_is_asked(missing: int) -> None:
    explorer = first_level(missing)
    assert explorer.next_level() is None
    assert explorer.trouble is not None
    assert (explorer.trouble.name, explorer.trouble.depth) == (BAD_STEP, 1)


def test_the_same_step_passes_when_no_money_is_missing() -> None:
    assert first_level(0).next_level() == Level(1, 2, 1, 1)


@pytest.mark.long
def test_a_kernel_that_prints_money_is_caught_and_the_step_is_named(tmp_path: Path) -> None:
    """The whole way, in a process and with compiled code of its own."""
    surroundings = {**os.environ, "GITOPOLY_CACHE": str(tmp_path)}
    program = tmp_path / "counterfeit.py"  # what is compiled must stand in a file
    program.write_text(COUNTERFEIT, encoding="utf-8")
    command = [sys.executable, str(program)]
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=True)
    result, violated, steps = done.stdout.split()
    assert (result, violated) == ("INVARIANT", "InvConservationOfMoney")
    assert int(steps) == 4, "the first deed is bought in the fourth state"


def broken_by_step(s: State, *names: str) -> int:
    """What the check of a position that fits says of it."""
    return first_broken_by_step(s, s.rules, promises_named(names))


def test_what_fits_can_still_break_its_type() -> None:
    s = initial(SMALL)
    assert broken_by_step(s, "TypeOK") == NOBODY
    s.bank_money = -1
    assert broken_by_step(s, "TypeOK") == 0
    s = initial(SMALL)
    s.free_4_all_order[:2] = [1, 1]
    assert broken_by_step(s, "TypeOK") == 0
    assert broken_by_step(s, "InvJail") == NOBODY


def test_other_promises_are_checked_after_every_step() -> None:
    s = initial(SMALL)
    s.in_jail[0] = 1
    assert broken_by_step(s, "TypeOK", "InvJail") == list(PROMISES).index("InvJail")
    assert broken_by_step(s, "TypeOK") == NOBODY


def test_the_short_check_of_the_type_agrees_with_the_whole_one_in_play() -> None:
    chance = random.Random(3)
    s = initial(SMALL)
    for _ in range(300):
        assert first_broken(s, s.rules, TYPE_OK) == broken_by_step(s, "TypeOK") == NOBODY
        actions = [action for action in legal_actions(s) if isinstance(action, int)]
        if not actions:
            break
        action = chance.choice(actions)
        apply(s, action, chance.choice(chance_outcomes(s, action))[0])
