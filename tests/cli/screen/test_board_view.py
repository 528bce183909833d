"""The board as a ring and as columns."""

from __future__ import annotations

import pytest
from rich.text import Text

from gitopoly.cli.screen.board_view import board_columns, board_ring, ring_fits, ring_room
from gitopoly.rules import Rules, initial
from tests.cli.scenes import middle_position
from tests.rules.scenario import Scenario


def columns(game: Scenario, width: int = 80) -> str:
    """The board as columns."""
    return "\n".join(line.plain for line in board_columns(game.s, width))


@pytest.mark.parametrize("board", ["us", "uk"])
@pytest.mark.parametrize("width", [100, 111, 123, 200])
def test_every_line_of_a_ring_is_equally_long(board: str, width: int) -> None:
    s = initial(Rules.of("classic", 8, board=board))
    lines = board_ring(s, width, 40, [Text("x" * 500)] * 100)
    assert len({line.cell_len for line in lines}) == 1
    assert lines[0].cell_len <= width


def test_the_middle_of_a_ring_holds_as_much_as_is_promised() -> None:
    columns, rows = ring_room(100, 28)
    lines = board_ring(middle_position(), 100, 28, [Text("x" * columns)] * rows)
    assert sum("x" * columns in line.plain for line in lines) == rows
    assert len(lines) == 28


def test_a_small_board_is_no_ring() -> None:
    s = initial(Rules.of("formal-small", 2))
    assert not ring_fits(s, 200, 100)
    assert len(board_columns(s, 80)) == 4


@pytest.mark.parametrize(
    ("level", "mortgaged", "shown"),
    [(0, False, "1    "), (2, False, "1⌂2"), (5, False, "1H"), (0, True, "1m")],
)
def test_owner_buildings_and_mortgages_are_marked(level: int, mortgaged: bool, shown: str) -> None:
    game = Scenario().give(1, 1, 3, level=level, mortgaged=mortgaged)
    assert f"B Baltic      {shown}".rstrip() in columns(game)


def test_whoever_is_in_jail_stands_in_brackets() -> None:
    assert "[②]" in columns(Scenario().jail(2))
    assert "[②]" not in columns(Scenario().at(2, "Jail"))
    assert "②" in columns(Scenario().at(2, "Jail"))


def test_who_is_out_is_not_on_the_board() -> None:
    game = Scenario()
    assert "②" in columns(game)
    game.s.is_bankrupt[1] = 1
    assert "②" not in columns(game)


def test_more_tokens_than_fit_are_marked_as_such() -> None:
    game = Scenario(players=8)
    assert "①②③+" in columns(game)
    assert "①②③④⑤⑥⑦⑧" in columns(game, 120)


def test_every_square_is_shown_whatever_the_width() -> None:
    for width in (10, 20, 40, 60, 80, 144, 500):
        shown = columns(Scenario(), width)
        assert shown.count("#") == 4
        assert shown.count("U ") == 2


def test_no_style_covers_a_whole_line_of_squares() -> None:
    lines = board_ring(middle_position(), 100, 28, [])
    assert all(not line.style for line in lines if "Baltic" in line.plain or "$" in line.plain)
    assert all(not line.style for line in board_columns(middle_position(), 80))
