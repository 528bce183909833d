"""The action space in words: its sections, and each number on a board."""

from __future__ import annotations

from typing import NamedTuple

from gitopoly.arena.environments import action_space as space
from gitopoly.errors import InvalidAction
from gitopoly.kernel import Rules
from gitopoly.kernel import actions as a
from gitopoly.kernel.codes import GROUP_SIZE, MOST_DEEDS

_SQUARES = (
    *(a.KINDS[a.PRE_ROLL_UNMORTGAGE + operation].typed[0] for operation in range(a.SELL_GROUP)),
    *(a.KINDS[kind].typed[0] for kind in space.PLACED),
)
"""What a person would type for the kinds with a square, section by section."""


class ActionRange(NamedTuple):
    """Consecutive numbers with one meaning."""

    first: int
    size: int
    meaning: str


def sections() -> list[ActionRange]:
    """The table of the action space."""
    named = [
        (space.OPERATIONS + section * MOST_DEEDS, f"`{typed.format(square='…')}`")
        for section, typed in enumerate(_SQUARES)
    ]
    starts = [
        (0, "the kernel's actions without parameters, in its order"),
        *((first, f"{typed} with a deed, in board order") for first, typed in named),
        (space.GROUP_SALES, "sell a group down to 0 to 11 houses, group by group"),
        (space.BIDS, f"bid the lowest legal amount plus {_listed(space.RAISES)}"),
        (space.BIDS + len(space.RAISES), "bid 1 to 4 quarters of your cash"),
        (space.ADDRESSEES, "start an offer to the next seat, the one after it, and so on"),
        (space.DEED_ITEMS, "add a deed of either side to the offer"),
        (space.CARD_ITEMS, "add a jail card of either side: chance, community chest"),
        (space.CASHES, f"make the offer and add {_listed(space.SUMS)}"),
        (space.CASHES + len(space.SUMS), "make it and add 1 to 4 halves of the list-price balance"),
        (space.ASK_ALL, "make it and ask for all of the other's cash"),
        (space.ADD_ALL, "make it and add all your cash"),
        (space.DROP, "drop the offer; no new one until you have done something else"),
        (space.WAIT, "wait: only in the parallel environment, for agents that cannot act"),
    ]
    ends = [first for first, _ in starts[1:]] + [space.ACTIONS]
    return [
        ActionRange(first, end - first, meaning)
        for (first, meaning), end in zip(starts, ends, strict=True)
    ]


def describe(rules: Rules, number: int) -> str:
    """One number in words.

    >>> describe(Rules.of("classic"), 38)
    'unmortgage Mediterranean Avenue'
    """
    if number in range(space.OPERATIONS):
        return str(a.NAMES[space.PLAIN[number]])
    if number in range(space.OPERATIONS, space.GROUP_SALES):
        section, deed = divmod(number - space.OPERATIONS, MOST_DEEDS)
        return _SQUARES[section].format(square=_deed(rules, deed))
    if number in range(space.GROUP_SALES, space.BIDS):
        group, houses = divmod(number - space.GROUP_SALES, space.MOST_REMAINING)
        first = rules.names[rules.group_square[group * GROUP_SIZE]]
        return f"sell the group of {first} down to {houses} houses"
    if number in range(space.BIDS, space.ADDRESSEES):
        rung = number - space.BIDS
        if rung < len(space.RAISES):
            return f"bid the lowest amount plus ${space.RAISES[rung]}"
        return f"bid {rung - len(space.RAISES) + 1} quarters of the cash"
    if number in range(space.ADDRESSEES, space.ACTIONS):
        return _describe_offering(rules, number)
    raise InvalidAction(number, f"a number from 0 to {space.ACTIONS - 1}")


def _describe_offering(rules: Rules, number: int) -> str:
    if number < space.DEED_ITEMS:
        return f"start an offer to seat +{number - space.ADDRESSEES + 1}"
    if number < space.CARD_ITEMS:
        return f"add {_deed(rules, number - space.DEED_ITEMS)} to the offer"
    if number < space.CASHES:
        deck = ("chance", "community chest")[number - space.CARD_ITEMS]
        return f"add the {deck} jail card to the offer"
    rung = number - space.CASHES
    if rung < len(space.SUMS):
        cash = space.SUMS[rung]
        return f"offer and {'ask for' if cash < 0 else 'add'} ${abs(cash)}"
    if number < space.ASK_ALL:
        return f"offer and add {rung - len(space.SUMS) + 1} halves of the balance"
    return {
        space.ASK_ALL: "offer and ask for all of the other's cash",
        space.ADD_ALL: "offer and add all cash",
        space.DROP: "drop the offer",
        space.WAIT: "wait",
    }[number]


def _deed(rules: Rules, deed: int) -> str:
    return rules.names[rules.deeds[deed]] if deed < rules.deed_count else f"deed {deed}"


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers[:-1])) + f" or {numbers[-1]}"
