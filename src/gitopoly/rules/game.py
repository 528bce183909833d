"""The kernel's interface: what is legal in a state, and applying it.

>>> from gitopoly.rules import Rules, apply, initial, legal_actions, format_action, dice
>>> s = initial(Rules.of("formal", players=2))
>>> [format_action(s, choice) for choice in legal_actions(s)]
['end pre-roll']
>>> apply(s, legal_actions(s)[0])
>>> apply(s, legal_actions(s)[0], dice(3, 4))
>>> s.positions[0]
7
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gitopoly.errors import IllegalAction, InvalidAction, InvalidOutcome
from gitopoly.rules import (
    actions as a,
    bankruptcy,
    board,
    chance,
    invariants,
    money,
    outcomes,
    turn,
)
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.chance import NOTHING_DRAWN, Drawn
from gitopoly.rules.codes import DICE, MOST_PLAYERS, NO_DRAW, NOBODY
from gitopoly.rules.outcomes import DRAW_BITS
from gitopoly.rules.refusals import LEGAL, key_of, reason_of, rule_of
from gitopoly.rules.state import State
from gitopoly.rules.step import attempt, list_while_playing, step
from gitopoly.rules.text import (
    format_action,
    format_outcome,
    format_range,
)


@dataclass(frozen=True)
class AmountRange:
    """Every whole amount from `lowest` to `highest` makes a legal action, such as a bid."""

    code: int
    """The action with no amount."""
    lowest: int
    highest: int

    @property
    def player(self) -> int:
        """Who may take it."""
        return a.player_of(self.code)

    @property
    def kind(self) -> int:
        """What it is."""
        return a.kind_of(self.code)

    def of(self, amount: int) -> int:
        """The action with this amount."""
        return self.code | amount << a.NUMBER_AT

    def describe(self, s: State, seats: Sequence[str]) -> str:
        """The range in words."""
        return format_range(s, self, seats)


@dataclass(frozen=True)
class OfferTemplate:
    """`player` may offer `addressee` a trade; `is_legal` decides each single offer."""

    player: int
    addressee: int
    gives: tuple[int, ...]
    """Squares whose deeds the proposer could give."""
    wants: tuple[int, ...]
    """Squares whose deeds the proposer could ask for."""
    cards: tuple[int, ...]
    """Jail cards that one of the two holds: 1 chance, 2 community chest."""
    least_cash: int
    """The most cash to request, as a negative sum, with no mortgaged deed in the offer."""
    most_cash: int

    def describe(self, s: State, seats: Sequence[str]) -> str:
        """The template in words."""
        return f"offer {seats[self.addressee]} …"

    def offer(self, s: State, squares: tuple[int, ...], cash: int = 0, cards: int = 0) -> int:
        """The action that offers to swap these deeds and cards; `cash` is what is added."""
        deeds = sum(1 << s.rules.deed_index[square] for square in set(squares))
        return a.offer(self.player, self.addressee, deeds, cards, cash)


Choice = int | AmountRange | OfferTemplate


def legal_actions(s: State, player: int | None = None) -> list[Choice]:
    """All legal actions, of everybody or of one player; bids as ranges, offers as templates."""
    buffer = ActionBuffer()
    found: list[Choice] = []
    for seat in () if is_over(s) else range(s.rules.num_players):
        if player is not None and seat != player:
            continue
        list_while_playing(s, s.rules, seat, buffer)
        for i in range(buffer.count):
            code, limit = buffer.actions[i], buffer.limits[i]
            if limit == 0:
                found.append(code)
            elif a.kind_of(code) == a.OFFER_TRADE:
                found.append(offer_template(s, seat, a.addressee_of(code)))
            else:
                lowest = a.number_of(code)
                found.append(AmountRange(code ^ lowest << a.NUMBER_AT, lowest, limit))
    return found


def refusal(s: State, action: int) -> int:
    """0 if an action is legal, otherwise the refusal code (`gitopoly.rules.refusals`)."""
    _check_code(action)
    return step(s, s.rules, action, 0, False)


def is_legal(s: State, action: int) -> bool:
    """Whether an action is legal; decides single bids and single offers too."""
    try:
        return refusal(s, action) == LEGAL
    except InvalidAction:
        return False


def check_legal(s: State, action: int) -> None:
    """Raise `IllegalAction` with the rule and the reason unless an action is legal."""
    why = refusal(s, action)
    if why != LEGAL:
        raise IllegalAction(format_action(s, action), rule_of(why), reason_of(why), key=key_of(why))


def chance_outcomes(s: State, action: int) -> list[tuple[int, float]]:
    """The outcomes that a legal action can have, each with its probability."""
    check_legal(s, action)
    possible = []
    for outcome in range(_draws(s, action)):
        if chance.is_possible(s, s.rules, action, outcome):
            possible.append((outcome, chance.orders_with(s, s.rules, action, outcome)))
    return [
        (outcome + (rank << DRAW_BITS), 1 / len(possible) / orders)
        for outcome, orders in possible
        for rank in range(orders)
    ]


def apply(s: State, action: int, outcome: int = 0) -> None:
    """Apply an action. Unless it is legal and the outcome possible, nothing changes.

    Raises `IllegalAction`, `InvalidAction` (no action at all) or `InvalidOutcome`.
    """
    check_legal(s, action)
    _carry_out(s, action, outcome)


def _carry_out(s: State, action: int, outcome: int) -> None:
    """Apply a legal action, if the outcome is possible."""
    if not isinstance(outcome, int) or not chance.is_possible(s, s.rules, action, outcome):
        given = format_outcome(s, action, outcome) if isinstance(outcome, int) else repr(outcome)
        raise InvalidOutcome(
            f"{format_action(s, action)} cannot have the outcome {given}; "
            f"chance_outcomes() lists what it can have"
        )
    attempt(s, s.rules, action, outcome, True)


LEFT = NOBODY
"""Stands for an action where a player has left the game."""


class Step(NamedTuple):
    """An action, and what chance decided with it: all that is needed to take it again."""

    code: int
    drawn: Drawn = NOTHING_DRAWN

    @property
    def seat(self) -> int:
        """Who took it."""
        return a.player_of(self.code)


class Taken(NamedTuple):
    """A step that was taken, and the positions before and after it."""

    before: State
    code: int
    """The action, or LEFT."""
    outcome: int
    """What chance decided, or the seat that has left."""
    after: State

    @classmethod
    def of(cls, before: State, code: int, outcome: int = 0) -> Taken:
        """The step by an action that is known to be legal."""
        after = before.copy()
        step(after, before.rules, code, outcome, True)
        return cls(before, code, outcome, after)

    @property
    def seat(self) -> int:
        """Who took it."""
        return self.outcome if self.leaves else a.player_of(self.code)

    @property
    def leaves(self) -> bool:
        """Whether a player left the game, which is no action."""
        return self.code == LEFT

    @property
    def step(self) -> Step:
        """The step without the positions."""
        return Step(self.code, chance.drawn_by(self.before, self.code, self.outcome))


def steps(s: State, taken: Iterable[Step]) -> Iterator[Taken]:
    """Take steps again, one after the other, from a position that stays as it is.

    Raises `IllegalAction`, `InvalidAction` or `InvalidOutcome` at the first that is not possible.
    """
    for code, drawn in taken:
        check_legal(s, code)
        outcome = chance.outcome_of(s, code, drawn)
        after = s.copy()
        _carry_out(after, code, outcome)
        yield Taken(s, code, outcome, after)
        s = after


def leave(s: State, player: int) -> bool:
    """LEAVE-1: remove a player who gave up, if they have the floor; returns whether that worked."""
    return bankruptcy.leave_game(s, s.rules, player, True) == LEGAL


def floor(s: State) -> int:
    """The seat that has the floor."""
    return turn.floor(s, s.rules)


def actors(s: State) -> tuple[int, ...]:
    """All seats that have a legal action; more than one only in an auction or a trade."""
    return tuple(p for p in range(s.rules.num_players) if legal_actions(s, p))


def is_over(s: State) -> bool:
    """Whether the game has ended (TLA+: terminated)."""
    return board.terminated(s, s.rules)


def turn_number(s: State) -> int:
    """The turn that is being played, from 1; in a game that is over the last one."""
    return max(s.turns, 1) if is_over(s) else s.turns + 1


def winner(s: State) -> int:
    """The winner of a game that is over; NOBODY for a tie at the turn limit."""
    return money.winner_of_game(s, s.rules) if is_over(s) else NOBODY


def worth(s: State, player: int) -> int:
    """END-2: what a player is worth when the game is over; TAX-1 hides it before."""
    return money.worth_at_the_end(s, s.rules, player)


def liquid(s: State, player: int) -> int:
    """DEBT-4: what a player could pay after selling and mortgaging everything."""
    return money.liquid(s, s.rules, player)


def ranked(s: State, gone: Sequence[int] = ()) -> list[int]:
    """END-2: all seats, the richest first, then those who are out, the last to go first.

    `gone` are those who are out, in the order in which they went.
    """
    lasted = {seat: place for place, seat in enumerate(gone)}

    def place_of(seat: int) -> tuple[int, int, int]:
        if s.is_bankrupt[seat]:
            return 1, -lasted.get(seat, -1), seat
        return 0, -money.worth_at_the_end(s, s.rules, seat), seat

    return sorted(range(s.rules.num_players), key=place_of)


INVARIANTS: tuple[str, ...] = tuple(invariants.NAMES)
"""The names of all that must hold in every state."""


def violated_invariant(s: State, sound: State | None) -> str:
    """The first invariant that does not hold, or empty; in `sound`, if there is one, all hold.

    Then only what reads a field in which the two differ is computed again.
    """
    if sound is None:
        found = invariants.first_violation(s, s.rules)
    else:
        found = invariants.violation_since(s, s.rules, sound)
    return "" if found == NOBODY else INVARIANTS[found]


def violated_invariants(s: State) -> list[str]:
    """The names of the invariants that do not hold; empty in every reachable state."""
    return [
        name
        for name, holds in zip(invariants.NAMES, invariants.PREDICATES, strict=True)
        if not holds(s, s.rules)
    ]


def _draws(s: State, action: int) -> int:
    """Upper bound of the roll or card part of an outcome."""
    draw = chance.draw_of(s, s.rules, action)
    if draw == NO_DRAW:
        return 1
    return 36 if draw == DICE else outcomes.cards_in(s.rules, chance.deck_of(draw))


_NUMBERS = {
    "place": a.code_of(0, 0, a.LARGEST_PLACE),
    "number": a.code_of(0, 0, 0, a.LARGEST_NUMBER),
    "offer": -1,
}
_BITS = tuple(
    a.code_of(a.LARGEST_KIND, MOST_PLAYERS - 1) | sum(_NUMBERS[name] for name in known.carries)
    for known in a.ACTIONS
)
"""The bits that the codes of each kind may have."""


def _check_code(action: int) -> None:
    """Refuse what is no action at all: unknown kinds, and parameters a kind does not have."""
    if not isinstance(action, int) or isinstance(action, bool):
        raise InvalidAction(repr(action), "an action code, a whole number")
    kind = a.kind_of(action)
    if not -(1 << 63) <= action < 1 << 63 or kind >= a.KINDS:
        raise InvalidAction(repr(action), "an action code of gitopoly.rules.actions")
    if action & ~_BITS[kind]:
        known = a.ACTIONS[kind]
        carried = ", ".join(known.parameters) or "no parameters"
        raise InvalidAction(repr(action), f"{known.name} with {carried}")


def offer_template(s: State, player: int, addressee: int) -> OfferTemplate:
    """What two players could trade, whether or not one of them may make an offer now."""

    def tradable(owner: int) -> tuple[int, ...]:
        return tuple(
            square
            for square in board.squares_of(s.rules, s.holdings[owner])
            if not board.set_has_buildings(s, s.rules, s.rules.group[square])
        )

    pair = (player, addressee)
    return OfferTemplate(
        player,
        addressee,
        tradable(player),
        tradable(addressee),
        tuple(1 << deck for deck in range(2) if s.jail_card_owner[deck] in pair),
        -min(s.money[addressee], a.LARGEST_OFFER),
        min(s.money[player], a.LARGEST_OFFER),
    )
