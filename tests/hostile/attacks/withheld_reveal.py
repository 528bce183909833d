"""A link that is never told: nothing is wrong with what is there, and the others go on."""

from __future__ import annotations

from tests.hostile.attack import AtTable
from tests.hostile.rival import NAME, OTHERS
from tests.hostile.table import ASKED, Table


def play(table: Table) -> None:
    """The others vote, and the draw is made without cleo."""
    table.reach(ASKED)
    for name in OTHERS:
        said, report = table.verify(name)
        assert (said.code, report["waiting_for"]) == (0, [NAME])
    before = table.heads()
    for player in table.honest:
        player.say(f"vote {NAME}")
    del table.players[NAME]
    table.drive(lambda: all(table.moves_since(before[name], name) > 3 for name in OTHERS))
    for player in table.honest:
        player.leave()
    for name in OTHERS:
        said, report = table.verify(name)
        assert (said.code, report["offences"]) == (0, [])
        assert NAME not in report["waiting_for"]


ATTACK = AtTable(play, options=("--absence=3600",))
