"""A branch that names no commit."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival


def spoil(rival: Rival) -> None:
    """In several ways, one after the other."""
    for text in ("", "ref: refs/heads/main", "../../etc/passwd", "g" * 40, "0" * 40, "\x1b[2J"):
        rival.shown.show(text)


ATTACK = OnFiles(spoil)
