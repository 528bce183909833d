"""The menu: few items, each with what it costs, and nothing legal left out."""

from __future__ import annotations

from random import Random

import pytest

from gitopoly.cli.screen.menu import label_of, menu, price_of
from gitopoly.rules import AmountRange, OfferTemplate, legal_actions, parse_action
from tests.rules.scenario import Scenario
from tests.rules.walks import GAMES, Game, late_position, name_of, walk
from tests.table.tables import NAMES


def labels(game: Scenario, seat: int = 1) -> list[str]:
    """The menu of a seat."""
    names = NAMES[: game.rules.num_players]
    return [item.label for item in menu(game.s, legal_actions(game.s, seat - 1), names)]


def test_buying_names_the_deed_and_its_price() -> None:
    game = Scenario().at(1, "Boardwalk").turn(1, "post-roll")
    assert labels(game) == ["buy Boardwalk ($400)", "auction Boardwalk"]


def test_after_doubles_nobody_ends_the_turn() -> None:
    game = Scenario().free_4_all(1, 2, 3)
    assert labels(game)[0] == "end your turn"
    game.s.doubles_count = 1
    assert labels(game)[0] == "roll again"
    assert labels(game.conclude_all()) == ["roll again"]


def test_rent_names_who_gets_it() -> None:
    game = Scenario().give(2, "Boardwalk").at(1, "Boardwalk").turn(1, "post-roll")
    assert labels(game)[0] == "pay rent on Boardwalk ($50 to ben)"


def test_many_deeds_are_folded_into_one_item() -> None:
    game = Scenario().give(1, 1, 3).give(1, 5, 15)
    assert labels(game) == [
        "roll the dice",
        "build a house or a hotel …",
        "mortgage a deed …",
        "offer a trade …",
    ]


def test_a_single_deed_is_not_folded() -> None:
    game = Scenario().give(1, "Reading Railroad")
    assert "mortgage Reading Railroad (+$100)" in labels(game)


def test_bankruptcy_comes_last() -> None:
    game = Scenario().give(1, 1).give(2, 37, 39, level=5).cash(10).at(1, 39).turn(1, "post-roll")
    game.do("owe rent")
    assert labels(game)[-1] == "go bankrupt"


def test_what_chance_decides_has_no_price() -> None:
    game = Scenario().turn(1, "roll")
    assert price_of(game.s, parse_action(game.s, "roll"), NAMES) == ""


def test_what_is_refused_has_no_price() -> None:
    game = Scenario()
    assert price_of(game.s, parse_action(game.s, "p1: buy"), NAMES) == ""


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_every_legal_action_is_in_exactly_one_item(game: Game) -> None:
    random = Random(1)
    for s in walk(late_position(game, random), random, 60):
        for player in range(s.rules.num_players):
            found = legal_actions(s, player)
            items = menu(s, found, NAMES[: s.rules.num_players])
            assert sorted(map(repr, (c for i in items for c in i.choices))) == sorted(
                map(repr, found)
            )
            assert len({item.label for item in items}) == len(items)
            for choice in found:
                assert isinstance(choice, int | AmountRange | OfferTemplate)
                assert label_of(s, choice, NAMES[: s.rules.num_players])
