"""Turning the table changes names of seats, and nothing that the rules see."""

from __future__ import annotations

import random

import pytest

from gitopoly.kernel import Rules, State, apply, chance_outcomes, initial, legal_actions
from gitopoly.verify.native.symmetry import turn_the_table, turned


def canonical(state: State) -> State:
    """The state with the turn player on seat 0."""
    copy = state.copy()
    turn_the_table(copy, state, state.rules)
    return copy


def successors(state: State) -> list[State]:
    """Where every step leads."""
    found = []
    for action in legal_actions(state):
        assert isinstance(action, int)
        for outcome, _ in chance_outcomes(state, action):
            after = state.copy()
            apply(after, action, outcome)
            found.append(after)
    return found


def text(states: list[State]) -> list[str]:
    """States up to symmetry, in a form that can be sorted."""
    fields = [name for name in State.__slots__ if name != "rules"]
    return sorted(str([getattr(canonical(s), name) for name in fields]) for s in states)


@pytest.mark.slow
def test_a_turned_state_has_the_turned_successors() -> None:
    chance = random.Random(2)
    state = initial(Rules.of("formal-small", 3))
    for _ in range(300):
        after = successors(state)
        assert text(after) == text(successors(canonical(state)))
        state = chance.choice(after) if after else initial(state.rules)


def test_a_state_that_differs_in_more_than_seats_is_another_one() -> None:
    state = initial(Rules.of("formal-small", 3))
    other = state.copy()
    other.money[1] -= 1
    assert text([state]) != text([other])


def test_seats_are_counted_from_the_turn_player() -> None:
    assert [turned(seat, 2, 3) for seat in (-1, 0, 1, 2)] == [-1, 1, 2, 0]
