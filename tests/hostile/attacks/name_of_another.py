"""An entry on cleo's log that bears the name of ann."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(
    lambda rival: rival.entry(name="ann"), "wrong-chain", "ann continues the log of cleo"
)
