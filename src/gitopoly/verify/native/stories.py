"""What went wrong, told by the plain rules: the bad step, and the way there as a story."""

from __future__ import annotations

from collections.abc import Iterator

from gitopoly.kernel import State, apply, legal_actions
from gitopoly.kernel.board import terminated
from gitopoly.kernel.codes import NOBODY
from gitopoly.kernel.story import tell
from gitopoly.verify import kernel_search
from gitopoly.verify.kernel_search import Bounds
from gitopoly.verify.native.full_promises import (
    first_broken_in_full,
    first_broken_of_step_in_full,
)
from gitopoly.verify.native.promise_table import name_of_promise
from gitopoly.verify.native.promises import MONEY, PROGRESS, first_broken, first_broken_of_step
from gitopoly.verify.tlc.output import CounterexampleState

Way = list[tuple[State, int, int]]
"""States on a path, each with the step that leaves it: action and outcome."""


def bad_step(
    state: State, asked: int, bounds: Bounds | None = None
) -> tuple[str, int, int, State] | None:
    """The first step from here that violates a property: its name, the step, and its end."""
    for action, outcome, after in steps_from(state, bounds):
        # Money is always checked, because a packed position leaves out the bank's.
        broken = first_broken(after, after.rules, asked | MONEY)
        if broken == NOBODY:
            broken = first_broken_in_full(after, after.rules, asked)
        if broken == NOBODY:
            broken = first_broken_of_step(state, after, after.rules, asked)
        if broken == NOBODY:
            broken = first_broken_of_step_in_full(state, after, after.rules, asked)
        if broken != NOBODY:
            return name_of_promise(broken), action, outcome, after
        if asked & PROGRESS and not terminated(after, after.rules) and not legal_actions(after):
            return "InvProgress", action, outcome, after
    return None


def steps_from(state: State, bounds: Bounds | None = None) -> Iterator[tuple[int, int, State]]:
    """Every step from a state: action, outcome, and where it leads."""
    for action, outcome in kernel_search.steps_from(state, bounds or Bounds()):
        after = state.copy()
        apply(after, action, outcome)
        yield action, outcome, after


def told(way: Way, reached: State) -> tuple[CounterexampleState, ...]:
    """A path and where it ends, as a counterexample."""
    states = [before for before, _, _ in way[1:]] + [reached] * bool(way)
    lines = (tell(*step, after) for step, after in zip(way, states, strict=True))
    return (
        CounterexampleState(1, "Init", {}),
        *(CounterexampleState(number, story, {}) for number, story in enumerate(lines, 2)),
    )
