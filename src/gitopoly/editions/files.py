"""An edition in a TOML file: a whole one, or the changes to one that it extends."""

from __future__ import annotations

import contextlib
import difflib
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, replace
from typing import Any

from gitopoly.editions import EDITIONS, Card, Edition, SquareData, load
from gitopoly.editions.problems import EditionProblem, Path
from gitopoly.editions.toml_lines import TomlLines
from gitopoly.errors import InvalidRules

MOST_BYTES = 1 << 16
"""Far more than forty squares need; a larger file is not an edition."""
MOST_PROBLEMS = 100
"""More are not listed: whoever wrote such a file mends some of them first."""
_DEEP_KEY = re.compile(
    r"""(?<![A-Za-z0-9_-])(?:(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){8}"""
)
"""A key of more parts than any of an edition; reading it takes time by the square of them."""
LISTS: dict[str, type[SquareData] | type[Card]] = {
    "squares": SquareData,
    "chance": Card,
    "community_chest": Card,
}
TABLES = ("colours", "constants", "flags")
PLAYERS = ("least_players", "most_players", "usual_players")
HEAD = ("name", "summary", "currency", "jail", *PLAYERS)
KEYS = ("extends", *HEAD, *LISTS, *TABLES)
AUCTIONS = ("estate_auction", "shortage_auction")
"""The flags of auctions other than that of a declined deed: a file without auctions has neither."""


def shipped_edition(name: object) -> Edition:
    """The edition that a text extends, which may come from anybody: a shipped one."""
    if not isinstance(name, str) or name not in EDITIONS:
        raise InvalidRules(f"must be one of {', '.join(EDITIONS)}")
    return load(name)


class _TooManyProblems(Exception):
    """It is not worth reading on."""


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
        self.problems: list[EditionProblem] = []
        self.edition: Edition | None = None
        """The edition, unless the file cannot be read as one; it is not checked yet."""
        self._lines: TomlLines | None = None
        self._extended = extended
        if len(text.encode("utf-8", "replace")) > MOST_BYTES:
            self._add((), f"has more than {MOST_BYTES:,} bytes, which no edition needs")
            return
        try:
            if _DEEP_KEY.search(text):
                raise RecursionError
            data = tomllib.loads(text)
            _refuse_giants(data)
            self._lines = TomlLines(text)
        except RecursionError:
            self._add((), "is nested too deeply")
        except tomllib.TOMLDecodeError as error:
            self._add((), f"is not valid TOML: {error}")
        except ValueError:  # Python itself refuses to read a number of thousands of digits
            self._add((), "has a number of more than 64 bits")
        else:
            with contextlib.suppress(_TooManyProblems):
                self._read(data, stem, shipped)

    def told(self, problem: EditionProblem) -> str:
        """A problem with its line; one that comes from the extended edition is at `extends`."""
        if self._lines is None:
            return problem.reason
        line = self._lines.line(problem.path) or self._lines.line(("extends",))
        return f"line {line}: {problem}" if line else str(problem)

    def _add(self, path: Path, reason: str) -> None:
        self.problems.append(EditionProblem(path, reason))
        if len(self.problems) >= MOST_PROBLEMS:
            raise _TooManyProblems

    def _read(self, data: dict[str, Any], stem: str, shipped: bool) -> None:
        for name in data:
            if name not in KEYS:
                self._add((name,), _unknown(name, KEYS))
        name = data.get("name", stem)
        if name in EDITIONS and not shipped:
            self._add(("name",), f"is {name!r}, which is taken; choose another name")
        base = None
        if "extends" in data:
            try:
                base = self._extended(data["extends"])
            except InvalidRules as refusal:
                self._add(("extends",), str(refusal))
                return
        whole = self._has_everything(data, base)
        lists = {one: self._list(one, data, base) for one in LISTS}
        tables = {one: self._table(one, data, base) for one in TABLES}
        head: dict[str, Any] = {one: data.get(one, getattr(base, one, None)) for one in HEAD}
        head |= {"name": name, "currency": head["currency"] or "$"}
        if "jail" not in data:
            head["jail"] = next(
                (at for at, one in enumerate(lists["squares"]) if one and one.type == "jail"), -1
            )
        if whole and all(one is not None for entries in lists.values() for one in entries):
            found: dict[str, Any] = {**head, **lists, **tables}
            self.edition = Edition(board=name, **found)

    def _has_everything(self, data: dict[str, Any], base: Edition | None) -> bool:
        needed = ("summary", *PLAYERS, *LISTS, "constants") if base is None else ()
        missing = [name for name in needed if name not in data]
        for name in missing:
            self._add((name,), 'is missing; give it, or extend an edition: extends = "classic"')
        return not missing

    def _table(self, name: str, data: dict[str, Any], base: Edition | None) -> dict[str, Any]:
        given = data.get(name, {})
        if not isinstance(given, dict):
            self._add((name,), "must be a table of names and values")
            return {}
        inherited = dict(getattr(base, name)) if base else {}
        if name == "flags" and given.get("no_auctions") is True:
            # HOUSE-1: only what the file itself says would contradict it.
            inherited |= {auction: False for auction in AUCTIONS if auction in inherited}
        if name == "colours" and isinstance(data.get("squares"), list):
            # Other squares, other groups: colours of those that are gone mean nothing.
            groups = {one.get("group") for one in data["squares"] if isinstance(one, dict)}
            inherited = {group: one for group, one in inherited.items() if group in groups}
        return {**inherited, **given}

    def _list(self, name: str, data: dict[str, Any], base: Edition | None) -> tuple[Any, ...]:
        """The squares or cards: all of them as a list, or some by their numbers."""
        inherited = getattr(base, name) if base else ()
        given = data.get(name, {})
        if isinstance(given, list):
            return tuple(self._entry((name, at), one, None) for at, one in enumerate(given))
        if not isinstance(given, dict):
            self._add((name,), "must be a list, or changes by number")
            return inherited
        entries = list(inherited)
        for number, changes in given.items():
            if not re.fullmatch(r"[0-9]{1,2}", number) or int(number) >= len(entries):
                last = (
                    f"the last one is {len(entries) - 1}" if entries else "there is none to change"
                )
                self._add((name, number), f"is not the number of an entry; {last}")
                continue
            changed = self._entry((name, int(number)), changes, entries[int(number)])
            entries[int(number)] = changed or entries[int(number)]
        return tuple(entries)

    def _entry(self, path: Path, given: Any, before: Any) -> Any:
        """One square or card; what a changed one does not say stays as it was."""
        kind = LISTS[str(path[0])]
        known = {one.name: one for one in fields(kind)}
        if not isinstance(given, dict):
            self._add(path, f"must be a table such as {{ {', '.join(list(known)[:2])}, … }}")
            return None
        for name in given:
            if name not in known:
                self._add((*path, name), _unknown(name, known))
        changes = {name: _tuple(value) for name, value in given.items() if name in known}
        role = "type" if kind is SquareData else "kind"
        if before is not None and changes.get(role, getattr(before, role)) == getattr(before, role):
            # Other languages have the old words under the key.
            return replace(before, **({"key": ""} | changes if _is_said(changes) else changes))
        if before is not None and kind is SquareData:
            changes.setdefault("name", before.name)
        missing = [
            name for name, one in known.items() if one.default is MISSING and name not in changes
        ]
        for name in missing:
            self._add((*path, name), "is missing")
        return None if missing else kind(**changes)


def _refuse_giants(value: Any) -> None:
    """Refuse numbers of more than 64 bits, which Python may not even print."""
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise ValueError
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            _refuse_giants(one)


def _is_said(changes: Mapping[str, Any]) -> bool:
    """Whether a change alters the printed words."""
    return bool({"name", "text", "amount", "hotel_amount", "square"} & set(changes))


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _unknown(name: str, known: Any) -> str:
    near = difflib.get_close_matches(name[:40], list(known), 1)
    remedy = f"did you mean {near[0]}?" if near else f"the known ones are {', '.join(known)}"
    return f"is unknown; {remedy}"
