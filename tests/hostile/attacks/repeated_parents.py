"""The same parent twice."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(
    lambda rival: rival.entry(parents=[rival.head, rival.head]),
    "malformed",
    "its parents are not distinct",
)
