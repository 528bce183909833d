"""A message with a null byte in it."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.rival import Rival
from tests.hostile.wire.entries import Entry, signed


def write(rival: Rival) -> Entry:
    """Legal but for its form."""
    made = rival.entry()
    head, _, rest = made.commit.data.partition(b"gpgsig ")
    tail = rest.partition(b"\n\n")[2]
    return made._replace(commit=signed(head, b"a\0b" + tail, rival.key))


ATTACK = OnLog(write, "malformed", "unprintable characters")
