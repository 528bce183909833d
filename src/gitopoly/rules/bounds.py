"""How much money there can be in a game, from what the actions declare."""

from __future__ import annotations

from gitopoly.rules.actions import ACTIONS
from gitopoly.rules.rules import AMOUNTS, Rules

LARGEST_AMOUNT = 1_000_000
MOST_MONEY = 1 << 29
"""Within these bounds no sum and no product of amounts needs more than 32 bits."""


def money_within(rules: Rules, turns: int) -> int:
    """The most money there can be after so many turns, the bank's included."""
    if not rules.bank_never_breaks:
        return rules.total_money
    lent = rules.num_players * sum(rules.value)
    return rules.total_money + lent + turns * paid_in_a_turn(rules)


def paid_in_a_turn(rules: Rules) -> int:
    """What the bank pays in one turn at most, for all actions together."""
    return sum(int(known.bank_pays(rules)) for known in ACTIONS if known.bank_pays)


def largest_amount(rules: Rules) -> int:
    """The largest price, rent, payment or other amount."""
    tables = (rules.value, rules.house_cost, rules.rent, rules.card_amount, rules.card_hotel_amount)
    constants = (getattr(rules, name) for name in AMOUNTS if name != "total_money")
    return int(max(*map(max, tables), *constants))


def fits_32_bits(rules: Rules, turns: int) -> bool:
    """Whether no amount of money in such a game, nor what is made of several, needs more."""
    return largest_amount(rules) <= LARGEST_AMOUNT and money_within(rules, turns) <= MOST_MONEY
