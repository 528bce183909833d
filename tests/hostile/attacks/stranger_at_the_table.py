"""An entry by somebody whom the game does not know."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(lambda rival: rival.entry(name="mallory"), "unknown-seat", "'mallory'")
