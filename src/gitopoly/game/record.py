"""A recorded game: its rules and its actions, one JSON object per line.

The first line gives the edition, the players, the options and the features, which are the rulings
that the game is played by (`gitopoly.editions.features`); each further line is an action in
canonical form (`gitopoly.rules.canonical`), with who took it and what chance
decided:

    {"record": 1, "players": 3, "edition": "formal", "options": {}, "features": ["auction-leader"]}
    {"player": 1, "action": "EndPreRoll"}
    {"player": 1, "action": "RollAndMove", "throw": [3, 4]}
    {"player": 2, "action": "F4AMortgage 39"}

Players are numbered from 1, squares and cards from 0, as on the board and in the decks.
The first line may also give the seats' names: `"seats": ["Ann", …]`.
An edition that is not shipped is written as a whole, as an object (`gitopoly.editions.data`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gitopoly.editions import is_shipped
from gitopoly.editions.data import as_data, from_data
from gitopoly.errors import InvalidAction, InvalidNickname, InvalidRecord, InvalidRules
from gitopoly.game.names import checked_names, seat_names
from gitopoly.rules import Rules, Step, actions as a
from gitopoly.rules.chance import Drawn
from gitopoly.rules.codes import CARD_DRAWS, DICE
from gitopoly.rules.outcomes import (
    LARGEST_DRAW,
)
from gitopoly.rules.text import from_canonical, to_canonical

VERSION = 1
_KEYS = ("record", "players", "edition", "options", "features")
"""What the first line says; it may also name the seats."""
MOST_BYTES = 64 << 20
"""Far more than any game needs; a larger file is not a record."""


def rules_as_data(rules: Rules) -> dict[str, Any]:
    """What the rules of a game are made of, except the number of players.

    An edition that is not shipped is written as a whole, so that it is known elsewhere.
    """
    shipped = is_shipped(rules.source, rules.options)
    edition = rules.edition if shipped else as_data(rules.source)
    return {"edition": edition, "options": rules.options, "features": list(rules.features)}


def rules_from_data(edition: Any, options: Any, features: Any, players: Any) -> Rules:
    """The rules that were written as `rules_as_data`; raises `InvalidRules`."""
    if isinstance(edition, dict):
        edition = from_data(edition)
    elif not isinstance(edition, str):
        raise InvalidRules("the edition must be a name, or the whole of it")
    if not isinstance(options, dict) or not all(isinstance(v, int | str) for v in options.values()):
        raise InvalidRules("the options must be names with numbers or words")
    if not isinstance(features, list) or not all(isinstance(name, str) for name in features):
        raise InvalidRules("the features must be a list of names")
    return Rules.written(edition, players, features, options)


@dataclass(frozen=True)
class GameRecord:
    """A whole game."""

    rules: Rules
    steps: tuple[Step, ...]
    names: tuple[str, ...] = ()
    """The seats' names, if the record has them."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats' names, or p1, p2 and so on."""
        return self.names or seat_names(self.rules.source, None, self.rules.num_players)


# Writing.


def lines_of(rules: Rules, steps: Iterable[Step], names: Sequence[str] = ()) -> Iterator[str]:
    """The lines of a record, each with its end."""
    first = {"record": VERSION, "players": rules.num_players, **rules_as_data(rules)}
    if names:
        first["seats"] = list(names)
    yield json.dumps(first) + "\n"
    for step in steps:
        yield json.dumps(_line(step)) + "\n"


def _line(step: Step) -> dict[str, Any]:
    line: dict[str, Any] = {"player": step.seat + 1, "action": to_canonical(step.code)}
    throw, card, order = step.drawn
    if throw is not None:
        line["throw"] = list(throw)
    if card is not None:
        line["card"] = card
    if order:
        line["order"] = [seat + 1 for seat in order]
    return line


# Reading.


def read_record(path: Path) -> GameRecord:
    """Read a file; raises `InvalidRecord` with the line if it is not a record."""
    try:
        if not path.exists():
            raise InvalidRecord(f"there is no file or folder {str(path)!r}")
        if not path.is_file():
            what = "a folder" if path.is_dir() else "no file"
            raise InvalidRecord(f"{path.name} is {what}, not a game record")
        if path.stat().st_size > MOST_BYTES:
            raise InvalidRecord(
                f"{path.name} has more than {MOST_BYTES >> 20} MB; it is not a record"
            )
        text = path.read_bytes().decode("utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not text in UTF-8"
        raise InvalidRecord(f"{path.name} cannot be read: {reason}") from None
    return parse_record(text, path.name)


def parse_record(text: str, name: str = "the record") -> GameRecord:
    """Read a text; `name` identifies it in error messages."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    rules: Rules | None = None
    names: tuple[str, ...] = ()
    steps: list[Step] = []
    for number, line in enumerate(lines, 1):
        try:
            data = _object(line)
            if rules is None:
                rules, names = _rules(data), _names(data)
            else:
                steps.append(_step(rules, data))
        except (_Refused, InvalidRules, InvalidAction, InvalidNickname) as error:
            raise InvalidRecord(f"{name}, line {number}: {error}") from None
    if rules is None:
        raise InvalidRecord(f"{name} is empty; a record starts with the edition and the players")
    return GameRecord(rules, tuple(steps), names)


class _Refused(Exception):
    """What is wrong with a line."""


def _object(line: str) -> dict[str, Any]:
    try:
        data = json.loads(line, object_pairs_hook=_without_twins)
    except (ValueError, RecursionError):
        raise _Refused("not a JSON object; write one action per line") from None
    if not isinstance(data, dict):
        raise _Refused("not a JSON object; write one action per line")
    return data


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise _Refused("a key occurs twice")
    return data


def _rules(data: dict[str, Any]) -> Rules:
    version = data.get("record", VERSION)
    if type(version) is not int or version != VERSION:
        known = f"version {VERSION} of the format is known"
        raise _Refused(f"{known}, not {str(version)[:20]!r}; update Gitopoly")
    if set(data) - {"seats"} != set(_KEYS):
        raise _Refused(f"a record starts with exactly the keys {', '.join(_KEYS)}")
    return rules_from_data(data["edition"], data["options"], data["features"], data["players"])


def _names(data: dict[str, Any]) -> tuple[str, ...]:
    if "seats" not in data:
        return ()
    seats = data["seats"]
    if not isinstance(seats, list) or len(seats) != data["players"]:
        raise _Refused("the seats must be a list of names, one per player")
    return checked_names(seats)


def _step(rules: Rules, data: dict[str, Any]) -> Step:
    player = _number(data, "player", 1, rules.num_players) - 1
    text = data.pop("action", None)
    if not isinstance(text, str):
        raise _Refused("action must be a name and its numbers, such as Bid 120")
    action = from_canonical(text, player)
    kind = a.kind_of(action)
    throw = card = None
    draws = a.ACTIONS[kind].draws
    # The rent of a utility needs a roll only in some editions.
    if draws == DICE and (kind != a.TRY_PAY_UTIL_RENT or "throw" in data):
        throw = _throw(data)
    if draws in CARD_DRAWS:
        card = _number(data, "card", 0, LARGEST_DRAW)
    order = _numbers(data, "order", 1, rules.num_players) if "order" in data else []
    if len(set(order)) < len(order):
        raise _Refused("order names a player twice")
    if data:
        raise _Refused(f"{a.NAMES[kind]} has no {str(next(iter(data)))[:60]!r}")
    return Step(action, Drawn(throw, card, tuple(seat - 1 for seat in order)))


def _throw(data: dict[str, Any]) -> tuple[int, int]:
    faces = _numbers(data, "throw", 1, 6)
    if len(faces) != 2:
        raise _Refused("throw must be a list of two numbers from 1 to 6")
    return faces[0], faces[1]


def _number(data: dict[str, Any], key: str, least: int, most: int) -> int:
    value = data.pop(key, None)
    if type(value) is not int or not least <= value <= most:
        raise _Refused(f"{key} must be a number from {least} to {most}")
    return value


def _numbers(data: dict[str, Any], key: str, least: int, most: int) -> list[int]:
    values = data.pop(key, None)
    if not isinstance(values, list) or not all(
        type(value) is int and least <= value <= most for value in values
    ):
        raise _Refused(f"{key} must be a list of numbers from {least} to {most}")
    return values
