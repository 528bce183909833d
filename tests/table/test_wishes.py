"""Wishes: one form each, for what could be offered; everything else is words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gitopoly.errors import IllegalAction
from gitopoly.rules import actions as a, is_legal
from gitopoly.table.wishes import (
    Side,
    Wish,
    check_wish,
    offer_for,
    open_wishes,
    read_wish,
    tell_wish,
    wish_for,
    wish_templates,
)
from gitopoly.words import Words
from tests.rules.scenario import Scenario

NAMES = ("ann", "ben", "cleo")


def setting() -> Scenario:
    """Ann owns 1 and a railroad, ben 3 and a jail card, cleo the last square; it is ann's turn."""
    return Scenario(players=3).give(1, 1, 5).give(2, 3, 15).give(3, 39).jail_card(2).turn(1)


def said(text: str, seat: str = "ben", number: int = 1) -> Any:
    """A line of talk."""
    return SimpleNamespace(id=f"{number:040}", seat=seat, text=text, is_reaction=False)


def test_a_wish_is_read_back_as_it_was_written() -> None:
    rules = setting().rules
    for wish in (
        Wish(1, 0, Side((1, 5), (), 50), Side((3,), (0,), 0)),
        Wish(0, 2, Side((39,)), Side((), (), 1)),
        Wish(2, 1, Side((), (0, 1)), Side()),
    ):
        assert read_wish(wish.text(NAMES), wish.author, NAMES, rules) == wish
    most = Side(tuple(rules.deeds[: rules.deed_count]), (0, 1), a.LARGEST_OFFER)
    longest = Wish(0, 1, most, Side())
    assert len(longest.text(("a" * 40, "b" * 40))) <= 280


@pytest.mark.parametrize(
    "text",
    [
        "wish ben: 1 for nothing",  # oneself
        "wish dora: 1 for 3",  # not a player
        "wish ann: 0 for 3",  # GO is no deed
        "wish ann: 40 for 3",
        "wish ann: 999999999999 for 3",
        "wish ann: -1 for 3",
        "wish ann: 01 for 3",
        "wish ann: 5 1 for 3",  # another order
        "wish ann: 1 1 for 3",
        "wish ann: 1 $0 for 3",
        "wish ann: 1 $-5 for 3",
        "wish ann: 1 $9999999 for 3",
        "wish ann: 1 $5 $6 for 3",
        "wish ann: 1 $5 for 3 $5",  # cash both ways
        "wish ann: $5 for nothing",  # nothing moves
        "wish ann: nothing for nothing",
        "wish ann: 1  for 3",
        "wish ann: 1 for 3 ",
        "Wish ann: 1 for 3",
        "wish ann: 1 for 3 for 5",
        "wish ann: \uff11 for 3",
        "wish ann: <b>1</b> for 3",
        "wish ann: 1 nothing for 3",
        "wish : 1 for 3",
        "wish ann: {name} for 3",
    ],
)
def test_everything_else_is_words(text: str) -> None:
    assert read_wish(text, 1, NAMES, setting().rules) is None


def test_a_wish_becomes_the_offer_of_whoever_is_asked() -> None:
    game = setting()
    wish = Wish(1, 0, Side((1,), (), 20), Side((3,), (0,)))
    offer = offer_for(game.s, wish)
    assert offer is not None
    assert is_legal(game.s, offer)
    assert (a.player_of(offer), a.addressee_of(offer), a.cash_of(offer)) == (0, 1, 20)
    assert wish_for(game.s, a.offer(1, 0, a.deeds_of(offer), a.cards_of(offer), -20)) == wish


def test_a_wish_never_turns_round_when_deeds_change_hands() -> None:
    game = setting()
    wish = Wish(1, 0, Side((1,)), Side((3,)))
    game.give(1, 3).give(2, 1)
    assert offer_for(game.s, wish) is None
    with pytest.raises(IllegalAction):
        check_wish(game.s, wish)


@pytest.mark.parametrize(
    ("wish", "key"),
    [
        (Wish(1, 0, Side((39,)), Side()), "not_tradable"),
        (Wish(1, 0, Side((1,)), Side((), (1,))), "not_tradable"),
        (Wish(1, 0, Side((1,), (), 1_501), Side()), "ends_below_zero"),
        (Wish(1, 0, Side((1,)), Side((), (), 1_501)), "ends_below_zero"),
    ],
)
def test_what_could_not_be_done_is_not_said(wish: Wish, key: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        check_wish(setting().s, wish)
    assert refused.value.key == key


def test_built_groups_and_bankrupt_players_are_left_out() -> None:
    game = Scenario(players=2).give(1, 1, 3, level=1).give(2, 5).turn(2)
    with pytest.raises(IllegalAction) as refused:
        check_wish(game.s, Wish(1, 0, Side((1,)), Side((5,))))
    assert refused.value.key == "group_not_bare"
    game.s.is_bankrupt[0] = 1
    assert wish_templates(game.s, 1) == []


def test_anybody_can_wish_whoever_holds_the_window() -> None:
    game = setting()
    (of_ann, of_cleo) = wish_templates(game.s, 1)
    assert (of_ann.addressee, of_ann.wants) == (0, (1, 5))
    assert (of_cleo.addressee, of_cleo.gives) == (2, (3, 15))
    check_wish(game.s, wish_for(game.s, of_ann.offer(game.s, (1, 3), 10)))


def test_only_the_newest_wish_of_each_that_is_still_possible_is_open() -> None:
    game = setting()
    lines = [
        said("wish ann: 1 for 3", number=1),
        said("wish ann: 5 for 15", number=2),
        said("wish ben: 15 for 39", "cleo", 3),
        said("wish ann: 1 for 39", "cleo", 4),
        said("hello", number=5),
    ]
    found = open_wishes(lines, game.s, NAMES, 0)
    assert [(line.id[-1], wish.author) for line, wish in found] == [("2", 1), ("4", 2)]
    lines.append(said("wish ann: 39 for 3", number=6))  # ann does not own it
    assert [wish.author for _, wish in open_wishes(lines, game.s, NAMES, 0)] == [2]


def test_a_wish_reads_as_a_sentence_in_every_language() -> None:
    game = setting()
    wish = Wish(1, 0, Side((1,), (), 20), Side((3,), (0,)))
    given = "Baltic Avenue and Chance jail card"
    expected = f"ann, I\u2019d give you {given} for Mediterranean Avenue and $20."
    assert tell_wish(wish, NAMES, game.rules) == expected
    assert tell_wish(wish, NAMES, game.rules, Words("de")).startswith("ann, für ")
