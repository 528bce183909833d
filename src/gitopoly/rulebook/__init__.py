"""Our rules by number: where the rule book states them, and what cites them.

`open_book` reads a rule book; `coverage` finds the code, tests and specs that cover its rules.
This layer knows nothing about the kernel or the ledger: it reads their sources as text.
"""

from gitopoly.rulebook.book import RuleBook, open_book
from gitopoly.rulebook.rules import Rule

__all__ = ["Rule", "RuleBook", "open_book"]
