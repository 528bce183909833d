"""The players at a glance."""

from __future__ import annotations

from gitopoly.cli.screen.players_view import deed_letters, deed_lines, player_lines, standing_lines
from tests.cli.scenes import middle_position
from tests.rules.scenario import Scenario
from tests.table.tables import NAMES


def test_deeds_are_letters_small_if_mortgaged_with_a_dot_for_what_is_missing() -> None:
    game = Scenario().give(1, 1, 3).give(1, 6, mortgaged=True).give(1, 5, 12)
    game.give(1, 15, mortgaged=True)
    assert deed_letters(game.s, 0).plain == "BB l·· #=·· U·"
    assert deed_letters(game.s, 1).plain == ""


def test_a_player_has_money_deeds_cards_and_a_place() -> None:
    lines = [line.plain for line in player_lines(middle_position(), NAMES[:3], 80, me=1)]
    assert lines == [
        "► ① ann   $   350  BB ###·",
        "  ② ben   $ 1,211  LLL OOO DD  1 jail card  (you)",
        "  ③ cleo  $    87  pp· ···= UU  in jail",
    ]


def test_who_is_out_has_nothing() -> None:
    s = middle_position()
    s.is_bankrupt[0] = 1
    assert player_lines(s, NAMES[:3], 80)[0].plain == "  ① ann   out of the game"


def test_a_line_is_never_wider_than_told() -> None:
    assert player_lines(middle_position(), NAMES[:3], 20)[1].cell_len == 20


def test_deeds_tell_owner_buildings_and_rent() -> None:
    text = "\n".join(line.plain for line in deed_lines(middle_position(), NAMES))
    assert "B Baltic Avenue           ann         3 houses, rent $180  (brown)" in text
    assert "O New York Avenue         ben         a hotel, rent $1,000  (orange)" in text
    assert "P States Avenue           cleo        mortgaged, no rent  (pink)" in text
    assert "# Reading Railroad        ann         rent $100, mortgage $100  (railroads)" in text
    assert "U Water Works             cleo        rent 10 times the roll" in text
    assert "G Pacific Avenue          for sale at $300  (green)" in text
    assert len(text.splitlines()) == 28


def test_the_standings_begin_with_the_best() -> None:
    s = middle_position()
    s.is_bankrupt[1] = 1
    lines = [line.plain for line in standing_lines(s, NAMES[:3])]
    assert lines[0].startswith("1. ann is worth $")
    assert lines[1].startswith("2. cleo is worth $")
    assert lines[2] == "3. ben is bankrupt"
    lines = [line.plain for line in standing_lines(s, NAMES[:3], has_left=lambda seat: seat == 1)]
    assert lines[2] == "3. ben has left"
