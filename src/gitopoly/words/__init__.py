"""Every text that people read, one JSON file for each language.

A language that lacks a text shows it in English. Texts are looked up by key: `story.PayTax` tells
of an action, `do.PayTax` offers it, `refusal.cash_short` refuses it. Placeholders in braces are
filled in. Cards and squares are printed in English in `gitopoly.editions`; other languages have
them as `drawn.KEY` and `named.KEY`.
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
    """The codes of all languages, English first."""
    files = [entry.name for entry in resources.files(__name__).iterdir()]
    names = sorted(name.removesuffix(".json") for name in files if name.endswith(".json"))
    return (ENGLISH, *(name for name in names if name != ENGLISH))


@cache
def texts(language: str) -> dict[str, str]:
    """The texts of one language, as they stand in its file."""
    path = resources.files(__name__) / f"{language}.json"
    found: dict[str, str] = json.loads(path.read_text("utf-8"))
    return found


def all_texts() -> dict[str, dict[str, str]]:
    """The texts of every language."""
    return {language: texts(language) for language in languages()}


class Words:
    """Texts, numbers and amounts in one language."""

    def __init__(self, language: str = ENGLISH) -> None:
        self.language = language
        self._texts = {**texts(ENGLISH), **texts(language)}

    def __call__(self, key: str, **facts: Any) -> str:
        """A text with its placeholders filled in."""
        return self.fill(key, facts)

    def fill(self, key: str, facts: Mapping[str, Any]) -> str:
        """The same, with the facts as a mapping."""
        return self._texts[key].format_map(facts)

    def __contains__(self, key: str) -> bool:
        """Whether there is a text with this key."""
        return key in self._texts

    def number(self, value: float) -> str:
        """A whole number with separators between thousands."""
        return f"{value:,.0f}".replace(",", self._texts["number.thousands"])

    def money(self, amount: float) -> str:
        """An amount in dollars."""
        return f"${self.number(amount)}"

    def square(self, printed: Mapping[str, Any]) -> str:
        """The name of a square, in this language if it has one, else as the board prints it."""
        return self._texts.get(f"named.{printed.get('key')}", printed["name"])

    def list(self, words: Sequence[str]) -> str:
        """Several things as one phrase: "a, b and c"."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])}{self._texts['list.and']}{words[-1]}"


@cache
def english() -> Words:
    """The words of logs, refusals and the terminal."""
    return Words()
