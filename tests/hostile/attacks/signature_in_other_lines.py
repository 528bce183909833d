"""The right signature in lines of another width, which makes another commit of it."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.rival import Rival
from tests.hostile.wire.entries import Entry, with_armor


def write(rival: Rival) -> Entry:
    """Legal but for its form."""
    made = rival.entry()
    head, _, rest = made.commit.data.partition(b"gpgsig ")
    tail = rest.partition(b"\n\n")[2]
    armor = rival.key.sign(head + b"\n" + tail, columns=64)
    return made._replace(commit=with_armor(head, tail, armor))


ATTACK = OnLog(write, "forged", "not made with the key of cleo")
