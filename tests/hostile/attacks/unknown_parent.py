"""A parent that there is not."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(
    lambda rival: rival.entry(parents=[rival.head, "12" * 20]),
    "unknown-parent",
    "is missing",
    sent_by_git=False,
)
