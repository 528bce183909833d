"""All texts, one file per language.

Each JSON file in this folder is a language; a text that it lacks is shown in English. Texts are
found by keys: `story.PayTax` describes an action, `do.PayTax` offers it,
`refusal.cash_short` refuses it. Placeholders in braces are filled in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

ENGLISH = "en"


@cache
def languages() -> tuple[str, ...]:
    """The languages by their short names, English first."""
    files = [entry.name for entry in resources.files(__name__).iterdir()]
    names = sorted(name.removesuffix(".json") for name in files if name.endswith(".json"))
    return (ENGLISH, *(name for name in names if name != ENGLISH))


@cache
def texts(language: str) -> dict[str, str]:
    """The texts of one language, as its file has them."""
    path = resources.files(__name__) / f"{language}.json"
    found: dict[str, str] = json.loads(path.read_text("utf-8"))
    return found


def all_texts() -> dict[str, dict[str, str]]:
    """The texts of every language."""
    return {language: texts(language) for language in languages()}


class Words:
    """Texts, numbers and amounts as the readers of a language expect them."""

    def __init__(self, language: str = ENGLISH) -> None:
        self.language = language
        self._texts = {**texts(ENGLISH), **texts(language)}

    def __call__(self, key: str, **facts: Any) -> str:
        """A text with its placeholders filled in."""
        return self.fill(key, facts)

    def fill(self, key: str, facts: Mapping[str, Any]) -> str:
        """The same, with the values as a mapping."""
        return self._texts[key].format_map(facts)

    def __contains__(self, key: str) -> bool:
        """Whether there is a text for a key."""
        return key in self._texts

    def number(self, value: float) -> str:
        """A whole number with thousands separators."""
        return f"{value:,.0f}".replace(",", self._texts["number.thousands"])

    def money(self, amount: float) -> str:
        """An amount in dollars."""
        return f"${self.number(amount)}"

    def list(self, words: Sequence[str]) -> str:
        """Several things as a list in words."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])}{self._texts['list.and']}{words[-1]}"


@cache
def english() -> Words:
    """The words of logs, refusals and the terminal."""
    return Words()


class EarlierWords(Words):
    """The English of commits that earlier versions wrote, so that their sentences are known."""

    def __init__(self, name: str) -> None:
        super().__init__()
        path = resources.files(__name__) / "earlier" / f"{name}.json"
        self._texts |= json.loads(path.read_text("utf-8"))


@cache
def earlier_english() -> tuple[Words, ...]:
    """The words that commits were written in before those of today."""
    return (EarlierWords("en-1"),)
