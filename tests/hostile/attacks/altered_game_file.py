"""A legal move whose `game.yml` changes what is played."""

from __future__ import annotations

from tests.hostile.attack import OnLog

ATTACK = OnLog(
    lambda rival: rival.entry(
        game=rival.game_file().replace(b"retire_after: 0", b"retire_after: 9")
    ),
    "illegal",
    "its files are not those",
)
