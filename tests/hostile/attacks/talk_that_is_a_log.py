"""A branch of talk that shows a log: it is neither heard nor taken for entries."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival


def spoil(rival: Rival) -> None:
    """Let both branches lead to the same entry."""
    heads = rival.shown.path / "refs" / "heads"
    (heads / "talk").write_bytes((heads / "main").read_bytes())


ATTACK = OnFiles(spoil, codes=(0,))
