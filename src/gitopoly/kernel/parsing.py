"""Reading what people write: an action or an outcome in words becomes its code."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from gitopoly.errors import InvalidAction, InvalidOutcome
from gitopoly.kernel import actions as a
from gitopoly.kernel import turn
from gitopoly.kernel.chance import DICE, draw_of
from gitopoly.kernel.codes import CARD_DRAWS, STREET
from gitopoly.kernel.game import legal_actions
from gitopoly.kernel.order import count_of_orders
from gitopoly.kernel.outcomes import DRAW_BITS, LARGEST_DRAW
from gitopoly.kernel.refusals import LEGAL, NOT_OWN, NOT_THAT_SQUARE, ONLY_TO_RAISE, WRONG_PHASE
from gitopoly.kernel.state import State
from gitopoly.kernel.text import CARDS, format_action, order_of, seat_names
from gitopoly.kernel.transition import step


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
    actor = turn.floor(s, s.rules) if player is None else player
    if words.lower() in _PLAIN:
        return _PLAIN[words.lower()].read(s, actor, seats, {})
    for form in _FORMS:
        if match := form.pattern.fullmatch(words) or form.pattern.fullmatch(_lower_verb(words)):
            return form.read(s, actor, seats, match.groupdict())
    raise InvalidAction(text, _what_would_be_valid(s, actor, names))


def parse_outcome(s: State, action: int, text: str) -> int:
    """The outcome that `text` means for an action; the inverse of `format_outcome`."""
    match = re.fullmatch(
        r"(?:(?P<first>\d), ?(?P<second>\d)|card (?P<card>\d{1,9}))?"
        r" ?(?:order (?P<order>\d(?: \d)*))?",
        " ".join(text.split()).lower(),
    )
    if match is None:
        raise InvalidOutcome(f"{text!r} is not an outcome; write 3,4 or card 7 or order 2 1 3")
    _check_drawn(s, action, text, match["first"], match["card"])
    outcome = 0
    if match["first"]:
        outcome = (int(match["first"]) - 1) * 6 + int(match["second"]) - 1
        if not (1 <= int(match["first"]) <= 6 and 1 <= int(match["second"]) <= 6):
            raise InvalidOutcome(f"{text!r} is not a roll of two dice")
    elif match["card"]:
        outcome = int(match["card"])
        if outcome > LARGEST_DRAW:
            raise InvalidOutcome(f"there is no card {outcome}")
    if match["order"]:
        wanted = [int(seat) - 1 for seat in match["order"].split()]
        for rank in range(count_of_orders(s, s.rules)):
            if order_of(s, rank << DRAW_BITS) == wanted:
                return outcome + (rank << DRAW_BITS)
        raise InvalidOutcome(f"{text!r} is not an order of the live players")
    return outcome


def _check_drawn(s: State, action: int, text: str, die: str | None, card: str | None) -> None:
    """A roll is not a card, a card is not a roll, and neither may be left out."""
    draw = draw_of(s, s.rules, action)
    if draw == DICE and die is None:
        raise InvalidOutcome(f"{text!r} is not a roll; write both dice, such as 3,4")
    if draw in CARD_DRAWS and card is None:
        raise InvalidOutcome(f"{text!r} is not a card; write its number in the deck, say card 7")


_WRITTEN = {
    "square": '"(?P<square>[^"]+)"',
    "group": '"(?P<group>[^"]+)"',
    "winner": "(?P<winner>.+)",
    "amount": r"\$?(?P<amount>\d+)",
    "count": r"(?P<count>\d+)",
    "offer": "(?P<given>.+) for (?P<wanted>.+)",
}
"""How each parameter of an action is written, by its name in the catalogue's typed forms."""


class _Form:
    """Something to type, and the actions that it can mean."""

    def __init__(self, typed: str, kinds: Sequence[int]) -> None:
        self.pattern = re.compile(re.sub(r"{(\w+)}", lambda name: _WRITTEN[name[1]], typed))
        self.typed = typed
        self.kinds = kinds

    def read(self, s: State, player: int, seats: Sequence[str], given: dict[str, str]) -> int:
        if "given" in given:
            return _parse_offer(s, player, seats, given["given"], given["wanted"])
        square, number = 0, 0
        for name, text in given.items():
            if name == "square":
                square = _named_square(s, text)
            elif name == "group":
                square = _named_group(s, text)
            elif name == "winner":
                square = _named_seat(seats, text) + 1
            else:
                number = _amount(text)
        return _fitting(s, [a.action(kind, player, square, number) for kind in self.kinds])


def _forms() -> tuple[_Form, ...]:
    kinds: dict[str, list[int]] = {}
    for number, kind in enumerate(a.KINDS):
        for typed in kind.typed:
            kinds.setdefault(typed, []).append(number)
    return tuple(_Form(typed, meant) for typed, meant in kinds.items())


_FORMS = _forms()
_PLAIN = {form.typed: form for form in _FORMS if "{" not in form.typed}
"""All typed forms, and those of them without parameters."""


def _fitting(s: State, codes: Sequence[int]) -> int:
    """Of several actions with one name, the legal one, else the one whose refusal explains best."""
    reasons = [step(s, s.rules, code, 0, False) for code in codes]
    if LEGAL in reasons:
        return codes[reasons.index(LEGAL)]
    vague = {WRONG_PHASE: 2, NOT_THAT_SQUARE: 1, NOT_OWN: 1, ONLY_TO_RAISE: 1}
    return min(zip(codes, reasons, strict=True), key=lambda pair: vague.get(pair[1], 0))[0]


def _parse_offer(s: State, player: int, seats: Sequence[str], given: str, wanted: str) -> int:
    """TRADE-7: deeds, jail cards and cash now, nothing else."""
    deeds, cards, cash = 0, 0, 0
    addressee, given = _addressed(seats, given)
    sign_of_money = re.escape(s.rules.currency.strip().lower())
    for side, giver, sign in ((given, player, 1), (wanted, addressee, -1)):
        for thing in _things(side):
            if thing.startswith('"'):
                deeds = _with(deeds, _deed(s, giver, seats, thing), thing, "each deed once")
            elif match := re.fullmatch(rf"(?:\$|{sign_of_money}) ?(\d+)", thing):
                cash += sign * _amount(match[1])
            else:
                cards = _with(
                    cards, _jail_card(s, giver, seats, thing), thing, "each jail card once"
                )
    if abs(cash) > a.LARGEST_OFFER:
        raise InvalidAction(f"${abs(cash)}", f"at most ${a.LARGEST_OFFER}")
    return a.offer(player, addressee, deeds, cards, cash)


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
    owners = {1: s.goojf_ch_owner, 2: s.goojf_cc_owner}
    for card, name in CARDS.items():
        if thing == name:
            if owners[card] != giver:
                raise InvalidAction(thing, f"a jail card that {seats[giver]} holds")
            return card
    raise InvalidAction(
        thing,
        'a deed in quotes, "$50", a "chance jail card", or "nothing"; '
        "immunities, options and promises cannot be traded (TRADE-7)",
    )


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


def _lower_verb(words: str) -> str:
    """The same sentence with its words, but not its names, in lower case."""
    return "".join(
        part if part.startswith('"') else part.lower() for part in re.split(r'("[^"]*")', words)
    )


def _named_square(s: State, name: str) -> int:
    for square, known in enumerate(s.rules.names):
        if known.lower() == name.lower():
            return square
    close = difflib.get_close_matches(name, s.rules.names, 3, 0.4) or s.rules.names[:3]
    raise InvalidAction(name, "a square such as " + ", ".join(f'"{n}"' for n in close))


def _named_group(s: State, name: str) -> int:
    square = _named_square(s, name)
    if s.rules.square_type[square] != STREET:
        raise InvalidAction(name, "a street of the group that is to be sold")
    return s.rules.group[square]


def _named_seat(seats: Sequence[str], name: str) -> int:
    for seat, known in enumerate(seats):
        if known.lower() == name.lower():
            return seat
    raise InvalidAction(name, "a player: " + ", ".join(seats))


def _what_would_be_valid(s: State, player: int, names: Sequence[str] | None) -> str:
    legal = [format_action(s, choice, names) for choice in legal_actions(s, player)]
    if not legal:
        return "nothing: this player cannot act now"
    shown = ", ".join(legal[:8])
    return shown + (f" … ({len(legal)} in all)" if len(legal) > 8 else "")
