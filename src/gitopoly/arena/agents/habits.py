"""What `trader` and `strong` do differently under the adjudicator.

Auctions there have one blind round, debts cannot wait, and games last a hundred turns. So a deed
is often cheaper at auction, and cash is worth more than elsewhere.
"""

from __future__ import annotations

from typing import Any

from gitopoly.bots import TRADER
from gitopoly.bots.candidate_moves import completes_a_group
from gitopoly.bots.heuristics import reserve_of
from gitopoly.bots.static_evaluation import chances
from gitopoly.bots.worth import rents_of_others, worth_to
from gitopoly.kernel import State
from gitopoly.kernel import actions as a
from gitopoly.kernel.trade import exchange

RESERVE = 10
"""Cash to keep in any case, as a fraction of the starting money."""
RENTS = 5
"""Cash to keep for rents, as a fraction of all that there are."""
MOST_KEPT = 3, 5
"""The largest reserve, as a part of the starting money."""
LOW_BID = 52
"""Percent of the price: just above the half that cautious bidders stop at."""
GAIN = 1000
"""By how much an offer must raise the chances of whoever makes it, out of `CERTAIN`."""


def keep_more(s: State, player: int) -> None:
    """Take a larger reserve out of sight of the heuristics."""
    rules = s.rules
    wanted = rules.starting_money // RESERVE + rents_of_others(s, rules, player) // RENTS
    wanted = min(wanted, rules.starting_money * MOST_KEPT[0] // MOST_KEPT[1])
    hidden = max(0, wanted - reserve_of(s, rules, TRADER, player))
    s.money[player] = max(0, s.money[player] - hidden)


def improves(s: State, code: int, player: int) -> bool:
    """Whether an offer, if it is accepted, makes its proposer much likelier to win."""
    before = chances(s, s.rules, player)
    exchange(s, s.rules, player, 1 - player, a.deeds_of(code), a.cards_of(code), a.cash_of(code))
    return chances(s, s.rules, player) >= before + GAIN


class AuctionHabits:
    """How the other player bids, as far as that has been seen in this game."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.bids_low = True
        """Whether no low bid has lost so far."""
        self.square = -1
        """The deed of our last low bid."""

    def auctions_pay(self, s: State, square: int) -> bool:
        """Whether to decline a deed in order to bid for it: not where a group is at stake."""
        if completes_a_group(s, s.rules, square):
            return False
        return self.bids_low and s.money[self.player] > s.rules.value[square]

    def low_bid(self, s: State, square: int) -> int:
        """A little more than half the price, and half of what the deed is worth beyond it."""
        price = s.rules.value[square]
        more = (worth_to(s, s.rules, self.player, square) - price) // 2
        self.square = square
        return max(0, min(price * LOW_BID // 100 + more, s.money[self.player]))

    def told(self, result: Any) -> None:
        """Take note of who won an auction."""
        square, winner = result
        if square == self.square and winner != self.player + 1:
            self.bids_low = False
