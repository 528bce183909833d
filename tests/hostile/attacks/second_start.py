"""A second start of the game."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(lambda rival: rival.entry({"Action": "Start"}), "illegal", "an action's name")
