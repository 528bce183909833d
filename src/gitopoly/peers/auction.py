"""Auctions between peers: Auction3 on logs.

The rules' own auction (Auction2) is what everyone plays. Between peers, an author is also
bound by the bids it has seen in the open round.
"""

from __future__ import annotations

from gitopoly.peers.moves import refuse_if
from gitopoly.rules import State, actions as a
from gitopoly.rules.codes import AUCTION, NO_BID

AUTOMATIC = (a.NEXT_ROUND, a.CHOOSE_WINNER, a.CLOSE_AUCTION)
"""Automatic moves in an auction: there is no choice."""


def known_last_bid(s: State, seat: int) -> int:
    """KnownLastBid: the newest bid of a seat, including this round's; 0 if there is none."""
    bid: int = s.bid[seat] if s.bid[seat] != NO_BID else s.last_bid[seat]
    return bid


def highest_known_bid(s: State, but: int = -1) -> int:
    """The highest of all known bids, except that of one seat."""
    seats = range(s.rules.num_players)
    return max(known_last_bid(s, seat) for seat in seats if seat != but)


def check_auction(s: State, seat: int, action: int) -> None:
    """A3Bid and A3Stand: participants are bound by what they have seen of the open round."""
    kind = a.kind_of(action)
    if s.phase != AUCTION:
        return
    if kind == a.BID:
        bid = a.number_of(action)
        refuse_if(bid <= highest_known_bid(s), f"bid {bid}", "A3Bid", "known_bid")
    if kind == a.STAND:
        refuse_if(is_beaten(s, seat), "stand", "A3Stand", "known_bid")


def is_beaten(s: State, seat: int) -> bool:
    """A3Stand: whether the leader knows of a bid as high, and may leave.

    Where the high bid is binding, a leader without cash must still have a legal move.
    """
    beaten = highest_known_bid(s, but=seat) >= s.last_bid[seat]
    return beaten and not s.rules.leader_may_not_pass
