"""Auctions as people know them, on top of rounds: who leads now, and what needs no decision."""

from __future__ import annotations

from collections.abc import Sequence

from gitopoly.peers.auction import highest_known_bid, known_last_bid
from gitopoly.rules import AmountRange, Choice, State, actions as a
from gitopoly.rules.auction import seats_after_initiator
from gitopoly.rules.codes import AUCTION, NOBODY

SMALL, LARGE = 5, 10
"""Raises made for somebody who named a limit: below and from a price of 100."""


def current_price(s: State) -> int:
    """The highest bid so far, 0 if there is none."""
    return highest_known_bid(s)


def leader_of(s: State) -> int:
    """Who would get what is for sale if nobody raised any more."""
    price = current_price(s)
    seats = range(s.rules.num_players)
    highest = [seat for seat in seats if known_last_bid(s, seat) == price and not s.passed[seat]]
    if price == 0 or not highest or (len(highest) > 1 and not s.rules.ties_have_a_leader):
        return NOBODY
    return min(highest, key=lambda seat: seats_after_initiator(s, s.rules, seat))


def automatic_bid(s: State, seat: int, found: Sequence[Choice], ceiling: int | None) -> int | None:
    """What a seat does unasked: it stands while it leads, and bids up to the ceiling it named.

    A ceiling that is reached means passing; whoever led the round before stands once more first.
    """
    if s.phase != AUCTION:
        return None
    plain = [choice for choice in found if isinstance(choice, int)]
    stands, passes = a.code_of(a.STAND, seat), a.code_of(a.PASS, seat)
    leads = leader_of(s) == seat
    if leads or ceiling is None:
        return stands if leads and stands in plain else None
    for choice in found:
        if isinstance(choice, AmountRange) and choice.lowest <= ceiling:
            price = current_price(s)
            wished = max(choice.lowest, price + (LARGE if price >= 100 else SMALL))
            return choice.of(min(wished, ceiling, choice.highest))
    return next((code for code in (passes, stands) if code in plain), None)
