"""A position between peers: the kernel's state, and what is under way around it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from gitopoly.kernel import Rules, State, initial, leave
from gitopoly.kernel.canonical import to_canonical
from gitopoly.kernel.refusals import LEGAL
from gitopoly.kernel.transition import step
from gitopoly.kernel.yaml_form import to_yaml

if TYPE_CHECKING:
    from gitopoly.protocols.absence import Retire

STAYS = -1
"""The log of this seat has not been ended."""


@dataclass(frozen=True)
class Setting:
    """What a game is played with besides its rules; it never changes."""

    names: tuple[str, ...]
    """The seats, in order."""
    commitments: tuple[bytes, ...] = ()
    """The public end of each seat's chain of dice secrets; none if the dice are seeded."""
    seed: bytes = b""
    """What all draws are mixed with: the game's id, or the seed of a seeded game."""
    may_retire: bool = False
    """Whether silent seats can be voted out; a seat that forked always can."""
    keeps_branches: bool = False
    """Whether forks are judged by `Finality` and no longer by the rule of the first format."""

    @property
    def joint(self) -> bool:
        """Whether all seats draw together."""
        return bool(self.commitments)


@dataclass(frozen=True)
class Draw:
    """A draw that was asked for: nothing else happens until it is made."""

    asker: int
    action: int
    """What the asker does with the outcome."""
    links: tuple[bytes, ...]
    """What each seat has revealed for it; empty as long as it has not."""


class Step(NamedTuple):
    """An action of the rules that was carried out, and the states before and after it."""

    before: State
    action: int
    """Its code, or LEFT for a seat that has left the game."""
    outcome: int
    """What chance decided, or the seat that has left."""
    after: State


LEFT = -1


class ProtocolPosition:
    """Everything that the moves written so far have brought about.

    Its state is never changed in place: an action makes a new one. So copies share a state, and
    a step can be kept with the states around it.
    """

    __slots__ = (
        "accepted",
        "counts",
        "draw",
        "draws",
        "finished",
        "forked",
        "fresh",
        "links",
        "offers",
        "recommits",
        "resigned",
        "retired",
        "secrets",
        "seen",
        "setting",
        "state",
        "steps",
        "votes",
    )

    def __init__(self, rules: Rules, setting: Setting) -> None:
        seats = rules.num_players
        self.state: State = initial(rules)
        self.setting = setting
        self.counts = [0] * seats
        """The number of each seat's newest move that is in it (TLA+: the frontier)."""
        self.steps: list[Step] = []
        """What the newest move has done, recorded as it happened; no part of the position."""
        self.seen = [(0,) * seats] * seats
        """What each seat had in view when it wrote its newest move."""
        self.links = list(setting.commitments)
        """The newest public link of each chain; the next one revealed must hash to it."""
        self.fresh = [True] * seats
        """Whether nothing of the chain that a seat has committed to was revealed yet."""
        self.recommits = [0] * seats
        """How often each seat has begun a new chain."""
        self.secrets = [b""] * seats
        """The secrets of those who resigned."""
        self.draws = 0
        self.draw: Draw | None = None
        self.offers = 0
        """How many offers were made; an answer names the offer by this number."""
        self.accepted = False
        """Whether the open offer is accepted and waits to be settled."""
        self.resigned = [False] * seats
        self.retired = [STAYS] * seats
        """The number of moves at which a seat's log was ended, or STAYS."""
        self.votes: list[frozenset[Retire]] = [frozenset()] * seats
        """The votes of each seat on others."""
        self.forked = [False] * seats
        """Seats that are known to have written two branches."""
        self.finished = [False] * seats

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
            if name != "steps"
        )

    __hash__ = None  # type: ignore[assignment]

    def absent(self, seat: int) -> bool:
        """Whether a seat plays no more: it resigned or was retired."""
        return self.resigned[seat] or self.retired[seat] != STAYS

    def ended(self, seat: int, number: int) -> bool:
        """AfterEnd: whether a seat's move does not count, because its log was ended before it."""
        return STAYS < self.retired[seat] <= number

    def overrun(self) -> bool:
        """Whether moves are in it that do not count, so that it has to be made anew."""
        return any(self.ended(seat, count - 1) for seat, count in enumerate(self.counts))

    def plays(self, seat: int) -> bool:
        """Whether a seat still plays."""
        return not self.state.is_bankrupt[seat] and not self.absent(seat)

    def players(self) -> list[int]:
        """The seats that still play."""
        return [seat for seat in range(len(self.counts)) if self.plays(seat)]

    def perform(self, action: int, outcome: int = 0) -> bool:
        """Carry out an action of the rules; whether they allowed it."""
        after = self.state.copy()
        allowed = step(after, after.rules, action, outcome, True) == LEGAL
        if allowed:
            self._go_on(action, outcome, after)
        return allowed

    def leave(self, seat: int) -> bool:
        """Take out a seat that has left the game, if the floor is its; whether it was."""
        after = self.state.copy()
        allowed = leave(after, seat)
        if allowed:
            self._go_on(LEFT, seat, after)
        return allowed

    def _go_on(self, action: int, outcome: int, after: State) -> None:
        self.steps.append(Step(self.state, action, outcome, after))
        self.state = after

    def reveal(self, seat: int, link: bytes) -> None:
        """Put a link into the draw that is under way."""
        assert self.draw is not None
        links = (*self.draw.links[:seat], link, *self.draw.links[seat + 1 :])
        self.draw = replace(self.draw, links=links)
        self.show(seat, link)

    def show(self, seat: int, link: bytes) -> None:
        """A link is public from now on."""
        self.links[seat] = link
        self.fresh[seat] = False

    def burn(self, seat: int, link: bytes) -> None:
        """A link has become public on a void branch: it is no secret for a draw any more."""
        if sha256(link).digest() == self.links[seat]:
            self.show(seat, link)

    def commit(self, seat: int, link: bytes) -> None:
        """A new chain takes the place of the old one."""
        self.links[seat] = link
        self.fresh[seat] = True
        self.recommits[seat] += 1

    def to_yaml(self) -> str:
        """The position as the text that each entry of a log carries; equal means equal text."""
        names = self.setting.names
        lines = [
            f"draws: {self.draws}",
            f"draw: {self._draw()}",
            f"offers_so_far: {self.offers}",
            f"offer_accepted: {'true' if self.accepted else 'false'}",
            f"resigned: {_listed(names, self.resigned)}",
            f"retired: {_listed(names, [last != STAYS for last in self.retired])}",
            f"forked: {_listed(names, self.forked)}",
            f"finished: {_listed(names, self.finished)}",
        ]
        return to_yaml(self.state, names) + "\n".join(lines) + "\n"

    def _draw(self) -> str:
        if self.draw is None:
            return "null"
        names = self.setting.names
        return (
            f"{{asker: {names[self.draw.asker]}, action: {to_canonical(self.draw.action)}, "
            f"revealed: {_listed(names, [bool(link) for link in self.draw.links])}}}"
        )


def _listed(names: tuple[str, ...], flags: list[bool]) -> str:
    return f"[{', '.join(name for name, flag in zip(names, flags, strict=True) if flag)}]"
