"""Which names and texts an edition may print: they reach terminals, pages, logs and other people.

An edition may come from anybody. So a text has only visible characters, and none with a meaning to
a terminal, to the program's own markup or to the text form of actions.
"""

from __future__ import annotations

import re
import reprlib
import unicodedata

LONGEST_NAME = 40
LONGEST_TEXT = 200
FORBIDDEN = '"\\{}[]<>|`'
"""Quotes and brackets: they mark names, placeholders and colours elsewhere."""
MOST_MARKS = 2
"""Accents on one letter; more of them would spill over neighbouring lines."""

_USUAL = re.compile(r"[A-Za-z0-9.,;:!?'&%()$/+*#-]+(?: [A-Za-z0-9.,;:!?'&%()$/+*#-]+)*")
"""What nearly all texts match, so that only the others are read letter by letter."""
_PLACEHOLDER = re.compile(r"\{([0-9]{1,2})\}")


def problem_of_text(text: object, longest: int = LONGEST_NAME) -> str | None:
    """Why a text cannot be printed, None if it can.

    >>> problem_of_text("Old Kent Road"), problem_of_text("Old\\x1b[2JRoad")
    (None, "has '\\\\x1b', which cannot be printed")
    """
    if not isinstance(text, str):
        return f"must be a text, not {reprlib.repr(text)}"
    if len(text) > longest:
        return f"has {len(text):,} characters; at most {longest} fit"
    if _USUAL.fullmatch(text):
        return None
    if not text.strip():
        return "is empty"
    if text != text.strip() or "  " in text:
        return "has spaces at its ends or several in a row"
    for letter in text:
        if not letter.isprintable():
            return f"has {letter!r}, which cannot be printed"
        if letter in FORBIDDEN:
            return f"has {letter!r}, which is used for other things; leave it out"
    marks = 0
    for number, letter in enumerate(unicodedata.normalize("NFC", text)):
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks > MOST_MARKS or (marks and number == 0):
            return f"has more than {MOST_MARKS} accents on a letter, or one on none"
    return None


def problem_of_card_text(text: object, squares: int) -> str | None:
    """The same for what a card says, where {5} stands for the name of square 5."""
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        return problem_of_text(text, LONGEST_TEXT)
    for number in _PLACEHOLDER.findall(text):
        if int(number) >= squares:
            return f"names square {number}; the last one is {squares - 1}"
    return problem_of_text(_PLACEHOLDER.sub("N", text), LONGEST_TEXT)


def same(text: str) -> str:
    """A form that two names share if a reader could not tell them apart."""
    return unicodedata.normalize("NFKC", text).casefold()
