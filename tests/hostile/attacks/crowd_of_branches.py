"""A list of 200,000 branches."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival


def spoil(rival: Rival) -> None:
    """The branch that counts is the last of them."""
    rows = (f"{number:040x} refs/heads/{number}\n" for number in range(200_000))
    rival.shown.write_file(rival.shown.path / "packed-refs", "".join(rows).encode())
    (rival.shown.path / "refs" / "heads" / "main").unlink()


ATTACK = OnFiles(spoil)
