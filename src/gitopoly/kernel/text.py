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
from gitopoly.kernel.chance import DICE, draw_of, starts_free_4_all
from gitopoly.kernel.codes import CARD_DRAWS, GROUP_SIZE, MOST_DEEDS, NOBODY
from gitopoly.kernel.order import arrange_by_rank, count_of_orders
from gitopoly.kernel.outcomes import card_drawn, first_die, order_rank, second_die
from gitopoly.kernel.state import State

if TYPE_CHECKING:
    from gitopoly.kernel.game import Choice

CARDS = {1: "chance jail card", 2: "community chest jail card"}


def seat_names(s: State, names: Sequence[str] | None = None) -> Sequence[str]:
    """The players' names: as given, or p1, p2 and so on."""
    return names or [f"p{seat + 1}" for seat in range(s.rules.num_players)]


def format_action(s: State, choice: Choice, names: Sequence[str] | None = None) -> str:
    """An action in words; a range of bids or a template of offers is described."""
    if not isinstance(choice, int):
        return choice.describe(seat_names(s, names))
    kind = a.kind_of(choice)
    if kind >= len(a.KINDS):
        return f"action {choice}"
    forms = a.KINDS[kind].typed
    form = forms[-1] if a.square_of(choice) else forms[0]
    return form.format_map(_Carried(s, choice, names)) if "{" in form else form


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
    if order_rank(outcome) or (
        not s.rules.order_is_clockwise and starts_free_4_all(s, s.rules, action, outcome)
    ):
        parts.append("order " + " ".join(str(seat + 1) for seat in order_of(s, outcome)))
    return " ".join(parts)


def order_of(s: State, outcome: int) -> list[int]:
    """TIME-3: the order of the free-4-all that an outcome gives; empty if there is none."""
    if order_rank(outcome) >= count_of_orders(s, s.rules):
        return []
    trial = s.copy()
    trial.free_4_all_order = [NOBODY] * len(trial.free_4_all_order)
    arrange_by_rank(trial, s.rules, order_rank(outcome))
    return [seat for seat in trial.free_4_all_order if seat != NOBODY]


class _Carried(dict[str, str]):
    """What an action carries, in words."""

    def __init__(self, s: State, code: int, names: Sequence[str] | None) -> None:
        self._s, self._code, self._names = s, code, names

    def __missing__(self, name: str) -> str:
        s, code = self._s, self._code
        if name == "square":
            return f'"{_square(s, a.square_of(code))}"'
        if name == "group":
            first = a.square_of(code) * GROUP_SIZE
            square = s.rules.group_square[first] if first < len(s.rules.group_square) else -1
            return f'"{_square(s, square)}"'
        if name == "winner":
            return _seat(seat_names(s, self._names), a.square_of(code) - 1)
        if name == "offer":
            return _format_offer(s, code, seat_names(s, self._names))
        return str(a.number_of(code))


def offer_of(s: State, code: int) -> tuple[list[int], list[int], int]:
    """What an offer gives and wants: squares, -1 and -2 for jail cards; the cash it adds."""
    proposer = a.player_of(code)
    gives: list[int] = []
    wants: list[int] = []
    for i in range(MOST_DEEDS):
        if a.deeds_of(code) >> i & 1:
            square = s.rules.deeds[i] if i < s.rules.deed_count else s.rules.board_length
            owned = square < s.rules.board_length and s.owner[square] == proposer
            (gives if owned else wants).append(square)
    for card, owner in ((1, s.goojf_ch_owner), (2, s.goojf_cc_owner)):
        if a.cards_of(code) & card:
            (gives if owner == proposer else wants).append(-card)
    return gives, wants, a.cash_of(code)


def _format_offer(s: State, code: int, seats: Sequence[str]) -> str:
    gives, wants, cash = offer_of(s, code)
    sides = []
    for side, added in ((gives, cash), (wants, -cash)):
        things = [CARDS[-thing] if thing < 0 else f'"{_square(s, thing)}"' for thing in side]
        things += [f"{s.rules.currency}{added}"] if added > 0 else []
        sides.append(", ".join(things) or "nothing")
    return f"{_seat(seats, a.addressee_of(code))} {sides[0]} for {sides[1]}"


def _square(s: State, square: int) -> str:
    return s.rules.names[square] if 0 <= square < s.rules.board_length else f"square {square}"


def _seat(seats: Sequence[str], seat: int) -> str:
    return seats[seat] if 0 <= seat < len(seats) else f"p{seat + 1}"
