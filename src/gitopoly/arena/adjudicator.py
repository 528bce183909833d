"""The adjudicator: how agents, tests and programs run a match."""

from __future__ import annotations

import secrets
from functools import partial
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from gitopoly.arena.agents.builtin import BuiltIn
from gitopoly.arena.matches.calls import (
    BSMT_METHODS,
    NO_ANSWER,
    AgentFault,
    Calls,
    RemoteAgent,
    ResourceLimits,
)
from gitopoly.arena.matches.draws import Draws
from gitopoly.arena.matches.history import View
from gitopoly.arena.matches.match import ArenaMatch, new_match
from gitopoly.arena.matches.record import Recorder
from gitopoly.arena.matches.table import arena_rules
from gitopoly.arena.matches.watch import watching

RECEIVE = "receiveState"
FUNCTIONS = (FunctionType, BuiltinFunctionType, MethodType, partial)
"""An agent, or a function where a single answer is enough."""
DECISIONS = {
    0: BSMT_METHODS[0],
    1: "respondTrade",
    3: "buyProperty",
    4: "auctionProperty",
    6: "jailDecision",
}
"""The method that each phase calls, if any."""
DEFAULTS = {
    "respondTrade": False,
    "buyProperty": False,
    "auctionProperty": 0,
    "jailDecision": ("R",),
}
"""The default answers for an agent that fails; None for the other methods."""


class Adjudicator:
    """Runs matches between two agents.

    >>> class Idle:
    ...     def getBSMTDecision(self, state): return None
    ...     def buyProperty(self, state): return True
    ...     def receiveState(self, state): pass
    >>> winner, state = Adjudicator().runGame(Idle(), Idle(), [(1, 2)])
    >>> winner, state[1][3], state[2], state[3]
    (0, 1, (3, 0), (1440, 1500))
    """

    def __init__(
        self,
        seed: int | None = None,
        limits: ResourceLimits | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        self.seed = seed
        """Determines dice and cards that are not given; without it every game differs."""
        self.limits = limits or ResourceLimits()
        self.recorder = recorder
        self.state: tuple[Any, ...] | None = None
        """The final state of the last game."""
        self.faults: list[AgentFault] = []
        """The faults of the last game; at most `calls.MOST_FAULTS`."""
        self.match: ArenaMatch | None = None
        """The last game."""

    def runGame(
        self,
        agent1: Any,
        agent2: Any,
        diceRolls: Any = None,
        chanceCards: Any = None,
        communityChestCards: Any = None,
    ) -> list[Any]:
        """Play one game: `[winner, final state]`; the winner is 1, 2, or 0 for a tie.

        Raises `InvalidOutcome` for dice or cards that do not exist; an agent's exceptions are
        caught.
        """
        seed = secrets.randbits(64) if self.seed is None else self.seed
        jail_cards = arena_rules().jail_card
        draws = Draws(seed, diceRolls, chanceCards, communityChestCards, jail_cards)
        match = new_match((agent1, agent2), draws, self.limits, self.recorder)
        if self.recorder is not None:
            self.recorder.begin((name_of(agent1), name_of(agent2)), self.seed)
        try:
            winner, view = match.play()
        except BaseException:
            if self.recorder is not None:
                self.recorder.flush()  # stopped: the record has what was played
            raise
        if self.recorder is not None:
            self.recorder.end(winner, match, view)
        self.match = match
        self.faults = match.faults
        self.state = (*view, match.log.until(len(match.log)))
        return [winner, self.state]

    def runPlayerOnState(self, player: Any, state: Any) -> Any:
        """Ask an agent, or a function, what to do in a state; the default answer if it fails."""
        calls = Calls((player, player), self.limits, None)
        view = self._continued(calls, state)
        method = DECISIONS[view[4]] if is_question(view) else RECEIVE
        if issubclass(type(player), FUNCTIONS):
            calls.agents[0] = _Function(player)
        with watching(calls):
            answer = calls.ask_bsmt(0, view) if view[4] == 0 else calls.call(0, method, view)
        self.faults = calls.faults
        return DEFAULTS.get(method) if answer is NO_ANSWER else answer

    def broadcastState(self, player1: Any, player2: Any, state: Any) -> None:
        """Let both agents receive a state."""
        calls = Calls((player1, player2), self.limits, None)
        view = self._continued(calls, state)
        with watching(calls):
            calls.tell(view)
        self.faults = calls.faults

    def _continued(self, calls: Calls, state: Any) -> View:
        """The state without its history, from which the calls continue."""
        if len(state) == 8:
            calls.log.extend(state[7])
        return tuple(state)[:7]


def name_of(agent: Any) -> str:
    """The name of an agent in records: the name it was loaded by, or its class."""
    if issubclass(type(agent), (RemoteAgent, BuiltIn)):
        return str(agent.bot_name)
    return type(agent).__name__


class _Function:
    """A function in place of an agent: it answers every call."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def __getattr__(self, method: str) -> Any:
        return self.function


def is_question(view: View) -> bool:
    """Whether a state asks for a decision, rather than being the result of one."""
    phase, payload = view[4], view[5]
    if phase == 0 or phase == 3:
        return True
    if phase == 1:
        return len(payload) == 4
    if phase == 4:
        return bool(payload[1] == 0)
    return bool(phase == 6 and not payload)
