"""All texts, one file per language.

Each JSON file in this folder is a language; a text that it lacks is shown in English. Texts are
found by keys: `story.PayTax` describes an action, `do.PayTax` offers it,
`refusal.cash_short` refuses it. Placeholders in braces are filled in. Cards and squares are printed
in English in `gitopoly.editions`; other languages have them as `drawn.KEY` and `named.KEY`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, TypeVar

from gitopoly.errors import GitopolyError

ENGLISH = "en"
Refusal = TypeVar("Refusal", bound=GitopolyError)


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


def texts_for(language: str) -> dict[str, dict[str, str]]:
    """What a page in one language needs: its texts, the English ones that it lacks, others' names.

    A language that is not here is taken as English.

    >>> found = texts_for("de")
    >>> found["de"]["close"], "close" in found["en"], texts_for("en")["de"]
    ('Schließen', False, {'language': 'Deutsch'})
    """
    wanted = language if language in languages() else ENGLISH
    found = {name: {"language": texts(name)["language"]} for name in languages()}
    lacking = {key: text for key, text in texts(ENGLISH).items() if key not in texts(wanted)}
    return {**found, ENGLISH: {**found[ENGLISH], **lacking}, wanted: texts(wanted)}


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

    def money(self, amount: float, currency: str = "$") -> str:
        """An amount of money."""
        return f"{currency}{self.number(amount)}"

    def square(self, printed: Mapping[str, Any]) -> str:
        """The name of a square, in this language if it has one, else as the board prints it."""
        name: str = printed["name"]
        return self._texts.get(f"named.{printed.get('key')}", name)

    def card(self, text: str) -> str:
        """What a card says, as its deck prints it."""
        return text

    def list(self, words: Sequence[str]) -> str:
        """Several things as a list in words."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])}{self._texts['list.and']}{words[-1]}"


@cache
def english() -> Words:
    """The words of logs, refusals and the terminal."""
    return Words()


def worded(kind: type[Refusal], key: str, **facts: Any) -> Refusal:
    """An error in English that keeps its key, so that a page can show it in another language."""
    words = english()
    shown = {name: words.number(v) if type(v) is int else v for name, v in facts.items()}
    error = kind(words(key, **shown))
    error.told = key, facts
    return error
