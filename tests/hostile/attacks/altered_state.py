"""A legal move whose `state.yml` makes its author richer."""

from __future__ import annotations

from tests.hostile.attack import EVERYWHERE, OnLog


def richer(state: bytes) -> bytes:
    """The same position, with more money for cleo."""
    before, mark, after = state.partition(b"  cleo:\n    money: ")
    return before + mark + b"9" + after


ATTACK = OnLog(
    lambda rival: rival.entry(state=richer(rival.entry().others[1].data)),
    "illegal",
    "its files are not those",
    hosts=EVERYWHERE,
)
