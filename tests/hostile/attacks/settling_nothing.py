"""The settlement of a trade that nobody accepted."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(
    lambda rival: rival.entry({"Action": "SettleTrade", "Offer": "0"}),
    "illegal",
    "no longer open",
)
