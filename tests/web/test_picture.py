"""The picture of a game: a PNG of all editions, and a clear refusal where it cannot be drawn."""

from __future__ import annotations

import struct
import sys
from dataclasses import replace

import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from gitopoly.errors import MissingExtra
from gitopoly.web import picture
from gitopoly.web.picture import SIDE, as_picture, square_positions
from gitopoly.web.replay import GameReplay
from gitopoly.web.replay_source import source_of_record
from gitopoly.words import languages
from tests.proof.recorded import played
from tests.web.replays import recorded, recorded_replay


def size_of(picture: bytes) -> tuple[int, int]:
    """Width and height, as the head of a PNG file says."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def test_a_game_is_a_picture_and_the_same_one_again() -> None:
    found = as_picture(recorded_replay())
    assert size_of(found) == (1760, 990)
    assert found == as_picture(recorded_replay())


def test_games_under_way_of_other_editions_are_pictures_too() -> None:
    small = GameReplay(source_of_record(played("formal-small", turns=4), "x"))
    assert size_of(as_picture(small)) == (1760, 990)


@pytest.mark.slow
def test_a_picture_speaks_the_language_that_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Figure] = []

    def kept(figure: Figure) -> bytes:
        drawn.append(figure)
        return b""

    monkeypatch.setattr(picture, "as_png", kept)
    for language in languages():
        as_picture(recorded_replay(), language)
    english, german = (_texts(figure) for figure in drawn)
    for one, other in (
        ("Turning points", "Wendepunkte"),
        ("Final standings", "Endstand"),
        ("bankrupt", "bankrott"),
    ):
        assert one in english
        assert other in german
        assert other not in english
        assert one not in german
    assert any(" gewinnt nach " in text for text in german)


def _texts(figure: Figure) -> set[str]:
    """Everything that stands in a figure."""
    return {text.get_text() for text in figure.findobj(Text)}


@pytest.mark.slow
def test_names_are_text_in_a_picture() -> None:
    source = source_of_record(recorded(game=0, players=3, turns=12), "x")
    names = ["$x^2$", "a $ and $", "<b>"]
    replay = GameReplay(replace(source, printed={**source.printed, "names": names}))
    assert size_of(as_picture(replay)) == (1760, 990)


@pytest.mark.parametrize("count", range(12, 41))
def test_the_squares_lie_around_the_board_in_a_closed_ring(count: int) -> None:
    found = square_positions(count)
    assert len(set(found)) == count
    for square, (x, y, width, height) in enumerate(found):
        assert 0 <= x <= x + width <= SIDE + 1
        assert 0 <= y <= y + height <= SIDE + 1
        # It touches the next one.
        left, top, wide, high = found[(square + 1) % count]
        assert max(x, left) <= min(x + width, left + wide) + 1e-6
        assert max(y, top) <= min(y + height, top + high) + 1e-6


def test_without_the_library_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match=r"pip install 'gitopoly\[arena\]'"):
        as_picture(recorded_replay())
