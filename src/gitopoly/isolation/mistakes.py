"""Tell authors what went wrong in their code: which exception, where, and what was expected."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType

OWN = (Exception, SystemExit, KeyboardInterrupt)
"""Exceptions that a bot's code may raise itself; not those that enforce limits."""
LONGEST = 300
"""Maximum length of an exception's description."""
OURS = str(Path(__file__).parents[1])
"""The folder of this program, to tell our code from the author's."""

HINTS: dict[type[BaseException], str] = {
    EOFError: "a bot has no input to read",
    MemoryError: "raise the limit with --memory",
}
"""Hints for exceptions whose own message helps little."""


def printable(text: str) -> str:
    """Text from a bot, in characters that every terminal and file accepts."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def shown(answer: object) -> str:
    """An answer in a few words, without running the bot's code.

    >>> shown(None), shown(["castle"])
    ('None', 'a list')
    """
    if type(answer) in (int, float, bool, type(None)):
        return repr(answer)
    return f"a {type(answer).__name__}"


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
    line = ": ".join(part for part in (type(error).__name__, words) if part)
    line = "; ".join(part for part in (line[: LONGEST // 2], hint) if part)
    return printable(f"{line} ({place})"[:LONGEST] if place else line)


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
