"""A throw in the turn of ann."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.table import OTHER

ATTACK = OnLog(
    lambda rival: rival.entry({"Action": "RollAndMove"}), "illegal", "", moment=OTHER, rule="TIME-1"
)
