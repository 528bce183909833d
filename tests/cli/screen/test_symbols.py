"""Marks that can be told apart without colours."""

from __future__ import annotations

import pytest

from gitopoly.cli.screen.symbols import (
    ASCII,
    UNICODE,
    group_letters,
    group_name,
    group_style,
    player_style,
    short_name,
    spelled,
    symbols_for,
)
from gitopoly.editions import EDITIONS
from gitopoly.rules import Rules


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_group_has_a_letter_of_its_own(edition: str) -> None:
    rules = Rules.of(edition)
    groups = {group for group in rules.group if group >= 0}
    letters = group_letters(rules)
    assert groups <= set(letters)
    assert len(set(letters.values())) == len(letters)
    assert all(group_name(rules, group) for group in groups)


@pytest.mark.parametrize("board", ["us", "uk"])
def test_every_group_has_colours_of_its_own(board: str) -> None:
    rules = Rules.of("classic", board=board)
    styles = {rules.group[n]: group_style(rules, n) for n in range(40) if rules.group[n] >= 0}
    assert len(set(styles.values())) == 10
    assert group_style(rules, 0) == ""


def test_every_seat_has_a_colour_and_a_token_of_its_own() -> None:
    assert len({player_style(seat) for seat in range(8)}) == 8
    assert len(set(UNICODE.tokens)) == len(set(ASCII.tokens)) == 8


@pytest.mark.parametrize("board", ["us", "uk"])
@pytest.mark.parametrize("width", [6, 8, 11, 14, 30])
def test_names_are_cut_to_fit(board: str, width: int) -> None:
    names = Rules.of("classic", board=board).names
    assert all(0 < len(short_name(name, width)) <= width for name in names)
    assert short_name("Mediterranean Avenue", 20) == "Mediterranean Avenue"


def test_what_an_encoding_cannot_show_is_replaced() -> None:
    assert symbols_for("utf-8") is UNICODE
    assert symbols_for("ascii") is symbols_for("latin-1") is symbols_for("nonsense") is ASCII
    assert spelled("“Go” · …☃", ASCII) == '"Go" . .?'
    assert spelled("“Go” · …☃", UNICODE) == "“Go” · …☃"
