"""Twenty parents."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(
    lambda rival: rival.entry(parents=[f"{n:040x}" for n in range(20)]),
    "malformed",
    "more than 16 parents",
    verify=2,
)
