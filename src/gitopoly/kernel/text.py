"""Actions and outcomes as text that a person can read and type.

>>> from gitopoly.kernel import Rules, initial
>>> s = initial(Rules.of("classic", players=2, opening_throw=0))
>>> format_action(s, parse_action(s, 'mortgage "Baltic Avenue"'))
'mortgage "Baltic Avenue"'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gitopoly.errors import InvalidAction, InvalidOutcome
from gitopoly.kernel import actions as a
from gitopoly.kernel import turn
from gitopoly.kernel.chance import CHANCE_CARD, CHEST_CARD, THROW, draw_of, starts_free_4_all
from gitopoly.kernel.order import arrange_by_rank, count_of_orders
from gitopoly.kernel.outcomes import card_drawn, first_die, order_rank, second_die
from gitopoly.kernel.phases import (
    BANKRUPTCY_PREVENTION,
    FREE_4_ALL,
    GROUP_SIZE,
    MOST_DEEDS,
    NOBODY,
    POST_ROLL,
    STREET,
)
from gitopoly.kernel.refusals import LEGAL, NOT_OWN, NOT_THAT_SQUARE, WRONG_PHASE
from gitopoly.kernel.state import State
from gitopoly.kernel.transition import step

if TYPE_CHECKING:
    from gitopoly.kernel.game import Choice

PHRASES = {
    "end pre-roll": (a.END_PRE_ROLL,),
    "play chance jail card": (a.PLAY_GOOJF_CH,),
    "play community chest jail card": (a.PLAY_GOOJF_CC,),
    "pay jail fine": (a.PAY_JAIL_FINE,),
    "roll": (a.ROLL_AND_MOVE, a.ROLL_IN_JAIL),
    "go on": (
        a.DO_NOTHING_ON_OWN_PROPERTY,
        a.DO_NOTHING_ON_JAIL_SQUARE,
        a.DO_NOTHING_ON_GO,
        a.DO_NOTHING_ON_FREE_PARKING,
        a.DO_NOTHING_ON_MORTGAGED_PROPERTY,
    ),
    "pay rent": (a.PAY_STREET_RENT, a.PAY_RAIL_RENT, a.TRY_PAY_UTIL_RENT),
    "owe rent": (a.PREVENT_BANKRUPTCY_ON_STREET_RENT, a.PREVENT_BANKRUPTCY_ON_RAIL_RENT),
    "pay tax": (a.PAY_TAX,),
    "owe tax": (a.PREVENT_BANKRUPTCY_ON_TAX,),
    "pay tenth of worth": (a.PAY_TENTH_OF_WORTH,),
    "buy": (a.BUY_PROPERTY,),
    "auction": (a.AUCTION_PROPERTY,),
    "go to jail": (a.LAND_ON_GO_TO_JAIL,),
    "draw chance card": (a.DRAW_AND_EXECUTE_CHANCE_CARD,),
    "draw community chest card": (a.DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD,),
    "check doubles": (a.DOUBLES_CHECK_ACTION,),
    "pay debt": (a.PAY_OFF_DEBT,),
    "go bankrupt": (a.GO_BANKRUPT,),
    "conclude": (a.CONCLUDE_FREE_4_ALL_ACTIONS,),
    "end turn": (a.END_TURN,),
    "stand": (a.STAND,),
    "pass": (a.PASS,),
    "next round": (a.NEXT_ROUND,),
    "choose winner": (a.CHOOSE_WINNER,),
    "close auction": (a.CLOSE_AUCTION,),
    "accept": (a.ACCEPT_TRADE,),
    "decline": (a.DECLINE_TRADE,),
    "withdraw": (a.WITHDRAW_TRADE,),
    "throw for start": (a.THROW_FOR_START,),
    "leave jail": (a.LEAVE_JAIL_ACTION,),
}
"""What one says for an action without parameters; the position tells which of several it is."""

OPERATIONS = ("unmortgage", "build", "mortgage", "sell", "sell group")
WINDOWS = {
    POST_ROLL: a.POST_ROLL_UNMORTGAGE,
    FREE_4_ALL: a.F4A_UNMORTGAGE,
    BANKRUPTCY_PREVENTION: a.BANKRUPTCY_PREVENTION_MORTGAGE - a.MORTGAGE,
}
CARDS = {1: "chance jail card", 2: "community chest jail card"}

_PHRASE_OF = {kind: phrase for phrase, kinds in PHRASES.items() for kind in kinds}


def seat_names(s: State, names: Sequence[str] | None = None) -> Sequence[str]:
    """The players' names: as given, or p1, p2 and so on."""
    return names or [f"p{seat + 1}" for seat in range(s.rules.num_players)]


def format_action(s: State, choice: Choice, names: Sequence[str] | None = None) -> str:
    """An action in words; a range of bids or a template of offers is described."""
    seats = seat_names(s, names)
    if not isinstance(choice, int):
        return choice.describe(seats)
    kind = a.kind_of(choice)
    if kind == a.BID:
        return f"bid {a.number_of(choice)}"
    if kind == a.OFFER_TRADE:
        return _format_offer(s, choice, seats)
    if kind == a.AUCTION_PROPERTY and a.square_of(choice):
        return f"auction to {_seat(seats, a.square_of(choice) - 1)} for {a.number_of(choice)}"
    if kind == a.PLACE_BUILDING:
        return f'place building on "{_square(s, a.square_of(choice))}"'
    if a.PRE_ROLL_UNMORTGAGE <= kind <= a.BANKRUPTCY_PREVENTION_SELL_GROUP:
        return _format_operation(s, choice, kind)
    return _PHRASE_OF.get(kind, f"action {choice}")


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
    if words.lower() in PHRASES:
        return _fitting(s, PHRASES[words.lower()], actor)
    for pattern, read in _SENTENCES:
        if match := pattern.fullmatch(words) or pattern.fullmatch(_lower_verb(words)):
            return read(s, actor, seats, *match.groups())
    raise InvalidAction(text, _what_would_be_valid(s, actor, names))


def format_outcome(s: State, action: int, outcome: int) -> str:
    """An outcome in words: `3,4`, `card 7`, with `order 2 1 3` if the free-4-all needs one."""
    parts = []
    draw = draw_of(s, s.rules, action)
    if draw == THROW:
        parts.append(f"{first_die(outcome)},{second_die(outcome)}")
    elif draw in (CHANCE_CARD, CHEST_CARD):
        parts.append(f"card {card_drawn(outcome)}")
    elif card_drawn(outcome):
        parts.append(f"draw {card_drawn(outcome)}")
    if order_rank(outcome) or (
        not s.rules.order_is_clockwise and starts_free_4_all(s, s.rules, action, outcome)
    ):
        parts.append("order " + " ".join(str(seat + 1) for seat in _order(s, outcome)))
    return " ".join(parts)


def parse_outcome(s: State, action: int, text: str) -> int:
    """The outcome that `text` means for an action; the opposite of `format_outcome`."""
    match = re.fullmatch(
        r"(?:(?P<first>\d), ?(?P<second>\d)|card (?P<card>\d{1,9}))?"
        r" ?(?:order (?P<order>\d(?: \d)*))?",
        " ".join(text.split()).lower(),
    )
    if match is None:
        raise InvalidOutcome(f"{text!r} is no outcome; write 3,4 or card 7 or order 2 1 3")
    _check_drawn(s, action, text, match["first"], match["card"])
    outcome = 0
    if match["first"]:
        outcome = (int(match["first"]) - 1) * 6 + int(match["second"]) - 1
        if not (1 <= int(match["first"]) <= 6 and 1 <= int(match["second"]) <= 6):
            raise InvalidOutcome(f"{text!r} is no throw of two dice")
    elif match["card"]:
        outcome = int(match["card"])
        if outcome > 63:
            raise InvalidOutcome(f"there is no card {outcome}")
    if match["order"]:
        wanted = [int(seat) - 1 for seat in match["order"].split()]
        for rank in range(count_of_orders(s, s.rules)):
            if _order(s, rank << 6) == wanted:
                return outcome + (rank << 6)
        raise InvalidOutcome(f"{text!r} is no order of the live players")
    return outcome


def _check_drawn(s: State, action: int, text: str, die: str | None, card: str | None) -> None:
    """A throw is no card, a card is no throw, and neither may be left out."""
    draw = draw_of(s, s.rules, action)
    if draw == THROW and die is None:
        raise InvalidOutcome(f"{text!r} is no throw; write both dice, such as 3,4")
    if draw in (CHANCE_CARD, CHEST_CARD) and card is None:
        raise InvalidOutcome(f"{text!r} is no card; write its number in the deck, such as card 7")


def _order(s: State, outcome: int) -> list[int]:
    if order_rank(outcome) >= count_of_orders(s, s.rules):
        return []
    trial = s.copy()
    trial.free_4_all_order = [NOBODY] * len(trial.free_4_all_order)
    arrange_by_rank(trial, s.rules, order_rank(outcome))
    return [seat for seat in trial.free_4_all_order if seat != NOBODY]


def _fitting(s: State, kinds: tuple[int, ...], player: int) -> int:
    """Of several kinds with one name, the legal one, else the one that explains best."""
    codes = [a.action(kind, player) for kind in kinds]
    reasons = [step(s, s.rules, code, 0, False) for code in codes]
    if LEGAL in reasons:
        return codes[reasons.index(LEGAL)]
    vague = {WRONG_PHASE: 2, NOT_THAT_SQUARE: 1, NOT_OWN: 1}
    return min(zip(codes, reasons, strict=True), key=lambda pair: vague.get(pair[1], 0))[0]


def _format_operation(s: State, code: int, kind: int) -> str:
    offset = kind - a.PRE_ROLL_UNMORTGAGE
    if kind >= a.BANKRUPTCY_PREVENTION_MORTGAGE:
        offset = kind - a.BANKRUPTCY_PREVENTION_MORTGAGE + a.MORTGAGE
    operation = offset % len(OPERATIONS)
    if operation == a.SELL_GROUP:
        group = a.square_of(code)
        first = group * GROUP_SIZE
        square = s.rules.group_square[first] if first < len(s.rules.group_square) else -1
        return f'sell group "{_square(s, square)}" down to {a.number_of(code)}'
    return f'{OPERATIONS[operation]} "{_square(s, a.square_of(code))}"'


def _format_offer(s: State, code: int, seats: Sequence[str]) -> str:
    proposer, cash = a.player_of(code), a.cash_of(code)
    gives: list[str] = []
    wants: list[str] = []
    for i in range(MOST_DEEDS):
        if a.deeds_of(code) >> i & 1:
            square = s.rules.deeds[i] if i < s.rules.deed_count else -1
            side = gives if square >= 0 and s.owner[square] == proposer else wants
            side.append(f'"{_square(s, square)}"')
    for card, owner in ((1, s.goojf_ch_owner), (2, s.goojf_cc_owner)):
        if a.cards_of(code) & card:
            (gives if owner == proposer else wants).append(CARDS[card])
    if cash:
        (gives if cash > 0 else wants).append(f"${abs(cash)}")
    given, wanted = (", ".join(side) or "nothing" for side in (gives, wants))
    return f"offer {_seat(seats, a.addressee_of(code))} {given} for {wanted}"


def _parse_operation(s: State, player: int, seats: Sequence[str], verb: str, name: str) -> int:
    first = WINDOWS.get(s.phase, a.PRE_ROLL_UNMORTGAGE)
    kind = first + OPERATIONS.index(verb)
    if kind < a.BANKRUPTCY_PREVENTION_MORTGAGE and s.phase == BANKRUPTCY_PREVENTION:
        kind = a.PRE_ROLL_UNMORTGAGE + OPERATIONS.index(verb)  # a debtor may not; refused as such
    return a.action(kind, player, _named_square(s, name))


def _parse_group_sale(s: State, player: int, seats: Sequence[str], name: str, left: str) -> int:
    square = _named_square(s, name)
    if s.rules.square_type[square] != STREET:
        raise InvalidAction(name, "a street of the group that is to be sold")
    kind = WINDOWS.get(s.phase, a.PRE_ROLL_UNMORTGAGE) + a.SELL_GROUP
    return a.action(kind, player, s.rules.group[square], _amount(left))


def _parse_bid(s: State, player: int, seats: Sequence[str], amount: str) -> int:
    return a.action(a.BID, player, number=_amount(amount))


def _parse_abstract_auction(
    s: State, player: int, seats: Sequence[str], name: str, amount: str
) -> int:
    return a.action(a.AUCTION_PROPERTY, player, _named_seat(seats, name) + 1, _amount(amount))


def _parse_placing(s: State, player: int, seats: Sequence[str], name: str) -> int:
    return a.action(a.PLACE_BUILDING, player, _named_square(s, name))


def _parse_offer(s: State, player: int, seats: Sequence[str], given: str, wanted: str) -> int:
    """TRADE-7: deeds, jail cards and cash now, nothing else."""
    deeds, cards, cash = 0, 0, 0
    addressee, given = _addressed(seats, given)
    for side, giver, sign in ((given, player, 1), (wanted, addressee, -1)):
        for thing in _things(side):
            if thing.startswith('"'):
                deeds = _with(deeds, _deed(s, giver, seats, thing), thing, "each deed once")
            elif match := re.fullmatch(r"\$(\d+)", thing):
                cash += sign * _amount(match[1])
            else:
                cards = _with(
                    cards, _jail_card(s, giver, seats, thing), thing, "each jail card once"
                )
    if abs(cash) > a.LARGEST_OFFER:
        raise InvalidAction(f"${abs(cash)}", f"at most ${a.LARGEST_OFFER}")
    return a.offer(player, addressee, deeds, cards, cash)


_SENTENCES: tuple[tuple[re.Pattern[str], Callable[..., int]], ...] = (
    (re.compile(r'(unmortgage|build|mortgage|sell) "([^"]+)"'), _parse_operation),
    (re.compile(r'sell group "([^"]+)" down to (\d+)'), _parse_group_sale),
    (re.compile(r"bid \$?(\d+)"), _parse_bid),
    (re.compile(r"auction to (.+) for \$?(\d+)"), _parse_abstract_auction),
    (re.compile(r'place building on "([^"]+)"'), _parse_placing),
    (re.compile(r"offer (.+) for (.+)"), _parse_offer),
)
"""Actions with parameters, and who reads them."""


def _things(side: str) -> list[str]:
    """What one side of an offer names; names of squares may contain commas, so nothing is split."""
    found = (item.strip() for item in re.findall(r'"[^"]*"|[^,"]+|"', side))
    things = [thing if thing.startswith('"') else thing.lower() for thing in found]
    return [thing for thing in things if thing not in ("", "nothing")]


def _with(members: int, member: int, thing: str, expected: str) -> int:
    """A set with one member more, which it must not have yet."""
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
    import difflib

    close = difflib.get_close_matches(name, s.rules.names, 3, 0.4) or s.rules.names[:3]
    raise InvalidAction(name, "a square such as " + ", ".join(f'"{n}"' for n in close))


def _named_seat(seats: Sequence[str], name: str) -> int:
    for seat, known in enumerate(seats):
        if known.lower() == name.lower():
            return seat
    raise InvalidAction(name, "a player: " + ", ".join(seats))


def _square(s: State, square: int) -> str:
    return s.rules.names[square] if 0 <= square < s.rules.board_length else f"square {square}"


def _seat(seats: Sequence[str], seat: int) -> str:
    return seats[seat] if 0 <= seat < len(seats) else f"p{seat + 1}"


def _what_would_be_valid(s: State, player: int, names: Sequence[str] | None) -> str:
    from gitopoly.kernel.game import legal_actions

    legal = [format_action(s, choice, names) for choice in legal_actions(s, player)]
    if not legal:
        return "nothing: this player cannot act now"
    shown = ", ".join(legal[:8])
    return shown + (f" … ({len(legal)} in all)" if len(legal) > 8 else "")
