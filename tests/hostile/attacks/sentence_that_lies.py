"""A legal move under a sentence that tells something else."""

from __future__ import annotations

from tests.hostile.attack import AtTable
from tests.hostile.program import gitopoly
from tests.hostile.rival import NAME, OTHERS
from tests.hostile.table import ASKED, Table

LIE = "ann gives cleo everything."


def play(table: Table) -> None:
    """It is taken, because the move is right; nobody shows the lie, and `verify` names it."""
    table.reach(ASKED)
    rival = table.rival
    shown = rival.show(rival.reveal(sentence=LIE))
    table.wait(lambda: all(table.accepted(NAME, by) == shown for by in OTHERS), "it is taken")
    del table.players[NAME]
    for player in table.honest:
        assert player.answers()
        player.leave()
        assert not any(LIE in line for line in player.lines)
    for name in OTHERS:
        said, report = table.verify(name)
        assert (said.code, report["offences"]) == (0, [])
        assert [words["commit"] for words in report["misworded"]] == [shown]
        assert LIE not in gitopoly("log", "--all", name, at=table.folder).expect(0).out


ATTACK = AtTable(play)
