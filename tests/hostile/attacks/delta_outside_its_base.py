"""A difference that copies what lies behind the end of its base."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival
from tests.hostile.wire.packs import Pack, copy, varint
from tests.hostile.wire.spoiling import only_packed


def spoil(rival: Rival) -> None:
    """What lies there in memory is nobody's business."""
    unsigned = rival.unsigned()
    pack = Pack()
    at = pack.add(1, unsigned.data, "00" * 20)
    orders = varint(len(unsigned.data)) * 2 + copy(0xFFFFFF00, len(unsigned.data))
    pack.add_delta(at, orders, unsigned.id)
    only_packed(rival.shown, unsigned, pack, pack.index())


ATTACK = OnFiles(spoil)
