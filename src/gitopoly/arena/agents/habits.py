"""What `trader` and `strong` do differently under the adjudicator.

Auctions there have one blind round, debts cannot wait, and games last a hundred turns. So a deed
is often cheaper at auction, and cash is worth more than elsewhere.
"""

from __future__ import annotations

from typing import Any

from gitopoly.bots import TRADER
from gitopoly.bots.candidates import completes_a_group
from gitopoly.bots.heuristics import reserve_of
from gitopoly.bots.worth import chances, rents_of_others, worth_to
from gitopoly.rules import State, actions as a
from gitopoly.rules.trade import exchange

RESERVE = 10
"""Cash to keep in any case, as a fraction of the starting money."""
RENTS = 5
"""Cash to keep for rents, as a fraction of all that there are."""
MOST_KEPT = 3, 5
"""The largest reserve, as a part of the starting money."""
LOW_BID = 52
"""Percent of the price: just above the half that cautious bidders stop at."""
HIGHEST = 92
"""Percent beyond which buying is as good."""
STEP = 3
"""Percent to add to a bid that won against ours."""
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

    def __init__(self, player: int, learns: bool) -> None:
        self.player = player
        self.learns = learns
        """Whether to bid higher after a lost auction, instead of buying from then on."""
        self.percent = LOW_BID
        """What the other player probably does not bid, of what a deed is worth to them."""
        self.square = -1
        """The deed of our last bid."""
        self.worth = 0
        """What it is worth to the other player."""
        self.cash = 0
        """The other player's cash before the auction."""

    @property
    def pays(self) -> bool:
        """Whether auctions have been cheaper than prices so far."""
        return self.percent <= HIGHEST

    def declines(self, s: State, square: int) -> bool:
        """Whether to decline a deed in order to bid for it: not where a group is at stake."""
        if completes_a_group(s, s.rules, square) or s.money[self.player] <= s.rules.value[square]:
            return False
        return self.pays and self.bid(s, square) < s.rules.value[square]

    def bid(self, s: State, square: int) -> int:
        """A little more than the other player probably bids."""
        other = 1 - self.player
        worth = worth_to(s, s.rules, other, square)
        more = (worth_to(s, s.rules, self.player, square) - s.rules.value[square]) // 2
        self.square, self.worth, self.cash = square, worth, s.money[other]
        if self.learns:
            most = min(worth * self.percent // 100 + 1, s.money[other] + 1)
        else:
            most = s.rules.value[square] * self.percent // 100 + more
        return max(0, min(most, s.money[self.player]))

    def told(self, state: Any) -> None:
        """Take note of who won an auction, and for how much."""
        square, winner = state[5]
        if square != self.square or winner != 2 - self.player:
            return
        paid = self.cash - state[3][1 - self.player]
        self.percent = HIGHEST + 1
        if self.learns and self.worth > 0:
            self.percent = max(LOW_BID, paid * 100 // self.worth + STEP)
