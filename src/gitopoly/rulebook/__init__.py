"""Reads rule books whose sentences carry tags, and tells who carries their rules.

`open_book` reads a document or a folder of pages; everything else works on the `Book` it returns.
This layer knows nothing of the kernel or the ledger: coverage reads their sources as text.
"""

from gitopoly.rulebook.artifacts import Artifact
from gitopoly.rulebook.book import Book, open_book
from gitopoly.rulebook.parser import Document, parse
from gitopoly.rulebook.problems import DocumentProblem, Severity
from gitopoly.rulebook.rules import Rule
from gitopoly.rulebook.settings import RulebookSettings
from gitopoly.rulebook.tags import TagKind

__all__ = [
    "Artifact",
    "Book",
    "Document",
    "DocumentProblem",
    "Rule",
    "RulebookSettings",
    "Severity",
    "TagKind",
    "open_book",
    "parse",
]
