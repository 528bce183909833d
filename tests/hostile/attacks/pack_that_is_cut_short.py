"""A pack that ends before the entry that its index promises."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival
from tests.hostile.wire.packs import Pack
from tests.hostile.wire.spoiling import only_packed


def spoil(rival: Rival) -> None:
    """The index is right, the pack is not all there."""
    unsigned = rival.unsigned()
    pack = Pack()
    pack.add_object(unsigned)
    only_packed(rival.shown, unsigned, pack, pack.index())
    (path,) = (rival.shown.path / "objects" / "pack").glob(
        f"pack-{pack.content()[-20:].hex()}.pack"
    )
    path.write_bytes(pack.content()[:60])


ATTACK = OnFiles(spoil)
