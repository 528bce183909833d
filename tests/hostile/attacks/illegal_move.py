"""A bid where there is no auction."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(lambda rival: rival.entry({"Action": "Bid 5"}), "illegal", "", rule="TIME-1")
