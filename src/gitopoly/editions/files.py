"""An edition in a TOML file: a whole one, or the changes to one that it extends."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable
from typing import Any

from gitopoly.declared import Path, Problem, Report, built, unknown
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
_HEADER = re.compile(r"\s*(\[\[?)([^]]{1,99})\]")
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


class EditionFile:
    """What a file says, and what is wrong with it so far."""

    def __init__(
        self,
        text: str,
        stem: str,
        *,
        shipped: bool = False,
        extended: Callable[[object], Edition] = shipped_edition,
    ) -> None:
        self.problems: list[Problem] = []
        self.edition: Edition | None = None
        """The edition, unless the file cannot be read as one; it is not checked yet."""
        self._text, self._extended = text, extended
        try:
            if len(text.encode("utf-8", "replace")) > MOST_BYTES:
                raise InvalidRules(f"has more than {MOST_BYTES:,} bytes, which no edition needs")
            if _DEEP_KEY.search(text):
                raise RecursionError
            data = tomllib.loads(text)
            _refuse_giants(data)
        except InvalidRules as refusal:
            self._add((), str(refusal))
        except RecursionError:
            self._add((), "is nested too deeply")
        except tomllib.TOMLDecodeError as error:
            self._add((), f"is not valid TOML: {error}")
        except ValueError:  # Python itself refuses to read a number of thousands of digits
            self._add((), "has a number of more than 64 bits")
        else:
            self._read(data, stem, shipped)

    def told(self, problem: Problem) -> str:
        """A problem with its line; one that comes from the extended edition is at `extends`."""
        if not problem.path:
            return problem.reason
        line = line_of(self._text, problem.path) or line_of(self._text, ("extends",))
        return f"line {line}: {problem}" if line else str(problem)

    def _add(self, path: Path, reason: str) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(path, reason))

    def _read(self, data: dict[str, Any], stem: str, shipped: bool) -> None:
        name = data.setdefault("name", stem)
        if name in EDITIONS and not shipped:
            self._add(("name",), f"is {name!r}, which is taken; choose another name")
        inherited: dict[str, Any] = {}
        hint = '; give it, or extend an edition: extends = "classic"'
        if "extends" in data:
            try:
                inherited, hint = as_data(self._extended(data.pop("extends"))), ""
            except InvalidRules as refusal:
                return self._add(("extends",), str(refusal))
        whole = merged(data, inherited, self._add)
        if "board" in data:
            self._add(("board",), unknown("board", ("extends", *ROLES, *TABLES)))
        self.edition = built(Edition, {**whole, "board": name}, self._add, hint=hint)
        return None


def merged(data: dict[str, Any], inherited: dict[str, Any], report: Report) -> dict[str, Any]:
    """What a file says on top of the edition that it extends: one whole edition."""
    found = {**USUAL, **inherited, **data}
    for name, role in ROLES.items():
        if isinstance(data.get(name), dict):
            entries = list(inherited.get(name, ()))
            for number, changes in data[name].items():
                if not re.fullmatch(r"[0-9]{1,2}", number) or int(number) >= len(entries):
                    last = f"the last one is {len(entries) - 1}" if entries else "there is none"
                    report((name, number), f"is not the number of an entry; {last}")
                elif isinstance(changes, dict):
                    entries[int(number)] = _changed(entries[int(number)], changes, role)
                else:
                    entries[int(number)] = changes
            found[name] = entries
    squares = [one for one in _list(found.get("squares")) if isinstance(one, dict)]
    for name in TABLES:
        given, before = data.get(name, {}), dict(inherited.get(name, {}))
        if name == "flags" and isinstance(given, dict) and given.get("no_auctions") is True:
            # HOUSE-1: only what the file itself says would contradict it.
            before |= {auction: False for auction in AUCTIONS if auction in before}
        if name == "colours":
            # Other squares, other groups: colours of those that are gone mean nothing.
            groups = [one.get("group") for one in squares]
            before = {group: one for group, one in before.items() if group in groups}
        found[name] = {**before, **given} if isinstance(given, dict) else given
    if "jail" not in data:
        places = enumerate(_list(found.get("squares")))
        jails = [at for at, one in places if isinstance(one, dict) and one.get("type") == "jail"]
        found["jail"] = jails[0] if jails else -1
    return found


def _changed(before: dict[str, Any], changes: dict[str, Any], role: str) -> dict[str, Any]:
    """A square or card with changes; of another type or kind, it keeps its name only."""
    if changes.get(role, before[role]) == before[role]:
        # Other languages have the old words under the key.
        reworded = {"key": ""} if SAID & set(changes) else {}
        return {**before, **reworded, **changes}
    return {**({"name": before["name"]} if role == "type" else {}), **changes}


def _list(given: Any) -> list[Any]:
    return given if isinstance(given, list) else []


def _refuse_giants(value: Any) -> None:
    """Refuse numbers of more than 64 bits, which Python may not even print."""
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise ValueError
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            _refuse_giants(one)


def line_of(text: str, path: Path) -> int | None:
    """The line of a value, or of what it stands in; exact where each key has a line of its own."""
    table: tuple[str, ...] = ()
    entry: tuple[str, ...] = ()
    counts: Counter[tuple[str, ...]] = Counter()
    found: dict[tuple[str, ...], int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            table = _parts(header[2])
            if header[1] == "[[":
                counts[table] += 1
                found.setdefault(table, number)
                table = (*table, str(counts[table] - 1))
            found.setdefault(table, number)
        elif pair := _PAIR.match(line):
            entry = (*table, *_parts(pair[1]))
            for length in range(1, len(entry) + 1):
                found.setdefault(entry[:length], number)
        elif line.lstrip().startswith("{"):
            counts[entry] += 1
            found.setdefault((*entry, str(counts[entry] - 1)), number)
    spelled = tuple(map(str, path))
    lines = (found.get(spelled[:length]) for length in range(len(spelled), 0, -1))
    return next((line for line in lines if line), None)


def _parts(key: str) -> tuple[str, ...]:
    return tuple(part.strip(" \"'") for part in key.split("."))
