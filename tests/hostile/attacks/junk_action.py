"""An action that there is not."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(lambda rival: rival.entry({"Action": "\u2603" * 9}), "illegal", "an action's name")
