"""Records that are declared once, as dataclasses: read from plain objects, and written as such.

A file, an invitation or another program gives dictionaries and lists, and anybody may have written
them. The annotations of a dataclass say what is in it: other records, lists of them, tables or
plain values. `built(kind, plain(record)) == record` for every record. A field may be `checked`;
`faults` says what is wrong with the values.
"""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import MISSING, Field, field, fields, is_dataclass
from functools import cache
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from gitopoly.errors import printable

Path = tuple[str | int, ...]
"""Where something stands: names of tables and numbers of entries."""
LONGEST_NAME, LONGEST_PROBLEM = 40, 400
"""Characters of a name, and of a whole problem, that are shown: anybody may have written them."""


class Problem(NamedTuple):
    """One thing that is wrong.

    >>> print(Problem(("squares", 5, "value"), "is missing"))
    squares[5].value is missing
    """

    path: Path
    reason: str
    """What, as words that follow the path."""

    def __str__(self) -> str:
        """One line, which controls no terminal."""
        names = (f"[{at}]" if isinstance(at, int) else f".{at[:LONGEST_NAME]}" for at in self.path)
        line = f"{''.join(names)} {self.reason}".lstrip(". ")[:LONGEST_PROBLEM]
        return printable(line)


def shown(value: object) -> str:
    """A value in a message: cut, also a number that Python would not print.

    >>> shown(2**20), shown([0] * 99), shown(2**20_000)
    ('1048576', '[0, 0, 0, 0, 0, 0, ...]', 'a number of thousands of digits')
    """
    try:
        return reprlib.repr(value)
    except ValueError:
        return "a number of thousands of digits"


Report = Callable[[Path, str], None]
Check = Callable[[Any, Any, Any], str | None]
"""A value, the record that has it and the outermost one: what is wrong, None if nothing."""


def checked(check: Check, only: tuple[str, ...] = (), default: Any = MISSING) -> Any:
    """A field with what it may hold, and with the roles of records that have it; none: all."""
    return field(default=default, metadata={"check": check, "only": only})


def faults(record: Any, outermost: Any, path: Path = ()) -> Iterator[Problem]:
    """What is wrong with the values of a record, and with the records in its lists.

    `ROLE` names the field that says which of its fields a record has; the others keep their
    defaults. What a record of an unknown role should have is not asked.
    """
    role = getattr(record, "ROLE", "")
    for one in sorted(fields(record), key=lambda one: one.name != role):
        if reason := _fault(one, record, outermost):
            yield Problem((*path, one.name), reason)
            if one.name == role:
                return
    for one in fields(record):
        entries = getattr(record, one.name)
        for number, entry in enumerate(entries if isinstance(entries, tuple) else ()):
            if is_dataclass(entry):
                yield from faults(entry, outermost, (*path, one.name, number))


def _fault(one: Field[Any], record: Any, outermost: Any) -> str | None:
    """What is wrong with the value of one field."""
    value, only = getattr(record, one.name), one.metadata.get("only")
    if only and (role := getattr(record, record.ROLE)) not in only:
        unused = type(value) is type(one.default) and value == one.default
        return None if unused else f"has no meaning for {role!r}; remove it"
    return one.metadata["check"](value, record, outermost) if "check" in one.metadata else None


def plain(record: Any) -> dict[str, Any]:
    """A record as plain objects; what has its default value is left out."""
    return {
        one.name: plain_value(getattr(record, one.name))
        for one in fields(record)
        if getattr(record, one.name) != one.default
    }


def plain_value(value: Any) -> Any:
    """A value of a record as plain objects."""
    if isinstance(value, tuple | list):
        return [plain_value(one) for one in value]
    if isinstance(value, dict):
        return {name: plain_value(one) for name, one in value.items()}
    return plain(value) if is_dataclass(value) else value


def built(kind: Any, data: Any, report: Report, path: Path = (), hint: str = "") -> Any:
    """A record from plain objects, None if they are none; what is wrong with them is reported.

    `hint` says what to do about a value that is missing at the top.
    """
    known = {one.name: one for one in fields(kind)}
    if not isinstance(data, dict):
        report(path, f"must be a table such as {{ {', '.join(list(known)[:2])}, … }}")
        return None
    for name in data:
        if name not in known:
            report((*path, name), unknown(name, known))
    needed = [n for n, one in known.items() if one.default is one.default_factory is MISSING]
    lacking = [name for name in needed if name not in data]
    for name in lacking:
        report((*path, name), f"is missing{hint}")
    given = {name: data[name] for name in known if name in data}
    values = {
        name: _value(_hints(kind)[name], one, report, (*path, name)) for name, one in given.items()
    }
    broken = lacking or any(one is MISSING for one in values.values())
    return None if broken else kind(**values)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _value(hint: Any, data: Any, report: Report, path: Path) -> Any:
    """A value as its annotation says, MISSING if it has not that form."""
    if get_origin(hint) is dict and not isinstance(data, dict):
        report(path, "must be a table of names and values")
        return MISSING
    kind = next(iter(get_args(hint)), None)
    if not is_dataclass(kind):
        return tuple(data) if isinstance(data, list) else data
    if not isinstance(data, list):
        report(path, "must be a list")
        return MISSING
    entries = [built(kind, one, report, (*path, at)) for at, one in enumerate(data)]
    return MISSING if None in entries else tuple(entries)


def unknown(name: str, known: Collection[str] | Mapping[str, Any]) -> str:
    """Why a name is refused, and what was probably meant."""
    near = difflib.get_close_matches(name[:40], list(known), 1)
    remedy = f"did you mean {near[0]}?" if near else f"the known ones are {', '.join(known)}"
    return f"is unknown; {remedy}"
