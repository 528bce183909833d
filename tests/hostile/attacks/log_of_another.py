"""An entry on top of ann's log, signed by cleo."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(
    lambda rival: rival.entry(name="ann", parents=[rival.theirs()["ann"]]),
    "forged",
    "not made with the key of ann",
    log_of="ann",
)
