"""`game.yml` is ASCII in one form: blocks of a collision need other bytes."""

from __future__ import annotations

import pytest

from gitopoly.errors import InvalidGameFile
from gitopoly.table.game_file import GameFile, SeatInfo, read_game_file

SEATS = (SeatInfo("ann", "/home/ä/ann.git"), SeatInfo("ben", "/home/\U0001f3b2/ben.git"))


def test_what_is_not_ascii_is_written_in_ascii() -> None:
    game = GameFile("classic", SEATS)
    text = game.to_yaml()
    assert text.isascii()
    assert read_game_file(text) == game


@pytest.mark.parametrize("place", ["ann.git", "classic", "joint", "retire_after"])
def test_what_is_not_ascii_is_refused_wherever_it_stands(place: str) -> None:
    text = GameFile("classic", SEATS).to_yaml()
    for sign in ("ä", "\x80", "\U0001f3b2"):
        with pytest.raises(InvalidGameFile):
            read_game_file(text.replace(place, place + sign))
