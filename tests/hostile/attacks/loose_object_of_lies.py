"""Objects in files whose headers are wrong in every way."""

from __future__ import annotations

import zlib

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival

HEADERS = (
    *(b"", b"commit", b"commit 5", b"commit -5\0", b"commit 99999999999999999999\0"),
    *(b"commit 5 5\0", b"comit 5\0", b"tag 0\0", b"\0" * 40, b"commit 0x5\0", b"commit " * 99),
)


def spoil(rival: Rival) -> None:
    """One after the other as the newest commit."""
    for number, header in enumerate(HEADERS):
        name = f"{number + 1:040x}"
        rival.shown.write_loose(name, zlib.compress(header))
        rival.shown.show(name)
    rival.shown.write_loose("ab" * 20, b"")
    rival.shown.show("ab" * 20)


ATTACK = OnFiles(spoil)
