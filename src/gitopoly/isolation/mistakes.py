"""Telling an author what went wrong in their code: which exception, where, and what would do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType

OWN = (Exception, SystemExit, KeyboardInterrupt)
"""What the code of a bot may raise by itself; what ends it in time is not among them."""
LONGEST = 300
"""Characters of what is told of one exception."""
OURS = str(Path(__file__).parents[1])
"""The folder of this program: what happens there is not the author's code."""

HINTS: dict[type[BaseException], str] = {
    EOFError: "nobody types for a bot",
    MemoryError: "--memory allows more",
}
"""What to add where the words of an exception help little."""


def printable(text: str) -> str:
    """What a bot says of itself, in letters that every terminal and every file takes."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def shown(answer: object) -> str:
    """An answer in a few words, without running code of the bot.

    >>> shown(None), shown(["castle"])
    ('None', 'a list')
    """
    if type(answer) in (int, float, bool, type(None)):
        return repr(answer)
    return f"a {type(answer).__name__}"


def told(error: BaseException, lacking: Callable[[AttributeError], str] | None = None) -> str:
    """An exception in one line: its kind, its words, and where in the bot it happened.

    The words are made by code of the bot, which may fail, too. `lacking` says more about a method
    that is not there.
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
    """The deepest line of the bot, or of a file beside it; empty if it was not reached."""
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
