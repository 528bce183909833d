"""Storage for the candidates of `strong` and their values.

Written like the kernel, so that it compiles with it.
"""

from typing import ClassVar

from gitopoly.kernel.fields import Field, Wide

MOST_CANDIDATES = 12
MOST_OFFERS = 3


class Candidates:
    """The candidate actions, the judged one first, and the best offers found so far."""

    FIELDS: ClassVar = {
        "actions": Field("i8", MOST_CANDIDATES, 0),
        "totals": Field("i8", MOST_CANDIDATES, 0),
        "count": Field("i8", 0, 0),
        "offers": Field("i8", MOST_OFFERS, 0),
        "hopes": Field("i8", MOST_OFFERS, 0),
        "offer_count": Field("i8", 0, 0),
    }
    __slots__ = ("actions", "count", "hopes", "offer_count", "offers", "totals")

    actions: list[int]
    totals: list[int]
    """The value of each: its static chances plus the results of its playouts."""
    count: int
    offers: list[int]
    """The most promising offers, best first."""
    hopes: list[int]
    """The chances after each of them."""
    offer_count: int

    def __init__(self) -> None:
        self.actions = [0] * MOST_CANDIDATES
        self.totals = [0] * MOST_CANDIDATES
        self.offers = [0] * MOST_OFFERS
        self.hopes = [0] * MOST_OFFERS
        clear_candidates(self)


def clear_candidates(candidates: Candidates) -> None:
    """Remove all candidates."""
    candidates.count = 0
    candidates.offer_count = 0


def consider(candidates: Candidates, code: Wide, glance: int) -> None:
    """Add an action with its static chances, unless it is present or there is no room."""
    for i in range(candidates.count):
        if candidates.actions[i] == code:
            return
    if candidates.count < MOST_CANDIDATES:
        candidates.actions[candidates.count] = code
        candidates.totals[candidates.count] = glance
        candidates.count += 1


def note_offer(candidates: Candidates, code: Wide, hope: int) -> None:
    """Insert an offer among the best ones, if it is one of them."""
    place = candidates.offer_count
    while place > 0 and candidates.hopes[place - 1] < hope:
        place -= 1
    if place == MOST_OFFERS:
        return
    if candidates.offer_count < MOST_OFFERS:
        candidates.offer_count += 1
    for later in range(candidates.offer_count - 1, place, -1):
        candidates.offers[later] = candidates.offers[later - 1]
        candidates.hopes[later] = candidates.hopes[later - 1]
    candidates.offers[place] = code
    candidates.hopes[place] = hope
