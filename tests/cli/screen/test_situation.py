"""What is going on, in words."""

from __future__ import annotations

import pytest

from gitopoly.cli.screen.situation import ago, headline, stake_lines, waiting_line
from tests.cli.scenes import middle_position
from tests.rules.scenario import Scenario
from tests.table.tables import NAMES


def test_the_headline_says_whose_turn_it_is() -> None:
    game = Scenario()
    assert headline(game.s, NAMES) == "ann's turn: on GO, before the roll"
    assert headline(game.s, NAMES, 0) == "Your turn: on GO, before the roll"
    assert headline(game.jail(1).s, NAMES) == "ann's turn: in jail, before the roll"
    assert headline(game.s, ("thomas", "x", "y")).startswith("thomas' turn")


def test_after_doubles_the_headline_says_that_the_player_rolls_again() -> None:
    game = Scenario().free_4_all(1, 2, 3)
    game.s.doubles_count = 1
    assert headline(game.s, NAMES).endswith("mortgage and trade; doubles roll again")
    game.conclude_all()
    assert headline(game.s, NAMES).endswith("before the roll; doubles roll again")


def test_the_headline_of_an_end_names_the_winner() -> None:
    s = middle_position()
    s.is_bankrupt[0] = s.is_bankrupt[2] = 1
    assert headline(s, NAMES) == "The game is over: ben has won"


def test_an_opening_shows_the_throws() -> None:
    game = Scenario(opening_throw=1)
    assert headline(game.s, NAMES) == "Everyone rolls to see who starts"
    assert stake_lines(game.s, NAMES) == []
    game.do("roll for start -> 3,4")
    assert stake_lines(game.s, NAMES) == ["ann rolled 3 and 4"]


def test_an_auction_shows_every_bid() -> None:
    game = Scenario().at(1, 39).turn(1, "post-roll").do("auction", "p1: bid 7", "p2: pass")
    assert stake_lines(game.s, NAMES[:3]) == [
        "Auction of Boardwalk (list price $400), round 1",
        "ann bids $7 and leads; ben has passed; cleo has not bid",
    ]


def test_a_debt_says_what_is_still_to_be_raised() -> None:
    game = Scenario().give(1, 3).give(2, 37, 39, level=5).cash(10).at(1, 39).turn(1, "post-roll")
    game.do("owe rent")
    (line,) = stake_lines(game.s, NAMES, 0)
    assert line == (
        "You owe ben $2,000: cash $10, still to raise $1,990, buildings and mortgages can bring $30"
    )
    assert stake_lines(game.s, NAMES, 1)[0].startswith("ann owes ben $2,000")


def test_an_offer_shows_both_sides() -> None:
    game = Scenario().give(1, 3, mortgaged=True).jail_card(2)
    game.do('offer p2 "Baltic Avenue" for chance jail card, $20')
    assert stake_lines(game.s, NAMES) == [
        "ann gives Baltic Avenue (mortgaged)",
        "ben gives the chance jail card, $20",
    ]


@pytest.mark.parametrize(
    ("waiting", "line"),
    [
        ([], ""),
        ([("ben", 40)], "Waiting for ben (1 minute)"),
        ([("ann", 0)], "Your move"),
        ([("ann", 0), ("ben", 99)], "Your move; also waiting for ben (a moment)"),
        (
            [("ben", 99), ("cleo", 99), ("dan", 99)],
            "Waiting for ben (a moment), cleo (a moment) and dan (a moment)",
        ),
    ],
)
def test_one_reads_for_whom_the_game_waits(waiting: list[tuple[str, float]], line: str) -> None:
    assert waiting_line(waiting, 100, "ann") == line


def test_spans_of_time_are_told_in_their_unit() -> None:
    spans = (0, 9, 10, 59, 60, 3599, 3600, 86400 * 3)
    assert [ago(span) for span in spans] == [
        *("a moment", "a moment", "10 seconds", "50 seconds"),
        *("1 minute", "59 minutes", "1 hour", "3 days"),
    ]
