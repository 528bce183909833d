"""The steps of a game; immutable, so that views can share them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gitopoly.errors import IllegalAction, InvalidOutcome, InvalidRecord
from gitopoly.game.action import Action
from gitopoly.game.outcome import Outcome, outcome_in_words
from gitopoly.rules import Step, Taken, initial, steps
from gitopoly.rules.chance import Drawn

if TYPE_CHECKING:
    from gitopoly.game.position import Position


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

    __slots__ = ("_action", "_automatic", "_before", "_drawn", "_number")

    def __init__(
        self, before: PlayedStep | None, action: Action, drawn: Drawn, automatic: bool
    ) -> None:
        self._before = before
        self._action = action
        self._drawn = drawn
        self._automatic = automatic
        self._number: int = 1 if before is None else before._number + 1

    @property
    def action(self) -> Action:
        """What was done."""
        return self._action

    @property
    def outcome(self) -> Outcome | None:
        """What chance decided, if anything."""
        notation = self._action._notation
        return outcome_in_words(notation.rules, notation.names, self._step)

    @property
    def automatic(self) -> bool:
        """Whether the game took the step itself, because there was no choice."""
        return self._automatic

    @property
    def number(self) -> int:
        """Number of steps up to and including this one."""
        return self._number

    @property
    def _step(self) -> Step:
        return Step(self._action._code, self._drawn)

    def __str__(self) -> str:
        words = str(self.action).removeprefix(f"{self.action.seat}: ")
        drawn = f" {self.outcome}" if self.outcome is not None else ""
        return f"{self.action.seat}: {words}{drawn}"

    def __repr__(self) -> str:
        return f"PlayedStep({str(self)!r})"


def replayed(game: Position) -> Iterator[Taken]:
    """The steps of a game with the positions between them.

    Raises `InvalidRecord` if it was not played from its start.
    """
    s = initial(game._notation.rules)
    try:
        for taken in steps(s, (each._step for each in game.history)):
            yield taken
            s = taken.after
    except (IllegalAction, InvalidOutcome):
        pass
    if s != game._state:
        raise InvalidRecord("only a game that was played from its start can be played again")


def steps_since(last: PlayedStep | None, number: int = 0) -> tuple[PlayedStep, ...]:
    """The steps after a given number, oldest first."""
    found = []
    while last is not None and last._number > number:
        found.append(last)
        last = last._before
    found.reverse()
    return tuple(found)
