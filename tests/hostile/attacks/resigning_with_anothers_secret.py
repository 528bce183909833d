"""A resignation with a secret that is does not match the chain."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.table import OTHER

ATTACK = OnLog(
    lambda rival: rival.entry({"Action": "Resign", "Secret": "33" * 32}),
    "illegal",
    "does not match the chain",
    moment=OTHER,
)
