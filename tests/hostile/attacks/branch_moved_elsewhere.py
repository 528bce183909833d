"""A log that is moved back and goes on from there with another entry."""

from __future__ import annotations

from tests.hostile.attack import AtTable
from tests.hostile.rival import NAME, OTHERS
from tests.hostile.table import FLOOR, Table


def play(table: Table) -> None:
    """The newest entry of cleo once more, a second later: a second branch."""
    table.reach(FLOOR)
    rival = table.rival
    rival.shown.show(rival.earlier(1))
    for name in OTHERS:
        table.wait(lambda n=name: table.filed(n, "moved-back"), "it is noticed")  # type: ignore[misc]
    rival.show(rival.again())
    for name in OTHERS:
        table.wait(lambda n=name: table.filed(n, "fork"), "the fork is filed")  # type: ignore[misc]
    for player in table.honest:
        player.leave()
    for name in OTHERS:
        said, report = table.verify(name)
        first = report["offences"][0]
        assert (said.code, first["seat"], first["rule"]) == (1, NAME, "fork"), first


ATTACK = AtTable(play)
