"""Tell authors what went wrong in their code: which exception, where, and what was expected."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import cast

from gitopoly.errors import printable

OWN = (Exception, SystemExit, KeyboardInterrupt)
"""Exceptions that a bot's code may raise itself; not those that enforce limits."""
LONGEST_ANSWER = 80
"""Maximum length of an answer that is shown."""
DEEPEST_ANSWER = 4
MOST_PARTS = 12
BRACKETS: dict[type, tuple[str, str]] = {
    list: ("[", "]"),
    tuple: ("(", ")"),
    dict: ("{", "}"),
    set: ("{", "}"),
}
"""What is shown with its parts, and what stands around them."""
LONGEST = 300
"""Maximum length of an exception's description."""
OURS = str(Path(__file__).parents[1])
"""The folder of this program, to tell our code from the author's."""

HINTS: dict[type[BaseException], str] = {
    EOFError: "a bot has no input to read",
    MemoryError: "raise the limit with --memory",
}
"""Hints for exceptions whose own message helps little."""


def shown(answer: object) -> str:
    """An answer as its author would write it, shortened, without running the bot's code.

    >>> print(shown(None), shown(("P", [40, 41.5])), shown({"castle": 1}), shown(object()))
    None ('P', [40, 41.5]) {'castle': 1} an object
    """
    text = _written(answer, 0)
    return printable(text if len(text) <= LONGEST_ANSWER else f"{text[: LONGEST_ANSWER - 1]}…")


def _written(answer: object, depth: int) -> str:
    """Plain values as Python writes them; only the type of anything that could run code."""
    kind = type(answer)
    if kind is int and abs(cast(int, answer)) >> 64:
        return "a huge number"
    if kind in (int, float, bool, type(None)):
        return repr(answer)
    if kind in (str, bytes):
        return repr(cast(str, answer)[:LONGEST_ANSWER])
    if kind not in BRACKETS or depth == DEEPEST_ANSWER:
        return a_kind_of(answer)
    given = cast(Collection[object], answer)
    parts = [_written(part, depth + 1) for part in islice(given, MOST_PARTS)]
    if kind is dict:
        values = cast(dict[object, object], answer).values()
        told = [_written(value, depth + 1) for value in islice(values, MOST_PARTS)]
        parts = [f"{key}: {value}" for key, value in zip(parts, told, strict=True)]
    if len(given) > MOST_PARTS:
        parts.append("…")
    opening, closing = BRACKETS[kind]
    comma = "," if kind is tuple and len(parts) == 1 else ""
    return f"{opening}{', '.join(parts)}{comma}{closing}"


def a_kind_of(answer: object) -> str:
    """What an answer is, in words.

    >>> a_kind_of([]), a_kind_of(object())
    ('a list', 'an object')
    """
    name = type(answer).__name__
    return f"an {name}" if name[:1].lower() in "aeiou" else f"a {name}"


def told(error: BaseException, lacking: Callable[[AttributeError], str] | None = None) -> str:
    """An exception in one line: its type, its message, and where in the bot it happened.

    The message comes from the bot's code, which may fail, too. `lacking` describes a missing
    method.
    """
    try:
        words = " ".join(str(error).split())
    except BaseException:  # noqa: BLE001
        words = "(no message)"
    place = _place(error.__traceback__)
    if not place and lacking is not None and type(error) is AttributeError:
        return printable(lacking(error)[:LONGEST])
    hint = HINTS.get(type(error), "")
    if is_relative_import(error):
        hint = "import without the dot, or add an __init__.py to make the folder a package"
    line = ": ".join(part for part in (type(error).__name__, words) if part)
    line = "; ".join(part for part in (line[: LONGEST // 2], hint) if part)
    return printable(f"{line} ({place})"[:LONGEST] if place else line)


def is_relative_import(error: BaseException) -> bool:
    """Whether a file failed because it imports relatively, but was not run in a package."""
    return type(error) is ImportError and str(error).startswith("attempted relative import")


def _place(traceback: TracebackType | None) -> str:
    """The innermost line in the bot or a file next to it; empty if it was not reached."""
    place = ""
    folder: Path | None = None
    while traceback is not None:
        file = Path(traceback.tb_frame.f_code.co_filename)
        if folder is None and not file.name.startswith("<") and not file.is_relative_to(OURS):
            folder = file.parent
        if folder is not None and file.parent == folder:
            place = f"{file.name}, line {traceback.tb_lineno}"
        traceback = traceback.tb_next
    return place
