"""An entry of a pack that says it is small and unpacks to 256 MB."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival
from tests.hostile.wire.packs import Pack
from tests.hostile.wire.spoiling import only_packed


def spoil(rival: Rival) -> None:
    """A quarter of a megabyte of compressed nothing."""
    unsigned = rival.unsigned()
    pack = Pack()
    pack.add(1, bytes(1 << 28), unsigned.id, size=200)
    only_packed(rival.shown, unsigned, pack, pack.index())


ATTACK = OnFiles(spoil)
