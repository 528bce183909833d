"""What `strong` looks at: of all legal actions, the few that could be best.

Written like the kernel, so that it compiles with it.
"""

from typing import ClassVar

from gitopoly.bots.bargain import NO_OFFER, best_offer
from gitopoly.bots.judgement import BUILDER_POLICY, TRADER_POLICY, highest_bid, judge
from gitopoly.kernel.actions import (
    AUCTION_PROPERTY,
    BANKRUPTCY_PREVENTION_MORTGAGE,
    BID,
    MORTGAGE,
    OFFER_TRADE,
    PRE_ROLL_UNMORTGAGE,
    SELL_GROUP,
    UPGRADE,
    action,
    addressee_of,
    kind_of,
    number_of,
    player_of,
    square_of,
)
from gitopoly.kernel.choices import Choices
from gitopoly.kernel.fields import Field
from gitopoly.kernel.phases import BANKRUPTCY_PREVENTION
from gitopoly.kernel.randomness import Generator, below
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State

MOST_CANDIDATES = 12
OFTEN = 3
"""Offers are looked for in one of so many windows."""


class Candidates:
    """Room for the actions that are looked at, and for what their playouts add up to."""

    FIELDS: ClassVar = {
        "actions": Field("i8", MOST_CANDIDATES, 0),
        "totals": Field("i8", MOST_CANDIDATES, 0),
        "count": Field("i8", 0, 0),
    }
    __slots__ = ("actions", "count", "totals")

    actions: list[int]
    totals: list[int]
    count: int

    def __init__(self) -> None:
        self.actions = [0] * MOST_CANDIDATES
        self.totals = [0] * MOST_CANDIDATES
        self.count = 0


def consider(candidates: Candidates, code: int) -> None:
    """Add an action unless it is there already or there is no room."""
    for i in range(candidates.count):
        if candidates.actions[i] == code:
            return
    if candidates.count < MOST_CANDIDATES:
        candidates.actions[candidates.count] = code
        candidates.totals[candidates.count] = 0
        candidates.count += 1


def list_candidates(
    s: State,
    rules: Rules,
    player: int,
    choices: Choices,
    candidates: Candidates,
    generator: Generator,
) -> None:
    """What the judging policies would do comes first, then what else is plausible."""
    candidates.count = 0
    consider(candidates, judge(s, rules, TRADER_POLICY, player, choices, generator))
    if choices.count == 1 and choices.limits[0] == 0:
        return
    consider(candidates, judge(s, rules, BUILDER_POLICY, player, choices, generator))
    for i in range(choices.count):
        code = choices.actions[i]
        kind = kind_of(code)
        if kind == OFFER_TRADE:
            continue
        if kind == BID:
            consider_bids(s, rules, player, number_of(code), choices.limits[i], candidates)
        elif PRE_ROLL_UNMORTGAGE <= kind < BANKRUPTCY_PREVENTION_MORTGAGE:
            # Lifting and selling without need is left to judgement.
            if (kind - PRE_ROLL_UNMORTGAGE) % 5 == UPGRADE:
                consider(candidates, code)
        elif s.phase == BANKRUPTCY_PREVENTION:
            if kind != BANKRUPTCY_PREVENTION_MORTGAGE - MORTGAGE + SELL_GROUP:
                consider(candidates, code)
        elif kind != AUCTION_PROPERTY or square_of(code) in (0, player + 1):
            consider(candidates, code)
    consider_offers(s, rules, choices, candidates, generator)


def consider_bids(
    s: State, rules: Rules, player: int, lowest: int, highest: int, candidates: Candidates
) -> None:
    """The least, and parts of what `trader` would pay at most, and more than that."""
    limit = highest_bid(s, rules, TRADER_POLICY, player)
    consider(candidates, action(BID, player, 0, lowest))
    for quarters in range(2, 7, 2):
        amount = min(limit * quarters // 4, highest)
        if amount > lowest:
            consider(candidates, action(BID, player, 0, amount))


def consider_offers(
    s: State, rules: Rules, choices: Choices, candidates: Candidates, generator: Generator
) -> None:
    """The best exchange with each other seat, at three prices; not in every window."""
    for i in range(choices.count):
        code = choices.actions[i]
        if kind_of(code) != OFFER_TRADE or below(generator, OFTEN) > 0:
            continue
        for share in range(3, 6):
            found = best_offer(s, rules, player_of(code), addressee_of(code), share)
            if found != NO_OFFER:
                consider(candidates, found)
