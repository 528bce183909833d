"""A position to try rules on, set up in a line or two and played by text.

Seats are numbered from 1, as people do; squares go by number or by name.
"""

from __future__ import annotations

import re

from gitopoly.errors import IllegalAction
from gitopoly.rules import (
    Rules,
    State,
    actions as a,
    apply,
    card,
    dice,
    floor,
    format_action,
    initial,
    legal_actions,
    parse_action,
    violated_invariants,
)
from gitopoly.rules.board import renew_sets
from gitopoly.rules.codes import NOBODY, PHASES
from gitopoly.rules.outcomes import DRAW_BITS, rank_of
from gitopoly.rules.turn import forget_roll


def outcome_of(s: State, action: int, text: str) -> int:
    """What chance decides in a line of a scenario: `3,4`, `card 7`, `order 2 1`, or two of them."""
    match = re.fullmatch(r"(?:(\d),(\d)|card (\d+))? ?(?:order (\d(?: \d)*))?", text.strip())
    assert match, text
    first, second, number, order = match.groups()
    drawn = dice(int(first), int(second)) if first else card(int(number or 0))
    if not order:
        return drawn
    return drawn + (rank_of(s, [int(seat) - 1 for seat in order.split()]) << DRAW_BITS)


class Scenario:
    """A game in some position. Every change is checked against all invariants."""

    def __init__(self, edition: str = "classic", players: int = 3, **options: object) -> None:
        if edition == "classic":
            options.setdefault("opening_throw", 0)
        self.rules = Rules.of(edition, players, **options)
        self.s: State = initial(self.rules)

    # Setting up.

    def square(self, square: int | str) -> int:
        """The number of a square."""
        return self.rules.names.index(square) if isinstance(square, str) else square

    def give(
        self, seat: int, *squares: int | str, level: int = 0, mortgaged: bool = False
    ) -> Scenario:
        """Let a seat own squares, at a building level or mortgaged."""
        for square in map(self.square, squares):
            assert self.rules.deed_index[square] != NOBODY, f"{square} is no deed"
            self.s.owner[square] = seat - 1
            self.s.mortgaged[square] = int(mortgaged)
            self.s.level[square] = level
            if self.rules.buildings_are_limited:
                hotel = level == self.rules.hotel_level
                self.s.hotels_left -= hotel
                self.s.houses_left -= 0 if hotel else level
        renew_sets(self.s, self.rules)
        return self

    def cash(self, *amounts: int) -> Scenario:
        """Set the cash of seat 1, 2, …; the bank has the rest."""
        for player, amount in enumerate(amounts):
            self.s.bank_money += self.s.money[player] - amount
            self.s.money[player] = amount
        return self

    def bank(self, amount: int) -> Scenario:
        """Leave the bank so much; the last seat gets the difference."""
        last = self.rules.num_players - 1
        self.s.money[last] += self.s.bank_money - amount
        self.s.bank_money = amount
        return self

    def at(self, seat: int, square: int | str) -> Scenario:
        """Put a token on a square."""
        self.s.positions[seat - 1] = self.square(square)
        return self

    def turn(self, seat: int, phase: str = "pre-roll") -> Scenario:
        """Whose turn it is, and its phase; whatever went on before is forgotten."""
        forget_roll(self.s)
        self.s.offers_made = 0
        self.s.turn_player = seat - 1
        self.s.phase = PHASES.index(phase)
        return self

    def jail(self, seat: int, missed: int = 0) -> Scenario:
        """Put a seat in jail, having missed so many throws."""
        self.s.in_jail[seat - 1] = 1
        self.s.jail_time[seat - 1] = missed
        self.s.positions[seat - 1] = self.rules.jail_index
        return self

    def jail_card(self, seat: int, deck: str = "chance") -> Scenario:
        """Let a seat hold a jail card."""
        number = ("chance", "community chest").index(deck)
        self.s.jail_card_owner[number] = seat - 1
        self.s.unseen[number] &= ~(1 << self.rules.jail_card[number])
        return self

    def free_4_all(self, *seats: int, turn: int = 1) -> Scenario:
        """A free-4-all with these seats still to come."""
        self.turn(turn, "free-4-all")
        order = [seat - 1 for seat in seats]
        self.s.free_4_all_order = order + [NOBODY] * (8 - len(order))
        return self

    def stock(self, houses: int, hotels: int = 12) -> Scenario:
        """Another stock of buildings in the bank; the rules' total follows."""
        self.rules.houses += houses - self.s.houses_left
        self.rules.hotels += hotels - self.s.hotels_left
        self.s.houses_left, self.s.hotels_left = houses, hotels
        return self

    # Playing.

    def do(self, *moves: str) -> Scenario:
        """Play moves: `roll 3,4`, `draw chance card: card 7`, `p2: bid 120`, `buy`.

        The outcome follows an arrow: `roll -> 3,4`. Without a name the floor acts.
        """
        self._check()
        for move in moves:
            text, _, outcome = move.partition("->")
            code = parse_action(self.s, text)
            apply(self.s, code, outcome_of(self.s, code, outcome))
            self._check()
        return self

    def roll(self, first: int, second: int) -> Scenario:
        """End the pre-roll if need be, and throw."""
        if PHASES[self.s.phase] == "pre-roll":
            self.do("end pre-roll")
        return self.do(f"roll -> {first},{second}")

    def draw(self, number: int) -> Scenario:
        """Draw card `number` of the deck on whose square the token stands."""
        choice = next(
            c
            for c in legal_actions(self.s)
            if isinstance(c, int)
            and a.kind_of(c)
            in (a.DRAW_AND_EXECUTE_CHANCE_CARD, a.DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD)
        )
        apply(self.s, choice, card(number))
        self._check()
        return self

    def resolve(self) -> Scenario:
        """Take the only legal action as long as there is only one, up to the next pre-roll."""
        while len(legal_actions(self.s)) == 1 and self.phase != "pre-roll":
            apply(self.s, legal_actions(self.s)[0])  # type: ignore[arg-type]
            self._check()
        return self

    def conclude_all(self) -> Scenario:
        """From doubles-check or free-4-all to the next pre-roll, nobody managing anything."""
        if self.phase == "doubles-check":
            self.do("check doubles")
        while self.phase == "free-4-all":
            self.do("conclude" if self.s.free_4_all_order[0] != NOBODY else "end turn")
        return self

    def refused(self, move: str) -> str:
        """The number of the rule that refuses a move; the state must stay untouched."""
        before = self.s.copy()
        text, _, outcome = move.partition("->")
        try:
            apply(self.s, parse_action(self.s, text), outcome_of(self.s, 0, outcome))
        except IllegalAction as refusal:
            assert self.s == before, self.s.difference(before)
            return refusal.rule
        raise AssertionError(f"{move} is not refused")

    # Looking.

    @property
    def phase(self) -> str:
        """The phase by its name."""
        return PHASES[self.s.phase]

    @property
    def floor(self) -> int:
        """The seat that has the floor, from 1."""
        return floor(self.s) + 1

    @property
    def turn_player(self) -> int:
        """Whose turn it is, from 1."""
        return self.s.turn_player + 1

    def money(self, seat: int) -> int:
        """A seat's cash."""
        return self.s.money[seat - 1]

    def position(self, seat: int) -> int:
        """Where a seat's token stands."""
        return self.s.positions[seat - 1]

    def owner(self, square: int | str) -> int:
        """The seat that owns a square, from 1; 0 for nobody."""
        return self.s.owner[self.square(square)] + 1

    def level(self, square: int | str) -> int:
        """The building level of a square."""
        return self.s.level[self.square(square)]

    def choices(self, seat: int | None = None) -> list[str]:
        """All legal actions in words, sorted; bids as a range, offers as a template."""
        player = None if seat is None else seat - 1
        return sorted(format_action(self.s, c) for c in legal_actions(self.s, player))

    def _check(self) -> None:
        broken = violated_invariants(self.s)
        assert not broken, broken


def traders() -> Scenario:
    """Two who own something, on the board whose names have commas."""
    game = Scenario(players=3, board="uk").give(1, "The Angel, Islington", "Mayfair")
    return (
        game.give(2, "Strand", "King's Cross Station").jail_card(1).jail_card(2, "community chest")
    )
