"""A `state.yml` of 100 MB, of which a few KB travel."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.wire.entries import two_files

GIANT = bytes(100_000_000)
ATTACK = OnLog(
    lambda rival: rival.entry(files=two_files(rival.game_file(), GIANT)),
    "illegal",
    "its files are not those that follow",
)
