"""An index that calls one object by the name of another."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival
from tests.hostile.wire.packs import Pack, index
from tests.hostile.wire.spoiling import only_packed


def spoil(rival: Rival) -> None:
    """Whoever trusts the index takes a forged commit for the one that is shown."""
    unsigned = rival.unsigned()
    pack = Pack()
    pack.add_object(rival.unsigned("Another."))
    rows = [(unsigned.id, check, offset) for _, check, offset in pack.rows]
    only_packed(rival.shown, unsigned, pack, index(rows, pack.content()[-20:]))


ATTACK = OnFiles(spoil)
