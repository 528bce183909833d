"""Reading what people write: nonsense is refused with an answer, whatever it is."""

from __future__ import annotations

import contextlib
import re

import pytest
from hypothesis import given, settings, strategies as st

from gitopoly.errors import GitopolyError, InvalidAction
from gitopoly.rules import State, actions as a, apply, format_action, parse_action
from tests.rules.scenario import Scenario, traders


def refusal_of(s: State, text: str) -> InvalidAction:
    """The refusal of a text that is not an action."""
    with pytest.raises(InvalidAction) as refusal:
        parse_action(s, text)
    return refusal.value


TOO_LONG = ("bid 1234567890", 'sell group "Boardwalk" down to 9999999999')
NO_AMOUNTS = ("-5", "1.5", "five", "", "5 5", "0x10")
NOT_GIVEN = [
    ('"Strand"', "a deed that p1 owns on that side"),
    ('"GO"', "a deed that p1 owns on that side"),
    ('"Mayfair", "Mayfair"', "each deed once"),
    ("chance jail card, chance jail card", "each jail card once"),
    ("community chest jail card", "a jail card that p1 holds"),
    ('""', "a square such as"),
    ('"Mayfair', "a square such as"),
    ('$5"', "a square such as"),
    ("Mayfair", "a deed in quotes"),
    ("50", "a deed in quotes"),
]
"""What the proposer cannot give in these words, and what would be valid."""


# Actions.


@pytest.mark.parametrize(
    "text", ["", " ", "hello", "buy buy", "end pre-roll now", "\x00", "🎲", "p1:"]
)
def test_nonsense_is_answered_with_what_would_be_valid(text: str) -> None:
    answer = str(refusal_of(Scenario().s, text))
    assert answer == f"unknown action {text!r}; expected end pre-roll"


def test_many_valid_actions_are_shown_as_the_first_few() -> None:
    game = Scenario().give(1, 1, 3, 5, 6, 8, 9, 11, 13, 14, 15, 39)
    answer = refusal_of(game.s, "help").valid
    assert re.search(r" … \(\d+ in all\)$", answer)
    assert 'build "Baltic Avenue"' in answer


@pytest.mark.parametrize(
    ("text", "player", "answer"),
    [
        ("help", 1, "this player cannot act now"),
        ("p2: end pre-roll", 0, "an action of p1, who is asked"),
    ],
)
def test_who_else_is_to_act_is_told_so(text: str, player: int, answer: str) -> None:
    with pytest.raises(InvalidAction, match=answer):
        parse_action(Scenario().s, text, player)


SMALL = Scenario("formal-small", 3)


@pytest.mark.parametrize(
    ("game", "text", "valid"),
    [
        (Scenario(), 'mortgage "Bordwalk"', '"Boardwalk"'),
        (Scenario(), 'mortgage "§§§"', '"GO"'),
        (Scenario(), 'sell group "Short Line" down to 0', "a street"),
        *((Scenario(), text, "an amount of at most nine digits") for text in TOO_LONG),
        *((Scenario(), f"bid {amount}", "end pre-roll") for amount in NO_AMOUNTS),
        (SMALL, "auction to p9 for 5", "a player: p1, p2, p3"),
        (traders(), 'offer p9 "Mayfair" for $5', "a player: p1, p2, p3"),
        (traders(), 'offer p2 "Mayfair" for $600000', "at most $"),
        *((traders(), f"offer p2 {given} for $1", valid) for given, valid in NOT_GIVEN),
    ],
)
def test_what_is_wrong_is_answered_with_what_is_meant(
    game: Scenario, text: str, valid: str
) -> None:
    assert valid in refusal_of(game.s, text).valid


@pytest.mark.parametrize(
    "promise",
    ["immunity on Strand", "an option", "$50 in three turns", "a promise", "half the rents"],
)
@pytest.mark.parametrize("side", ["{} for $1", "$1 for {}", '"Mayfair", {} for $1'])
def test_trade_7_only_what_changes_hands_now_can_be_said(promise: str, side: str) -> None:
    refusal = refusal_of(traders().s, f"offer p2 {side.format(promise)}")
    assert "immunities, options and promises cannot be traded (TRADE-7)" in refusal.valid


# No text can do worse than be refused.

WORDS = st.sampled_from(
    (
        *sorted({known.typed[0] for known in a.ACTIONS}),
        *("offer", "p1", "p2:", "p3", "for", "$5", "$", '"Mayfair"', '"Strand"', '"', ",", "bid"),
        *("5", "9" * 30, "sell", "group", "down to", "auction to", "mortgage", "card", "1,2"),
        *("nothing", "chance jail card", "place building on", "order", "\n", "²", "٣", "İ", ":"),
    )
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=8).map(" ".join))


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_no_text_makes_an_action_fail_otherwise(text: str) -> None:
    game = traders()
    try:
        action = parse_action(game.s, text)
    except InvalidAction:
        return
    assert parse_action(game.s, format_action(game.s, action), a.player_of(action)) == action
    with contextlib.suppress(GitopolyError):
        apply(game.s, action)
