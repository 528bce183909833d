"""Which turn of a game it is, counted from its log.

The rules count turns only where the number of them is limited, so that a model has no more
states than it needs. People want to know it in every game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gitopoly.kernel import actions as a
from gitopoly.kernel import is_over
from gitopoly.kernel.phases import OPENING
from gitopoly.table.game import Game

END_TURN = a.NAMES[a.END_TURN]
PASSING = frozenset((END_TURN, a.NAMES[a.GO_BANKRUPT], "Resign", "Retire"))
"""The moves after which somebody else may be to play."""
_ACTIVE = re.compile(rb"^active: ([0-9]+)$", re.MULTILINE)


class TurnCount:
    """Counts the turns that have begun, as the entries of a game come in."""

    def __init__(self) -> None:
        self.number = 1
        """The turn that is being played, or that was the last; the first is 1."""
        self._player: int | None = None

    def take(self, game: Game, entry_ids: Iterable[str]) -> None:
        """Take in entries that count, in their order."""
        if not game.started:
            return
        for entry_id in entry_ids:
            self._take(game, entry_id)
        state = game.position.state
        if state.phase != OPENING and not is_over(state):
            self._pass_to(state.turn_player)

    def _take(self, game: Game, entry_id: str) -> None:
        if entry_id not in game.log:
            return
        entry = game.log[entry_id]
        action = entry.trailers.get("Action")
        if action not in PASSING:
            return
        if self._player is None and action == END_TURN:
            # Who began was thrown for, perhaps; the first to end a turn has had the first one.
            self._player = game.names.index(entry.seat)
        # Entries carry the state after them, which spares playing the whole game again.
        found = _ACTIVE.search(game.store.read(entry.files["state.yml"])[1])
        if found is not None and self._player is not None:
            self._pass_to(int(found[1]))

    def _pass_to(self, player: int) -> None:
        if self._player is not None and player != self._player:
            self.number += 1
        self._player = player
