"""A rule book on disk: one document, or a folder with one page per concept."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from gitopoly.errors import InvalidRulebook
from gitopoly.rulebook.artifacts import Artifact
from gitopoly.rulebook.parser import Document, parse
from gitopoly.rulebook.problems import DocumentProblem, Severity
from gitopoly.rulebook.rules import Mention, Rule, read_mentions, read_rules, refuse_doubles
from gitopoly.rulebook.settings import RulebookSettings, read_settings

__all__ = ["INDEX", "Book", "find_own_book", "open_book"]

INDEX = "README.md"
"""The page of a folder that carries the settings and the list of rules."""

_LARGEST = 256 * 1024 * 1024


@dataclass(frozen=True)
class Book:
    """A rule book, read."""

    name: str
    """As the caller named it."""
    path: Path | None
    """None for standard input."""
    pages: tuple[Document, ...]
    settings: RulebookSettings
    problems: tuple[DocumentProblem, ...]

    @cached_property
    def artifacts(self) -> tuple[Artifact, ...]:
        """The artifacts of all pages, in order."""
        return tuple(artifact for page in self.pages for artifact in page.artifacts)

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """The numbered rules of all pages, by number."""
        return refuse_doubles(
            rule for page in self.pages for rule in read_rules(page.page, page.source)
        )

    @property
    def mentions(self) -> Iterator[Mention]:
        """Bold rule numbers of all pages."""
        for page in self.pages:
            yield from read_mentions(page.page, page.source)

    @property
    def is_sound(self) -> bool:
        """Whether no page has an error; warnings are allowed."""
        return not any(problem.level is Severity.ERROR for problem in self.problems)


def open_book(name: str | None = None) -> Book:
    """Read a file, a folder, standard input (`-`), or our own rule book (None)."""
    if name == "-":
        return _assemble("-", None, [parse(_decode(sys.stdin.buffer.read(), "-"), "-")])
    path = find_own_book() if name is None else Path(name)
    label = path.name if name is None else name
    if path.is_dir():
        pages = _pages_of(path)
        if not pages:
            raise InvalidRulebook(f"{label}: there is no page (*.md) in this folder")
        labels = [f"{label.rstrip('/')}/{page.name}" for page in pages]
        documents = [parse(_read(*page), page[1]) for page in zip(pages, labels, strict=True)]
        return _assemble(label, path, documents)
    return _assemble(label, path, [parse(_read(path, label), label)])


def find_own_book() -> Path:
    """Our own rule book: of the checkout, as installed, or below the current folder."""
    checkout = Path(__file__).resolve().parents[3]
    installed = Path(sysconfig.get_path("data")) / "share" / "gitopoly"
    for folder in (checkout, installed, Path()):
        if (folder / "rules" / INDEX).is_file():
            return folder / "rules"
    raise InvalidRulebook("our own rule book is not installed here; name a file or a folder")


def _assemble(name: str, path: Path | None, documents: list[Document]) -> Book:
    first = documents[0]
    settings, found = read_settings(first.front_matter, first.page)
    problems = [*found]
    for document in documents:
        problems += document.problems
        if document is not first and document.front_matter.entries:
            message = f"settings are read from {first.page} only"
            problems.append(DocumentProblem(Severity.WARNING, document.page, 1, 1, message))
    order = {document.page: position for position, document in enumerate(documents)}
    problems.sort(key=lambda problem: (order[problem.page], problem.line, problem.column))
    return Book(name, path, tuple(documents), settings, tuple(problems))


def _pages_of(folder: Path) -> list[Path]:
    """The index first, then the other pages by name."""
    pages = sorted(page for page in folder.glob("*.md") if page.is_file())
    return sorted(pages, key=lambda page: page.name != INDEX)


def _read(path: Path, label: str) -> str:
    try:
        if path.is_file() and path.stat().st_size > _LARGEST:
            raise InvalidRulebook(f"{label}: larger than {_LARGEST // 2**20} MB")
        data = path.read_bytes()
    except FileNotFoundError:
        raise InvalidRulebook(f"there is no file or folder '{label}'") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InvalidRulebook(f"cannot read {label}: {reason}") from None
    return _decode(data, label)


def _decode(data: bytes, label: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        raise InvalidRulebook(f"{label}:{line}: this is not UTF-8 text") from None
