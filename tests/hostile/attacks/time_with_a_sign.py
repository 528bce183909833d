"""A time before 1970."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(
    lambda rival: rival.entry(time_="-1"), "malformed", "its headers are not those of an entry"
)
