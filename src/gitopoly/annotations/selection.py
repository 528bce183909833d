"""Which artifacts a table shows, and in which order: filter, order, pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gitopoly.annotations.artifacts import Artifact, shared_verbs
from gitopoly.annotations.tags import TagKind
from gitopoly.errors import InvalidRulebook

__all__ = [
    "ORDERS",
    "Filter",
    "Page",
    "Pagination",
    "SortOrder",
    "arrange",
    "compile_search",
    "count_pages",
    "select",
    "turn_to",
]


@dataclass(frozen=True, slots=True)
class Filter:
    """What a selection keeps."""

    excluded: frozenset[TagKind] = frozenset()
    nouns: frozenset[str] | None = None
    """None for all."""
    search: str = ""
    """A regular expression, matched against the tag and its text, ignoring case."""
    duplicate_verbs: bool = False
    """Only verbs used under more than one kind and noun."""


@dataclass(frozen=True, slots=True)
class SortOrder:
    """One key of an order."""

    key: str
    descending: bool = False

    @property
    def spelled(self) -> str:
        """As a front matter names it."""
        return f"{self.key}:{'desc' if self.descending else 'asc'}"


@dataclass(frozen=True, slots=True)
class Pagination:
    """Which page of how many rows."""

    on: bool = False
    page: int = 1
    rows: int = 20


@dataclass(frozen=True, slots=True)
class Page:
    """The rows of one page, and where it stands among the others."""

    rows: Sequence[Artifact]
    number: int
    pages: int
    total: int


_KEYS: dict[str, Callable[[Artifact], str]] = {
    "command": lambda artifact: artifact.kind.value,
    "noun": lambda artifact: artifact.noun.casefold(),
    "verb": lambda artifact: artifact.verb.casefold(),
    "artifact": lambda artifact: artifact.name.casefold(),
}
ORDERS = ("natural", *_KEYS)
"""What a table can be ordered by; natural is the order of the document."""


def compile_search(pattern: str) -> re.Pattern[str] | None:
    """The compiled regular expression, or None if it is not valid."""
    try:
        return re.compile(pattern, re.IGNORECASE)
    except (re.error, OverflowError, RecursionError):
        return None


def select(artifacts: Sequence[Artifact], wanted: Filter) -> list[Artifact]:
    """The artifacts that pass a filter, in the order given."""
    pattern = compile_search(wanted.search)
    if pattern is None:
        raise InvalidRulebook(f"'{wanted.search}' is not a valid regular expression")
    shared = shared_verbs(artifacts) if wanted.duplicate_verbs else {}

    def passes(artifact: Artifact) -> bool:
        if artifact.kind in wanted.excluded:
            return False
        if wanted.nouns is not None and artifact.noun not in wanted.nouns:
            return False
        if wanted.duplicate_verbs and not any(verb in shared for verb in artifact.verbs):
            return False
        if not wanted.search:
            return True
        return bool(pattern.search(f"{artifact.full_command} {artifact.description}"))

    return [artifact for artifact in artifacts if passes(artifact)]


def arrange(artifacts: Sequence[Artifact], order_by: Sequence[SortOrder]) -> list[Artifact]:
    """The artifacts in order; ties keep the order of the document."""
    arranged = list(artifacts)
    keys = []
    for order in order_by:
        if order.key == "natural":
            # The order of the document has no ties, so later keys do not matter.
            if order.descending:
                arranged.reverse()
            break
        keys.append(order)
    # A stable sort by the last key first makes the first key decisive.
    for order in reversed(keys):
        arranged.sort(key=_KEYS[order.key], reverse=order.descending)
    return arranged


def count_pages(total: int, pagination: Pagination) -> int:
    """The number of pages for this many artifacts; at least one."""
    return max(1, -(-total // pagination.rows)) if pagination.on else 1


def turn_to(artifacts: Sequence[Artifact], pagination: Pagination) -> Page:
    """One page of the artifacts."""
    total = len(artifacts)
    if not pagination.on:
        return Page(artifacts, 1, 1, total)
    pages = count_pages(total, pagination)
    if not 1 <= pagination.page <= pages:
        raise InvalidRulebook(f"there is no page {pagination.page}; the last one is {pages}")
    first = (pagination.page - 1) * pagination.rows
    return Page(artifacts[first : first + pagination.rows], pagination.page, pages, total)
