"""A legal move in the year 30,000."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(lambda rival: rival.entry(time_=884541340800), "malformed", "time is out of range")
