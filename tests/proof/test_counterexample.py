"""Counterexamples as stories: only what changed, and how it ends."""

from __future__ import annotations

from dataclasses import replace

from gitopoly.proof.counterexample import story_of
from gitopoly.proof.tlc.output import CheckResult, CheckRun, CounterexampleState

TRACE = (
    CounterexampleState(1, "Init", {"bid": "0", "winner": "NULL"}),
    CounterexampleState(2, "Bid", {"bid": "<< 3,\n   4 >>", "winner": "NULL"}),
    CounterexampleState(3, "Pass", {"bid": "<< 3,\n   4 >>", "winner": "NULL"}),
)
BREACH = CheckRun(CheckResult.INVARIANT, violated="Agreed", trace=TRACE)


def test_a_step_tells_only_what_changed_in_one_line() -> None:
    assert story_of(BREACH) == [
        "1. Initially bid = 0, winner = NULL",
        "2. Bid: bid = << 3, 4 >>",
        "3. Pass",
        "Here Agreed does not hold.",
    ]


def test_a_behaviour_without_end_says_where_it_goes_on() -> None:
    assert story_of(replace(BREACH, loop=2))[-1] == (
        "From there it returns to 2, and so on forever."
    )
    assert story_of(replace(BREACH, loop=3))[-1] == "It stays there forever."


def test_a_run_that_holds_has_no_story() -> None:
    assert story_of(CheckRun(CheckResult.HOLDS)) == []
