"""A pack that holds the same object ten thousand times."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival
from tests.hostile.wire.packs import Pack
from tests.hostile.wire.spoiling import only_packed


def spoil(rival: Rival) -> None:
    """Every entry is right by itself."""
    unsigned = rival.unsigned()
    pack = Pack()
    for _ in range(10_000):
        pack.add_object(unsigned)
    only_packed(rival.shown, unsigned, pack, pack.index())


ATTACK = OnFiles(spoil)
