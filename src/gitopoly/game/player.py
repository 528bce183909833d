"""Players: the base class, and their faults."""

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
    BUDGET: "the player's time for the game is used up; it is not asked again",
    JUNK: "the answer is not a known action",
    REFUSED: "the answer is an action that the rules forbid",
    DIED: "the player's process is gone; it is not asked again",
}
"""Every kind of fault and its meaning; the default action is taken instead."""


class Player:
    """A player chooses among legal actions: subclass it and write `decide`.

    A class is instantiated for every game, without arguments.

    >>> import gitopoly
    >>> class Saver(gitopoly.Player):
    ...     def decide(self, game, actions):
    ...         return actions[0]
    >>> match = gitopoly.play_match([Saver, "random"], edition="formal-small", seed=1)
    >>> match.result.winner in ("Saver", "random"), match.faults
    (True, ())
    """

    name: str = ""
    """The name in tables; by default the name of the class."""
    random: random.Random = random.Random()
    """A random source seeded by the game, for players who want one."""

    def decide(self, game: Position, actions: Sequence[Action]) -> Action | str:
        """Choose one of the actions; make a bid with `at`, a trade with `game.offer`.

        `game` shows everything that players can see and is read-only; `game.copy()` can be
        played. `actions[0].seat` is the seat being asked. You may also return the text of an
        action.
        """
        raise NotImplementedError(
            f"{type(self).__name__} has no method decide(self, game, actions)"
        )


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a player; the default action was taken instead.

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
    """Number of steps before the fault."""
    kind: str
    """A key of `FAULTS`."""
    detail: str

    def __str__(self) -> str:
        return f"{self.seat}, after step {self.step}: {self.kind}: {self.detail}"
