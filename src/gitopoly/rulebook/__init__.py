"""Our rules by their numbers: where the rule book states them, and who cites them.

`open_book` reads a rule book; `coverage` tells which code, tests and specs carry its rules.
This layer knows nothing of the kernel or the ledger: it reads their sources as text.
"""

from gitopoly.rulebook.book import RuleBook, open_book
from gitopoly.rulebook.rules import Rule

__all__ = ["Rule", "RuleBook", "open_book"]
