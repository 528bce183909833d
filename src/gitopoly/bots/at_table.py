"""Policies for seats at a table, where an action may be refused that the rules allow."""

from __future__ import annotations

import warnings

from gitopoly.bots import POLICIES, STRONG
from gitopoly.bots.choice import choose
from gitopoly.bots.strong import Searcher, number_of_policy, without_search
from gitopoly.errors import InvalidRules
from gitopoly.kernel import BidRange, Choice, OfferTemplate, State
from gitopoly.kernel import actions as a
from gitopoly.kernel.choices import Choices
from gitopoly.kernel.legal import list_while_playing
from gitopoly.kernel.randomness import Generator, seeded

TRIES = 20


class TablePolicy:
    """A policy that chooses among what a table offers a seat."""

    def __init__(self, name: str, seat: int, seed: int) -> None:
        if name not in POLICIES:
            raise InvalidRules(f"there is no policy {name!r}; choose one of {', '.join(POLICIES)}")
        if notice := without_search([name]):
            warnings.warn(notice, stacklevel=2)
        self._policy = number_of_policy(name)
        self._searcher = Searcher() if self._policy == STRONG else None
        self._seat = seat
        self._generator: Generator = seeded(seed)
        self._sheet = Choices()

    def choose(self, s: State, offered: list[Choice]) -> int:
        """One of the offered choices; the policy's own wish if the table allows it."""
        for _ in range(TRIES):
            list_while_playing(s, s.rules, self._seat, self._sheet)
            wish = self._wish(s)
            if _allowed(wish, offered):
                return wish
        plain = [choice for choice in offered if isinstance(choice, int)]
        if plain:
            return plain[0]
        return next(c.bid(c.lowest) for c in offered if isinstance(c, BidRange))

    def _wish(self, s: State) -> int:
        if self._searcher is not None:
            return self._searcher.choose(s, self._seat, self._sheet, self._generator)
        return choose(s, s.rules, self._policy, self._seat, self._sheet, self._generator)


def _allowed(wish: int, offered: list[Choice]) -> bool:
    kind = a.kind_of(wish)
    for choice in offered:
        if isinstance(choice, BidRange):
            if kind == a.BID and choice.lowest <= a.number_of(wish) <= choice.highest:
                return True
        elif isinstance(choice, OfferTemplate):
            if kind == a.OFFER_TRADE and a.addressee_of(wish) == choice.addressee:
                return True
        elif choice == wish:
            return True
    return False
