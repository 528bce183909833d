"""An index that ends in the middle of its names."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival
from tests.hostile.wire.packs import Pack
from tests.hostile.wire.spoiling import only_packed


def spoil(rival: Rival) -> None:
    """Half of an index, and one of no bytes at all."""
    for share in (2, 1000):
        unsigned = rival.unsigned()
        pack = Pack()
        pack.add_object(unsigned)
        whole = pack.index()
        only_packed(rival.shown, unsigned, pack, whole[: len(whole) // share])


ATTACK = OnFiles(spoil)
