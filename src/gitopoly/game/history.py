"""The steps of a game; immutable, so that views can share them."""

from __future__ import annotations

from gitopoly.game.action import Action
from gitopoly.game.outcome import Outcome


class PlayedStep:
    """One action that was carried out, with its outcome.

    >>> import gitopoly
    >>> game = gitopoly.Game("formal", seats=["Ann", "Ben"])
    >>> game.push("roll", dice=(3, 4))
    >>> [str(step) for step in game.history]
    ['Ann: end pre-roll', 'Ann: roll 3,4']
    >>> game.history[0].automatic, game.history[1].outcome.dice
    (True, (3, 4))
    """

    __slots__ = ("_action", "_automatic", "_before", "_number", "_outcome")

    def __init__(
        self, before: PlayedStep | None, action: Action, outcome: Outcome | None, automatic: bool
    ) -> None:
        self._before = before
        self._action = action
        self._outcome = outcome
        self._automatic = automatic
        self._number: int = 1 if before is None else before._number + 1

    @property
    def action(self) -> Action:
        """What was done."""
        return self._action

    @property
    def outcome(self) -> Outcome | None:
        """What chance decided, if anything."""
        return self._outcome

    @property
    def automatic(self) -> bool:
        """Whether the game took the step itself, because there was no choice."""
        return self._automatic

    @property
    def number(self) -> int:
        """Number of steps up to and including this one."""
        return self._number

    def __str__(self) -> str:
        words = str(self.action).removeprefix(f"{self.action.seat}: ")
        drawn = f" {self.outcome}" if self.outcome is not None else ""
        return f"{self.action.seat}: {words}{drawn}"

    def __repr__(self) -> str:
        return f"PlayedStep({str(self)!r})"


def steps_since(last: PlayedStep | None, number: int = 0) -> tuple[PlayedStep, ...]:
    """The steps after a given number, oldest first."""
    found = []
    while last is not None and last._number > number:
        found.append(last)
        last = last._before
    found.reverse()
    return tuple(found)
