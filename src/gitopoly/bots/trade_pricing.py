"""Making and answering offers: each side's gain from an exchange, and a price that suits both.

Written like the kernel, so that it compiles with it.
"""

from collections.abc import Iterator

from gitopoly.bots.worth import gain_by_exchange, rents_of_others
from gitopoly.rules.board import first_square, owned_in_group, set_has_buildings
from gitopoly.rules.catalogue import LARGEST_OFFER, offer
from gitopoly.rules.codes import RAIL_GROUP
from gitopoly.rules.record import Wide
from gitopoly.rules.refusals import LEGAL
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State
from gitopoly.rules.trade import interest_for, offer_trade

NO_OFFER = -1
NO_GROUP = -1
FAIR_SHARE = 4
"""The addressee's share of the joint gain, in tenths."""


def gain_by_offer(s: State, rules: Rules, player: int, other: int, cash: int) -> int:
    """A seat's gain from the open offer, with the cash that it gets."""
    return gain_by_exchange(s, rules, player, other, s.offer_deeds, s.offer_cards) + cash


def is_fair(gain: int, gain_of_other: int) -> bool:
    """Whether a side gains, and at least half as much as the other."""
    return gain > 0 and 2 * gain >= gain_of_other


def deeds_in_group(s: State, rules: Rules, owner: int, group: int) -> int:
    """The set of a seat's deeds in a group."""
    return 0 if group == NO_GROUP else s.holdings[owner] & rules.group_deeds[group]


def is_split(s: State, rules: Rules, one: int, two: int, group: int) -> bool:
    """Whether two seats share a group without buildings, each owning part of it."""
    size = rules.group_size[group]
    held = owned_in_group(s, rules, one, group)
    if size < 2 or held == 0 or held == size:
        return False
    if held + owned_in_group(s, rules, two, group) < size:
        return False
    return not set_has_buildings(s, rules, group)


def groups_to_give(
    s: State, rules: Rules, player: int, other: int, wanted: int, groups: int
) -> Iterator[int]:
    """The groups whose part a seat can give for the other's part of another one.

    NO_GROUP, nothing but cash, comes first; not if no group is wanted, either.
    """
    for given in range(NO_GROUP, groups):
        if given == NO_GROUP or is_split(s, rules, player, other, given):
            if given != wanted:
                yield given


def cash_to_keep(s: State, rules: Rules, player: int, group: int) -> int:
    """The cash a seat needs after completing a group: first houses, and some rents."""
    price = rules.house_cost[first_square(rules, group)]
    return 2 * price + rents_of_others(s, rules, player) // 20


def cash_needed(s: State, rules: Rules, player: int, other: int, deeds: int) -> int:
    """The cash a seat needs after an exchange, for groups that this completes for it."""
    needed = 0
    for group in range(RAIL_GROUP):
        lacking = rules.group_deeds[group] & ~s.holdings[player]
        if lacking and lacking & ~(s.holdings[other] & deeds) == 0:
            needed = max(needed, cash_to_keep(s, rules, player, group))
    return needed


def price_for(
    s: State,
    rules: Rules,
    player: int,
    other: int,
    deeds: int,
    keep: int,
    gain: int,
    gain_of_other: int,
) -> int:
    """The cash that gives the other its share of the joint gain; LARGEST_OFFER: no deal.

    The player keeps some cash.
    """
    surplus = gain + gain_of_other
    if surplus <= 0:
        return LARGEST_OFFER
    kept = max(keep, interest_for(s, rules, player, other, deeds))
    cash = min(surplus * FAIR_SHARE // 10 - gain_of_other, s.money[player] - kept)
    cash = max(cash, interest_for(s, rules, other, player, deeds) - s.money[other], -LARGEST_OFFER)
    own = gain - cash
    others = gain_of_other + cash
    return cash if is_fair(own, others) and is_fair(others, own) else LARGEST_OFFER


def asking_price(s: State, rules: Rules, seat: int, other: int, deeds: int, cards: int) -> int:
    """The least cash from `other` with which `seat` gains, and half as much as `other` at least.

    Negative: what `seat` could add.
    """
    gain = gain_by_exchange(s, rules, seat, other, deeds, cards)
    gain_of_other = gain_by_exchange(s, rules, other, seat, deeds, cards)
    return max(1 - gain, -((2 * gain - gain_of_other) // 3))


def least_cash(s: State, rules: Rules, player: int, other: int, deeds: int) -> int:
    """The asking price of `other`, who keeps what its new groups need; LARGEST_OFFER: no deal."""
    kept = interest_for(s, rules, other, player, deeds)
    kept += cash_needed(s, rules, other, player, deeds)
    asked = asking_price(s, rules, other, player, deeds, 0)
    cash = max(asked, kept - s.money[other], -LARGEST_OFFER)
    most = s.money[player] - interest_for(s, rules, player, other, deeds)
    return cash if cash <= most else LARGEST_OFFER


def best_offer(s: State, rules: Rules, player: int, other: int) -> Wide:
    """The exchange that completes a group for `player` with the highest gain; NO_OFFER if none.

    The missing deeds are paid with cash, or with deeds that complete a group for the other.
    """
    best: Wide = NO_OFFER
    best_gain = 0
    for group in range(RAIL_GROUP + 1):
        if not is_split(s, rules, player, other, group):
            continue
        keep = cash_to_keep(s, rules, player, group)
        wanted = deeds_in_group(s, rules, other, group)
        for paid in groups_to_give(s, rules, player, other, group, RAIL_GROUP + 1):
            deeds = wanted | deeds_in_group(s, rules, player, paid)
            gain = gain_by_exchange(s, rules, player, other, deeds, 0)
            gain_of_other = gain_by_exchange(s, rules, other, player, deeds, 0)
            cash = price_for(s, rules, player, other, deeds, keep, gain, gain_of_other)
            # Exchanges are compared before interest.
            gain += interest_for(s, rules, player, other, deeds) - cash
            if cash != LARGEST_OFFER and gain > best_gain:
                code = offer(player, other, deeds, 0, cash)
                if offer_trade(s, rules, player, code, 0, False) == LEGAL:
                    best = code
                    best_gain = gain
    return best
