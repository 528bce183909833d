"""A link for a draw that nobody has asked for yet."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(
    lambda rival: rival.entry(
        {"Action": "Reveal", "Draw": str(rival.draw() + 1), "Link": rival.link().hex()}
    ),
    "illegal",
    "is not in progress",
    rule="D2Reveal",
)
