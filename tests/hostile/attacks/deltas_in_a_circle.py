"""Two objects that are each told as a difference to the other."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival
from tests.hostile.wire.packs import Pack, delta
from tests.hostile.wire.spoiling import only_packed


def spoil(rival: Rival) -> None:
    """Nobody can ever know what they are, and whoever tries goes round for ever."""
    one, other = rival.unsigned("One."), rival.unsigned("Other.")
    pack = Pack()
    pack.add_id_delta(other.id, delta(other.data, one.data), one.id)
    pack.add_id_delta(one.id, delta(one.data, other.data), other.id)
    only_packed(rival.shown, one, pack, pack.index())


ATTACK = OnFiles(spoil)
