"""An objection to a vote that there is not."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(
    lambda rival: rival.entry({"Action": "Object", "Seat": "ann"}), "illegal", "no vote to object"
)
