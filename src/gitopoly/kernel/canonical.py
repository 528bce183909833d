"""Actions in canonical form: the name in the specification and the numbers it carries.

Unlike the text form, which a person types, it means the same in every position, so logs store
it: `RollAndMove`, `Bid 120`, `F4AMortgage 39`, `OfferTrade 1 5 0 -50`.
Who acts is not part of it: a log has one author.
"""

from __future__ import annotations

import re

from gitopoly.errors import InvalidAction
from gitopoly.kernel import actions as a
from gitopoly.kernel.codes import MOST_DEEDS, MOST_PLAYERS

_FORM = re.compile(r"[A-Za-z0-9]+(?: -?[0-9]{1,10}){0,4}")
_KINDS = {name: kind for kind, name in enumerate(a.NAMES)}
_LIMITS = {"square": 255, "number": a.LARGEST_NUMBER}


def to_canonical(action: int) -> str:
    """The canonical form of an action."""
    kind = a.kind_of(action)
    if kind == a.OFFER_TRADE:
        numbers = [
            a.addressee_of(action),
            a.deeds_of(action),
            a.cards_of(action),
            a.cash_of(action),
        ]
    else:
        found = {"square": a.square_of(action), "number": a.number_of(action)}
        numbers = [found[name] for name in _parameters(kind)]
    return " ".join((a.NAMES[kind], *map(str, numbers)))


def from_canonical(text: str, player: int) -> int:
    """The action of `player` for a canonical form; the inverse of `to_canonical`."""
    if not _FORM.fullmatch(text) or text.split()[0] not in _KINDS:
        raise InvalidAction(text, "an action's name and its numbers, such as Bid 120")
    name, *words = text.split()
    kind = _KINDS[name]
    numbers = [int(word) for word in words]
    action = _offer(numbers, player) if kind == a.OFFER_TRADE else _plain(kind, numbers, player)
    # So that there is one form of each action, and none with numbers out of range.
    if action is None or to_canonical(action) != text:
        raise InvalidAction(text, f"{name} with its numbers in range")
    return action


def _parameters(kind: int) -> list[str]:
    return [name for name in a.PARAMETERS[kind].split(", ") if name]


def _plain(kind: int, numbers: list[int], player: int) -> int | None:
    names = _parameters(kind)
    if len(numbers) != len(names):
        return None
    given = dict(zip(names, numbers, strict=True))
    if any(not 0 <= number <= _LIMITS[name] for name, number in given.items()):
        return None
    return a.action(kind, player, given.get("square", 0), given.get("number", 0))


def _offer(numbers: list[int], player: int) -> int | None:
    if len(numbers) != 4:
        return None
    addressee, deeds, cards, cash = numbers
    fits = 0 <= addressee < MOST_PLAYERS and 0 <= deeds < 1 << MOST_DEEDS and 0 <= cards <= 3
    if not fits or abs(cash) > a.LARGEST_OFFER:
        return None
    return a.offer(player, addressee, deeds, cards, cash)
