"""How a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from gitopoly.game.history import PlayedStep, steps_since
from gitopoly.rules import State, actions as a, is_over, ranked, winner
from gitopoly.rules.actions import LARGEST_KIND
from gitopoly.rules.board import live_players


class Termination(StrEnum):
    """Why a game ended.

    >>> Termination.TURN_LIMIT.value
    'turn limit'
    """

    LAST_PLAYER = "last player"
    """END-1: everyone else is bankrupt."""
    TURN_LIMIT = "turn limit"
    """END-2: the last turn has been played; the highest net worth wins."""
    BANKRUPTCY_LIMIT = "bankruptcy limit"
    """HOUSE-10: so many are bankrupt; the highest net worth wins."""


@dataclass(frozen=True, slots=True)
class Result:
    """Who won, why, and the ranking.

    >>> import gitopoly
    >>> game = gitopoly.Game("classic", seats=["Ann", "Ben"], turn_limit=1, opening_throw=False)
    >>> game.result is None
    True
    >>> game.push("roll", dice=(2, 1))
    >>> game.push("buy")
    >>> game.push("conclude")
    >>> game.push("conclude")
    >>> game.result
    Result(winner=None, why=<Termination.TURN_LIMIT: 'turn limit'>, ranking=('Ann', 'Ben'))
    """

    winner: str | None
    """None for a tie at the turn or bankruptcy limit."""
    why: Termination
    ranking: tuple[str, ...]
    """All seats, best first: by net worth, then those who are out, last to leave first."""

    def __str__(self) -> str:
        won = f"{self.winner} won" if self.winner is not None else "a tie"
        return f"{won} ({self.why.value})"


def result_of(s: State, names: Sequence[str], last: PlayedStep | None) -> Result | None:
    """The result of a position; None while the game is running."""
    if not is_over(s):
        return None
    won = winner(s)
    return Result(names[won] if won >= 0 else None, _why(s), ranking_of(s, names, last))


def ranking_of(s: State, names: Sequence[str], last: PlayedStep | None) -> tuple[str, ...]:
    """All seats as they stand now, best first."""
    gone = [
        names.index(step.action.seat)
        for step in steps_since(last)
        if step.action._code & LARGEST_KIND == a.GO_BANKRUPT
    ]
    return tuple(names[seat] for seat in ranked(s, gone))


def _why(s: State) -> Termination:
    live = live_players(s, s.rules)
    if live == 1:
        return Termination.LAST_PLAYER
    limit = s.rules.bankruptcy_limit
    if limit and s.rules.num_players - live >= limit:
        return Termination.BANKRUPTCY_LIMIT
    return Termination.TURN_LIMIT
