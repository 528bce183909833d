"""A log that shows an older end than before, and later the newest again."""

from __future__ import annotations

from tests.hostile.attack import AtTable
from tests.hostile.rival import NAME, OTHERS
from tests.hostile.table import FLOOR, Table


def play(table: Table) -> None:
    """It is noticed, and proves nothing: the host could have done it without its seat."""
    table.reach(FLOOR)
    rival = table.rival
    old = rival.earlier(3)
    rival.shown.show(old)
    for name in OTHERS:
        table.wait(lambda n=name: table.filed(n, "moved-back"), "it is noticed")  # type: ignore[misc]
        assert table.accepted(NAME, name) == rival.head
    rival.withdraw()
    table.play_on()
    table.leave()
    for name in OTHERS:
        said, report = table.verify(name)
        assert (said.code, report["offences"]) == (0, [])
        assert [(r["seat"], r["rule"], r["commit"]) for r in report["remarks"]] == [
            (NAME, "moved-back", old)
        ]


ATTACK = AtTable(play)
