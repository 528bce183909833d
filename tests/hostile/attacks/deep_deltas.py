"""Differences upon differences: a pack of 600 KB that takes quadratic time."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival
from tests.hostile.wire.packs import Pack, copies, delta, insert, varint
from tests.hostile.wire.spoiling import only_packed

DEPTH = 12_000


def spoil(rival: Rival) -> None:
    """A commit at the end of a chain of differences, each of which rewrites 16 KB."""
    unsigned = rival.unsigned()
    base = unsigned.data + bytes(16_000 - len(unsigned.data))
    pack = Pack()
    at = pack.add(1, base, "00" * 20)
    for number in range(1, DEPTH):
        orders = varint(len(base)) * 2 + insert(b"t") + copies(1, len(base) - 1)
        at = pack.add_delta(at, orders, f"{number:040x}")
    pack.add_delta(at, delta(base, unsigned.data), unsigned.id)
    only_packed(rival.shown, unsigned, pack, pack.index())


ATTACK = OnFiles(spoil)
