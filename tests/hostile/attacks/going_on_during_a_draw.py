"""Another move while links are due."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.table import ASKS

ATTACK = OnLog(
    lambda rival: rival.entry({"Action": "RollAndMove"}),
    "illegal",
    "a card are being drawn",
    moment=ASKS,
)
