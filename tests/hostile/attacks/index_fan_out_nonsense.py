"""An index whose counts go up and down, and one of four billion objects."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival
from tests.hostile.wire.packs import Pack, index
from tests.hostile.wire.spoiling import only_packed


def spoil(rival: Rival) -> None:
    """The sums of both indexes are right."""
    for fan in ([5, 3] * 128, [0xFFFFFFFF] * 256):
        unsigned = rival.unsigned()
        pack = Pack()
        pack.add_object(unsigned)
        table = index(pack.rows, pack.content()[-20:], fan=fan)
        only_packed(rival.shown, unsigned, pack, table)


ATTACK = OnFiles(spoil)
