"""Named pipes as a branch, an object, a pack and an index: whoever opens one waits."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival
from tests.hostile.wire.spoiling import pipe, without_file


def spoil(rival: Rival) -> None:
    """Everywhere at once."""
    unsigned = rival.unsigned()
    pipe(without_file(rival.shown, unsigned.id))
    rival.shown.show(unsigned.id)
    for name in ("pack-1.pack", "pack-1.idx", "multi-pack-index"):
        pipe(rival.shown.path / "objects" / "pack" / name)
    pipe(rival.shown.path / "packed-refs")


ATTACK = OnFiles(spoil)
