"""The end of a turn before anything was rolled."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(lambda rival: rival.entry({"Action": "EndTurn"}), "illegal", "", rule="TIME-1")
