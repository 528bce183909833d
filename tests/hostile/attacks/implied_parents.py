"""A parent that another parent stands on."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(
    lambda rival: rival.entry(parents=[*rival.frontier(), rival.game]),
    "wrong-parents",
    "which another parent implies",
)
