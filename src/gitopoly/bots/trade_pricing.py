"""Making and answering offers: each side's gain from an exchange, and a price that suits both.

Written like the kernel, so that it compiles with it.
"""

from gitopoly.bots.worth import gain_by_exchange, gain_in_group, rents_of_others
from gitopoly.kernel.actions import LARGEST_OFFER, offer
from gitopoly.kernel.board import owned_in_group, set_has_buildings
from gitopoly.kernel.codes import GROUP_SIZE, RAIL_GROUP
from gitopoly.kernel.fields import Wide
from gitopoly.kernel.refusals import LEGAL
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State
from gitopoly.kernel.trade import interest_for, offer_trade

NO_OFFER = -1
FAIR_SHARE = 4
"""The addressee's share of the joint gain, in tenths."""


def gain_of_addressee(s: State, rules: Rules) -> int:
    """The addressee's gain from the open offer."""
    gain = gain_by_exchange(s, rules, s.offer_to, s.offer_from, s.offer_deeds, s.offer_cards)
    return gain + s.offer_cash


def gain_of_proposer(s: State, rules: Rules) -> int:
    """The proposer's gain from the open offer."""
    gain = gain_by_exchange(s, rules, s.offer_from, s.offer_to, s.offer_deeds, s.offer_cards)
    return gain - s.offer_cash


def is_fair(gain: int, gain_of_other: int) -> bool:
    """Whether a side gains, and at least half as much as the other."""
    return gain > 0 and 2 * gain >= gain_of_other


def deeds_in_group(s: State, rules: Rules, owner: int, group: int) -> int:
    """The set of a seat's deeds in a group."""
    return s.holdings[owner] & rules.group_deeds[group]


def is_split(s: State, rules: Rules, one: int, two: int, group: int) -> bool:
    """Whether two seats share a group without buildings, each owning part of it."""
    size = rules.group_size[group]
    if size < 2:
        return False
    held = owned_in_group(s, rules, one, group)
    if held == 0 or held == size:
        return False
    if held + owned_in_group(s, rules, two, group) < size:
        return False
    return not set_has_buildings(s, rules, group)


def cash_to_keep(s: State, rules: Rules, player: int, group: int) -> int:
    """The cash a seat needs after completing a group: first houses, and some rents."""
    square = rules.group_square[group * GROUP_SIZE]
    return 2 * rules.house_cost[square] + rents_of_others(s, rules, player) // 20


def cash_needed(s: State, rules: Rules, player: int, other: int, deeds: int) -> int:
    """The cash a seat needs after an exchange, for groups that this completes for it."""
    needed = 0
    for group in range(RAIL_GROUP):
        lacking = rules.group_deeds[group] & ~s.holdings[player]
        if lacking and lacking & ~(s.holdings[other] & deeds) == 0:
            needed = max(needed, cash_to_keep(s, rules, player, group))
    return needed


def leaves_enough(s: State, rules: Rules) -> bool:
    """Whether the addressee of the open offer pays no cash that its new groups need.

    A group without houses earns little: whoever has more must not pay more than it is worth.
    """
    if s.offer_cash >= 0:
        return True
    left = s.money[s.offer_to] + s.offer_cash
    return left >= cash_needed(s, rules, s.offer_to, s.offer_from, s.offer_deeds)


def price_for(
    s: State,
    rules: Rules,
    player: int,
    other: int,
    deeds: int,
    keep: int,
    gain: int,
    gain_of_other: int,
    share: int,
) -> int:
    """The cash that gives the other `share` tenths of the joint gain; LARGEST_OFFER: no deal."""
    mine = interest_for(s, rules, player, other, deeds)
    theirs = interest_for(s, rules, other, player, deeds)
    after = gain_of_other - theirs
    surplus = gain - mine + after
    if surplus <= 0:
        return LARGEST_OFFER
    cash = min(surplus * share // 10 - after, s.money[player] - max(keep, mine))
    cash = max(cash, theirs - s.money[other], -LARGEST_OFFER)
    if after + cash <= 0 or not is_fair(after + cash, gain - mine - cash):
        return LARGEST_OFFER
    if not is_fair(gain - mine - cash, after + cash):
        return LARGEST_OFFER
    return cash


def best_offer(s: State, rules: Rules, player: int, other: int, share: int) -> Wide:
    """The exchange that completes a group for `player` with the highest gain; NO_OFFER if none.

    The missing deeds are paid with cash, or with deeds that complete a group for the other.
    """
    best: Wide = NO_OFFER
    best_gain = 0
    for group in range(RAIL_GROUP + 1):
        if not is_split(s, rules, player, other, group):
            continue
        wanted = deeds_in_group(s, rules, other, group)
        keep = cash_to_keep(s, rules, player, group)
        taken = gain_in_group(s, rules, player, other, group, wanted)
        lost = gain_in_group(s, rules, other, player, group, wanted)
        for paid in range(-1, RAIL_GROUP + 1):
            deeds = wanted
            gain = taken
            gain_of_other = lost
            if paid >= 0:
                if paid == group or not is_split(s, rules, player, other, paid):
                    continue
                given = deeds_in_group(s, rules, player, paid)
                deeds |= given
                gain += gain_in_group(s, rules, player, other, paid, given)
                gain_of_other += gain_in_group(s, rules, other, player, paid, given)
            cash = price_for(s, rules, player, other, deeds, keep, gain, gain_of_other, share)
            if cash == LARGEST_OFFER or gain - cash <= best_gain:
                continue
            if offer_trade(s, rules, player, other, deeds, 0, cash, False) == LEGAL:
                best = offer(player, other, deeds, 0, cash)
                best_gain = gain - cash
    return best
