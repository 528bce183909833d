"""A legal move with one trailer more than it has."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(
    lambda rival: rival.entry({"Action": "EndTurn", "Draw": "1"}),
    "illegal",
    "each trailer in canonical form",
)
