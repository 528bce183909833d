"""What the simulation changes in the program while it runs, in one place."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import lru_cache
from unittest.mock import patch

from gitopoly.ledger import signature
from gitopoly.peers import dice
from gitopoly.table.game_file import GameFile

check_once = lru_cache(maxsize=20_000)(signature.check)
"""Every seat checks every signature; once is enough, since the same bytes give the same answer."""

rules_once = lru_cache(maxsize=100)(GameFile.rules)
"""The rules of a game, which are the same whoever reads its file."""


@contextlib.contextmanager
def switched(chain_length: int) -> Iterator[None]:
    """Use chains of dice secrets that come to an end, and do nothing twice."""
    with (
        patch.object(dice, "LENGTH", chain_length),
        patch.object(signature.Signatures, "check", lambda _, *given: check_once(*given)),
        patch.object(GameFile, "rules", lambda file: rules_once(file)),
    ):
        yield
