"""Annotated documents: text whose tags mark the building blocks of a program.

`Book.read` reads a document or a folder of pages; everything else works on the `Book` it returns.
The package stands alone: it knows no game and no rules, only tags, settings and pages.
"""

from gitopoly.annotations.artifacts import Artifact
from gitopoly.annotations.book import Book
from gitopoly.annotations.parser import Document, parse
from gitopoly.annotations.problems import DocumentProblem, Severity
from gitopoly.annotations.settings import RulebookSettings
from gitopoly.annotations.tags import TagKind

__all__ = [
    "Artifact",
    "Book",
    "Document",
    "DocumentProblem",
    "RulebookSettings",
    "Severity",
    "TagKind",
    "parse",
]
