"""A small file that unpacks to 256 MB, and says that it is small."""

from __future__ import annotations

import zlib

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival


def spoil(rival: Rival) -> None:
    """The newest commit as a bomb."""
    unsigned = rival.unsigned()
    head = f"commit {len(unsigned.data)}\0".encode() + unsigned.data
    rival.shown.write_loose(unsigned.id, zlib.compress(head + bytes(1 << 28), 9))
    rival.shown.show(unsigned.id)


ATTACK = OnFiles(spoil)
