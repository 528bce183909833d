"""A link for a draw that was made long ago."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.table import ASKED

ATTACK = OnLog(
    lambda rival: rival.entry(
        {"Action": "Reveal", "Draw": str(rival.draw() - 1), "Link": rival.link().hex()}
    ),
    "illegal",
    "is not in progress",
    moment=ASKED,
    rule="D2Reveal",
)
