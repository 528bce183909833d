"""A book on disk: one annotated document, or a folder with one page per concept."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

from gitopoly.annotations.artifacts import Artifact
from gitopoly.annotations.parser import Document, parse
from gitopoly.annotations.problems import DocumentProblem, Severity
from gitopoly.annotations.settings import RulebookSettings, read_settings
from gitopoly.errors import InvalidRulebook

__all__ = ["INDEX", "Book"]

INDEX = "README.md"
"""The page of a folder that comes first and carries the settings."""

_LARGEST = 256 * 1024 * 1024


@dataclass(frozen=True)
class Book:
    """Annotated pages after reading."""

    name: str
    """As the caller named it."""
    path: Path | None
    """None for standard input."""
    pages: tuple[Document, ...]
    settings: RulebookSettings
    problems: tuple[DocumentProblem, ...]

    @classmethod
    def read(cls, name: str, path: Path | None = None) -> Self:
        """Read a file, a folder or standard input (`-`); `path` overrides where it is read from."""
        if path is None:
            if name == "-":
                document = parse(_decode(sys.stdin.buffer.read(), name), name)
                return cls._assembled(name, None, [document])
            path = Path(name)
        if not path.is_dir():
            return cls._assembled(name, path, [parse(_read(path, name), name)])
        pages = _pages_of(path)
        if not pages:
            raise InvalidRulebook(f"{name}: no pages (*.md) in this folder")
        labels = [f"{name.rstrip('/')}/{page.name}" for page in pages]
        documents = [parse(_read(*page), page[1]) for page in zip(pages, labels, strict=True)]
        return cls._assembled(name, path, documents)

    @classmethod
    def _assembled(cls, name: str, path: Path | None, documents: list[Document]) -> Self:
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
        return cls(name, path, tuple(documents), settings, tuple(problems))

    @cached_property
    def artifacts(self) -> tuple[Artifact, ...]:
        """The artifacts of all pages, in order."""
        return tuple(artifact for page in self.pages for artifact in page.artifacts)

    @property
    def is_sound(self) -> bool:
        """Whether no page has an error; warnings are allowed."""
        return not any(problem.level is Severity.ERROR for problem in self.problems)


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
