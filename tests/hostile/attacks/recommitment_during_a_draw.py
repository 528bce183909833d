"""A new chain of dice while a draw is in progress."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.table import ASKS

ATTACK = OnLog(
    lambda rival: rival.entry({"Action": "Recommit", "Link": "31" * 32}),
    "illegal",
    "only whoever has the move may",
    moment=ASKS,
)
