"""Actions as people read and write them: who does what, with which square, amount or trade.

The kernel's numbers stay inside (`code`); an `Action` is such a number together with its text.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gitopoly.errors import InvalidAction
from gitopoly.rules import Rules, State, actions as a, format_action, initial
from gitopoly.rules.actions import LARGEST_KIND
from gitopoly.rules.codes import AUCTION, GROUP_SIZE, TRADE
from gitopoly.rules.text import JAIL_CARDS, offer_of

MOST_CACHED = 5000
"""Maximum number of cached actions; bids could be any amount."""


KINDS = tuple(kind.typed[0].replace(" on {", " {").partition(" {")[0] for kind in a.ACTIONS)
"""The word that a person types for each kind of action, without its arguments."""
TOGETHER = frozenset(k.kind for k in a.ACTIONS if k.phases & (1 << AUCTION | 1 << TRADE))
"""Actions open to several seats at once, so that the text says who."""
GROUP_SALES = frozenset(n for n, kind in enumerate(a.ACTIONS) if "{group}" in kind.typed[0])
ON_A_SQUARE = GROUP_SALES | {n for n, kind in enumerate(a.ACTIONS) if "{square}" in kind.typed[0]}


class Deal(NamedTuple):
    """What each side of an offer gives: names of deeds and jail cards."""

    give: tuple[str, ...]
    want: tuple[str, ...]


class Action:
    """An action of a seat: `str` gives what a person types, the attributes its parts.

    Actions come from `Game.legal_actions`, `Game.offer` and `Action.at`; they are immutable,
    comparable and hashable.

    >>> import gitopoly
    >>> game = gitopoly.Game("classic", seats=["Ann", "Ben"], opening_throw=False)
    >>> roll = game.legal_actions[0]
    >>> roll
    Action('roll', seat='Ann')
    >>> game.push(roll, dice=(2, 1))
    >>> [str(action) for action in game.legal_actions]
    ['buy', 'auction']
    >>> game.push("auction")
    >>> bid = game.legal_actions[0]
    >>> str(bid), bid.low, bid.high
    ('Ann: bid 1 to 1500', 1, 1500)
    >>> bid.at(120)
    Action('Ann: bid 120', seat='Ann', amount=120)
    """

    __slots__ = ("_code", "_deal", "_limit", "_notation", "_text")

    def __init__(self, notation: Notation, code: int, limit: int = 0) -> None:
        self._code = code
        self._limit = limit
        self._notation = notation
        self._text = ""
        self._deal: Deal | None = None

    @property
    def code(self) -> int:
        """The kernel's number for it (`gitopoly.rules.actions`)."""
        return self._code

    @property
    def limit(self) -> int:
        """The highest bid of a range of bids, otherwise 0."""
        return self._limit

    @property
    def kind(self) -> str:
        """The word that a person types: `roll`, `buy`, `build`, `bid` …"""
        return KINDS[self._code & LARGEST_KIND]

    @property
    def seat(self) -> str:
        """Who does it."""
        return self._notation.names[a.player_of(self._code)]

    @property
    def square(self) -> str | None:
        """The square it names, if any; for a group, its first."""
        number = self._code & LARGEST_KIND
        if number not in ON_A_SQUARE:
            return None
        rules, place = self._notation.rules, a.place_of(self._code)
        if number in GROUP_SALES:
            place = rules.group_square[place * GROUP_SIZE]
        return rules.names[place]

    @property
    def amount(self) -> int | None:
        """A bid, or the houses a group keeps; None if there is no amount, or a range."""
        number = self._code & LARGEST_KIND
        if self._limit or (number != a.BID and number not in GROUP_SALES):
            sold = number == a.AUCTION_PROPERTY and a.place_of(self._code)
            return a.number_of(self._code) if sold else None
        return a.number_of(self._code)

    @property
    def low(self) -> int | None:
        """The lowest amount of a bid."""
        return a.number_of(self._code) if self._code & LARGEST_KIND == a.BID else None

    @property
    def high(self) -> int | None:
        """The highest amount of a bid."""
        return self._limit or self.low

    @property
    def to(self) -> str | None:
        """The addressee of an offer, or the winner of a one-step auction."""
        number = self._code & LARGEST_KIND
        if number == a.OFFER_TRADE:
            return self._notation.names[a.addressee_of(self._code)]
        if number == a.AUCTION_PROPERTY and a.place_of(self._code):
            return self._notation.names[a.place_of(self._code) - 1]
        return None

    @property
    def give(self) -> tuple[str, ...]:
        """The deeds and jail cards that an offer gives."""
        return self._deal.give if self._deal else ()

    @property
    def want(self) -> tuple[str, ...]:
        """The deeds and jail cards that an offer asks for."""
        return self._deal.want if self._deal else ()

    @property
    def cash(self) -> int | None:
        """The cash an offer adds; negative if it asks for cash."""
        return a.cash_of(self._code) if self._code & LARGEST_KIND == a.OFFER_TRADE else None

    def at(self, amount: int) -> Action:
        """The bid of this amount within a range of bids.

        Raises `InvalidAction` if this is not a bid or the amount is out of range.
        """
        low, high = self.low, self.high
        if low is None or high is None:
            raise InvalidAction(str(self), "a bid; only bids have at()")
        if type(amount) is not int or not low <= amount <= high:
            raise InvalidAction(f"bid {amount}", f"a whole amount from {low} to {high}")
        return self._notation.action(a.code_of(a.BID, a.player_of(self._code), number=amount))

    def __str__(self) -> str:
        if not self._text:
            self._text = self._notation.text(self)
        return self._text

    def __repr__(self) -> str:
        fields = {"seat": self.seat, "square": self.square, "amount": self.amount, "to": self.to}
        told = "".join(f", {name}={value!r}" for name, value in fields.items() if value is not None)
        return f"Action({str(self)!r}{told})"

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Action):
            return NotImplemented
        return self._code == other._code and self._limit == other._limit and self._text_is(other)

    def _text_is(self, other: Action) -> bool:
        return self._notation is other._notation or str(self) == str(other)

    def __hash__(self) -> int:
        return hash((self._code, self._limit))


class Notation:
    """The notation of one game: names of squares and seats, and a cache of actions."""

    __slots__ = ("blank", "everybody_may_act", "known", "names", "rules")

    def __init__(self, rules: Rules, names: tuple[str, ...]) -> None:
        self.rules = rules
        self.names = names
        self.blank: State = initial(rules)
        """Any position of the game: only the text of offers depends on which."""
        self.known: dict[int, Action] = {}
        """Cached actions by code and limit."""
        defects = rules.defect_fine_in_any_phase, rules.defect_go_to_jail_in_any_phase
        self.everybody_may_act = any(defects)
        """Whether seats other than the floor must be asked, which only published defects need."""

    def action(self, code: int, limit: int = 0) -> Action:
        """The action for a code that is not an offer; the same object for the same code."""
        key = code | limit << 63
        known = self.known.get(key)
        if known is None:
            if len(self.known) > MOST_CACHED:
                self.known.clear()
            known = self.known[key] = Action(self, code, limit)
        return known

    def offer(self, s: State, code: int) -> Action:
        """The action of an offer, whose sides depend on who owns what."""
        found = Action(self, code)
        found._text = format_action(s, code, self.names)
        found._deal = deal_of(s, code)
        return found

    def action_in(self, s: State, code: int) -> Action:
        """The action for any code in a position."""
        return self.offer(s, code) if code & LARGEST_KIND == a.OFFER_TRADE else self.action(code)

    def text(self, action: Action) -> str:
        """What a person types for an action, prefixed with the name if several seats may act."""
        code = action._code
        if action._limit:
            words = f"bid {a.number_of(code)} to {action._limit}"
        else:
            words = format_action(self.blank, code, self.names)
        if code & LARGEST_KIND in TOGETHER:
            return f"{self.names[a.player_of(code)]}: {words}"
        return words


def deal_of(s: State, code: int) -> Deal:
    """The two sides of an offer: what belongs to the proposer is given."""
    give, want, _ = offer_of(s, code)
    return Deal(_named(s, give), _named(s, want))


def _named(s: State, things: Iterable[int]) -> tuple[str, ...]:
    """Names of what one side gives; a deed that the board does not have has none."""
    names = s.rules.names
    known = (each for each in things if each < s.rules.board_length)
    return tuple(JAIL_CARDS[-1 - each] if each < 0 else names[each] for each in known)
