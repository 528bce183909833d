"""A commit with two signatures."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.rival import Rival
from tests.hostile.wire.entries import Entry, with_armor
from tests.hostile.wire.objects import GitObject


def write(rival: Rival) -> Entry:
    """Legal but for its form."""
    made = rival.entry()
    head, _, rest = made.commit.data.partition(b"gpgsig ")
    tail = rest.partition(b"\n\n")[2]
    twice = with_armor(head, tail, rival.key.sign(head + b"\n" + tail)).data
    armor = twice[len(head) : -len(tail) - 1]
    return made._replace(commit=GitObject("commit", head + armor + armor + b"\n" + tail))


ATTACK = OnLog(write, "malformed", "")
