"""An index that finds an entry far behind the end of its pack."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival
from tests.hostile.wire.packs import Pack, index
from tests.hostile.wire.spoiling import only_packed


def spoil(rival: Rival) -> None:
    """Both a short offset and one of eight bytes lead nowhere."""
    for offset in (1 << 30, 1 << 40):
        unsigned = rival.unsigned()
        pack = Pack()
        pack.add_object(unsigned)
        rows = [(name, check, offset) for name, check, _ in pack.rows]
        only_packed(rival.shown, unsigned, pack, index(rows, pack.content()[-20:]))


ATTACK = OnFiles(spoil)
