"""Players and policies for seats at a table, which may not offer every legal action."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from gitopoly.bots.table_policy import TablePolicy, fits
from gitopoly.editions import Edition
from gitopoly.game.action import Action
from gitopoly.game.edition_files import edition_for
from gitopoly.game.entrants import POLICY, Entrant, entrant, entrants
from gitopoly.game.match import SeriesPlan
from gitopoly.game.player import Fault
from gitopoly.game.player_session import PlayerProcesses, PlayerSession, open_session
from gitopoly.game.position import Position
from gitopoly.isolation.limits import REFUSED, ResourceLimits
from gitopoly.rules import AmountRange, Choice, OfferTemplate, State


class Chooser(Protocol):
    """Chooses for a seat at a table."""

    def choose(self, s: State, offered: list[Choice]) -> int:
        """The kernel's number of one of the offered actions."""


class TablePlayer:
    """A player that chooses among what a table offers a seat.

    It sees the position, but no history: a table keeps that in its log.
    Use it as a context manager, or close it: its process ends with it.
    """

    def __init__(
        self,
        player: Entrant,
        seat: int,
        seed: int,
        names: Sequence[str] = (),
        limits: ResourceLimits | None = None,
    ) -> None:
        self._player, self._seat, self._seed = player, seat, seed
        self._names = tuple(names)
        self._processes = PlayerProcesses(limits)
        self._session: PlayerSession | None = None
        self.on_fault: Callable[[Fault], None] | None = None
        """Called with each fault as it happens, for the author of the player."""
        # If nobody closes it, its process ends when it is collected.
        weakref.finalize(self, self._processes.close)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The first faults; the default action was taken instead."""
        return tuple(self._session.faults) if self._session is not None else ()

    def choose(self, s: State, offered: list[Choice]) -> int:
        """The player's choice among the offered actions, or the default action."""
        position = Position.of(s.copy(), self._names)
        if self._session is None:
            self._session = open_session(
                self._player,
                position.edition,
                position._notation,
                self._seat,
                self._seed,
                self._processes,
            )
        actions = listed(position, offered)
        assert actions, "a seat that may offer a trade can also do something else"
        only = len(offered) == 1 and not actions[0].limit
        if only:
            return actions[0].code
        known = len(self._session.faults)
        wish = self._session.decide(position, actions)
        if not any(fits(wish.code, choice) for choice in offered):
            why = f"{wish}: the table does not offer it now"
            wish = self._session.fall_back(position, actions, REFUSED, why)
        if self.on_fault is not None:
            for fault in self._session.faults[known:]:
                self.on_fault(fault)
        return wish.code

    def close(self) -> None:
        """End the player's process, if it has one."""
        self._processes.close()

    def __enter__(self) -> TablePlayer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def listed(position: Position, offered: list[Choice]) -> tuple[Action, ...]:
    """The offered choices as actions; trade offers are built, not listed."""
    found = []
    for choice in offered:
        if isinstance(choice, AmountRange):
            found.append(position._notation.action(choice.of(choice.lowest), choice.highest))
        elif not isinstance(choice, OfferTemplate):
            found.append(position._notation.action(choice))
    return tuple(found)


def check_seats(who: Sequence[str], edition: str | Edition, options: Mapping[str, Any]) -> None:
    """Refuse invalid players before a game is created; raises `InvalidBot`."""
    data = edition_for(edition, dict(options))
    SeriesPlan(entrants(who), data, 0, options=tuple(options.items())).check_players()


def chooser(who: str, seat: int, seed: int, names: Sequence[str] = ()) -> TablePolicy | TablePlayer:
    """A chooser for a seat at a table: a policy, `file.py:Class` or `module:Class`.

    Raises `InvalidBot` for an unknown name.
    """
    player = entrant(who)
    if player.kind == POLICY:
        return TablePolicy(player.target, seat, seed)
    return TablePlayer(player, seat, seed, names)
