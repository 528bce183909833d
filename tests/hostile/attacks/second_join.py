"""A second join, with another key."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.wire.signing import STRANGER

ATTACK = OnLog(
    lambda rival: rival.entry({"Action": "Join", "Key": STRANGER.text, "Token": "dog"}),
    "illegal",
    "an action's name",
)
