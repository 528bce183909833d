"""The position of a match as agents see it: a kernel state behind state tuples."""

from __future__ import annotations

from functools import cache
from typing import Any

from gitopoly.arena.matches.calls import CallRecorder, Calls, ResourceLimits
from gitopoly.arena.matches.history import View
from gitopoly.rules import Rules, initial
from gitopoly.rules.board import change_owner

BSMT, TRADE, DICE, BUYING, AUCTION, PAYMENT, JAIL, CHANCE_CARD, CHEST_CARD = range(9)
"""The phases, as the agents number them."""

Debt = tuple[int, int, int, int]
NO_DEBT: Debt = (0, 0, 0, 0)
IN_JAIL = -1
MORTGAGED = 7


@cache
def arena_rules() -> Rules:
    """The rules of the edition; the match keeps the order of the decks (`draws`)."""
    return Rules.of("arena", decks_keep_order=0)


class AgentTable(Calls):
    """The two agents and the position between them."""

    def __init__(
        self, agents: tuple[Any, Any], limits: ResourceLimits, recorder: CallRecorder | None = None
    ) -> None:
        super().__init__(agents, limits, recorder)
        self.rules = arena_rules()
        self.s = initial(self.rules)
        self.turn = 0
        self.statuses: tuple[int, ...] | None = None
        """The 42 property statuses, until a property changes."""

    def view(self, phase: int, payload: Any, debt: Debt) -> View:
        """The state as it is now, without its history."""
        s = self.s
        in_jail, positions, money = s.in_jail, s.positions, s.money
        return (
            self.turn,
            self.statuses or self.count_statuses(),
            (IN_JAIL if in_jail[0] else positions[0], IN_JAIL if in_jail[1] else positions[1]),
            (money[0], money[1]),
            phase,
            payload,
            debt,
        )

    def give_deed(self, square: int, seat: int) -> None:
        """Give a deed of the bank to a player."""
        change_owner(self.s, self.s.rules, square, seat)
        if self.statuses is not None:
            statuses = [*self.statuses]
            statuses[square] = -1 if seat else 1
            self.statuses = (*statuses,)

    def count_statuses(self) -> tuple[int, ...]:
        """Owners and building levels: the 42 numbers of the agents' document."""
        s, rules = self.s, self.rules
        owner, level, mortgaged = s.owner, s.level, s.mortgaged
        statuses = [0] * 42
        for square in rules.deeds:
            seat = owner[square]
            if seat >= 0:
                status = MORTGAGED if mortgaged[square] else 1 + level[square]
                statuses[square] = -status if seat else status
        statuses[40] = (1, -1, 0)[s.jail_card_owner[0]]
        statuses[41] = (1, -1, 0)[s.jail_card_owner[1]]
        self.statuses = tuple(statuses)
        return self.statuses


def debt_of(debtor: int, creditor: int, amount: int) -> Debt:
    """The debt field: each player's creditor and amount; the bank is 0."""
    if amount == 0:
        return NO_DEBT
    return (creditor + 1, amount, 0, 0) if debtor == 0 else (0, 0, creditor + 1, amount)
