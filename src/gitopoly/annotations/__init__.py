"""Annotated documents: text whose tags mark what a program will be made of.

`Book.read` reads a document or a folder of pages; everything else works on the `Book` it returns.
The package stands alone: it knows no game and no rules, only tags, settings and pages.
"""

from gitopoly.annotations.artifacts import Artifact
from gitopoly.annotations.book import Book
from gitopoly.annotations.parser import Document, parse
from gitopoly.annotations.problems import Level, Problem
from gitopoly.annotations.settings import Settings
from gitopoly.annotations.tags import Kind

__all__ = ["Artifact", "Book", "Document", "Kind", "Level", "Problem", "Settings", "parse"]
