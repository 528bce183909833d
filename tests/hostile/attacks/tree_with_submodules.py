"""Settings for submodules."""

from __future__ import annotations

from tests.hostile.attack import OnLog
from tests.hostile.rival import Rival
from tests.hostile.wire.entries import Entry
from tests.hostile.wire.objects import PLAIN, tree


def write(rival: Rival) -> Entry:
    """Legal but for its tree."""
    game, state, _ = rival.entry().others
    return rival.entry(
        files=(
            game,
            state,
            tree(
                (PLAIN, b".gitmodules", game.id),
                (PLAIN, b"game.yml", game.id),
                (PLAIN, b"state.yml", state.id),
            ),
        )
    )


ATTACK = OnLog(write, "illegal", "its files are not those that follow")
