"""Asking players, in this process or in their own, and handling bad answers."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Protocol

from gitopoly.editions import Edition
from gitopoly.errors import GitopolyError, InvalidBot, printable
from gitopoly.game.action import Action, Notation
from gitopoly.game.entrants import Entrant, make_player
from gitopoly.game.fallback import default_action
from gitopoly.game.history import PlayedStep, steps_since
from gitopoly.game.player import Fault, Player
from gitopoly.game.position import Position
from gitopoly.isolation import mistakes
from gitopoly.isolation.limits import (
    BUDGET,
    DIED,
    JUNK,
    MEMORY,
    RAISED,
    REFUSED,
    RemoteFault,
    ResourceLimits,
)
from gitopoly.isolation.process import IsolatedProcess
from gitopoly.rules import State, actions as a, refusal
from gitopoly.rules.actions import LARGEST_KIND
from gitopoly.rules.refusals import LEGAL, reason_of, rule_of
from gitopoly.stopping import insist, pass_on

WORKER = "gitopoly.game.worker"
START_SECONDS = 20.0
"""Extra seconds for a process to start and load its player, beyond the limit of a call."""
NO_ACTION = "the answer is not an action, but "
LONGEST_SHOWN = 60
"""Maximum number of characters shown of an answer that is not an action."""
MOST_FAULTS = 200
"""Maximum number of faults kept in full per game; all are counted."""


class ActionSource(Protocol):
    """A source of actions."""

    def answer(self, game: Position, actions: tuple[Action, ...]) -> object:
        """Return an action or its text; any exception may be raised."""


class InProcessPlayer:
    """A player in this process: trusted, and not limited."""

    def __init__(self, player: Player, seed: int) -> None:
        self.player = player
        with contextlib.suppress(AttributeError):  # a class without room for it does without
            player.random = random.Random(seed)

    def answer(self, game: Position, actions: tuple[Action, ...]) -> object:
        """Call the player."""
        return self.player.decide(game, actions)


class IsolatedPlayer:
    """A player in its own process: it is sent the position, and answers with a code."""

    def __init__(self, process: IsolatedProcess) -> None:
        self._process = process
        self._sent = 0

    def begin(
        self, entrant: Entrant, edition: Edition, notation: Notation, seat: int, seed: int
    ) -> None:
        """Start a game with a new player, in a new process if necessary; raises `InvalidBot`."""
        process = self._process
        if not process.lives:
            process.start()
        self._sent = 0
        question = {
            "player": (entrant.kind, entrant.target, entrant.class_name),
            "edition": asdict(edition),
            "options": notation.rules.options,
            "features": notation.rules.features,
            "seats": notation.names,
            "seat": seat,
            "seed": seed,
        }
        try:
            process.request(question, START_SECONDS)
            process.spent = 0.0  # starting does not count
        except RemoteFault as error:
            process.close()
            raise InvalidBot(f"{entrant.name} cannot play: {error.detail}") from None

    def answer(self, game: Position, actions: tuple[Action, ...]) -> object:
        """Send what is new, and wait for the answer."""
        most = self._process.limits.match
        if self._process.spent > most:
            self._process.close()
            raise RemoteFault(BUDGET, f"more than {most:g} s in this game")
        s, steps = game._state, steps_since(game._last, self._sent)
        self._sent = steps[-1].number if steps else self._sent
        question = {
            "state": [getattr(s, name) for name in State.FIELDS],
            "steps": [_told(step) for step in steps],
            "actions": [(action.code, action.limit) for action in actions],
        }
        answer = self._process.request(question, 0.0)
        if type(answer) is int and -(1 << 63) <= answer < 1 << 63 and not _offers(answer):
            return game._notation.action(answer)
        if not isinstance(answer, str):
            told = answer.get("junk") if isinstance(answer, dict) else None
            raise RemoteFault(JUNK, NO_ACTION + printable(str(told)[:LONGEST_SHOWN]))
        return answer


def _offers(code: int) -> bool:
    """Whether a number would be an offer, which our side of the process sends as text."""
    return code & LARGEST_KIND == a.OFFER_TRADE


def _told(step: PlayedStep) -> tuple[Any, ...]:
    deal = (step.action.give, step.action.want)
    return step.action.code, str(step.action), deal, tuple(step._drawn), step.automatic


class PlayerSession:
    """One player in one game: asks it for actions and keeps its faults."""

    def __init__(self, asked: ActionSource) -> None:
        self._asked = asked
        self._gone = False
        self.faults: list[Fault] = []
        self.fault_count = 0

    def decide(self, game: Position, actions: tuple[Action, ...]) -> Action:
        """The player's choice among the given actions, or the default one and a fault."""
        if self._gone:
            return default_action(actions)
        try:
            answer = self._asked.answer(game, actions)
        except RemoteFault as error:
            self._gone = error.kind in (DIED, BUDGET)
            return self.fall_back(game, actions, error.kind, error.detail)
        except mistakes.OWN as error:
            pass_on(error)
            return self.fall_back(game, actions, RAISED, mistakes.told(error))
        insist()  # the player may have swallowed a signal
        return self._checked(game, actions, answer)

    def _checked(self, game: Position, actions: tuple[Action, ...], answer: object) -> Action:
        """Turn an answer into an action that can be pushed."""
        try:
            action = _action_of(game, actions, answer)
        except GitopolyError as error:
            return self.fall_back(game, actions, JUNK, str(error))
        if action in actions:
            return action
        seat = actions[0].seat
        if action.seat != seat:
            return self.fall_back(game, actions, REFUSED, f"{action} is not {seat}'s action")
        why = refusal(game._state, action.code)
        if why != LEGAL:
            detail = f"{action}: {reason_of(why)} ({rule_of(why)})"
            return self.fall_back(game, actions, REFUSED, detail)
        return action

    def fall_back(
        self, game: Position, actions: tuple[Action, ...], kind: str, detail: str
    ) -> Action:
        self.fault_count += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(actions[0].seat, game.steps, kind, detail))
        return default_action(actions)


def _action_of(game: Position, actions: Sequence[Action], answer: object) -> Action:
    """Parse an answer: an action, or text from the seat that is asked."""
    if type(answer) is Action:
        read = game._read(answer)
        refusal(game._state, read.code)  # raises InvalidAction for an unknown code
        return read
    if isinstance(answer, str):
        answer = str.__str__(answer)  # plain text, even if the player subclassed str
        for action in actions:
            if str(action) == answer:
                return action
        seat = actions[0].seat
        named = any(answer.startswith(f"{name}: ") for name in game.seats)
        return game._read(answer if named else f"{seat}: {answer}")
    raise InvalidBot(NO_ACTION + mistakes.shown(answer))


class PlayerProcesses:
    """The processes of isolated players, one for each seat, kept from game to game."""

    def __init__(self, limits: ResourceLimits | None = None, memory: int = MEMORY) -> None:
        self._limits = limits or ResourceLimits()
        self._memory = memory
        self._by_seat: dict[int, IsolatedProcess] = {}

    def of(self, seat: int) -> IsolatedProcess:
        """The process of a seat, started if necessary."""
        if seat not in self._by_seat:
            self._by_seat[seat] = IsolatedProcess(WORKER, self._limits, self._memory)
        return self._by_seat[seat]

    def close(self) -> None:
        """End them all."""
        for process in self._by_seat.values():
            process.close()

    def __enter__(self) -> PlayerProcesses:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_session(
    entrant: Entrant,
    edition: Edition,
    notation: Notation,
    seat: int,
    seed: int,
    processes: PlayerProcesses,
) -> PlayerSession:
    """Seat a player for one game; raises `InvalidBot` if it cannot be created."""
    if not entrant.isolated:
        return PlayerSession(InProcessPlayer(make_player(entrant.kind, entrant.target, ""), seed))
    isolated = IsolatedPlayer(processes.of(seat))
    isolated.begin(entrant, edition, notation, seat, seed)
    return PlayerSession(isolated)
