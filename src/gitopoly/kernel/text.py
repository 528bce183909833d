"""Actions and outcomes as text that a person can read; `parsing` reads it back.

>>> from gitopoly.kernel import Rules, initial, parse_action
>>> s = initial(Rules.of("classic", players=2, opening_throw=0))
>>> format_action(s, parse_action(s, 'mortgage "Baltic Avenue"'))
'mortgage "Baltic Avenue"'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gitopoly.kernel import actions as a
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
)
from gitopoly.kernel.state import State

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
        parts.append("order " + " ".join(str(seat + 1) for seat in order_of(s, outcome)))
    return " ".join(parts)


def order_of(s: State, outcome: int) -> list[int]:
    """TIME-3: the order of the free-4-all that an outcome gives; empty if there is none such."""
    if order_rank(outcome) >= count_of_orders(s, s.rules):
        return []
    trial = s.copy()
    trial.free_4_all_order = [NOBODY] * len(trial.free_4_all_order)
    arrange_by_rank(trial, s.rules, order_rank(outcome))
    return [seat for seat in trial.free_4_all_order if seat != NOBODY]


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


def _square(s: State, square: int) -> str:
    return s.rules.names[square] if 0 <= square < s.rules.board_length else f"square {square}"


def _seat(seats: Sequence[str], seat: int) -> str:
    return seats[seat] if 0 <= seat < len(seats) else f"p{seat + 1}"
