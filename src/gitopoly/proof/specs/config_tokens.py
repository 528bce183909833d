"""The tokens of a TLC configuration file: names, numbers, strings and a few symbols."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gitopoly.errors import InvalidModel

NAME, NUMBER, STRING, SYMBOL = "name", "number", "string", "symbol"

_WORD = re.compile(
    r"(?P<blank>[ \t\r\n]+|\\\*[^\r\n]*)"
    r"|(?P<open>\(\*)"
    rf"|(?P<{NAME}>(?!\d)\w*[A-Za-z]\w*)"
    rf"|(?P<{NUMBER}>\d+)(?!\w)"
    rf'|(?P<{STRING}>"[ !#-\[\]-~]*")'
    rf"|(?P<{SYMBOL}><-|(?<![=<>:/])=(?![=<>])|[{{}}\[\](),!])",
    re.ASCII,
)
_COMMENT = re.compile(r"\(\*|\*\)")
_LINE_END = re.compile(r"\r\n|\r|\n")
_FAIRNESS = ("WF_", "SF_")
"""TLC ends a name after these."""


@dataclass(frozen=True)
class Token:
    """A token of a file."""

    kind: str
    text: str
    line: int

    def __str__(self) -> str:
        return repr(self.text[:40])


def tokens(text: str, name: str) -> Iterator[Token]:
    """The tokens of a file, without comments; raises `InvalidModel` at what TLC would not read."""
    place, line = 0, 1
    while place < len(text):
        found = _WORD.match(text, place)
        kind = found.lastgroup if found else None
        if found is None or kind is None or _is_cut(kind, found.group()):
            raise InvalidModel(f"{name}, line {line}: {_unknown(text, place)}")
        end = found.end()
        if kind == "open":
            end = _end_of_comment(text, end, f"{name}, line {line}")
        elif kind != "blank":
            yield Token(kind, found.group(), line)
        line += len(_LINE_END.findall(text, place, end))
        place = end


def _is_cut(kind: str, word: str) -> bool:
    return kind == NAME and word.startswith(_FAIRNESS)


def _end_of_comment(text: str, start: int, where: str) -> int:
    """The place after a comment; comments nest."""
    depth = 1
    for found in _COMMENT.finditer(text, start):
        depth += 1 if found.group() == "(*" else -1
        if depth == 0:
            return found.end()
    raise InvalidModel(f"{where}: the comment that begins here is not closed")


def _unknown(text: str, place: int) -> str:
    if text[place] == "\ufeff":
        return "TLC cannot read a file that begins with a byte order mark; save it without"
    if text[place] == '"':
        return "a string must end on its line and contain no backslash and only ASCII"
    word = re.match(r"\w+|.", text[place:], re.DOTALL)
    assert word is not None  # there is a character at this place
    return f"TLC's configuration files do not allow {word.group()[:20]!a} here"
