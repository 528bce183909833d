"""Artifacts for people and programs: a table, CSV, JSON."""

from __future__ import annotations

import csv
import io
import itertools
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from gitopoly.annotations.artifacts import Artifact
from gitopoly.annotations.settings import Column

__all__ = ["cell", "render_csv", "render_table", "visible", "wrap"]

_HEADINGS = {"repeats": "#", "command": "kind", "full_command": "tag"}
_NUMBERS = ("repeats", "line")
_LONGEST_CELL = 1000


def cell(artifact: Artifact, column: str, times: Counter[str]) -> str:
    """The full text of one cell."""
    match column:
        case "repeats":
            return str(times[artifact.identity])
        case "command":
            return artifact.kind.value
        case "noun":
            return artifact.noun
        case "verb":
            return artifact.verb
        case "options":
            return " ".join(artifact.options)
        case "artifact":
            return artifact.name
        case "full_command":
            return artifact.full_command
        case "file":
            return artifact.file
        case "line":
            return str(artifact.line)
        case _:
            return artifact.description


def render_table(
    artifacts: Iterable[Artifact], columns: Sequence[Column], times: Counter[str], word_wrap: int
) -> Iterator[str]:
    """The lines of a table; descriptions are wrapped if `word_wrap` is on, else cut.

    Widths are given, so rows are laid out one by one: a long table starts at once,
    and a document of 10 MB takes seconds where a general table layout takes half a minute.
    """
    shown = [column for column in columns if column.shown]
    widths = [_width(column, word_wrap) for column in shown]
    yield _line([_HEADINGS.get(column.name, column.name) for column in shown], widths)
    yield "  ".join("─" * width for width in widths)
    for artifact in artifacts:
        cells = []
        for column, width in zip(shown, widths, strict=True):
            if column.name == "description":
                cells.append(_describe(artifact, width, bool(word_wrap)))
            else:
                text = visible(cell(artifact, column.name, times))
                cells.append([text.rjust(width) if column.name in _NUMBERS else text])
        for parts in itertools.zip_longest(*cells, fillvalue=""):
            yield _line(parts, widths)


def _describe(artifact: Artifact, width: int, wraps: bool) -> list[str]:
    """The text of an artifact, cut to the room in a table."""
    text = visible(artifact.opening_words(_LONGEST_CELL + 1))
    if len(text) > _LONGEST_CELL:
        text = f"{text[:_LONGEST_CELL]}…"
    return (textwrap.wrap(text, width, break_on_hyphens=False) or [""]) if wraps else [text]


def _width(column: Column, word_wrap: int) -> int:
    if column.name == "description" and word_wrap:
        return min(column.width, word_wrap)
    if column.name in _NUMBERS:
        return max(column.width, len(_HEADINGS.get(column.name, column.name)))
    return column.width


def _line(parts: Iterable[str], widths: Sequence[int]) -> str:
    cells = (_fit(part, width) for part, width in zip(parts, widths, strict=True))
    return "  ".join(cells).rstrip()


def _fit(text: str, width: int) -> str:
    """The text in exactly this many cells of a terminal."""
    if text.isascii():
        return text.ljust(width) if len(text) <= width else f"{text[: width - 1]}…"
    from rich.cells import cell_len, set_cell_size

    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return f"{set_cell_size(text, width - 1)}…"


def render_csv(
    artifacts: Sequence[Artifact], columns: Sequence[Column], times: Counter[str]
) -> str:
    """The same rows for a spreadsheet: nothing is cut, and file and line are always there."""
    names = [column.name for column in columns if column.shown]
    names += [name for name in ("file", "line") if name not in names]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    for artifact in artifacts:
        writer.writerow([cell(artifact, name, times) for name in names])
    return out.getvalue()


def wrap(text: str, width: int) -> str:
    """Text with its paragraphs wrapped; a width of 0 leaves it alone."""
    if not width:
        return text
    return "\n".join(
        textwrap.fill(line, max(width, 10), break_on_hyphens=False, break_long_words=False)
        for line in text.splitlines()
    )


def visible(text: str) -> str:
    """The text with control characters made harmless: they must not reach a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)
