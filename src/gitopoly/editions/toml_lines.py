"""Where in a TOML file each value stands, because `tomllib` does not say.

Only for texts that `tomllib` has read: whatever is valid there is found here, and nothing is
checked a second time.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from gitopoly.editions.problems import Path

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})|\'\'\'.*?\'\'\'(?:\'{0,2})'
    r"|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'",
    re.DOTALL,
)
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}\n#]*")


class _Key(NamedTuple):
    path: Path
    end: int


class TomlLines:
    """The lines of a text's keys and entries.

    >>> TomlLines('a = 1\\nsquares = [\\n  { name = "GO" },\\n]').line(("squares", 0, "name"))
    3
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends = [found.start() for found in re.finditer("\n", text)]
        self._found: dict[Path, int] = {}
        self._counts: dict[Path, int] = {}
        self._read()

    def line(self, path: Path) -> int | None:
        """The line of a value, or of the table that lacks it; None if there is neither."""
        spelled = tuple(str(part) for part in path)
        for length in range(len(spelled), 0, -1):
            if spelled[:length] in self._found:
                return self._found[spelled[:length]]
        return None

    def _note(self, path: Path, at: int) -> None:
        self._found.setdefault(path, bisect_left(self._ends, at) + 1)

    def _read(self) -> None:
        table: Path = ()
        at = self._blank(0)
        while at < len(self._text):
            if self._text[at] == "[":
                table, at = self._header(at)
            else:
                at = self._pair(at, table)
            at = self._blank(at)

    def _header(self, at: int) -> _Key:
        """A table `[a.b]`, or one more of a list of tables `[[a]]`."""
        brackets = 2 if self._text.startswith("[[", at) else 1
        path, end = self._key(self._blank(at + brackets), ())
        if brackets == 2:
            count = self._counts.get(path, 0)
            self._counts[path] = count + 1
            self._note(path, at)
            path = (*path, str(count))
        self._note(path, at)
        return _Key(path, self._blank(end) + brackets)

    def _pair(self, at: int, table: Path) -> int:
        path, end = self._key(at, table)
        self._note(path, at)
        return self._value(self._blank(self._blank(end) + 1), path)

    def _key(self, at: int, table: Path) -> _Key:
        """A key with its dots; a list of tables stands for its latest entry."""
        path = table
        while True:
            found = _STRING.match(self._text, at) or _BARE.match(self._text, at)
            assert found is not None, "tomllib has read this"
            path = (*path, found[0].strip("\"'"))
            at = self._blank(found.end())
            if not self._text.startswith(".", at):
                return _Key(path, at)
            if path in self._counts:
                path = (*path, str(self._counts[path] - 1))
            self._note(path, at)
            at = self._blank(at + 1)

    def _value(self, at: int, path: Path) -> int:
        if self._text[at] == "[":
            return self._list(at + 1, path)
        if self._text[at] == "{":
            return self._inline_table(at + 1, path)
        found = _STRING.match(self._text, at) or _SCALAR.match(self._text, at)
        assert found is not None, "tomllib has read this"
        return found.end()

    def _list(self, at: int, path: Path) -> int:
        number, at = 0, self._blank(at)
        while self._text[at] != "]":
            self._note((*path, str(number)), at)
            at = self._blank(self._value(at, (*path, str(number))))
            at = self._blank(at + 1) if self._text[at] == "," else at
            number += 1
        return at + 1

    def _inline_table(self, at: int, path: Path) -> int:
        at = self._blank(at)
        while self._text[at] != "}":
            at = self._blank(self._pair(at, path))
            at = self._blank(at + 1) if self._text[at] == "," else at
        return at + 1

    def _blank(self, at: int) -> int:
        found = _BLANK.match(self._text, at)
        return at if found is None else found.end()
