"""What the simulation changes in the program while it runs, in one place.

Format 2 of `game.yml` turns the first two on by itself; then they go from here.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import lru_cache
from unittest.mock import patch

from gitopoly.kernel import Rules
from gitopoly.ledger import replica, signature
from gitopoly.protocols import dice
from gitopoly.table.game_file import GameFile

check_once = lru_cache(maxsize=20_000)(signature.check)
"""Every seat checks every signature; once is enough, since the same bytes give the same answer."""


rules_of = lru_cache(maxsize=100)(Rules.of)


def rules_once(file: GameFile) -> Rules:
    """The rules of a game, which are the same whoever reads its file."""
    return rules_of(file.edition, len(file.seats), **dict(file.options))


@contextlib.contextmanager
def switched(chain_length: int) -> Iterator[None]:
    """Play by finality and with nonces, with chains of dice secrets that come to an end."""
    with (
        patch.object(GameFile, "fork_rule", property(lambda _: FORK_RULE)),
        patch.object(GameFile, "dice_nonces", property(lambda _: DICE_NONCES)),
        patch.object(dice, "LENGTH", chain_length),
        patch.object(replica, "check", check_once),
        patch.object(GameFile, "rules", rules_once),
    ):
        yield


FORK_RULE = "kept"
DICE_NONCES = True
