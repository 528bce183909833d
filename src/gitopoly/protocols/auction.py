"""The auction as it runs between peers: Auction3 on logs.

The rules' own auction (Auction2) is what everybody plays. Between peers an author is also held
to the bids that it has seen of the round that is still open.
"""

from __future__ import annotations

from gitopoly.errors import IllegalAction
from gitopoly.kernel import State
from gitopoly.kernel import actions as a
from gitopoly.kernel.codes import AUCTION, NO_BID

AUTOMATIC = (a.NEXT_ROUND, a.CHOOSE_WINNER, a.CLOSE_AUCTION)
"""What a seat does in an auction without being asked, because there is no choice."""


def known_last_bid(s: State, seat: int) -> int:
    """KnownLastBid: the newest bid of a seat, this round's included; 0 when there is none."""
    bid: int = s.bid[seat] if s.bid[seat] != NO_BID else s.last_bid[seat]
    return bid


def highest_known_bid(s: State, but: int = -1) -> int:
    """The highest of all known bids, except that of one seat."""
    seats = range(s.rules.num_players)
    return max(known_last_bid(s, seat) for seat in seats if seat != but)


def check_auction(s: State, seat: int, action: int) -> None:
    """A3Bid and A3Stand: what a participant has seen of the open round binds it."""
    kind = a.kind_of(action)
    if s.phase != AUCTION:
        return
    if kind == a.BID and a.number_of(action) <= highest_known_bid(s):
        raise IllegalAction(
            f"bid {a.number_of(action)}", "A3Bid", f"a bid of {highest_known_bid(s)} is known"
        )
    # Where a leading bid binds there must be something left to do for a leader without cash.
    if kind == a.STAND and not s.rules.leader_may_not_pass:
        highest = highest_known_bid(s, but=seat)
        if highest >= s.last_bid[seat]:
            raise IllegalAction("stand", "A3Stand", f"a bid of {highest} is known")
