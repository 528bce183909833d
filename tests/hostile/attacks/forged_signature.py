"""An entry that a stranger has signed."""

from __future__ import annotations

from tests.hostile.attack import EVERYWHERE, OnLog
from tests.hostile.wire.signing import STRANGER

ATTACK = OnLog(
    lambda rival: rival.entry(key=STRANGER),
    "forged",
    "not made with the key of cleo",
    hosts=EVERYWHERE,
)
