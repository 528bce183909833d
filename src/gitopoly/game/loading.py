"""Games in files: records as `gitopoly simulate --record` writes them."""

from __future__ import annotations

import os
from os import PathLike
from pathlib import Path

from gitopoly.errors import (
    GitopolyError,
    IllegalAction,
    InvalidOutcome,
    InvalidRecord,
    NoRoom,
)
from gitopoly.game.action import Notation
from gitopoly.game.game import Game
from gitopoly.game.history import replayed
from gitopoly.game.names import seat_names
from gitopoly.game.position import Position
from gitopoly.game.record import lines_of, read_record
from gitopoly.rules import initial


def load(path: str | PathLike[str]) -> Game:
    """Load a recorded game at its last step; raises `InvalidRecord` if a step is illegal.

    The game continues without a seed, so you provide further outcomes of chance.

    >>> import gitopoly, tempfile, pathlib
    >>> game = gitopoly.Game("classic", seats=["Ann", "Ben"], opening_throw=False)
    >>> game.push("roll", dice=(2, 1))
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "game.jsonl"
    >>> game.save(path)
    >>> gitopoly.load(path)
    <Game of classic: Ann, Ben; 2 steps; Ann to act, post-roll>
    """
    place = _place(path, InvalidRecord)
    record = read_record(place)
    rules = record.rules
    names = record.seats
    game = Game._at(rules.source, Notation(rules, names), initial(rules), None, None, auto=False)
    for number, step in enumerate(record.steps, 1):
        try:
            game._do_again(step)
        except (IllegalAction, InvalidOutcome) as error:
            raise InvalidRecord(f"{place.name}, action {number}: {error}") from None
    game._auto = True
    return game


def save(position: Position, path: str | PathLike[str]) -> None:
    """Write the steps of a game to a file, for `load`, `gitopoly replay` and `gitopoly verify`."""
    names = position._notation.names
    usual = seat_names(position.edition, None, len(names))
    steps = [taken.step for taken in replayed(position)]
    text = "".join(lines_of(position._notation.rules, steps, () if names == usual else names))
    place = _place(path, NoRoom)
    try:
        place.write_text(text, encoding="utf-8")
    except OSError as error:
        raise NoRoom(f"cannot write {path}: {error.strerror}; choose another file") from None


def _place(path: str | PathLike[str], refusal: type[GitopolyError]) -> Path:
    """The given path, if it is valid."""
    try:
        place = Path(path)
        os.fsencode(place)
        if "\0" in str(place):
            raise ValueError
    except (TypeError, ValueError):
        raise refusal(f"{path!r} is not a valid file path; choose another file") from None
    return place
