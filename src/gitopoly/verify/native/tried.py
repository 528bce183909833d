"""What is tried where the rules leave a choice of sums: the bids and offers of a model's constants.

Plain functions for compiled code, and the record in which it finds the sums.
"""

from collections.abc import Iterable
from typing import ClassVar

from gitopoly.errors import InvalidModel
from gitopoly.kernel.actions import BID, action, addressee_of, kind_of, number_of, offer, player_of
from gitopoly.kernel.codes import MOST_ACTIONS
from gitopoly.kernel.fields import Field, Wide
from gitopoly.kernel.refusals import LEGAL
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State
from gitopoly.kernel.trade import offer_trade, tradable_deeds
from gitopoly.verify.kernel_search import Bounds

MOST_SUMS = 16
"""Room for bids, and for sums that offers add or want."""
MOST_SUCCESSORS = 8192
"""Steps out of one position; four players and six-sided dice give fewer than 1,000."""
SETS_OF_CARDS = 4
ANY = -1
"""No bound on the money that the bank issues."""


class Tried:
    """A model's bounds for compiled code."""

    FIELDS: ClassVar = {
        "bids": Field("i8", MOST_SUMS, 0),
        "sums": Field("i8", MOST_SUMS, 0),
        "bid_count": Field("i8", 0, 0),
        "sum_count": Field("i8", 0, 0),
        "most_issued": Field("i8", 0, ANY),
    }
    __slots__ = tuple(FIELDS)

    bids: list[int]
    sums: list[int]
    """The cash that offers add or want."""
    bid_count: int
    sum_count: int
    most_issued: int
    """Positions in which the bank has issued more are not kept."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        bounds = bounds or Bounds()
        self.bids, self.bid_count = _row(bounds.bids), len(bounds.bids)
        self.sums, self.sum_count = _row(bounds.cash), len(bounds.cash)
        self.most_issued = ANY if bounds.issued is None else bounds.issued


def _row(sums: Iterable[int]) -> list[int]:
    return [*sums, *[0] * MOST_SUMS][:MOST_SUMS]


def check_tried(rules: Rules, bounds: Bounds) -> None:
    """Refuse more bids and offers than there is room for."""
    if max(len(bounds.bids), len(bounds.cash)) > MOST_SUMS:
        raise InvalidModel(f"the native engine tries at most {MOST_SUMS} bids, and as many sums")
    if rules.offers_per_window == 0:
        return
    offers = (1 << rules.deed_count) * SETS_OF_CARDS * len(bounds.cash) * (rules.num_players - 1)
    if offers + MOST_ACTIONS * MOST_SUMS > MOST_SUCCESSORS:
        raise InvalidModel(
            f"a position may have {offers:,} offers, which are too many for the native engine; "
            "take fewer deeds, players or sums"
        )


def list_tried(
    s: State,
    rules: Rules,
    code: Wide,
    limit: int,
    tried: Tried,
    steps: list[int],
    count: int,
) -> int:
    """Append the bids or offers that a listed action stands for; returns the new count."""
    player = player_of(code)
    if kind_of(code) != BID:
        return list_offers_tried(s, rules, player, addressee_of(code), tried, steps, count)
    for i in range(tried.bid_count):
        if number_of(code) <= tried.bids[i] <= limit:
            steps[2 * count] = action(BID, player, 0, tried.bids[i])
            steps[2 * count + 1] = 0
            count += 1
    return count


def list_offers_tried(
    s: State,
    rules: Rules,
    player: int,
    other: int,
    tried: Tried,
    steps: list[int],
    count: int,
) -> int:
    """Append every legal offer from one to the other with one of the sums."""
    tradable = tradable_deeds(s, player, other)
    deeds = tradable
    while deeds >= 0:
        for cards in range(SETS_OF_CARDS):
            for i in range(tried.sum_count):
                cash = tried.sums[i]
                if offer_trade(s, rules, player, other, deeds, cards, cash, False) == LEGAL:
                    steps[2 * count] = offer(player, other, deeds, cards, cash)
                    steps[2 * count + 1] = 0
                    count += 1
        # The next smaller subset; below the empty one there is none.
        deeds = (deeds - 1) & tradable if deeds > 0 else -1
    return count
