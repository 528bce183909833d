"""A link that does not belong to the chain that was committed to."""

from __future__ import annotations

from tests.hostile.attack import EVERYWHERE, OnLog
from tests.hostile.table import ASKED

ATTACK = OnLog(
    lambda rival: rival.entry({"Action": "Reveal", "Draw": str(rival.draw()), "Link": "37" * 32}),
    "illegal",
    "does not match the committed chain",
    moment=ASKED,
    rule="D2Reveal",
    hosts=EVERYWHERE,
)
