"""A rule book: annotated pages that state numbered rules, our own above all."""

from __future__ import annotations

import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from gitopoly.annotations.book import INDEX, Book
from gitopoly.errors import InvalidRulebook
from gitopoly.rulebook.rules import Mention, Rule, read_mentions, read_rules, refuse_doubles

__all__ = ["RuleBook", "find_own_book", "open_book"]


@dataclass(frozen=True)
class RuleBook(Book):
    """A book whose headings may state rules, and whose pages mention them."""

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


def open_book(name: str | None = None) -> RuleBook:
    """Read a file, a folder, standard input (`-`), or our own rule book (None)."""
    if name is not None:
        return RuleBook.read(name)
    own = find_own_book()
    return RuleBook.read(own.name, own)


def find_own_book() -> Path:
    """Our own rule book: of the checkout, as installed, or below the current folder."""
    checkout = Path(__file__).resolve().parents[3]
    installed = Path(sysconfig.get_path("data")) / "share" / "gitopoly"
    for folder in (checkout, installed, Path()):
        if (folder / "rules" / INDEX).is_file():
            return folder / "rules"
    raise InvalidRulebook("our own rule book is not installed here; give a file or a folder")
