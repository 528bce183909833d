"""Problems of a document: reported with their position, never raised."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["DocumentProblem", "Severity"]


class Severity(StrEnum):
    """How serious a problem is."""

    ERROR = "error"
    """The document is wrong there: a tag that cannot be read, closed or placed."""
    WARNING = "warning"
    """The document can be read, but perhaps not as its author meant."""


@dataclass(frozen=True, slots=True)
class DocumentProblem:
    """One problem and its position."""

    level: Severity
    page: str
    """The file, as it was named by the caller."""
    line: int
    """From 1."""
    column: int
    """In characters, from 1."""
    message: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}:{self.column}: {self.level}: {self.message}"
