"""An unowned deed: buying it, or leaving it to an auction."""

from gitopoly.kernel.auction import start_deed_auction
from gitopoly.kernel.catalogue import action
from gitopoly.kernel.codes import DOUBLES_CHECK, NOBODY, POST_ROLL
from gitopoly.kernel.fields import Wide
from gitopoly.kernel.landing import refusal_on_deed
from gitopoly.kernel.money import pay_bank
from gitopoly.kernel.refusals import LEGAL, NO_SUCH_BID, NOT_FOR_SALE, OWNED, PRICE_TOO_HIGH
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.sets import change_owner
from gitopoly.kernel.state import State


@action(
    18,
    "BuyProperty",
    POST_ROLL,
    "buy",
    when="for sale",
    cost="rules.value[s.positions[player]]",
    usual="when",
)
def buy_property(s: State, rules: Rules, player: int, act: bool) -> int:
    """BUY-2, BUY-3: buy the unowned deed at its printed price and own it at once."""
    refusal = refusal_on_deed(s, rules, player)
    if refusal:
        return refusal
    square = s.positions[player]
    if s.owner[square] != NOBODY:
        return NOT_FOR_SALE
    if s.money[player] < rules.value[square]:
        return PRICE_TOO_HIGH
    if not act:
        return LEGAL

    pay_bank(s, player, rules.value[square])
    change_owner(s, rules, square, player)
    s.offers_made = 0
    s.phase = DOUBLES_CHECK
    return LEGAL


@action(
    19,
    "AuctionProperty",
    POST_ROLL,
    ("auction", "auction to {winner} for {amount}"),
    when="for sale",
    listed="list_auction_property",
    told={
        "declined": "rules.no_auctions",
        "nobody": "not rules.played_auctions and square_of(action) == 0",
        "sold": "not rules.played_auctions",
    },
    button={"declined": "s.rules.no_auctions"},
    usual="when",
)
def auction_property(
    s: State, rules: Rules, player: int, buyer: int, amount: Wide, act: bool
) -> int:
    """BUY-1, AUCTION-8: decline. The auction follows, or is this one step: buyer and bid.

    In the one step `buyer` is the winner's seat plus 1, and 0 means no sale.
    HOUSE-1: or the deed stays with the bank.
    """
    refusal = refusal_on_deed(s, rules, player)
    if refusal:
        return refusal
    square = s.positions[player]
    if s.owner[square] != NOBODY:
        return OWNED
    if rules.played_auctions:
        if buyer != 0 or amount != 0:
            return NO_SUCH_BID
    elif buyer == 0:
        if amount != 0:
            return NO_SUCH_BID
    elif not abstract_bid_allowed(s, rules, buyer - 1, amount):
        return NO_SUCH_BID
    if not act:
        return LEGAL

    s.offers_made = 0
    if rules.played_auctions and not rules.no_auctions:
        start_deed_auction(s, rules, square, player, DOUBLES_CHECK)
        return LEGAL
    if buyer != 0:
        pay_bank(s, buyer - 1, int(amount))
        change_owner(s, rules, square, buyer - 1)
    s.phase = DOUBLES_CHECK
    return LEGAL


def abstract_bid_allowed(s: State, rules: Rules, buyer: int, amount: Wide) -> bool:
    """AUCTION-8: a live player wins with one of the listed bids that fits the cash."""
    if buyer >= rules.num_players or s.is_bankrupt[buyer] or s.money[buyer] < amount:
        return False
    for i in range(rules.abstract_bids):
        if rules.abstract_bid[i] == amount:
            return True
    return False
