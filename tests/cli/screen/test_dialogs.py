"""Questions that take several answers."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from gitopoly.cli.screen.dialogs import Question, answers_to, confirm
from gitopoly.cli.screen.menu import Item, menu
from gitopoly.rules import format_action, legal_actions
from tests.rules.scenario import Scenario
from tests.table.tables import NAMES


def talk(dialog: Generator[Question, str, Any], *lines: str) -> tuple[list[Question], Any]:
    """Answer the questions of a dialog; the questions, and what came of it."""
    asked = [next(dialog)]
    for line in lines[:-1]:
        asked.append(dialog.send(line))
    with pytest.raises(StopIteration) as end:
        dialog.send(lines[-1])
    return asked, end.value.value


def item(game: Scenario, start: str, seat: int = 1) -> Item:
    """The item of the menu whose label begins so."""
    items = menu(game.s, legal_actions(game.s, seat - 1), NAMES[:3])
    return next(item for item in items if item.label.startswith(start))


def open_dialog(game: Scenario, start: str, seat: int = 1) -> Generator[Question, str, Any]:
    """The dialog behind an item of the menu."""
    return answers_to(game.s, item(game, start, seat), NAMES[:3])


def rich() -> Scenario:
    """Ann and ben have things to trade."""
    game = Scenario().give(1, "Baltic Avenue", "Reading Railroad").give(2, "Park Place")
    return game.jail_card(2)


def test_one_of_several_deeds_is_chosen_by_its_number() -> None:
    asked, code = talk(open_dialog(rich(), "mortgage"), "2")
    assert asked[0].options == [
        "mortgage Baltic Avenue (+$30)",
        "mortgage Reading Railroad (+$100)",
    ]
    assert format_action(rich().s, code) == 'mortgage "Reading Railroad"'


@pytest.mark.parametrize("wrong", ["0", "3", "x", "", "-1", "1 2"])
def test_another_answer_is_asked_again(wrong: str) -> None:
    asked, code = talk(open_dialog(rich(), "mortgage"), wrong, "1")
    assert asked[1].complaint == "type a number from 1 to 2"
    assert format_action(rich().s, code) == 'mortgage "Baltic Avenue"'


@pytest.mark.parametrize("word", ["b", "back", "CANCEL"])
def test_one_can_go_back(word: str) -> None:
    assert talk(open_dialog(rich(), "mortgage"), word)[1] is None


def auction() -> Scenario:
    """An auction in which ann may bid."""
    return Scenario().at(1, 39).turn(1, "post-roll").do("auction")


@pytest.mark.parametrize("typed", ["120", "$120", "+120", " 120 ", "0120"])
def test_a_bid_is_an_amount_in_the_range(typed: str) -> None:
    code = talk(open_dialog(auction(), "bid"), typed)[1]
    assert format_action(auction().s, code) == "bid 120"


@pytest.mark.parametrize("wrong", ["0", "1501", "-5", "all", "", "1.5", "9" * 30])
def test_other_bids_are_asked_again(wrong: str) -> None:
    asked, code = talk(open_dialog(auction(), "bid"), wrong, "b")
    assert asked[1].complaint == "type an amount from 1 to 1,500"
    assert code is None


def test_a_trade_takes_both_sides_and_cash() -> None:
    game = rich()
    asked, code = talk(open_dialog(game, "offer"), "1", "1 2", "1,2", "-30", "yes")
    assert [question.prompt.partition("?")[0] for question in asked[:3]] == [
        "Trade with whom",
        "What do you give ben",
        "What do you want from ben",
    ]
    assert asked[2].options == ["Park Place", "the chance jail card"]
    assert format_action(game.s, code, NAMES[:3]) == (
        'offer ben "Baltic Avenue", "Reading Railroad" for "Park Place", chance jail card, $30'
    )
    assert asked[4].prompt.startswith("Offer ben Baltic Avenue, Reading Railroad for Park Place")


def test_a_trade_needs_a_yes() -> None:
    assert talk(open_dialog(rich(), "offer"), "1", "1", "", "", "hm")[1] is None


@pytest.mark.parametrize("steps", [("b",), ("1", "b"), ("1", "", "b"), ("1", "", "1", "b")])
def test_a_trade_can_be_left_at_every_step(steps: tuple[str, ...]) -> None:
    assert talk(open_dialog(rich(), "offer"), *steps)[1] is None


def test_numbers_and_cash_of_a_trade_are_checked() -> None:
    dialog = open_dialog(rich(), "offer")
    asked, _ = talk(dialog, "1", "3", "1", "", "2000", "-1501", "50", "no")
    assert asked[2].complaint == "type numbers from 1 to 2 with spaces between them"
    assert asked[5].complaint == asked[6].complaint == "type an amount from -1,500 to 1,500"


def test_an_offer_that_the_rules_refuse_says_why() -> None:
    asked, code = talk(open_dialog(rich(), "offer"), "1", "", "", "", "")
    assert asked[-1].complaint
    assert code is None


def test_with_a_single_partner_nobody_is_asked_with_whom() -> None:
    game = Scenario(players=2).give(1, 3).give(2, 37)
    first = next(open_dialog(game, "offer"))
    assert first.prompt.startswith("What do you give ben?")


@pytest.mark.parametrize(
    ("typed", "sure"), [("yes", True), ("Y", True), ("", False), ("no", False)]
)
def test_only_a_yes_confirms(typed: str, sure: bool) -> None:
    assert talk(confirm("Really?"), typed)[1] is sure
