"""An entry that nobody has signed."""

from __future__ import annotations

from tests.hostile.attack import EVERYWHERE, OnLog
from tests.hostile.rival import Rival
from tests.hostile.wire.entries import Entry
from tests.hostile.wire.objects import GitObject


def write(rival: Rival) -> Entry:
    """Legal but for its form."""
    made = rival.entry()
    head, _, rest = made.commit.data.partition(b"gpgsig ")
    tail = rest.partition(b"\n\n")[2]
    return made._replace(commit=GitObject("commit", head + b"\n" + tail))


ATTACK = OnLog(write, "malformed", "it is not signed", hosts=EVERYWHERE)
