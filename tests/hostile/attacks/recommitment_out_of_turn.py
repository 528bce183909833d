"""A new chain of dice on the floor of another."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.table import OTHER

ATTACK = OnLog(
    lambda rival: rival.entry({"Action": "Recommit", "Link": "31" * 32}),
    "illegal",
    "only whoever has the move may",
    moment=OTHER,
)
