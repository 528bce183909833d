"""A branch that is rewritten again and again, each time with megabytes that nobody has signed."""

from __future__ import annotations

import os

from tests.hostile.attack import AtTable
from tests.hostile.rival import NAME, OTHERS
from tests.hostile.table import FLOOR, Table
from tests.hostile.wire.entries import two_files
from tests.hostile.wire.objects import GitObject, commit_lines

ROUNDS, COMMITS, MOST = 6, 10, 1_000_000


def play(table: Table) -> None:
    """Four megabytes are shown; hardly anything of them may stay with those who looked."""
    table.reach(FLOOR)
    rival = table.rival
    before = {name: table.size(name) for name in OTHERS}
    for _ in range(ROUNDS):
        head = rival.head
        for _ in range(COMMITS):
            files = two_files(os.urandom(60_000), b"state")
            text = commit_lines(files[-1].id, [head], NAME, rival.now()) + b"\nUnsigned.\n"
            unsigned = GitObject("commit", text)
            rival.shown.write(*files, unsigned)
            head = unsigned.id
        rival.shown.show(head)
        for name in OTHERS:
            table.wait(
                lambda n=name, e=head: table.noted(n, e) is not None,
                "it is refused",  # type: ignore[misc]
            )
    for name in OTHERS:
        assert table.size(name) - before[name] < MOST
    rival.withdraw()
    table.play_on()


ATTACK = AtTable(play)
