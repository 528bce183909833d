"""The action space in words: its sections, and each number on a board."""

from __future__ import annotations

from typing import NamedTuple

from gitopoly.arena.environments import action_space as space
from gitopoly.errors import InvalidAction
from gitopoly.rules import Rules
from gitopoly.rules.actions import ACTIONS, NAMES
from gitopoly.rules.board import first_square
from gitopoly.rules.catalogue import Action


class ActionRange(NamedTuple):
    """Consecutive numbers with one meaning."""

    first: int
    size: int
    meaning: str


def sections() -> list[ActionRange]:
    """The table of the action space."""
    starts = [(0, "the actions without parameters, in the order of their declarations")]
    for known in space.SECTIONS:
        if space.carried_by(known):
            starts += _starts_of(known)
    starts += [
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


def _starts_of(known: Action) -> list[tuple[int, str]]:
    typed, first = known.typed[0], space.FIRST[known.kind]
    carried = space.carried_by(known)
    if carried == ("square",):
        return [(first, f"`{typed.format(square='…')}` with a deed, in board order")]
    if carried == ("group", "count"):
        return [(first, "sell a group down to 0 to 11 houses, group by group")]
    if carried == ("amount",):
        raised = f"the lowest legal amount plus {_listed(space.RAISES)}"
        return [
            (first, typed.format(amount=raised)),
            (first + len(space.RAISES), typed.format(amount="1 to 4 quarters of your cash")),
        ]
    return [(first, f"`{typed}`, with each {' and '.join(carried)} in turn")]


def describe(rules: Rules, number: int) -> str:
    """One number in words.

    >>> describe(Rules.of("classic"), 38)
    'unmortgage Mediterranean Avenue'
    """
    if number in range(space.ADDRESSEES):
        return _describe(rules, ACTIONS[space.KIND_AT[number]], number)
    if number in range(space.ADDRESSEES, space.ACTIONS):
        return _describe_offering(rules, number)
    raise InvalidAction(number, f"a number from 0 to {space.ACTIONS - 1}")


def _describe(rules: Rules, known: Action, number: int) -> str:
    carried = space.carried_by(known)
    if not carried:
        return NAMES[known.kind]
    place, rest = divmod(number - space.FIRST[known.kind], space.NUMBERS[known.kind])
    words: dict[str, str] = {}
    for name in carried:
        if name == "square":
            words[name] = _deed(rules, place)
        elif name == "group":
            words[name] = f"of {rules.names[first_square(rules, place)]}"
        elif name == "player":
            words[name] = f"seat +{place + 1}"
        elif name == "count":
            words[name] = f"{rest} houses"
        elif rest < len(space.RAISES):
            words[name] = f"the lowest amount plus ${space.RAISES[rest]}"
        else:
            words[name] = f"{rest - len(space.RAISES) + 1} quarters of the cash"
    return known.typed[0].format_map(words)


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
