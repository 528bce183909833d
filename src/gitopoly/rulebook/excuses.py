"""`coverage.yml` of a rule book: rules that need no code or no TLA+ action.

::

    carried_by_data: [GAME-2]
    not_in_specs:
      - reason: tokens never enter the state
        rules: [GAME-4]
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from gitopoly.annotations.book import Book
from gitopoly.errors import InvalidRulebook

__all__ = ["EXCUSES", "Excuses", "read_excuses"]

EXCUSES = "coverage.yml"
"""The file's name."""


@dataclass(frozen=True, slots=True)
class Excuses:
    """What the file says."""

    carried_by_data: frozenset[str] = frozenset()
    """Rules that are only data, so that a line of an edition's file implements them."""
    not_in_specs: dict[str, str] = field(default_factory=dict)
    """Why a rule has no TLA+ action, by its number."""

    @property
    def numbers(self) -> set[str]:
        """All rules that the file names."""
        return {*self.carried_by_data, *self.not_in_specs}


def read_excuses(book: Book) -> Excuses:
    """The file beside the pages of a book; a book without one has no excuses."""
    if book.path is None or not (file := book.path / EXCUSES).is_file():
        return Excuses()
    import yaml

    try:
        data = yaml.safe_load(file.read_text("utf-8"))
    except (yaml.YAMLError, ValueError, OSError) as error:
        raise InvalidRulebook(f"{EXCUSES}: {' '.join(str(error).split())}") from None
    if not isinstance(data, dict) or not set(data) <= {"carried_by_data", "not_in_specs"}:
        raise InvalidRulebook(f"{EXCUSES}: only 'carried_by_data' and 'not_in_specs' are allowed")
    items = data.get("not_in_specs") or []
    if not isinstance(items, list) or not all(_is_excuse(item) for item in items):
        raise InvalidRulebook(f"{EXCUSES}: each item needs a 'reason' and a list of 'rules'")
    reasons = {str(number): str(item["reason"]) for item in items for number in item["rules"]}
    return Excuses(_numbers(data.get("carried_by_data") or []), reasons)


def _numbers(value: Any) -> frozenset[str]:
    if not isinstance(value, list):
        raise InvalidRulebook(f"{EXCUSES}: 'carried_by_data' must be a list of rules")
    return frozenset(str(number) for number in value)


def _is_excuse(item: Any) -> bool:
    if not isinstance(item, dict) or set(item) != {"reason", "rules"}:
        return False
    return bool(item["reason"]) and isinstance(item["rules"], list)
