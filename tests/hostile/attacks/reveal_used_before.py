"""The link of the last draw, once more."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.table import ASKED

ATTACK = OnLog(
    lambda rival: rival.entry(
        {"Action": "Reveal", "Draw": str(rival.draw()), "Link": rival.link(0).hex()}
    ),
    "illegal",
    "does not match the committed chain",
    moment=ASKED,
    rule="D2Reveal",
)
