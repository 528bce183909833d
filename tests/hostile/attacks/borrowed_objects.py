"""A repository that borrows all its objects from the folder of somebody else."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival


def spoil(rival: Rival) -> None:
    """By Git's alternates."""
    rival.shown.drop_objects()
    elsewhere = rival.folder / "ben.git" / "objects"
    path = rival.shown.path / "objects" / "info" / "alternates"
    rival.shown.write_file(path, f"{elsewhere}\n".encode())


ATTACK = OnFiles(spoil, says="borrows objects")
