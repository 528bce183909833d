"""A vote against ann in a game whose rule is to wait."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.table import OTHER

ATTACK = OnLog(
    lambda rival: rival.entry(
        {"Action": "Retire", "Seat": "ann", "Last": "1", "Voters": "ben cleo"}
    ),
    "illegal",
    "silent seats are waited for",
    moment=OTHER,
)
