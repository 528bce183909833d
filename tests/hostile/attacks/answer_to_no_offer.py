"""The acceptance of an offer that nobody made."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(
    lambda rival: rival.entry({"Action": "AcceptTrade", "Offer": "99"}),
    "illegal",
    "the offer is no longer open",
)
