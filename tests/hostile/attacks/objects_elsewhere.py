"""A folder of objects that is a link to the folder of somebody else."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival
from tests.hostile.wire.spoiling import link


def spoil(rival: Rival) -> None:
    """The objects of ben, which are his to show."""
    elsewhere = rival.folder / "ben.git" / "objects"
    link(rival.shown.path / "objects", str(elsewhere))


ATTACK = OnFiles(spoil)
