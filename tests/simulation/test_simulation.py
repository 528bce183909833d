"""Tables under faults: whatever a seed lets happen, every promise holds; and faults are found."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.simulation.__main__ import main
from tests.simulation.plan import MOST_ENTRIES, plan_of
from tests.simulation.planted import PLANTED
from tests.simulation.report import Totals, command, result_of
from tests.simulation.shrink import as_ranges, from_ranges, shrink
from tests.simulation.world import run

SHARE, SHORT, LONG = 25, 300, 20_000
FIRST = int(os.environ.get("SIMULATION_SEED", "0"))
WITH_ORDERS_LONG = 1_000
SEEDS_TO_FIND = 250
"""Schedules within which an old fault must be found."""


def shares(short: int, long: int) -> list[object]:
    """First seeds; those beyond the short run are for `make test-long`."""
    return [
        pytest.param(first, marks=[pytest.mark.long if first >= short else pytest.mark.slow])
        for first in range(0, long, SHARE)
    ]


@pytest.mark.parametrize("first", shares(SHORT, LONG))
def test_every_promise_holds(first: int) -> None:
    totals, told = Totals(), []
    for seed in range(FIRST + first, FIRST + first + SHARE):
        result = result_of(plan_of(seed))
        totals.add(result)
        if result.what:
            told.append(f"{result.what}: {result.how}")
            told.append(f"python -m tests.simulation --seed {seed} --count 1")
    assert not told, "\n".join(told)
    # Something happens in them: entries become final, seats fork, games end.
    assert totals.entries > 10 * SHARE
    assert totals.final > 0
    assert totals.forked > 0
    assert totals.over > 0


@pytest.mark.slow
def test_every_promise_holds_when_trouble_comes_late() -> None:
    """Most of these games come to their end, and seats fork around it."""
    results = [result_of(plan_of(seed, late=True)) for seed in range(SHARE)]
    told = [f"--late --seed {r.seed} --count 1: {r.what}: {r.how}" for r in results if r.what]
    assert not told, "\n".join(told)
    assert sum(result.over for result in results) > SHARE // 2
    assert any(result.over and result.forks for result in results)


@pytest.mark.parametrize("first", shares(SHARE, WITH_ORDERS_LONG))
def test_every_promise_holds_when_seats_give_orders(first: int) -> None:
    results = [result_of(plan_of(seed, orders=True)) for seed in range(first, first + SHARE)]
    told = [f"--orders --seed {r.seed} --count 1: {r.what}: {r.how}" for r in results if r.what]
    assert not told, "\n".join(told)


def test_what_is_final_may_go_once_the_last_honest_player_has_left() -> None:
    """Here a fork then brings back a seat that was voted out, and more cannot be promised."""
    result = result_of(plan_of(299, orders=True))
    assert result.what == "", result.how


def test_a_cheat_shows_nothing_that_was_never_published() -> None:
    """Otherwise entries that an old copy of a folder has lost would come back as a fork."""
    result = result_of(plan_of(1715, orders=True))
    assert result.what == "", result.how


def test_a_few_schedules_hold() -> None:
    """The quick form of the above, for everybody."""
    results = [result_of(plan_of(seed)) for seed in range(12)]
    assert [result.seed for result in results if result.what] == []
    assert max(result.entries for result in results) <= 2 * MOST_ENTRIES


def test_a_game_on_real_repositories_holds() -> None:
    result = result_of(plan_of(49))
    assert plan_of(49).on_git
    assert result.what == "", result.how


@pytest.mark.parametrize("seed", [3, 7, pytest.param(49, marks=pytest.mark.slow)])
def test_a_seed_gives_the_same_trace_again(seed: int) -> None:
    plan = plan_of(seed)
    once, again = run(plan), run(plan_of(seed))
    assert once.trace == again.trace
    assert len(once.trace) > 10
    other = run(plan_of(seed + 1))
    assert other.digest != once.digest


@pytest.mark.slow
def test_the_trace_does_not_depend_on_the_process() -> None:
    """Neither the order of a set nor anything else in one process plays a part."""
    code = (
        "from tests.simulation.plan import plan_of; from tests.simulation.world import run; "
        "print(*(run(plan_of(seed)).digest for seed in (3, 5, 8)))"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1]
    assert said[0].split() == [run(plan_of(seed)).digest for seed in (3, 5, 8)]


FOUND_AS = {
    "free-rewind": "what is final stays",
    "void-resignation": "nobody predicts a draw",
    "reused-chain": "nobody predicts a draw",
    "unsigned-stream": "no honest seat is accused",
    "reused-link": "nobody predicts a draw",
    "early-acknowledgement": "no acknowledged move is lost",
    "two-branches-in-a-past": "pasts hold one branch",
    "hasty-votes": "honest seats vote on silence",
    "vote-on-a-first-sign": "honest seats vote on silence",
    "forgotten-own-log": "no honest seat is accused",
    "split-table": "no honest seat is accused",
    "hasty-end": "what is final stays",
    "counting-on": "the position is of what counts",
}
"""How the planted faults that are found soon show."""

OFTEN = {
    "split-table": ("join-again",),
    "forgotten-own-log": ("backup", "restore"),
    "hasty-end": ("again",),
    "reused-chain": ("sit-down-again",),
}
"""What has to happen often for some of them to be found that soon."""

LATE_TROUBLE = {"hasty-end"}
"""Those that show only at the end of a game, which trouble from the beginning prevents."""

WITH_ORDERS = {"orders-end-early"}
"""Those that show only where seats say in advance where they pass."""

FOUND_LATE = {
    "silent-witness": "the game goes on",
    "orders-end-early": "the position is of what counts",
}
"""How others show, within `LATE` schedules: for `make test-long`."""
LATE = 1_500

NOT_FOUND = {"forgotten-heads", "hidden-third-branch"}
"""Not found within a thousand schedules; a test of `tests/table` or `tests/ledger` shows each."""


@pytest.mark.slow
@pytest.mark.parametrize("name", FOUND_AS)
def test_a_planted_fault_is_found(name: str) -> None:
    find(name, FOUND_AS[name], SEEDS_TO_FIND)


@pytest.mark.long
@pytest.mark.parametrize("name", FOUND_LATE)
def test_a_rare_planted_fault_is_found(name: str) -> None:
    find(name, FOUND_LATE[name], LATE)


def find(name: str, what: str, most: int) -> None:
    """Play schedules with a fault until it shows."""
    with PLANTED[name]():
        for seed in range(most):
            often, late = OFTEN.get(name, ()), name in LATE_TROUBLE
            orders = name in WITH_ORDERS
            plan = plan_of(seed, on_git=False, often=often, late=late, orders=orders)
            if result_of(plan).what == what:
                return
    raise AssertionError(f"{name} was not found within {most} schedules")


def test_every_planted_fault_is_looked_for() -> None:
    assert {*FOUND_AS, *FOUND_LATE, *NOT_FOUND} == set(PLANTED)


@pytest.mark.slow
def test_several_processes_play_what_one_does(capsys: pytest.CaptureFixture[str]) -> None:
    """As the command that people type, because processes find functions by their modules."""
    arguments = ["--seed", "0", "--count", "12"]
    assert main(arguments) == 0
    told = capsys.readouterr().out.rpartition(", ")[0]
    command = [sys.executable, "-m", "tests.simulation", *arguments, "--jobs", "2"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said.rpartition(", ")[0] == told


def test_a_failing_seed_is_made_short_and_repeated(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--seed", "0", "--count", "5", "--plant", "early-acknowledgement"]
    assert main(arguments) == 1
    said = capsys.readouterr().out
    assert "no acknowledged move is lost" in said
    repeat = said.rpartition("repeat it with: python -m tests.simulation ")[2].split()
    assert main(repeat) == 1
    again = capsys.readouterr().out
    assert said.count(again.partition("\ntrace ")[2]) == 1, "to the same trace"
    [kept] = [from_ranges(word[9:]) for word in repeat if word.startswith("--events=")]
    assert 0 < len(kept) < 20 < len(plan_of(int(repeat[1])).events)
    del repeat[repeat.index("--plant") :]
    assert main(repeat) == 0, "without the fault nothing fails"


def test_no_event_can_be_left_out_of_a_shortened_schedule() -> None:
    with PLANTED["early-acknowledgement"]():
        seed = next(s for s in range(20) if result_of(plan_of(s)).what)
        plan = plan_of(seed)
        kept, outcome = shrink(plan)
        assert outcome.broken is not None
        for event in kept:
            fewer = [other for other in kept if other != event]
            broken = run(plan.with_events(fewer)).broken
            assert broken is None or broken.what != outcome.broken.what


def test_ranges_are_read_as_they_are_written() -> None:
    for numbers in ([], [0], [0, 1, 2, 7, 9, 10], list(range(5))):
        assert from_ranges(as_ranges(numbers)) == numbers
    assert as_ranges([0, 1, 2, 7, 9, 10]) == "0-2,7,9-10"
    plan = plan_of(1)
    assert command(plan, [0, 1], "free-rewind") == (
        "python -m tests.simulation --seed 1 --events=0-1 --plant free-rewind"
    )
    assert command(plan, [2], late=True) == (
        "python -m tests.simulation --seed 1 --events=2 --late"
    )
