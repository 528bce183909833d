"""A commit with a header that runs over lines."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.rival import Rival
from tests.hostile.wire.entries import Entry, signed


def write(rival: Rival) -> Entry:
    """Legal but for its form."""
    made = rival.entry()
    head, _, rest = made.commit.data.partition(b"gpgsig ")
    tail = rest.partition(b"\n\n")[2]
    more = b"mergetag object " + b"1" * 40 + b"\n type commit\n"
    return made._replace(commit=signed(head + more, tail, rival.key))


ATTACK = OnLog(write, "malformed", "")
