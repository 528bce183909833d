"""The words of the page for what is drawn outside the browser, from the same catalogue."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from gitopoly.web.bundle import page_file

LANGUAGES = ("en", "de")
_AND = {"en": " and ", "de": " und "}


class Words:
    """Texts, numbers and amounts as the readers of a language expect them."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._texts: dict[str, dict[str, str]] = json.loads(page_file("texts.json"))

    def __call__(self, key: str, **facts: Any) -> str:
        """A text, with what stands in braces filled in."""
        return self._texts[key][self.language].format(**facts)

    def __contains__(self, key: str) -> bool:
        """Whether there is a text."""
        return key in self._texts

    def number(self, value: float) -> str:
        """A whole number with its thousands apart."""
        text = f"{value:,.0f}"
        return text.replace(",", ".") if self.language == "de" else text

    def money(self, amount: float) -> str:
        """An amount in dollars."""
        return f"${self.number(amount)}"

    def list(self, words: Sequence[str]) -> str:
        """Several things as one."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])}{_AND[self.language]}{words[-1]}"
