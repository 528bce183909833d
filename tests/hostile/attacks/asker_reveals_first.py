"""The asker's own link before those of the others."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.table import ASKS

ATTACK = OnLog(
    lambda rival: rival.entry(
        {"Action": "Reveal", "Draw": str(rival.draw()), "Link": rival.link().hex()}
    ),
    "illegal",
    "another seat must reveal first",
    moment=ASKS,
    rule="D2Reveal",
)
