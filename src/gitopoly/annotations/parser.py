"""From the text of a document to its artifacts, settings and problems.

One pass, in linear time. The parser raises nothing: it reports what it cannot use and continues.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field

from gitopoly.annotations.artifacts import Artifact
from gitopoly.annotations.frontmatter import FrontMatter, read_front_matter
from gitopoly.annotations.problems import DocumentProblem, Severity
from gitopoly.annotations.tags import MD_REMOVE, Closing, Malformed, Opening, TagKind, scan

__all__ = ["Document", "parse"]

_PARAGRAPH_END = re.compile(r"\n[ \t\r]*\n")


@dataclass(frozen=True, slots=True)
class Document:
    """One file after reading."""

    page: str
    """The file, as the caller named it."""
    source: str = field(repr=False)
    """The text as it is in the file."""
    front_matter: FrontMatter
    artifacts: tuple[Artifact, ...]
    """In the order of their opening tags."""
    problems: tuple[DocumentProblem, ...]
    """In order of position."""
    plain: str = field(repr=False)
    """The text without front matter and tags; nothing else is missing."""
    tags: tuple[tuple[int, int], ...] = field(repr=False)
    """Offsets of every tag in `source`."""
    removed: tuple[tuple[int, int], ...] = field(repr=False)
    """Offsets of the passages marked `-md-remove`, their tags included."""


def parse(text: str, page: str = "document") -> Document:
    """Read a document."""
    front_matter = read_front_matter(text, page)
    reading = _Reading(text, page, front_matter.end)
    for tag in scan(text, front_matter.end):
        match tag:
            case Malformed():
                reading.keep(tag)
            case Opening():
                reading.open(tag)
            case Closing():
                reading.close(tag)
    plain = reading.finish()
    artifacts = tuple(entry.artifact(page, plain) for entry in reading.opened)
    problems = (*front_matter.problems, *reading.problems)
    return Document(
        page,
        text,
        front_matter,
        artifacts,
        tuple(sorted(problems, key=lambda problem: (problem.line, problem.column))),
        plain,
        tuple(reading.tags),
        tuple(sorted(reading.removed)),
    )


@dataclass(slots=True)
class _Open:
    """An opening tag that is not closed yet."""

    tag: Opening
    line: int
    column: int
    start: int
    end: int = -1
    end_line: int = -1
    closed: bool = False

    def artifact(self, page: str, plain: str) -> Artifact:
        return Artifact(
            self.tag.kind,
            self.tag.noun,
            self.tag.verbs,
            self.tag.options,
            page,
            self.line,
            self.column,
            self.end_line,
            self.closed,
            plain,
            self.start,
            self.end,
        )


class _Reading:
    """The state of one pass over a document."""

    def __init__(self, text: str, page: str, start: int) -> None:
        self.text = text
        self.page = page
        self.problems: list[DocumentProblem] = []
        self.opened: list[_Open] = []
        self.tags: list[tuple[int, int]] = []
        self.removed: list[tuple[int, int]] = []
        self._stack: list[_Open] = []
        # None marks a malformed opening tag, which also consumes its closing tag.
        self._by_kind: dict[TagKind, list[_Open | None]] = {kind: [] for kind in TagKind}
        self._pieces: list[str] = []
        self._plain_length = 0
        self._copied = start
        self._first_line = self._line = 1 + text.count("\n", 0, start)
        self._line_start = text.rfind("\n", 0, start) + 1
        self._counted = start

    def report(self, offset: int, message: str) -> None:
        line, column = self._place(offset)
        self.problems.append(DocumentProblem(Severity.ERROR, self.page, line, column, message))

    def keep(self, tag: Malformed) -> None:
        """Report a bad tag, which stays in the text."""
        self.report(tag.start, tag.message)
        if tag.opens is not None:
            self._by_kind[tag.opens].append(None)
        elif tag.closes is not None and self._by_kind[tag.closes][-1:] == [None]:
            self._by_kind[tag.closes].pop()

    def open(self, tag: Opening) -> None:
        line, column = self._place(tag.start)
        self._cut(tag.start, tag.end)
        entry = _Open(tag, line, column, self._plain_length)
        self.opened.append(entry)
        self._stack.append(entry)
        self._by_kind[tag.kind].append(entry)

    def close(self, tag: Closing) -> None:
        waiting = self._by_kind[tag.kind]
        if waiting and waiting[-1] is None:
            waiting.pop()
            return
        line, _ = self._place(tag.start)
        self._cut(tag.start, tag.end)
        while self._stack and self._stack[-1].closed:
            self._stack.pop()
        entry = waiting.pop() if waiting else None
        if entry is None:
            self.report(tag.start, self._nothing_to_close(tag))
            return
        if entry is not self._stack[-1]:
            inner = self._stack[-1]
            self.report(
                tag.start,
                f"tags cross: '{{/{tag.kind}}}' closes the tag of line {entry.line} before"
                f" '{{{inner.tag.kind}:{inner.tag.noun}:…}}' of line {inner.line} is closed",
            )
        entry.end, entry.end_line, entry.closed = self._plain_length, line, True
        if MD_REMOVE in entry.tag.options:
            self.removed.append((entry.tag.start, tag.end))

    def finish(self) -> str:
        """Copy the rest, close open tags, and return the text without tags."""
        self._pieces.append(self.text[self._copied :])
        plain = "".join(self._pieces)
        unclosed = [entry for entry in self.opened if not entry.closed]
        if unclosed:
            self._end_with_paragraph(unclosed, plain)
        return plain

    def _end_with_paragraph(self, unclosed: list[_Open], plain: str) -> None:
        ends = [match.start() for match in _PARAGRAPH_END.finditer(plain)]
        line_of, counted = 0, 0
        for entry in unclosed:
            position = bisect_left(ends, entry.start)
            entry.end = ends[position] if position < len(ends) else len(plain)
            if entry.end >= counted:
                line_of += plain.count("\n", counted, entry.end)
                counted = entry.end
            # Removing tags never removes a line's end, so lines of both texts agree.
            entry.end_line = line_of + self._first_line
            name = f"{entry.tag.kind}:{entry.tag.noun}:{'|'.join(entry.tag.verbs)}"
            self.problems.append(
                DocumentProblem(
                    Severity.ERROR,
                    self.page,
                    entry.line,
                    entry.column,
                    f"'{{{name}}}' is never closed by '{{/{entry.tag.kind}}}'",
                )
            )

    def _nothing_to_close(self, tag: Closing) -> str:
        if not self._stack:
            return f"'{{/{tag.kind}}}' closes nothing"
        open_tag = self._stack[-1]
        return (
            f"'{{/{tag.kind}}}' closes nothing; '{{/{open_tag.tag.kind}}}' would close"
            f" the tag of line {open_tag.line}"
        )

    def _cut(self, start: int, end: int) -> None:
        self._pieces.append(self.text[self._copied : start])
        self._plain_length += start - self._copied
        self._copied = end
        self.tags.append((start, end))

    def _place(self, offset: int) -> tuple[int, int]:
        passed = self.text.count("\n", self._counted, offset)
        if passed:
            self._line += passed
            self._line_start = self.text.rfind("\n", self._counted, offset) + 1
        self._counted = offset
        return self._line, offset - self._line_start + 1
