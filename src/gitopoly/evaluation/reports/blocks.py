"""The elements of a chapter, independent of the output format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

METHOD = "method"
FINDING = "finding"
NOTE = "note"
FAILED = "failed"


@dataclass(frozen=True)
class Paragraph:
    """Some sentences; names in programs are in backticks."""

    text: str
    kind: str = ""
    """`METHOD`, `FINDING`, `NOTE`, `FAILED`, or nothing in particular."""


@dataclass(frozen=True)
class DataTable:
    """Rows of text under their headers; the first column says what a row is about."""

    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


@dataclass(frozen=True)
class Picture:
    """A figure, drawn only when it is needed."""

    name: str
    """The name of its file."""
    caption: str
    draw: Callable[[], Any]


Block = Paragraph | DataTable | Picture


@dataclass(frozen=True)
class Headline:
    """A row of the summary: what was published, what was measured, and how they compare."""

    what: str
    published: str
    measured: str
    verdict: str
    """Such as `better`, `worse`, `the same` or `not measured`; a few words."""


def method(text: str) -> Paragraph:
    """How something was measured."""
    return Paragraph(text, METHOD)


def finding(text: str) -> Paragraph:
    """A finding."""
    return Paragraph(text, FINDING)


def note(text: str) -> Paragraph:
    """Something that a reader has to know to judge the result."""
    return Paragraph(text, NOTE)
