"""Actions and outcomes as text: what a person reads and types, and what logs keep.

>>> from gitopoly.rules import Rules, initial
>>> s = initial(Rules.of("classic", players=2, opening_throw=0))
>>> format_action(s, parse_action(s, 'mortgage "Baltic Avenue"'))
'mortgage "Baltic Avenue"'
>>> from_canonical("Bid 120", player=0) == parse_action(s, "bid 120")
True
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from gitopoly.errors import InvalidAction
from gitopoly.rules import actions as a
from gitopoly.rules.chance import draw_of, needs_order
from gitopoly.rules.codes import (
    CARD_DRAWS,
    DICE,
    GROUP_SIZE,
    MOST_DEEDS,
    MOST_PLAYERS,
    NOBODY,
    STREET,
)
from gitopoly.rules.outcomes import card_drawn, first_die, order_of, order_rank, second_die
from gitopoly.rules.refusals import LEGAL, NOT_OWN, NOT_THAT_SQUARE, ONLY_TO_RAISE, WRONG_PHASE
from gitopoly.rules.state import State
from gitopoly.rules.step import step
from gitopoly.rules.turn import floor

if TYPE_CHECKING:
    from gitopoly.rules.game import AmountRange, Choice

JAIL_CARDS = ("chance jail card", "community chest jail card")
"""The jail cards as they are typed, by deck."""


def seat_names(s: State, names: Sequence[str] | None = None) -> Sequence[str]:
    """The players' names: as given, or p1, p2 and so on."""
    return names or [f"p{seat + 1}" for seat in range(s.rules.num_players)]


# Writing.


def format_action(s: State, choice: Choice, names: Sequence[str] | None = None) -> str:
    """An action in words; a range of amounts or a template of offers is described."""
    if not isinstance(choice, int):
        return choice.describe(s, seat_names(s, names))
    kind = a.kind_of(choice)
    if kind >= a.KINDS:
        return f"action {choice}"
    forms = a.ACTIONS[kind].typed
    form = forms[-1] if a.place_of(choice) else forms[0]
    return form.format_map(_Carried(s, choice, names)) if "{" in form else form


def format_range(s: State, choice: AmountRange, names: Sequence[str]) -> str:
    """Actions that differ by their amount, in words."""
    carried = _Carried(s, choice.code, names)
    carried["amount"] = f"{choice.lowest} to {choice.highest}"
    return a.ACTIONS[choice.kind].typed[0].format_map(carried)


class _Carried(dict[str, str]):
    """What an action carries, in words."""

    def __init__(self, s: State, code: int, names: Sequence[str] | None) -> None:
        self._told = s, code, seat_names(s, names)

    def __missing__(self, name: str) -> str:
        return _THINGS[name].written(*self._told)


def offer_of(s: State, code: int) -> tuple[list[int], list[int], int]:
    """What an offer gives and wants: squares, -1 and -2 for jail cards; the cash it adds."""
    rules, proposer = s.rules, a.player_of(code)
    sides: tuple[list[int], list[int]] = [], []
    for i in range(MOST_DEEDS):
        if a.deeds_of(code) >> i & 1:
            square = rules.deeds[i] if i < rules.deed_count else rules.board_length
            owned = square < rules.board_length and s.owner[square] == proposer
            sides[not owned].append(square)
    for deck, owner in enumerate(s.jail_card_owner):
        if a.cards_of(code) >> deck & 1:
            sides[owner != proposer].append(-1 - deck)
    return *sides, a.cash_of(code)


def side_in_words(
    s: State, things: Sequence[int], cash: int, cards: Sequence[str], nothing: str
) -> str:
    """One side of an offer: deeds in quotes, jail cards, and the cash that comes with them."""
    said = [cards[-1 - each] if each < 0 else f'"{_square(s, each)}"' for each in things]
    said += [f"{s.rules.currency}{cash}"] if cash > 0 else []
    return ", ".join(said) or nothing


def _written_offer(s: State, code: int, seats: Sequence[str]) -> str:
    gives, wants, cash = offer_of(s, code)
    given = side_in_words(s, gives, cash, JAIL_CARDS, "nothing")
    wanted = side_in_words(s, wants, -cash, JAIL_CARDS, "nothing")
    return f"{_seat(seats, a.addressee_of(code))} {given} for {wanted}"


def _written_group(s: State, code: int, seats: Sequence[str]) -> str:
    """A group by its first street."""
    squares = s.rules.group_square[a.place_of(code) * GROUP_SIZE :]
    return f'"{_square(s, squares[0] if squares else NOBODY)}"'


def _square(s: State, square: int) -> str:
    return s.rules.names[square] if 0 <= square < s.rules.board_length else f"square {square}"


def _seat(seats: Sequence[str], seat: int) -> str:
    return seats[seat] if 0 <= seat < len(seats) else f"p{seat + 1}"


def format_outcome(s: State, action: int, outcome: int) -> str:
    """An outcome in words: `3,4`, `card 7`, with `order 2 1 3` if the free-4-all needs one."""
    parts = []
    draw = draw_of(s, s.rules, action)
    if draw == DICE:
        parts.append(f"{first_die(outcome)},{second_die(outcome)}")
    elif draw in CARD_DRAWS:
        parts.append(f"card {card_drawn(outcome)}")
    elif card_drawn(outcome):
        parts.append(f"draw {card_drawn(outcome)}")
    if order_rank(outcome) or needs_order(s, s.rules, action, outcome):
        parts.append("order " + " ".join(str(seat + 1) for seat in order_of(s, outcome)))
    return " ".join(parts)


# Reading.


def parse_action(
    s: State, text: str, player: int | None = None, names: Sequence[str] | None = None
) -> int:
    """The action that `text` means for `player` (by default whoever has the floor).

    A name in front says who acts: `p2: bid 120`.
    """
    seats = seat_names(s, names)
    if not isinstance(text, str):
        raise InvalidAction(text, "an action as text")
    words = " ".join(text.split())
    for seat, name in enumerate(seats):
        if words.lower().startswith(f"{name.lower()}: "):
            if player not in (None, seat):
                raise InvalidAction(text, f"an action of {seats[player]}, who is asked")
            player, words = seat, words[len(name) + 2 :]
    actor = floor(s, s.rules) if player is None else player
    lower = "".join(  # the words, but not the names
        part if part.startswith('"') else part.lower() for part in re.split(r'("[^"]*")', words)
    )
    if lower in _FORMS:
        return _fitting(s, actor, _FORMS[lower][1])
    sign = re.escape(s.rules.currency.strip())
    for typed in (words, lower):
        bare = re.sub(rf"(?<= )(?:\$|{sign}) ?(?=\d)", "", typed)
        for pattern, kinds in _FORMS.values():
            if match := pattern.fullmatch(typed) or pattern.fullmatch(bare):
                given = match.groupdict().items()
                parts = [_THINGS[name].read(s, actor, seats, thing) for name, thing in given]
                return _fitting(s, actor, kinds, sum(parts))
    raise InvalidAction(text, _what_would_be_valid(s, actor, names))


def _fitting(s: State, player: int, kinds: Sequence[int], carried: int = 0) -> int:
    """Of several actions with one name, the legal one, else the one whose refusal explains best."""
    codes = [a.code_of(kind, player) | carried for kind in kinds]
    reasons = [step(s, s.rules, code, 0, False) for code in codes]
    if LEGAL in reasons:
        return codes[reasons.index(LEGAL)]
    vague = {WRONG_PHASE: 2, NOT_THAT_SQUARE: 1, NOT_OWN: 1, ONLY_TO_RAISE: 1}
    return min(zip(codes, reasons, strict=True), key=lambda pair: vague.get(pair[1], 0))[0]


def _read_offer(s: State, player: int, seats: Sequence[str], text: str) -> int:
    """TRADE-7: deeds, jail cards and cash now, nothing else."""
    deeds, cards, cash = 0, 0, 0
    addressee, things = _addressed(seats, text)
    given, wanted = _sides(things)
    sign = re.escape(s.rules.currency.strip().lower())
    for side, giver, direction in ((given, player, 1), (wanted, addressee, -1)):
        for thing in _things(side):
            if thing.startswith('"'):
                deeds = _with(deeds, _deed(s, giver, seats, thing), thing, "each deed once")
            elif match := re.fullmatch(rf"(?:\$|{sign}) ?(\d+)", thing):
                cash += direction * _amount(match[1])
            else:
                card = _jail_card(s, giver, seats, thing)
                cards = _with(cards, card, thing, "each jail card once")
    if abs(cash) > a.LARGEST_OFFER:
        raise InvalidAction(f"${abs(cash)}", f"at most ${a.LARGEST_OFFER}")
    return a.offer(player, addressee, deeds, cards, cash)


def _sides(things: str) -> tuple[str, str]:
    """What is given and what is wanted; a name in quotes may have a "for" in it, too."""
    at = re.sub('"[^"]*"', lambda name: "_" * len(name[0]), things.lower()).find(" for ")
    if at < 0:
        raise InvalidAction(things, 'what is given, "for", and what is wanted')
    return things[:at], things[at + len(" for ") :]


def _things(side: str) -> list[str]:
    """What one side of an offer names; names of squares may contain commas, so nothing is split."""
    found = (item.strip() for item in re.findall(r'"[^"]*"|[^,"]+|"', side))
    things = [thing if thing.startswith('"') else thing.lower() for thing in found]
    return [thing for thing in things if thing not in ("", "nothing")]


def _with(members: int, member: int, thing: str, expected: str) -> int:
    """A set with one more member, which must not be in it yet."""
    if members & member:
        raise InvalidAction(thing, expected)
    return members | member


def _deed(s: State, giver: int, seats: Sequence[str], thing: str) -> int:
    square = _named_square(s, thing.strip('"'))
    if s.owner[square] != giver:
        raise InvalidAction(thing, f"a deed that {seats[giver]} owns on that side")
    return 1 << s.rules.deed_index[square]


def _jail_card(s: State, giver: int, seats: Sequence[str], thing: str) -> int:
    if thing not in JAIL_CARDS:
        raise InvalidAction(
            thing,
            'a deed in quotes, "$50", a "chance jail card", or "nothing"; '
            "immunities, options and promises cannot be traded (TRADE-7)",
        )
    deck = JAIL_CARDS.index(thing)
    if s.jail_card_owner[deck] != giver:
        raise InvalidAction(thing, f"a jail card that {seats[giver]} holds")
    return 1 << deck


def _addressed(seats: Sequence[str], words: str) -> tuple[int, str]:
    """Who is addressed, and what comes after the name, which may consist of several words."""
    for seat in sorted(range(len(seats)), key=lambda seat: -len(seats[seat])):
        if words.lower().startswith(f"{seats[seat].lower()} "):
            return seat, words[len(seats[seat]) + 1 :]
    name, _, rest = words.partition(" ")
    return _named_seat(seats, name), rest


def _amount(text: str) -> int:
    if len(text) > 9:
        raise InvalidAction(text, "an amount of at most nine digits")
    return int(text)


def _named_square(s: State, name: str) -> int:
    for square, known in enumerate(s.rules.names):
        if known.lower() == name.lower():
            return square
    close = difflib.get_close_matches(name, s.rules.names, 3, 0.4) or s.rules.names[:3]
    raise InvalidAction(name, "a square such as " + ", ".join(f'"{n}"' for n in close))


def _read_group(s: State, player: int, seats: Sequence[str], text: str) -> int:
    square = _named_square(s, text.strip('"'))
    if s.rules.square_type[square] != STREET:
        raise InvalidAction(text.strip('"'), "a street of the group that is to be sold")
    return a.at_place(0, s.rules.group[square])


def _named_seat(seats: Sequence[str], name: str) -> int:
    for seat, known in enumerate(seats):
        if known.lower() == name.lower():
            return seat
    raise InvalidAction(name, "a player: " + ", ".join(seats))


class _Thing(NamedTuple):
    """How something that an action carries is typed, and written."""

    pattern: str
    written: Callable[[State, int, Sequence[str]], str]
    """Position, action, names of the seats."""
    read: Callable[[State, int, Sequence[str], str], int]
    """Position, who acts, names of the seats, what was typed: the part of the action's code."""


_SEAT = _Thing(
    ".+",
    lambda s, code, seats: _seat(seats, a.place_of(code) - 1),
    lambda s, player, seats, text: a.at_place(0, _named_seat(seats, text) + 1),
)
_NUMBER = _Thing(
    r"\d+",
    lambda s, code, seats: str(a.number_of(code)),
    lambda s, player, seats, text: _amount(text) << a.NUMBER_AT,
)
_SQUARE = _Thing(
    '"[^"]+"',
    lambda s, code, seats: f'"{_square(s, a.place_of(code))}"',
    lambda s, player, seats, text: a.at_place(0, _named_square(s, text.strip('"'))),
)
_THINGS = {
    "square": _SQUARE,
    "group": _Thing('"[^"]+"', _written_group, _read_group),
    "player": _SEAT,
    "winner": _SEAT,
    "amount": _NUMBER,
    "count": _NUMBER,
    "offer": _Thing(".+", _written_offer, _read_offer),
}
"""Each thing that an action carries, by its name in the typed forms."""


def _forms() -> dict[str, tuple[re.Pattern[str], list[int]]]:
    """All that can be typed: as a pattern, with the kinds of actions that it can mean."""
    found: dict[str, tuple[re.Pattern[str], list[int]]] = {}
    for known in a.ACTIONS:
        for typed in known.typed:
            written = re.sub(r"{(\w+)}", lambda it: f"(?P<{it[1]}>{_THINGS[it[1]].pattern})", typed)
            found.setdefault(typed, (re.compile(written), []))[1].append(known.kind)
    return found


_FORMS = _forms()


def _what_would_be_valid(s: State, player: int, names: Sequence[str] | None) -> str:
    from gitopoly.rules.game import legal_actions

    legal = [format_action(s, choice, names) for choice in legal_actions(s, player)]
    if not legal:
        return "nothing: this player cannot act now"
    shown = ", ".join(legal[:8])
    return shown + (f" … ({len(legal)} in all)" if len(legal) > 8 else "")


# The canonical form.

_CANONICAL = re.compile(r"[A-Za-z0-9]+(?: -?[0-9]{1,10}){0,4}")
_KINDS = {name: kind for kind, name in enumerate(a.NAMES)}
_REMEMBERED = 1024
"""Actions in both forms: most of a game's are of a few kinds."""
_OFFERED = ("addressee", "deeds", "cards", "cash")
_PARTS: dict[str, tuple[Callable[[int], int], range]] = {
    "place": (a.place_of, range(a.LARGEST_PLACE + 1)),
    "number": (a.number_of, range(a.LARGEST_NUMBER + 1)),
    "addressee": (a.addressee_of, range(MOST_PLAYERS)),
    "deeds": (a.deeds_of, range(1 << MOST_DEEDS)),
    "cards": (a.cards_of, range(4)),
    "cash": (a.cash_of, range(-a.LARGEST_OFFER, a.LARGEST_OFFER + 1)),
}
"""The numbers that an action carries: where each stands in its code, and what it may be."""


def _parts_of(kind: int) -> tuple[str, ...]:
    return _OFFERED if kind == a.OFFER_TRADE else a.ACTIONS[kind].carries


def numbers_of(action: int) -> list[int]:
    """The numbers that an action carries, besides what it is and who does it."""
    return [_PARTS[name][0](action) for name in _parts_of(a.kind_of(action))]


def with_numbers(kind: int, player: int, numbers: Sequence[int]) -> int:
    """The action that carries these numbers."""
    given = dict(zip(_parts_of(kind), numbers, strict=True))
    if kind == a.OFFER_TRADE:
        return a.offer(player, **given)
    return a.code_of(kind, player, **given)


@lru_cache(_REMEMBERED)
def to_canonical(action: int) -> str:
    """An action as logs keep it: its name in the specification and the numbers it carries.

    Unlike what a person types, it means the same in every position: `RollAndMove`, `Bid 120`,
    `F4AMortgage 39`, `OfferTrade 1 5 0 -50`. Who acts is not part of it: a log has one author.
    """
    return " ".join((a.NAMES[a.kind_of(action)], *map(str, numbers_of(action))))


@lru_cache(_REMEMBERED)
def from_canonical(text: str, player: int) -> int:
    """The action of `player` for a canonical form; the inverse of `to_canonical`."""
    name, *words = text.split() or [""]
    if not _CANONICAL.fullmatch(text) or name not in _KINDS:
        raise InvalidAction(text, "an action's name and its numbers, such as Bid 120")
    kind, numbers = _KINDS[name], [int(word) for word in words]
    limits = [_PARTS[part][1] for part in _parts_of(kind)]
    fits = len(numbers) == len(limits) and all(map(range.__contains__, limits, numbers))
    # So that there is one form of each action, and none with numbers out of range.
    if not fits or to_canonical(action := with_numbers(kind, player, numbers)) != text:
        raise InvalidAction(text, f"{name} with its numbers in range")
    return action
