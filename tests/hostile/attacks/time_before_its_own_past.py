"""A legal move from the year 1970."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(lambda rival: rival.entry(time_=1), "illegal", "its time is before")
