"""Thirty differences, each of which doubles what it is told on."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival
from tests.hostile.wire.packs import Pack, copies, varint
from tests.hostile.wire.spoiling import only_packed


def spoil(rival: Rival) -> None:
    """A hundred bytes become a hundred gigabytes."""
    unsigned = rival.unsigned()
    size, pack = 100, Pack()
    at = pack.add(3, bytes(size), "00" * 20)
    for number in range(1, 31):
        orders = varint(size) + varint(2 * size) + copies(0, min(size, 1 << 24)) * 2
        name = unsigned.id if number == 30 else f"{number:040x}"
        at = pack.add_delta(at, orders, name)
        size *= 2
    only_packed(rival.shown, unsigned, pack, pack.index())


ATTACK = OnFiles(spoil)
