"""What bots say about trades: lines of talk of one form, which every reader sees in their language.

`reason: completes-yours 3, too-little` names groups by number. Like a wish, a remark is talk and
decides nothing, and whatever is not exactly of this form is words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gitopoly.rules import Rules, State
from gitopoly.rules.codes import MOST_GROUPS, RAIL_GROUP, UTIL_GROUP
from gitopoly.words import Words, english

YOURS, MINE = "completes-yours", "completes-mine"
TOO_LITTLE, NO_USE, GONE = "too-little", "no-use", "not-possible"
PLAIN = (TOO_LITTLE, NO_USE, GONE)
"""Remarks without a group."""
MOST = 4
"""Remarks in one line."""
_FORM = re.compile(r"reason: (.+)")
_PART = re.compile(rf"({YOURS}|{MINE}) ([0-9])")


class Remark(NamedTuple):
    """One reason for or against a trade, said to the other side of it."""

    key: str
    group: int = -1


def remark_text(remarks: Sequence[Remark]) -> str:
    """Remarks as a line of talk."""
    return f"reason: {', '.join(_part(remark) for remark in remarks[:MOST])}"


def read_remarks(text: str) -> tuple[Remark, ...]:
    """The remarks that a line is; none if it is words."""
    found = _FORM.fullmatch(text)
    if found is None:
        return ()
    remarks: list[Remark] = []
    for part in found[1].split(", "):
        about = _PART.fullmatch(part)
        if about is not None and int(about[2]) < MOST_GROUPS:
            remarks.append(Remark(about[1], int(about[2])))
        elif part in PLAIN:
            remarks.append(Remark(part))
        else:
            return ()
    return tuple(remarks) if len(remarks) <= MOST else ()


def completed_groups(s: State, owner: int, other: int, deeds: Iterable[int]) -> list[int]:
    """The groups that a seat would own as a whole, given these deeds of another seat."""
    rules = s.rules
    moved = [square for square in deeds if s.owner[square] == other]
    found = []
    for group in sorted({rules.group[square] for square in moved}):
        members = [at for at in rules.deeds[: rules.deed_count] if rules.group[at] == group]
        if len(members) > 1 and all(s.owner[at] == owner or at in moved for at in members):
            found.append(group)
    return found


def tell_remarks(remarks: Iterable[Remark], rules: Rules, words: Words | None = None) -> str:
    """Remarks as sentences."""
    words = words or english()
    return " ".join(
        words(f"remark.{one.key}", group=called(one.group, rules, words)) for one in remarks
    )


def called(group: int, rules: Rules, words: Words) -> str:
    """A whole group in words: by its colour, or by the name that its edition gives it."""
    if group in (RAIL_GROUP, UTIL_GROUP):
        return words("group.railroads" if group == RAIL_GROUP else "group.utilities")
    if not 0 <= group < len(rules.group_names):
        return ""
    name = rules.group_names[group]
    key = f"group.{name.replace(' ', '-')}"
    return words(key) if key in words else words("group.named", name=name)


def _part(remark: Remark) -> str:
    return remark.key if remark.group < 0 else f"{remark.key} {remark.group}"
