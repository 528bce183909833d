"""Opponents of one agent in one game: built-in policies, players of any kind, trained policies."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike, fspath
from typing import Any, Protocol

from gitopoly.arena.environments.episode import has_choice
from gitopoly.arena.environments.networks import SUFFIXES, Network, load_network
from gitopoly.arena.environments.policy_player import ask
from gitopoly.bots.table_policy import PolicyChooser
from gitopoly.errors import InvalidRun
from gitopoly.game.action import Notation
from gitopoly.game.entrants import POLICY, Entrant, entrant
from gitopoly.game.player_session import PlayerProcesses, PlayerSession, open_session
from gitopoly.game.position import Position
from gitopoly.rules import Rules, State
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.codes import MOST_PLAYERS
from gitopoly.rules.randomness import Generator, seeded


class Opponent(Protocol):
    """Plays one seat."""

    def begin(self, rules: Rules, seat: int, seed: int) -> None:
        """A new game, on this seat."""

    def choose(self, s: State, seat: int, buffer: ActionBuffer, generator: Generator) -> int:
        """One of the kernel's actions; the buffer lists them, the generator is the game's."""


class BuiltInOpponent:
    """A built-in policy; it draws from the game's generator, as in a batch."""

    def __init__(self, name: str) -> None:
        self._chooser = PolicyChooser(name)
        self._own: Generator = seeded(0)

    def begin(self, rules: Rules, seat: int, seed: int) -> None:
        """`strong` draws more numbers than others, so it has its own."""
        self._own = seeded(seed, seat)

    def choose(self, s: State, seat: int, buffer: ActionBuffer, generator: Generator) -> int:
        """The policy's choice."""
        drawn = self._own if self._chooser.searches else generator
        return self._chooser.choose(s, seat, buffer, drawn)


class TrainedOpponent:
    """A trained policy, always with its best score."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def begin(self, rules: Rules, seat: int, seed: int) -> None:
        """A network remembers nothing."""

    def choose(self, s: State, seat: int, buffer: ActionBuffer, generator: Generator) -> int:
        """The network's choice."""
        return ask(self._network, s, s.rules, seat, buffer)


class PlayerOpponent:
    """A `gitopoly.Player`: a class, an instance, or `file.py:Class` in its own process.

    It sees the position, but no history. A mistake costs it an answer, as everywhere.
    """

    def __init__(self, player: Entrant, processes: PlayerProcesses) -> None:
        self._player, self._processes = player, processes
        self._session: PlayerSession | None = None
        self._notation: Notation | None = None

    def begin(self, rules: Rules, seat: int, seed: int) -> None:
        """A new player for a new game."""
        if self._notation is None or self._notation.rules is not rules:
            names = tuple(f"p{number + 1}" for number in range(rules.num_players))
            self._notation = Notation(rules, names)
        self._session = open_session(
            self._player, rules.source, self._notation, seat, seed, self._processes
        )

    def choose(self, s: State, seat: int, buffer: ActionBuffer, generator: Generator) -> int:
        """The player's choice; what leaves it none is done for it."""
        if not has_choice(buffer):
            return buffer.actions[0]
        assert self._session is not None
        assert self._notation is not None
        position = Position(s.rules.source, self._notation, s.copy())
        name = self._notation.names[seat]
        actions = tuple(each for each in position.legal_actions if each.seat == name)
        return self._session.decide(position, actions).code


def opposition(opponents: Sequence[Any], processes: PlayerProcesses) -> list[Opponent]:
    """Read a list of opponents; raises `InvalidRun` and `InvalidBot`."""
    if isinstance(opponents, str | PathLike) or not isinstance(opponents, Sequence):
        raise InvalidRun('opponents must be a list, such as ["trader", "random"]')
    if not 1 <= len(opponents) < MOST_PLAYERS:
        raise InvalidRun(f"there can be 1 to {MOST_PLAYERS - 1} opponents, not {len(opponents)}")
    return [_opponent(each, processes) for each in opponents]


def _opponent(given: Any, processes: PlayerProcesses) -> Opponent:
    if isinstance(given, str | PathLike) and fspath(given).endswith(SUFFIXES):
        return TrainedOpponent(load_network(given))
    if hasattr(given, "scores"):
        return TrainedOpponent(given)
    player = entrant(fspath(given) if isinstance(given, PathLike) else given)
    if player.kind == POLICY:
        return BuiltInOpponent(player.target)
    return PlayerOpponent(player, processes)
