"""Agents for the tests: what they answer is given, and what they are told is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gitopoly.arena import Adjudicator, ResourceLimits
from gitopoly.arena.matches.draws import Draws
from gitopoly.arena.matches.match import ArenaMatch
from gitopoly.rules.board import renew_sets

State = tuple[Any, ...]


class Scripted:
    """Answers with a value, or with what a function of the state says."""

    def __init__(
        self,
        bsmt: Any = None,
        buy: Any = True,
        bid: Any = 0,
        trade: Any = False,
        jail: Any = ("R",),
    ) -> None:
        self.answers = {
            "getBSMTDecision": bsmt,
            "buyProperty": buy,
            "auctionProperty": bid,
            "respondTrade": trade,
            "jailDecision": jail,
            "receiveState": None,
        }
        self.calls: list[tuple[str, State]] = []

    def __getattr__(self, method: str) -> Callable[[State], Any]:
        if method not in self.answers:
            raise AttributeError(method)

        def answer(state: State) -> Any:
            self.calls.append((method, state))
            given = self.answers[method]
            return given(state) if callable(given) else given

        return answer

    def told(self, phase: int) -> list[Any]:
        """The payloads that it received in a phase."""
        return [s[5] for method, s in self.calls if method == "receiveState" and s[4] == phase]

    def asked(self, method: str) -> list[State]:
        """The states with which a method was called."""
        return [state for name, state in self.calls if name == method]


def once(value: Any, when: Callable[[State], bool] = lambda state: True) -> Callable[[State], Any]:
    """A decision that is made the first time a condition holds, and None otherwise."""
    made: list[bool] = []

    def decide(state: State) -> Any:
        if not made and when(state):
            made.append(True)
            return value
        return None

    return decide


def play(
    first: Any,
    second: Any,
    dice: Any = None,
    chance: Any = None,
    chest: Any = None,
    seed: int = 0,
) -> tuple[int, State, Adjudicator]:
    """One game; the winner, the final state, and the adjudicator."""
    adjudicator = Adjudicator(seed=seed)
    winner, state = adjudicator.runGame(first, second, dice, chance, chest)
    return winner, state, adjudicator


def owned(state: State) -> dict[int, int]:
    """The statuses that are not 0."""
    return {square: status for square, status in enumerate(state[1]) if status}


LIGHT_BLUE = [(1, 5), (5, 6), (1, 1), (5, 4), (2, 6), (5, 4)]
"""With chest card 0, player 1 gets 6, 8 and 9 and has $1,380; player 2 has 11, 19 and $1,160.

Turn 0: 6. Turn 1: 11. Turn 2: 8, doubles, 17 and by the card to GO. Turn 3: 19. Turn 4: 9.
"""


def table(
    first: Any,
    second: Any,
    dice: Any = None,
    chance: Any = None,
    chest: Any = None,
    *,
    cash: tuple[int, int] = (1500, 1500),
    positions: tuple[int, int] = (0, 0),
    deeds: dict[int, int] | None = None,
    turn: int = 0,
) -> ArenaMatch:
    """A match in the middle: statuses by square as agents see them, jail cards included."""
    match = ArenaMatch((first, second), Draws(0, dice, chance, chest, (7, 4)), ResourceLimits())
    s = match.s
    match.turn = turn
    for seat in (0, 1):
        s.bank_money += s.money[seat] - cash[seat]
        s.money[seat] = cash[seat]
        s.in_jail[seat] = int(positions[seat] == -1)
        s.positions[seat] = 10 if positions[seat] == -1 else positions[seat]
    for square, status in (deeds or {}).items():
        seat, size = (0, status) if status > 0 else (1, -status)
        if square >= 40:
            s.jail_card_owner[square - 40] = seat
            continue
        s.owner[square] = seat
        s.mortgaged[square] = int(size == 7)
        s.level[square] = size - 1 if size < 7 else 0
        if s.level[square] == 5:
            s.hotels_left -= 1
        else:
            s.houses_left -= s.level[square]
    renew_sets(s, s.rules)
    return match
