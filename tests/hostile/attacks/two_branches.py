"""Two entries in the same place, each good by itself."""

from __future__ import annotations

from tests.hostile.attack import AtTable
from tests.hostile.rival import OTHERS
from tests.hostile.table import ASKED, Table


def play(table: Table) -> None:
    """Both links of cleo are right; together they prove a fork to everybody who sees them."""
    table.reach(ASKED)
    rival = table.rival
    left, right = rival.reveal(), rival.reveal(time_=rival.now() + 9)
    for shown in (left, right):
        rival.show(shown)
        table.wait(lambda s=shown: all(table.holds(n, s.id) for n in OTHERS), "both take it")  # type: ignore[misc]
    for name in OTHERS:
        table.wait(lambda n=name: table.filed(n, "fork"), "the fork is filed")  # type: ignore[misc]
    for player in table.honest:
        assert player.answers("two entries")
        player.leave()
    for name in OTHERS:
        said, report = table.verify(name)
        first = report["offences"][0]
        assert (said.code, first["seat"], first["rule"]) == (1, "cleo", "fork"), first
        assert set(first["also"]) == {left.id, right.id}


ATTACK = AtTable(play)
