"""Policies for seats at a table, which may not offer every legal action."""

from __future__ import annotations

import warnings

from gitopoly.bots import STRONG
from gitopoly.bots.desk import Desk, policy_number
from gitopoly.bots.play import choose
from gitopoly.bots.series import PLAYOUTS, choose_engine, new_desk, without_search
from gitopoly.engine import Interpreted, engine_for
from gitopoly.rules import AmountRange, Choice, OfferTemplate, State, actions as a
from gitopoly.rules.buffer import ActionBuffer, put
from gitopoly.rules.randomness import Generator, seeded
from gitopoly.rules.step import list_while_playing

NO_DESK = Desk()
"""For policies that do not look ahead."""


class PolicyChooser:
    """A policy for one decision at a time; what looks ahead is compiled where that is possible."""

    def __init__(self, name: str, playouts: int = PLAYOUTS, engine: str = "auto") -> None:
        self.policy = policy_number(name)
        self.searches = self.policy == STRONG
        self._engine = choose_engine(engine, 1, self.searches)
        self._desk = new_desk(playouts=playouts) if self.searches else NO_DESK

    def choose(self, s: State, player: int, buffer: ActionBuffer, generator: Generator) -> int:
        """One of the listed actions."""
        engine = engine_for(self._engine, s.rules) if self.searches else Interpreted()
        given = (self.policy, player, buffer, generator, self._desk)
        return engine.call(choose, s, s.rules, *given)


def wish(s: State, policy: int, player: int, buffer: ActionBuffer, seed: int = 0) -> int:
    """What a policy that does not look ahead takes of the listed actions."""
    return int(choose(s, s.rules, policy, player, buffer, seeded(seed), NO_DESK))


class TablePolicy:
    """A policy that chooses among the actions a table offers a seat."""

    def __init__(self, name: str, seat: int, seed: int) -> None:
        self._chooser = PolicyChooser(name)
        if notice := without_search([name]):
            warnings.warn(notice, stacklevel=2)
        self._seat = seat
        self._generator: Generator = seeded(seed)
        self._buffer = ActionBuffer()

    def choose(self, s: State, offered: list[Choice]) -> int:
        """The policy's choice among the offered actions; the first of them if it has none."""
        list_while_playing(s, s.rules, self._seat, self._buffer)
        narrow(self._buffer, offered)
        if self._buffer.count:
            chosen = self._chooser.choose(s, self._seat, self._buffer, self._generator)
            if any(fits(chosen, choice) for choice in offered):
                return chosen
        plain = [choice for choice in offered if isinstance(choice, int)]
        if plain:
            return plain[0]
        return next(c.of(c.lowest) for c in offered if isinstance(c, AmountRange))


def narrow(buffer: ActionBuffer, offered: list[Choice]) -> None:
    """Filter the legal actions in a buffer to those offered, with amounts in the offered range."""
    listed = list(zip(buffer.actions[: buffer.count], buffer.limits, strict=False))
    buffer.count = 0
    for code, limit in listed:
        ranges = [
            choice
            for choice in offered
            if isinstance(choice, AmountRange) and choice.kind == a.kind_of(code)
        ]
        for each in ranges:
            put(buffer, each.of(each.lowest), each.highest)
        if not ranges and any(fits(code, choice) for choice in offered):
            put(buffer, code, limit)


def fits(wanted: int, choice: Choice) -> bool:
    """Whether an action matches a choice."""
    kind = a.kind_of(wanted)
    if isinstance(choice, AmountRange):
        return kind == choice.kind and choice.lowest <= a.number_of(wanted) <= choice.highest
    if isinstance(choice, OfferTemplate):
        return kind == a.OFFER_TRADE and a.addressee_of(wanted) == choice.addressee
    return choice == wanted
