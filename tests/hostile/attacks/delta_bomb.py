"""A difference of a few bytes that makes two gigabytes of a small object."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival
from tests.hostile.wire.packs import Pack, copies, varint
from tests.hostile.wire.spoiling import only_packed

SIZE = 1 << 31


def spoil(rival: Rival) -> None:
    """The same 60 KB again and again."""
    unsigned = rival.unsigned()
    base = bytes(0xFFFF)
    pack = Pack()
    at = pack.add(3, base, "00" * 20)
    orders = varint(len(base)) + varint(SIZE) + copies(0, len(base)) * (SIZE // len(base))
    pack.add_delta(at, orders, unsigned.id)
    only_packed(rival.shown, unsigned, pack, pack.index())


ATTACK = OnFiles(spoil)
