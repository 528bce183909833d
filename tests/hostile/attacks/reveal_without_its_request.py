"""A link without the request in its past."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.table import ASKED

ATTACK = OnLog(
    lambda rival: rival.reveal(parents=[rival.head]),
    "illegal",
    "is not in progress",
    moment=ASKED,
    rule="D2Reveal",
)
