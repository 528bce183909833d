"""Policies for seats at a table, which may not offer every legal action."""

from __future__ import annotations

import warnings

from gitopoly.bots import POLICIES, STRONG
from gitopoly.bots.generated.choosing import choose
from gitopoly.bots.strong import Searcher, without_search
from gitopoly.errors import InvalidBot
from gitopoly.kernel import BidRange, Choice, OfferTemplate, State
from gitopoly.kernel import actions as a
from gitopoly.kernel.action_buffer import ActionBuffer, put
from gitopoly.kernel.legal import list_while_playing
from gitopoly.kernel.randomness import Generator, seeded


class TablePolicy:
    """A policy that chooses among the actions a table offers a seat."""

    def __init__(self, name: str, seat: int, seed: int) -> None:
        if name not in POLICIES:
            raise InvalidBot(f"there is no policy {name!r}; choose one of {', '.join(POLICIES)}")
        if notice := without_search([name]):
            warnings.warn(notice, stacklevel=2)
        self._policy = POLICIES[name]
        self._searcher = Searcher() if self._policy == STRONG else None
        self._seat = seat
        self._generator: Generator = seeded(seed)
        self._buffer = ActionBuffer()

    def choose(self, s: State, offered: list[Choice]) -> int:
        """The policy's choice among the offered actions; the first of them if it has none."""
        list_while_playing(s, s.rules, self._seat, self._buffer)
        narrow(self._buffer, offered)
        if self._buffer.count:
            wish = self._wish(s)
            if any(fits(wish, choice) for choice in offered):
                return wish
        plain = [choice for choice in offered if isinstance(choice, int)]
        if plain:
            return plain[0]
        return next(c.bid(c.lowest) for c in offered if isinstance(c, BidRange))

    def _wish(self, s: State) -> int:
        if self._searcher is not None:
            return self._searcher.choose(s, self._seat, self._buffer, self._generator)
        return choose(s, s.rules, self._policy, self._seat, self._buffer, self._generator)


def narrow(buffer: ActionBuffer, offered: list[Choice]) -> None:
    """Filter the legal actions in a buffer to those offered, with bids in the offered range."""
    listed = list(zip(buffer.actions[: buffer.count], buffer.limits, strict=False))
    ranges = [choice for choice in offered if isinstance(choice, BidRange)]
    buffer.count = 0
    for code, limit in listed:
        if a.kind_of(code) == a.BID:
            for each in ranges:
                put(buffer, each.bid(each.lowest), each.highest)
        elif any(fits(code, choice) for choice in offered):
            put(buffer, code, limit)


def fits(wish: int, choice: Choice) -> bool:
    """Whether an action matches a choice."""
    kind = a.kind_of(wish)
    if isinstance(choice, BidRange):
        return kind == a.BID and choice.lowest <= a.number_of(wish) <= choice.highest
    if isinstance(choice, OfferTemplate):
        return kind == a.OFFER_TRADE and a.addressee_of(wish) == choice.addressee
    return choice == wish
