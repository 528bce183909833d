"""The confirmation of an end that has not come."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(lambda rival: rival.entry({"Action": "Finish"}), "illegal", "the game is not over")
