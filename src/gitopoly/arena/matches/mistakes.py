"""Telling the author of a bot what went wrong in it: which exception, where, and what would do."""

from __future__ import annotations

import difflib
from pathlib import Path
from types import TracebackType

OWN = (Exception, SystemExit, KeyboardInterrupt)
"""What the code of a bot may raise by itself; what ends it in time is not among them."""
LONGEST = 300
"""Characters of what is told of one exception."""
OURS = str(Path(__file__).parents[2])
"""The folder of this program: what happens there is not the author's code."""

HINTS: dict[type[BaseException], str] = {
    EOFError: "nobody types for an agent",
    MemoryError: "--memory allows more",
}
"""What to add where the words of an exception help little."""

EXPECTED = {
    "buyProperty": "True or False",
    "respondTrade": "True or False",
    "auctionProperty": "a sum, 0 or more",
    "jailDecision": '("R",), ("P",) or ("C", 40 or 41)',
    "getBSMTDecision": 'None or an action such as ("B", [(6, 1), (8, 1), (9, 1)])',
}
"""What each method may answer."""
EXPECTED["getBMSTDecision"] = EXPECTED["getBSMTDecision"]


def printable(text: str) -> str:
    """What a bot says of itself, in letters that every terminal and every file takes."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def told(error: BaseException) -> str:
    """An exception in one line: its kind, its words, and where in the bot it happened.

    The words are made by code of the bot, which may fail, too.
    """
    try:
        words = " ".join(str(error).split())
    except BaseException:  # noqa: BLE001
        words = "(no message)"
    place = _place(error.__traceback__)
    if not place and type(error) is AttributeError and (lacking := _lacking_method(error)):
        return printable(lacking[:LONGEST])
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


def _lacking_method(error: AttributeError) -> str:
    """A method that an agent does not have, and the one that was perhaps meant."""
    agent = type(error.obj)
    own = [name for base in agent.__mro__ for name in vars(base) if not name.startswith("_")]
    wanted = "getBSMTDecision" if error.name == "getBMSTDecision" else str(error.name)
    by_letters = {name.lower(): name for name in own}
    close = difflib.get_close_matches(wanted.lower(), by_letters, 1, 0.8)
    meant = f"; is {by_letters[close[0]]} meant to be it?" if close else ""
    return f"the class {agent.__name__} has no method {wanted}{meant}"
