"""A commit whose tree is itself a commit, and a branch that is a tree."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival
from tests.hostile.wire.objects import GitObject, commit_lines


def spoil(rival: Rival) -> None:
    """Kinds where they do not belong."""
    head = rival.head
    wrong = GitObject("commit", commit_lines(head, [head], "cleo", 1) + b"\nWrong.\n")
    rival.shown.write(wrong)
    rival.shown.show(wrong.id)
    rival.shown.show(rival.shown.read(head).data[5:45].decode())


ATTACK = OnFiles(spoil)
