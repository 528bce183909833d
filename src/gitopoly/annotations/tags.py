r"""Tags as text: `{kind:noun:verb}` opens, `{/kind}` closes.

There may be several verbs (`sell-house|sell-hotel`) and trailing options (`:-md-remove`).
A tag is on one line. `\{` is an ordinary brace, and so is any brace that does not look like a tag.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

__all__ = ["MD_REMOVE", "Closing", "Malformed", "Opening", "TagKind", "scan"]

MD_REMOVE = "-md-remove"
"""The option of a passage that the clean document leaves out."""


class TagKind(StrEnum):
    """The five kinds of artifact."""

    ACTION = "action"
    QUERY = "query"
    PREDICATE = "predicate"
    INTERFACE = "interface"
    SERVICE = "service"

    @property
    def plural(self) -> str:
        """As settings and statistics name them."""
        return "queries" if self is TagKind.QUERY else f"{self.value}s"


@dataclass(frozen=True, slots=True)
class Opening:
    """`{kind:noun:verb|verb:option}` between two offsets of the text."""

    start: int
    end: int
    kind: TagKind
    noun: str
    verbs: tuple[str, ...]
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Closing:
    """`{/kind}` between two offsets of the text."""

    start: int
    end: int
    kind: TagKind


@dataclass(frozen=True, slots=True)
class Malformed:
    """Something meant as a tag that cannot be read as one; it stays in the text."""

    start: int
    message: str
    opens: TagKind | None = None
    """The kind of an opening tag, if it can be told."""
    closes: TagKind | None = None
    """The kind of a closing tag, if it can be told."""


# Possessive, so that a brace which is never closed costs one pass and no more.
_BRACE = re.compile(r"(?<!\\)\{(/?)([^{}\n]*+)(\}?)")
_NAME = re.compile(r"\w[\w-]*")
_OPTION = re.compile(r"-?\w[\w-]*")
_KINDS = {kind.value: kind for kind in TagKind}
_LONGEST_NAME = 200
_SHOWN = 40


def scan(text: str, start: int = 0) -> Iterator[Opening | Closing | Malformed]:
    """Every tag of the text from `start` on, in order, including malformed ones."""
    for match in _BRACE.finditer(text, start):
        slash, inside, brace = match.groups()
        tag: Opening | Closing | str | None
        if not brace:
            tag = _unended(slash, inside)
        elif slash:
            tag = _closing(match.start(), match.end(), inside)
        else:
            tag = _opening(match.start(), match.end(), inside)
        if isinstance(tag, str):
            kind = _meant_kind(inside)
            yield Malformed(match.start(), tag, None if slash else kind, kind if slash else None)
        elif tag is not None:
            yield tag


def _unended(slash: str, inside: str) -> str | None:
    word = _NAME.match(inside)
    if word is None or word[0] not in _KINDS:
        return None
    if not slash and inside[word.end() : word.end() + 1] != ":":
        return None
    return f"the tag '{{{slash}{_shorten(inside)}' has no closing brace on its line"


def _closing(start: int, end: int, inside: str) -> Closing | str | None:
    if (kind := _KINDS.get(inside)) is not None:
        return Closing(start, end, kind)
    word = inside.strip()
    if not _NAME.fullmatch(word):
        meant = any(word.startswith(f"{kind}:") for kind in _KINDS)
        return f"a closing tag names its kind only, not '{_shorten(inside)}'" if meant else None
    return _unknown_kind(word)


def _opening(start: int, end: int, inside: str) -> Opening | str | None:
    word, *rest = inside.split(":")
    kind = _KINDS.get(word)
    if kind is None:
        looks_like_tag = len(rest) >= 2 and all(_NAME.fullmatch(part) for part in (word, *rest[:1]))
        if looks_like_tag or (rest and _near_kind(word)):
            return _unknown_kind(word)
        return None
    if len(rest) < 2:
        return f"'{{{_shorten(inside)}}}' needs a noun and a verb: {{{kind}:noun:verb}}"
    noun, verbs, options = rest[0], rest[1].split("|"), rest[2:]
    for name in (noun, *verbs):
        if not _NAME.fullmatch(name) or len(name) > _LONGEST_NAME:
            return f"'{_shorten(name)}' is not a name of letters, digits, '-' and '_'"
    for option in options:
        if not _OPTION.fullmatch(option) or len(option) > _LONGEST_NAME:
            return f"'{_shorten(option)}' is not an option such as ':{MD_REMOVE}'"
    return Opening(start, end, kind, noun, tuple(dict.fromkeys(verbs)), tuple(options))


def _meant_kind(inside: str) -> TagKind | None:
    word = _NAME.match(inside.lstrip())
    if word is None:
        return None
    return _KINDS.get(word[0]) or _KINDS.get(_near_kind(word[0]))


def _unknown_kind(word: str) -> str:
    near = _near_kind(word)
    hint = f"did you mean '{near}'?" if near else f"there are {', '.join(_KINDS)}"
    return f"'{_shorten(word)}' is not a kind of artifact; {hint}"


@lru_cache(maxsize=1024)
def _near_kind(word: str) -> str:
    if len(word) > _SHOWN:
        return ""
    near = difflib.get_close_matches(word.strip().lower(), _KINDS, n=1, cutoff=0.75)
    return near[0] if near else ""


def _shorten(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
