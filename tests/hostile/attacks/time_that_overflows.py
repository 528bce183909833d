"""A time of a hundred digits."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(
    lambda rival: rival.entry(time_="9" * 100), "malformed", "its headers are not those of an entry"
)
