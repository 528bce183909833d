"""A resignation with a secret that is not that of the chain."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.table import OTHER

ATTACK = OnLog(
    lambda rival: rival.entry({"Action": "Resign", "Secret": "33" * 32}),
    "illegal",
    "not that of the chain",
    moment=OTHER,
)
