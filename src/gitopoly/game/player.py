"""Players: the class to derive from, and what is told of their faults."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from gitopoly.game.action import Action
from gitopoly.game.position import Position
from gitopoly.isolation.limits import BUDGET, DIED, JUNK, RAISED, REFUSED, TIMEOUT

FAULTS = {
    RAISED: "the player raised an exception",
    TIMEOUT: "the answer took longer than allowed",
    BUDGET: "the player's time for the game is used up; it is not asked any more",
    JUNK: "the answer is not an action",
    REFUSED: "the answer is an action that the rules forbid",
    DIED: "the player's process is gone; it is not asked any more",
}
"""Every kind of fault, and what it means; the default action is taken instead."""


class Player:
    """Somebody who chooses among legal actions: derive from it and write `decide`.

    A class is made anew for every game, so it needs no arguments.

    >>> import gitopoly
    >>> class Saver(gitopoly.Player):
    ...     def decide(self, game, actions):
    ...         return actions[0]
    >>> match = gitopoly.play_match([Saver, "random"], edition="formal-small", seed=1)
    >>> match.result.winner in ("Saver", "random"), match.faults
    (True, ())
    """

    name: str = ""
    """What tables call it; by default the name of the class."""
    random: random.Random = random.Random()
    """A random source that repeats with the seed of the game, for players who want one."""

    def decide(self, game: Position, actions: Sequence[Action]) -> Action | str:
        """Choose one of the actions; a bid may be made with `at`, a trade with `game.offer`.

        `game` shows everything that players see, and cannot be changed; `game.copy()` can be
        played with. `actions[0].seat` is who is asked. The text of an action will do as well.
        """
        raise NotImplementedError(
            f"{type(self).__name__} has no method decide(self, game, actions)"
        )


@dataclass(frozen=True, slots=True)
class Fault:
    """One mistake of a player; the default action was taken instead.

    >>> import gitopoly
    >>> class Broken(gitopoly.Player):
    ...     def decide(self, game, actions):
    ...         return "castle"
    >>> match = gitopoly.play_match([Broken, "random"], edition="formal-small", seed=1)
    >>> match.faults[0].seat, match.faults[0].kind
    ('Broken', 'junk')
    """

    seat: str
    step: int
    """How many steps the game had had."""
    kind: str
    """A key of `FAULTS`."""
    detail: str

    def __str__(self) -> str:
        return f"{self.seat}, after step {self.step}: {self.kind}: {self.detail}"
