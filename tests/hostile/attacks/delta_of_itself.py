"""An object that is told as a difference to itself."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival
from tests.hostile.wire.packs import OFFSET_DELTA, Pack, delta
from tests.hostile.wire.spoiling import only_packed


def spoil(rival: Rival) -> None:
    """By its name, and by a distance of nothing."""
    by_name, by_place = rival.unsigned("By name."), rival.unsigned("By place.")
    pack = Pack()
    pack.add_id_delta(by_name.id, delta(by_name.data, by_name.data), by_name.id)
    orders = delta(by_place.data, by_place.data)
    pack.add(OFFSET_DELTA, orders, by_place.id, base=b"\0")
    only_packed(rival.shown, by_name, pack, pack.index())
    rival.shown.show(by_place.id)


ATTACK = OnFiles(spoil)
