"""Twenty parents, all of which are there."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.rival import Rival
from tests.hostile.wire.entries import Entry


def crowd(rival: Rival) -> Entry:
    """An entry on top of twenty commits, which Git sends like any other."""
    parents = [rival.unsigned() for _ in range(20)]
    commit, others = rival.entry(parents=[parent.id for parent in parents])
    return Entry(commit, (*others, *parents))


ATTACK = OnLog(crowd, "malformed", "20 parents, over 16")
