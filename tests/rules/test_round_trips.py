"""What is written of a step is read back, and says what happened: over random games of all kinds.

Actions as people type them and as logs keep them, outcomes, positions; and the story of each step.
"""

from __future__ import annotations

import re

import pytest

from gitopoly.rules import (
    AmountRange,
    OfferTemplate,
    State,
    actions as a,
    format_action,
    format_outcome,
    from_canonical,
    from_yaml,
    legal_actions,
    parse_action,
    tell,
    to_canonical,
    to_yaml,
)
from tests.rules.played_steps import SETTINGS, Step, steps
from tests.rules.scenario import outcome_of


def check_action(s: State, action: int) -> None:
    """An action is read back from what people type, in any case, and from what logs keep."""
    text, player = format_action(s, action), a.player_of(action)
    for form in (text, text.upper(), f"  {text.replace(' ', '   ')} "):
        assert parse_action(s, form, player) == action, form
    assert from_canonical(to_canonical(action), player) == action


def check_choices(s: State) -> None:
    """The same for all that is legal, with amounts and contents that make it hard."""
    for choice in legal_actions(s):
        if isinstance(choice, OfferTemplate):
            squares = (*choice.gives[:2], *choice.wants[:2])
            check_action(s, choice.offer(s, squares, 7, sum(choice.cards)))
        elif isinstance(choice, AmountRange):
            check_action(s, choice.of(choice.highest))
        else:
            check_action(s, choice)


def check_story(step: Step) -> None:
    """One sentence about the player, with every payment; bookkeeping moves no money."""
    before, action, outcome, after = step
    sentence = tell(before, action, outcome, after)
    assert sentence.startswith(f"p{a.player_of(action) + 1} "), sentence
    assert re.fullmatch(r"[^\n{}]+[^.]\.", sentence), sentence
    changes = [new - old for old, new in zip(before.money, after.money, strict=True)]
    for player, change in enumerate(changes):
        sign = "+" if change > 0 else "-"
        assert not change or f"p{player + 1} {sign}${abs(change):,}" in sentence
    assert not a.ACTIONS[a.kind_of(action)].is_quiet or not any(changes)


def check_position(s: State, other: State) -> None:
    """A position is read back; another one is another text."""
    text = to_yaml(s)
    again = from_yaml(text, s.rules)
    assert again == s, again.difference(s)
    assert to_yaml(again) == to_yaml(s.copy()) == text
    assert (to_yaml(other) == text) == (other == s)


@pytest.mark.parametrize("setting", SETTINGS)
def test_all_that_is_written_of_a_step_is_read_back(setting: str) -> None:
    for number, step in enumerate(steps(setting)):
        before, action, outcome, after = step
        check_action(before, action)
        text = format_outcome(before, action, outcome)
        assert outcome_of(before, action, text) == outcome, text
        check_story(step)
        if number % 40 == 0:
            check_choices(before)
            check_position(after, before)
