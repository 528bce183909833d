"""A game on record: what was played by which rules, one JSON object a line.

The first line says the edition, the players and the options; each further line is an action under
its name in the specification, with what the player chose and what chance decided:

    {"record": 1, "edition": "formal", "players": 3, "options": {}}
    {"action": "EndPreRoll", "player": 1}
    {"action": "RollAndMove", "player": 1, "throw": [3, 4]}

Players are numbered from 1, squares and cards from 0, as on the board and in the decks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gitopoly.errors import InvalidRecord, InvalidRules
from gitopoly.kernel import Rules, State
from gitopoly.kernel import actions as a
from gitopoly.kernel.chance import CHANCE_CARD, CHEST_CARD, THROW, draw_of, starts_free_4_all
from gitopoly.kernel.order import arrange_by_rank
from gitopoly.kernel.outcomes import card_drawn, first_die, order_rank, second_die
from gitopoly.kernel.phases import NOBODY

VERSION = 1
MOST_BYTES = 64 << 20
"""Far more than any game needs; a larger file is none."""
HEADER = ("record", "edition", "players", "options")
CARDS = ("chance", "community chest")

KINDS = {name: kind for kind, name in enumerate(a.NAMES)}
THROWS = (a.ROLL_AND_MOVE, a.ROLL_IN_JAIL, a.THROW_FOR_START)
"""What cannot do without a throw; the rent of a utility depends on the edition."""
DRAWS = (a.DRAW_AND_EXECUTE_CHANCE_CARD, a.DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD)
PARAMETERS = {
    "": (),
    "square": ("square",),
    "square, number": ("group", "left"),
    "number": ("bid",),
    "offer": ("to", "deeds", "cards", "cash"),
}
"""What stands in a line for the parameters of an action, except for an auction in one step."""


@dataclass(frozen=True)
class Entry:
    """One action and what chance made of it; seats are numbered from 0 here."""

    action: int
    throw: tuple[int, int] | None = None
    card: int | None = None
    order: tuple[int, ...] = ()
    """The order of the free-4-all that begins, if one does."""


@dataclass(frozen=True)
class Record:
    """A whole game."""

    rules: Rules
    entries: tuple[Entry, ...]


def entry_of(s: State, action: int, outcome: int) -> Entry:
    """An action with the outcome that it had in state `s`, before it was carried out."""
    draw = draw_of(s, s.rules, action)
    order: tuple[int, ...] = ()
    if not s.rules.order_is_clockwise and starts_free_4_all(s, s.rules, action, outcome):
        trial = s.copy()
        trial.free_4_all_order = [NOBODY] * len(trial.free_4_all_order)
        arrange_by_rank(trial, s.rules, order_rank(outcome))
        order = tuple(seat for seat in trial.free_4_all_order if seat != NOBODY)
    return Entry(
        action,
        (first_die(outcome), second_die(outcome)) if draw == THROW else None,
        card_drawn(outcome) if draw in (CHANCE_CARD, CHEST_CARD) else None,
        order,
    )


# Writing.


def lines_of(rules: Rules, entries: Iterable[Entry]) -> Iterator[str]:
    """The lines of a record, each with its end."""
    head = (VERSION, rules.edition, rules.num_players, rules.options)
    yield json.dumps(dict(zip(HEADER, head, strict=True))) + "\n"
    for entry in entries:
        yield json.dumps(_line(rules, entry)) + "\n"


def _line(rules: Rules, entry: Entry) -> dict[str, Any]:
    code = entry.action
    kind = a.kind_of(code)
    line: dict[str, Any] = {"action": a.NAMES[kind], "player": a.player_of(code) + 1}
    if kind == a.AUCTION_PROPERTY:
        if a.square_of(code):
            line |= {"winner": a.square_of(code), "bid": a.number_of(code)}
    elif kind == a.OFFER_TRADE:
        deeds = [rules.deeds[i] for i in range(rules.deed_count) if a.deeds_of(code) >> i & 1]
        cards = [name for i, name in enumerate(CARDS) if a.cards_of(code) >> i & 1]
        line |= {"to": a.addressee_of(code) + 1, "deeds": deeds, "cards": cards}
        line["cash"] = a.cash_of(code)
    else:
        keys = PARAMETERS[a.PARAMETERS[kind]]
        values = (a.number_of(code),) if kind == a.BID else (a.square_of(code), a.number_of(code))
        line |= dict(zip(keys, values, strict=False))
    if entry.throw is not None:
        line["throw"] = list(entry.throw)
    if entry.card is not None:
        line["card"] = entry.card
    if entry.order:
        line["order"] = [seat + 1 for seat in entry.order]
    return line


# Reading.


def read_record(path: Path) -> Record:
    """Read a file; whatever is no record raises `InvalidRecord` with the line."""
    try:
        if not path.is_file():
            what = "a folder" if path.is_dir() else "no file"
            raise InvalidRecord(f"{path.name} is {what}, not a game record")
        if path.stat().st_size > MOST_BYTES:
            raise InvalidRecord(f"{path.name} has more than {MOST_BYTES >> 20} MB; it is no record")
        text = path.read_bytes().decode("utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not text in UTF-8"
        raise InvalidRecord(f"{path.name} cannot be read: {reason}") from None
    return parse_record(text, path.name)


def parse_record(text: str, name: str = "the record") -> Record:
    """Read a text; `name` is what refusals call it."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    rules: Rules | None = None
    entries: list[Entry] = []
    for number, line in enumerate(lines, 1):
        try:
            data = _object(line)
            if rules is None:
                rules = _rules(data)
            else:
                entries.append(_entry(rules, data))
        except (_Refused, InvalidRules) as error:
            raise InvalidRecord(f"{name}, line {number}: {error}") from None
    if rules is None:
        raise InvalidRecord(f"{name} is empty; a record begins with the edition and the players")
    return Record(rules, tuple(entries))


class _Refused(Exception):
    """What is wrong with a line."""


def _object(line: str) -> dict[str, Any]:
    try:
        data = json.loads(line, object_pairs_hook=_without_twins)
    except (ValueError, RecursionError):
        raise _Refused("no JSON object; write one action a line") from None
    if not isinstance(data, dict):
        raise _Refused("no JSON object; write one action a line")
    return data


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise _Refused("a key stands there twice")
    return data


def _rules(data: dict[str, Any]) -> Rules:
    if set(data) != set(HEADER):
        raise _Refused(f"a record begins with the keys {', '.join(HEADER)}, and no others")
    if data["record"] != VERSION:
        raise _Refused(f"this is version {VERSION} of the format, not {str(data['record'])[:20]!r}")
    if not isinstance(data["edition"], str):
        raise _Refused("the edition is a name")
    options = data["options"]
    if not isinstance(options, dict) or not all(isinstance(v, int | str) for v in options.values()):
        raise _Refused("the options are an object of numbers and words")
    return Rules.of(data["edition"], data["players"], **options)


def _entry(rules: Rules, data: dict[str, Any]) -> Entry:
    name = data.pop("action", None)
    if not isinstance(name, str) or name not in KINDS:
        raise _Refused(f"there is no action {str(name)[:60]!r}; see Next of Monopoly.tla")
    kind = KINDS[name]
    player = _number(data, "player", 1, rules.num_players) - 1
    action = _action(rules, kind, player, data)
    throw = card = None
    if kind in THROWS or (kind == a.TRY_PAY_UTIL_RENT and "throw" in data):
        throw = _throw(data)
    if kind in DRAWS:
        card = _number(data, "card", 0, 63)
    order = _distinct(data, "order", 1, rules.num_players) if "order" in data else ()
    if data:
        raise _Refused(f"{name} has no {str(next(iter(data)))[:60]!r}")
    return Entry(action, throw, card, tuple(seat - 1 for seat in order))


def _action(rules: Rules, kind: int, player: int, data: dict[str, Any]) -> int:
    if kind == a.AUCTION_PROPERTY:
        if "winner" not in data:
            return a.action(kind, player)
        winner = _number(data, "winner", 1, rules.num_players)
        return a.action(kind, player, winner, _number(data, "bid", 0, a.LARGEST_NUMBER))
    if kind == a.OFFER_TRADE:
        return _offer(rules, player, data)
    square = number = 0
    keys = PARAMETERS[a.PARAMETERS[kind]]
    if "square" in keys:
        square = _number(data, "square", 0, rules.board_length - 1)
    if "group" in keys:
        square = _number(data, "group", 0, 9)
        number = _number(data, "left", 0, 100)
    if "bid" in keys:
        number = _number(data, "bid", 0, a.LARGEST_NUMBER)
    return a.action(kind, player, square, number)


def _offer(rules: Rules, player: int, data: dict[str, Any]) -> int:
    addressee = _number(data, "to", 1, rules.num_players) - 1
    deeds = 0
    for square in _distinct(data, "deeds", 0, rules.board_length - 1):
        if rules.deed_index[square] == NOBODY:
            raise _Refused(f"square {square} is no deed")
        deeds |= 1 << rules.deed_index[square]
    cards = data.pop("cards", None)
    if not isinstance(cards, list) or not all(card in CARDS for card in cards):
        raise _Refused(f"cards is a list of {' and '.join(map(repr, CARDS))}")
    held = sum(1 << i for i, name in enumerate(CARDS) if name in cards)
    cash = _number(data, "cash", -a.LARGEST_OFFER, a.LARGEST_OFFER)
    return a.offer(player, addressee, deeds, held, cash)


def _throw(data: dict[str, Any]) -> tuple[int, int]:
    faces = _numbers(data, "throw", 1, 6)
    if len(faces) != 2:
        raise _Refused("throw is a list of two numbers from 1 to 6")
    return faces[0], faces[1]


def _number(data: dict[str, Any], key: str, least: int, most: int) -> int:
    value = data.pop(key, None)
    if type(value) is not int or not least <= value <= most:
        raise _Refused(f"{key} is a number from {least} to {most}")
    return value


def _numbers(data: dict[str, Any], key: str, least: int, most: int) -> list[int]:
    values = data.pop(key, None)
    if not isinstance(values, list) or not all(
        type(value) is int and least <= value <= most for value in values
    ):
        raise _Refused(f"{key} is a list of numbers from {least} to {most}")
    return values


def _distinct(data: dict[str, Any], key: str, least: int, most: int) -> list[int]:
    values = _numbers(data, key, least, most)
    if len(set(values)) < len(values):
        raise _Refused(f"{key} names something twice")
    return values
