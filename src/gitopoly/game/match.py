"""One game between players of any kind, from the first roll to its end."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from os import PathLike
from typing import Any

from gitopoly.bots import CAUTIOUS
from gitopoly.bots.table_policy import PolicyChooser
from gitopoly.editions import Edition
from gitopoly.errors import InvalidBot
from gitopoly.game.action import Action
from gitopoly.game.edition_files import edition_for
from gitopoly.game.entrants import POLICY, Entrant, PlayerSpec, entrants
from gitopoly.game.game import Game
from gitopoly.game.numbers import LARGEST_SEED, MOST_MEMORY, MOST_TURNS_EVER, whole_number
from gitopoly.game.player import Fault
from gitopoly.game.player_session import PlayerProcesses, PlayerSession, open_session
from gitopoly.game.result import Result
from gitopoly.isolation.limits import MEMORY, ResourceLimits
from gitopoly.rules import actions as a, violated_invariants
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.codes import AUCTION, TRADE
from gitopoly.rules.randomness import Generator, below, next_word, seeded
from gitopoly.rules.step import list_while_playing
from gitopoly.rules.turn import floor

MOST_TURNS = 1000
MOST_IN_TURN = 20_000
"""Maximum number of pushes per turn: only seats going in circles reach it."""


@dataclass(frozen=True)
class Match:
    """A finished game, and the faults of its players.

    >>> import gitopoly
    >>> match = gitopoly.play_match(["trader", "random"], edition="formal-small", seed=3)
    >>> match.result.winner, match.game.seats["random"].bankrupt
    ('trader', True)
    """

    game: Game
    """The game as it ended; `game.save("game.jsonl")` keeps it."""
    turns: int
    faults: tuple[Fault, ...]
    """The first faults of each player; the default action was taken instead."""
    fault_counts: dict[str, int]
    """Total number of faults by seat, for seats that made any."""
    cash_by_turn: tuple[tuple[int, ...], ...] = ()
    """The cash of all seats at the start of each turn."""
    violation: str = ""
    """An invariant that did not hold; the game was stopped there."""

    @property
    def result(self) -> Result | None:
        """Who won; None if the game was stopped after the maximum number of turns."""
        return self.game.result


def play_match(
    players: Iterable[PlayerSpec],
    edition: str | PathLike[str] | Edition = "classic",
    *,
    seed: int | None = None,
    max_turns: int = MOST_TURNS,
    limits: ResourceLimits | None = None,
    memory: int = MEMORY,
    **options: Any,
) -> Match:
    """Play one game, with the players seated in the given order.

    A player is the name of a policy, a class, an instance, `file.py:Class` or `module:Class`.
    The last two run in separate processes, with `limits` on time and `memory` in megabytes. The
    same seed gives the same game; without one, a new seed is drawn each time.

    >>> import gitopoly
    >>> again = [gitopoly.play_match(["sensible", "random"], "formal-small", seed=9) for _ in "12"]
    >>> again[0].game.to_yaml() == again[1].game.to_yaml()
    True
    """
    chosen = secrets.randbits(62) if seed is None else seed
    plan = plan_of(players, edition, chosen, max_turns, limits, memory, options)
    with plan.processes() as processes:
        return match_of(plan, 0, processes)


def plan_of(
    players: Iterable[PlayerSpec],
    edition: str | PathLike[str] | Edition,
    seed: int,
    max_turns: int,
    limits: ResourceLimits | None,
    memory: int,
    options: dict[str, Any],
) -> SeriesPlan:
    """Check a request for games; raises `InvalidBot` and `InvalidRun`."""
    edition = edition_for(edition, options)
    if limits is not None and not isinstance(limits, ResourceLimits):
        raise InvalidBot("limits must be like ResourceLimits(call=3.0, match=300.0), in seconds")
    return SeriesPlan(
        entrants(players),
        edition,
        whole_number("seed", seed, 0, LARGEST_SEED),
        whole_number("max_turns", max_turns, 1, MOST_TURNS_EVER),
        limits or ResourceLimits(),
        whole_number("memory", memory, 1, MOST_MEMORY),
        tuple(options.items()),
    )


@dataclass(frozen=True)
class SeriesPlan:
    """Everything that the games of a series depend on."""

    who: tuple[Entrant, ...]
    edition: Edition
    seed: int
    max_turns: int = MOST_TURNS
    limits: ResourceLimits = field(default_factory=ResourceLimits)
    memory: int = MEMORY
    options: tuple[tuple[str, Any], ...] = ()
    check: bool = False
    """Whether the invariants are checked after every push."""
    observed: bool = False
    """Whether to count what happens in the games."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple(entrant.name for entrant in self.who)

    def game(self, seed: int | None = None) -> Game:
        """A new game of the plan."""
        return Game(self.edition, self.names, seed=seed, **dict(self.options))

    def check_players(self) -> None:
        """Refuse invalid players before anything is played; raises `InvalidBot`."""
        least = self.edition.least_players
        if len(self.who) < least:
            raise InvalidBot(f"{self.edition.name} needs at least {least} players (GAME-1)")
        game = self.game()
        with self.processes() as processes:
            for seat, entrant in enumerate(self.who):
                if entrant.kind != POLICY:
                    open_session(entrant, self.edition, game._notation, seat, 0, processes)

    def processes(self) -> PlayerProcesses:
        """The processes of isolated players, started on demand."""
        return PlayerProcesses(self.limits, self.memory)


def match_of(plan: SeriesPlan, number: int, processes: PlayerProcesses) -> Match:
    """Play a game of a series by number; the seeds of dice and players depend on nothing else."""
    words = seeded(plan.seed, number)
    game = plan.game(seed=next_word(words) | next_word(words) << 32)
    table = _Table(game, seeded(plan.seed, number + 1_000_003), plan.check)
    for seat, entrant in enumerate(plan.who):
        table.sit_down(seat, entrant, processes)
    turns = table.play(plan.max_turns)
    sessions = table.sessions
    faults = tuple(fault for session in sessions.values() for fault in session.faults)
    counts = {
        plan.names[s]: session.fault_count for s, session in sessions.items() if session.fault_count
    }
    return Match(game, turns, faults, counts, tuple(table.cash_by_turn), table.violation)


class _Policy:
    """A built-in policy at one seat of a game."""

    def __init__(self, name: str, generator: Generator) -> None:
        self._chooser = PolicyChooser(name)
        self.number = self._chooser.policy
        self._generator = generator
        self._buffer = ActionBuffer()

    def choose(self, game: Game, player: int) -> Action:
        """The action that the policy takes."""
        s, buffer = game._state, game._buffer
        if buffer is None:
            buffer = self._buffer
            list_while_playing(s, s.rules, player, buffer)
        code = self._chooser.choose(s, player, buffer, self._generator)
        return game._notation.action_in(s, code)


class _Table:
    """A game with a player on every seat."""

    def __init__(self, game: Game, generator: Generator, check: bool) -> None:
        self.game = game
        self.sessions: dict[int, PlayerSession] = {}
        self.cash_by_turn = [tuple(game._state.money[: len(game.seats)])]
        self.violation = ""
        self._check = check
        self._policies: dict[int, _Policy] = {}
        self._generator = generator

    def sit_down(self, seat: int, entrant: Entrant, processes: PlayerProcesses) -> None:
        """Seat a player."""
        seed = next_word(self._generator)
        if entrant.kind == POLICY:
            self._policies[seat] = _Policy(entrant.target, seeded(seed, seat))
            return
        game = self.game
        self.sessions[seat] = open_session(
            entrant, game._edition, game._notation, seat, seed, processes
        )

    def play(self, max_turns: int) -> int:
        """Play to the end, or up to a number of turns; return how many were played."""
        game = self.game
        turns = pushes = 0
        while game.legal_actions and turns < max_turns and pushes < MOST_IN_TURN:
            game.push(self._choice(self._next()))
            pushes += 1
            if self._check and (broken := violated_invariants(game._state)):
                self.violation = broken[0]
                break
            if game.turns > turns:
                turns = game.turns
                pushes = 0
                self.cash_by_turn.append(tuple(game._state.money[: len(game.seats)]))
        return turns

    def _choice(self, player: int) -> Action:
        game = self.game
        if player in self._policies:
            return self._policies[player].choose(game, player)
        actions = game.legal_actions
        if len(actions) == 1 and not game._partners and not actions[0]._limit:
            return actions[0]
        name = game._notation.names[player]
        mine = tuple(each for each in actions if each.seat == name)
        return self.sessions[player].decide(game.view(), mine)

    def _next(self) -> int:
        """Who acts: the floor, or a random one of those who may act at the same time.

        A seat that made an offer waits for the answer, except policies that choose at random.
        """
        s = self.game._state
        if s.phase == TRADE:
            policy = self._policies.get(s.offer_from)
            if policy is None or policy.number >= CAUTIOUS:
                return s.offer_to
            return s.offer_to if below(self._generator, 2) == 0 else s.offer_from
        if s.phase != AUCTION:
            return floor(s, s.rules)
        able = list(dict.fromkeys(a.player_of(each._code) for each in self.game.legal_actions))
        return able[below(self._generator, len(able))] if len(able) > 1 else able[0]
