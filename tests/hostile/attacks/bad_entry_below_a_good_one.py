"""A good entry on top of a bad one: the first of them is the offence."""

from __future__ import annotations

from tests.hostile.attack import AtTable
from tests.hostile.rival import NAME, OTHERS
from tests.hostile.table import FLOOR, Table


def play(table: Table) -> None:
    """Both are refused, and the bad one is named."""
    table.reach(FLOOR)
    rival = table.rival
    bad = rival.entry({"Action": "EndTurn"})
    rival.show(bad)
    for name in OTHERS:
        table.wait(lambda n=name: table.noted(n, bad.id) is not None, "it is refused")  # type: ignore[misc]
    good = rival.entry({"Action": "RollAndMove"}, parents=[bad.id])
    rival.shown.write(*good.objects)
    rival.shown.show(good.id)
    for name in OTHERS:
        table.wait(lambda n=name: table.noted(n, good.id) is not None, "it is refused")  # type: ignore[misc]
        assert table.noted(name, good.id)["code"] == "refused-parent"  # type: ignore[index]
    said, report = table.verify(table.urls[NAME])
    first = report["offences"][0]
    assert (said.code, first["commit"], first["rule"]) == (1, bad.id, "TIME-1"), first
    rival.withdraw()
    table.play_on()


ATTACK = AtTable(play)
