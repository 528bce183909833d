"""A move that names another seat as its author."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.table import OTHER

ATTACK = OnLog(
    lambda rival: rival.entry({"Action": "Bid 5", "Seat": "ann"}), "illegal", "", moment=OTHER
)
