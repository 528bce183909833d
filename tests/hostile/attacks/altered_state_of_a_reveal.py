"""A right link whose `state.yml` makes its author richer."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.table import ASKED

ATTACK = OnLog(
    lambda rival: rival.reveal(
        state=rival.state().replace(b"  cleo:\n    money: ", b"  cleo:\n    money: 9")
    ),
    "illegal",
    "its files are not those",
    moment=ASKED,
)
