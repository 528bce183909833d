"""A position between peers: the kernel's state, and the protocols in progress."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from gitopoly.rules import LEFT, Rules, State, Taken, initial, leave
from gitopoly.rules.refusals import LEGAL
from gitopoly.rules.step import step
from gitopoly.rules.text import to_canonical
from gitopoly.rules.yaml import to_yaml

if TYPE_CHECKING:
    from gitopoly.peers.absence import Retire

STAYS = -1
"""Marks a seat whose log has not ended."""


@dataclass(frozen=True)
class Setting:
    """The fixed parameters of a game besides its rules."""

    names: tuple[str, ...]
    """The seats, in order."""
    commitments: tuple[bytes, ...] = ()
    """The public end of each seat's chain of dice secrets; none if the dice are seeded."""
    seed: bytes = b""
    """Mixed into all draws: the game's id, or the seed of a seeded game."""
    may_retire: bool = False
    """Whether silent seats can be voted out; a seat that forked always can."""

    @property
    def joint(self) -> bool:
        """Whether all seats draw together."""
        return bool(self.commitments)


IN_AUCTIONS, OF_BUILDINGS, BETWEEN_TURNS, IN_DRAWS = PASSING = (
    "auctions",
    "building-auctions",
    "between-turns",
    "draws",
)
"""Where a seat can pass in advance: auctions of deeds and of scarce buildings in others' turns, and
between these turns; in draws it only asks at once for what it must draw anyway, such as a card."""


class Order(NamedTuple):
    """What everybody does for a seat until it says otherwise."""

    passing: tuple[str, ...] = ()
    """Where it passes: some of PASSING, in that order."""
    but: tuple[int, ...] = ()
    """The squares for which it still wants to bid itself."""


NO_ORDER = Order()


@dataclass(frozen=True)
class Draw:
    """A requested draw: nothing else happens until it is complete."""

    asker: int
    action: int
    """The action that needs the outcome."""
    links: tuple[bytes, ...]
    """The link each seat has revealed; empty until then."""


class ProtocolPosition:
    """The position after all moves so far.

    Its state is never changed in place: an action creates a new one. So copies share a state,
    and a step can keep the states before and after it.
    """

    __slots__ = (
        "accepted",
        "counts",
        "draw",
        "draws",
        "finished",
        "forked",
        "fresh",
        "given",
        "links",
        "offers",
        "orders",
        "recommits",
        "resigned",
        "retired",
        "secrets",
        "seen",
        "setting",
        "state",
        "steps",
        "votes",
        "written",
    )

    def __init__(self, rules: Rules, setting: Setting) -> None:
        seats = rules.num_players
        self.state: State = initial(rules)
        self.setting = setting
        self.counts = [0] * seats
        """The number of each seat's newest included move (TLA+: the frontier)."""
        self.steps: list[Taken] = []
        """The effects of the newest move; not part of the position."""
        self.seen = [(0,) * seats] * seats
        """What each seat had seen when it wrote its newest move."""
        self.links = list(setting.commitments)
        """The newest public link of each chain; the next one revealed must hash to it."""
        self.fresh = [True] * seats
        """Whether nothing of a seat's committed chain has been revealed yet."""
        self.recommits = [0] * seats
        """How often each seat has started a new chain."""
        self.secrets = [b""] * seats
        """The secrets of those who resigned."""
        self.draws = 0
        self.draw: Draw | None = None
        self.offers = 0
        """Number of offers made; an answer names its offer by this number."""
        self.accepted = False
        """Whether the open offer is accepted and waiting to be settled."""
        self.orders = [NO_ORDER] * seats
        """What each seat has told the others to do for it."""
        self.given = [(0, 0)] * seats
        """After how many draws each seat last gave an order, and how many it has given there."""
        self.resigned = [False] * seats
        self.retired = [STAYS] * seats
        """The number of moves at which a seat's log ended, or STAYS."""
        self.votes: list[frozenset[Retire]] = [frozenset()] * seats
        """The votes of each seat on others."""
        self.forked = [False] * seats
        """Seats known to have written two branches."""
        self.finished = [0] * seats
        """How often each seat has confirmed the end."""
        self.written: tuple[State, str] | None = None
        """A state that was written last, and its text: many moves do not change it."""

    def copy(self) -> ProtocolPosition:
        """An independent copy."""
        twin = ProtocolPosition.__new__(ProtocolPosition)
        for name in ProtocolPosition.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value[:] if value.__class__ is list else value)
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ProtocolPosition):
            return NotImplemented
        return all(
            getattr(self, name) == getattr(other, name)
            for name in ProtocolPosition.__slots__
            if name not in ("steps", "written")
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def names(self) -> tuple[str, ...]:
        """The seats, in order."""
        return self.setting.names

    def absent(self, seat: int) -> bool:
        """Whether a seat has left: it resigned or was retired."""
        return self.resigned[seat] or self.retired[seat] != STAYS

    def ended(self, seat: int, number: int) -> bool:
        """AfterEnd: whether a seat's move does not count because its log ended before it."""
        return STAYS < self.retired[seat] <= number

    def overrun(self) -> bool:
        """Whether it includes moves that do not count, so that it must be rebuilt."""
        return any(self.ended(seat, count - 1) for seat, count in enumerate(self.counts))

    def plays(self, seat: int) -> bool:
        """Whether a seat still plays."""
        return not self.state.is_bankrupt[seat] and not self.absent(seat)

    def players(self) -> list[int]:
        """The seats that still play."""
        return [seat for seat in range(len(self.counts)) if self.plays(seat)]

    def perform(self, action: int, outcome: int = 0) -> bool:
        """Carry out an action of the rules; return whether it was legal."""
        after = self.state.copy()
        allowed = step(after, after.rules, action, outcome, True) == LEGAL
        return allowed and self._go_on(action, outcome, after)

    def leave(self, seat: int) -> bool:
        """Remove a seat that has left the game if it has the floor; return whether it had."""
        after = self.state.copy()
        return leave(after, seat) and self._go_on(LEFT, seat, after)

    def _go_on(self, action: int, outcome: int, after: State) -> bool:
        self.steps.append(Taken(self.state, action, outcome, after))
        self.state = after
        return True

    def has_cast(self, voter: int, vote: Retire) -> bool:
        """Whether a seat has cast a vote."""
        return vote in self.votes[voter]

    def end_offer(self, action: int) -> bool:
        """Close an offer that was settled, declined or withdrawn; return whether it was legal."""
        self.accepted = False
        return self.perform(action)

    def reveal(self, seat: int, link: bytes) -> None:
        """Add a link to the current draw."""
        assert self.draw is not None
        links = (*self.draw.links[:seat], link, *self.draw.links[seat + 1 :])
        self.draw = replace(self.draw, links=links)
        self.show(seat, link)

    def show(self, seat: int, link: bytes) -> None:
        """Record a link as public."""
        self.links[seat] = link
        self.fresh[seat] = False

    def to_yaml(self) -> str:
        """The position as the text in each log entry; equal positions have equal text."""
        names = self.setting.names
        if self.written is None or self.written[0] is not self.state:
            self.written = self.state, to_yaml(self.state, names)
        seats = names, tuple(self.resigned), tuple(self.retired), tuple(self.forked)
        return (
            f"{self.written[1]}"
            f"draws: {self.draws}\n"
            f"draw: {self._draw()}\n"
            f"offers_so_far: {self.offers}\n"
            f"offer_accepted: {'true' if self.accepted else 'false'}\n"
            f"{_seats(*seats, tuple(self.finished), tuple(self.orders))}"
        )

    def _draw(self) -> str:
        if self.draw is None:
            return "null"
        names = self.setting.names
        return (
            f"{{asker: {names[self.draw.asker]}, action: {to_canonical(self.draw.action)}, "
            f"revealed: {_listed(names, [bool(link) for link in self.draw.links])}}}"
        )


@lru_cache  # nearly always the same as in the position before
def _seats(
    names: tuple[str, ...],
    resigned: tuple[bool, ...],
    retired: tuple[int, ...],
    forked: tuple[bool, ...],
    finished: tuple[int, ...],
    orders: tuple[Order, ...],
) -> str:
    return (
        f"resigned: {_listed(names, resigned)}\n"
        f"retired: {_listed(names, [last != STAYS for last in retired])}\n"
        f"forked: {_listed(names, forked)}\n"
        f"finished: {_table(names, map(str, finished))}\n"
        f"orders: {_table(names, map(_order, orders))}\n"
    )


def _order(order: Order) -> str:
    but = ", ".join(map(str, order.but))
    return f"{{passes: [{', '.join(order.passing)}], but: [{but}]}}" if order.passing else ""


def _table(names: tuple[str, ...], values: Iterable[str]) -> str:
    pairs = zip(names, values, strict=True)
    return f"{{{', '.join(f'{name}: {value}' for name, value in pairs if value)}}}"


def _listed(names: tuple[str, ...], flags: Sequence[bool]) -> str:
    return f"[{', '.join(name for name, flag in zip(names, flags, strict=True) if flag)}]"
