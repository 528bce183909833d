"""An edition in a TOML file: a whole one, or the changes to one that it extends."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from gitopoly.declared import Problem, Report, built, unknown
from gitopoly.editions import EDITIONS, Edition, load
from gitopoly.editions.data import JAIL_CARDS, as_data
from gitopoly.errors import InvalidRules

MOST_BYTES = 1 << 16
"""Far more than forty squares need; a larger file is not an edition."""
MOST_PROBLEMS = 100
"""More are not listed: whoever wrote such a file mends some of them first."""
_DEEP_KEY = re.compile(
    r"""(?<![A-Za-z0-9_-])(?:(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){8}"""
)
"""A key of more parts than any of an edition; reading it takes time by the square of them."""
_HEADER = re.compile(r"\s*\[\[?([^]]{1,99})\]")
_PAIR = re.compile(r"""\s*([A-Za-z0-9_."'-]{1,99})\s*=""")
ROLES = {"squares": "type", **dict.fromkeys(JAIL_CARDS, "kind")}
"""The lists of an edition, and the field that says what an entry of each is."""
SAID = {"name", "text", "amount", "hotel_amount", "square"}
"""What the words of a square or a card depend on."""
TABLES = ("colours", "constants", "flags")
AUCTIONS = ("estate_auction", "shortage_auction")
"""The flags of auctions other than that of a declined deed: a file without auctions has neither."""
USUAL = {"currency": "$", "flags": {}, "colours": {}}
"""What a whole edition need not say."""


def shipped_edition(name: object) -> Edition:
    """The edition that a text extends, which may come from anybody: a shipped one."""
    if not isinstance(name, str) or name not in EDITIONS:
        raise InvalidRules(f"must be one of {', '.join(EDITIONS)}")
    return load(name)


def read(
    text: str,
    stem: str,
    check: Callable[[Edition], Iterable[Problem]] = lambda _: (),
    *,
    shipped: bool = False,
    extended: Callable[[object], Edition] = shipped_edition,
) -> tuple[Edition | None, list[str]]:
    """The edition of a file, if it can be read as one, and every problem with its line."""
    problems: list[Problem] = []

    def report(*problem: Any) -> None:
        problems.append(Problem(*problem))

    edition = None
    try:
        data = parsed(text)
        if data.setdefault("name", stem) in EDITIONS and not shipped:
            report(("name",), f"is {data['name']!r}, which is taken; choose another name")
        edition = _edition_of(data, extended, report)
    except InvalidRules as refusal:
        report((), str(refusal))
    if edition is not None:
        problems += check(edition)
    lines = lines_of(text) if problems else {}
    return edition, [_told(problem, lines) for problem in problems[:MOST_PROBLEMS]]


def parsed(text: str) -> dict[str, Any]:
    """The tables of a text that anybody may have written; raises `InvalidRules`."""
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise InvalidRules(f"has more than {MOST_BYTES:,} bytes, which no edition needs")
    try:
        if _DEEP_KEY.search(text):
            raise RecursionError
        return tomllib.loads(text)
    except RecursionError:
        raise InvalidRules("is nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        raise InvalidRules(f"is not valid TOML: {error}") from None
    except ValueError:  # Python itself refuses to read a number of thousands of digits
        raise InvalidRules("has a number of thousands of digits") from None


def _edition_of(
    data: dict[str, Any], extended: Callable[[object], Edition], report: Report
) -> Edition | None:
    """What the tables of a file say, on top of the edition that it extends."""
    inherited: dict[str, Any] = {}
    hint = '; give it, or extend an edition: extends = "classic"'
    if "extends" in data:
        try:
            inherited, hint = as_data(extended(data.pop("extends"))), ""
        except InvalidRules as refusal:
            report(("extends",), str(refusal))
            return None
    if "board" in data:
        report(("board",), unknown("board", ("extends", *ROLES, *TABLES)))
    whole = {**merged(data, inherited, report), "board": data["name"]}
    edition: Edition | None = built(Edition, whole, report, hint=hint)
    return edition


def merged(data: dict[str, Any], inherited: dict[str, Any], report: Report) -> dict[str, Any]:
    """What a file says on top of the edition that it extends: one whole edition."""
    found = {**USUAL, **inherited, **data}
    for name, role in ROLES.items():
        if isinstance(data.get(name), dict):
            found[name] = _changed(name, role, inherited.get(name, []), data[name], report)
    listed = found.get("squares")
    squares = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    if "jail" not in data:
        found["jail"] = next(
            (at for at, one in enumerate(squares) if one.get("type") == "jail"), -1
        )
    given = {name: data.get(name, {}) for name in TABLES}
    before = {name: dict(inherited.get(name, {})) for name in TABLES}
    if isinstance(given["flags"], dict) and given["flags"].get("no_auctions") is True:
        # HOUSE-1: only what the file itself says would contradict it.
        before["flags"] |= {name: False for name in AUCTIONS if name in before["flags"]}
    # Other squares, other groups: colours of those that are gone mean nothing.
    groups = [one.get("group") for one in squares]
    before["colours"] = {name: one for name, one in before["colours"].items() if name in groups}
    tables = {name: before[name] | given[name] for name in TABLES if isinstance(given[name], dict)}
    return {**found, **tables}


def _changed(
    name: str, role: str, before: list[Any], changes: dict[str, Any], report: Report
) -> list[Any]:
    """Squares or cards with changes by their numbers."""
    entries = list(before)
    for number, change in changes.items():
        if not re.fullmatch("0|[1-9][0-9]?", number) or int(number) >= len(before):
            last = f"the last one is {len(before) - 1}" if before else "there is none"
            report((name, number), f"is not the number of an entry; {last}")
        elif isinstance(change, dict):
            entries[int(number)] = {**_kept(before[int(number)], change, role), **change}
        else:
            entries[int(number)] = change
    return entries


def _kept(entry: dict[str, Any], change: dict[str, Any], role: str) -> dict[str, Any]:
    """What stays of a square or card; of one of another type or kind, its name only."""
    if change.get(role, entry[role]) != entry[role]:
        return {"name": entry["name"]} if role == "type" else {}
    # Other languages have the old words under the key.
    return {**entry, "key": ""} if SAID & set(change) else entry


def _told(problem: Problem, lines: dict[tuple[str, ...], int]) -> str:
    """A problem with its line, or that of what it stands in; of the extended edition: `extends`."""
    spelled = tuple(map(str, problem.path))
    places = [spelled[:length] for length in range(len(spelled), 0, -1)]
    line = next((lines[place] for place in (*places, ("extends",)) if place in lines), None)
    return f"line {line}: {problem}" if line and spelled else str(problem)


def lines_of(text: str) -> dict[tuple[str, ...], int]:
    """The first line of every table, entry of a list and value that has a line of its own."""
    found: dict[tuple[str, ...], int] = {}
    entries: Counter[tuple[str, ...]] = Counter()
    table: tuple[str, ...] = ()
    place: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            place = table = _parts(header[1])
        elif pair := _PAIR.match(line):
            place = (*table, *_parts(pair[1]))
        for length in range(1, len(place) + 1):
            found.setdefault(place[:length], number)
        if line.lstrip().startswith(("[[", "{")):
            entry = (*place, str(entries[place]))
            entries[place] += 1
            found[entry] = number
            table = entry if header else table
    return found


def _parts(key: str) -> tuple[str, ...]:
    return tuple(part.strip(" \"'") for part in key.split("."))
