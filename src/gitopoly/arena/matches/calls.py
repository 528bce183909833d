"""Calling agents: the state they get, the time they have, and how failures are handled."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Callable
from sys import getrefcount
from typing import Any, NamedTuple, Protocol

from gitopoly.arena.matches.history import (
    CallLog,
    History,
    View,
    fresh_view,
    new_history,
)
from gitopoly.arena.matches.mistakes import BSMT_METHODS, told
from gitopoly.arena.matches.remote_agents import (
    NO_ANSWER,
    LateFaults,
    RemoteAgent,
    RemovedAgent,
    is_remote,
)
from gitopoly.arena.matches.watch import OutOfTime
from gitopoly.isolation.limits import (
    BUDGET,
    DIED,
    JUNK,
    RAISED,
    REFUSED,
    TIMEOUT,
    RemoteFault,
    ResourceLimits,
)
from gitopoly.isolation.mistakes import shown
from gitopoly.stopping import pass_on

__all__ = [
    "BSMT_METHODS",
    "FAULTS",
    "JUNK",
    "NO_ANSWER",
    "REFUSED",
    "AgentFault",
    "Calls",
    "RemoteAgent",
    "RemoteFault",
    "ResourceLimits",
]

RECEIVE = "receiveState"
USUAL_BSMT = BSMT_METHODS[0]
MOST_FAULTS = 200
"""Maximum number of faults a match keeps in full; all are counted."""

FAULTS = {
    RAISED: "the agent raised an exception",
    TIMEOUT: "the call took longer than allowed",
    BUDGET: "the agent's time for the match is used up; it is not called again",
    JUNK: "the answer is not valid for the method",
    REFUSED: "the answer is well formed, but the rules forbid it",
    DIED: "the agent's process is gone; it is not called again",
}
"""Every kind of fault and its meaning."""


def _references() -> int:
    """How many references `call` counts if the agent kept none; this differs between Pythons."""
    tails = [(new_history(CallLog()),)]
    (history,) = tail = tails[0]
    len(tail)
    return getrefcount(history)


UNSEEN = _references()


class AgentFault(NamedTuple):
    """One failure of an agent; the default answer was used instead."""

    call: int
    """Number of the call, from 0."""
    seat: int
    """1 or 2."""
    method: str
    kind: str
    """A key of `FAULTS`."""
    detail: str


def _number_of(fault: AgentFault) -> int:
    return fault.call


RecordedCall = tuple[int, str, View, Any, float]
"""Who was called, 1 or 2, how, with what, the answer, and the seconds it took."""


class CallRecorder(Protocol):
    """Records every call."""

    @property
    def called(self) -> Callable[[RecordedCall], Any]:
        """Records a call; its answer is plain, or `NO_ANSWER`."""

    def faulted(self, fault: AgentFault) -> None:
        """Record a fault, which may come before or after its call."""


class Calls:
    """The two agents of a match, and every call to them."""

    def __init__(
        self, agents: tuple[Any, Any], limits: ResourceLimits, recorder: CallRecorder | None
    ) -> None:
        self.agents = list(agents)
        self.bsmt: list[str] = ["", ""]
        """How each agent spells its BSMT method, once looked up."""
        self.log = CallLog()
        self.tails = [(new_history(self.log),), (new_history(self.log),)]
        """What each agent is given next behind a view: a history.

        It is replaced when the agent has read or kept it.
        """
        self.inside = 0
        """The player whose code is running, 1 or 2, or 0."""
        self.limits = [
            limits.call + (RemoteAgent.grace if is_remote(agent) else 0.0) for agent in agents
        ]
        self.budget = limits.match
        self.spent = [0.0, 0.0]
        """Seconds that each agent has used, as measured by ticks."""
        self.seen = 0.0
        """How long the current call has run, as measured by ticks."""
        self.seen_call = -1
        self.recorder = recorder
        self.faults: list[AgentFault] = []
        self.fault_counts: Counter[tuple[int, str]] = Counter()

    def shortest(self) -> float:
        """The shortest time limit that ticks must detect."""
        return min(*self.limits, self.budget / 10)

    def tick(self, passed: float, late: float) -> bool:
        """Note that time has passed; return whether the agent being called is out of time."""
        if not self.inside:
            return False
        call, seat = len(self.log), self.inside - 1
        agent = self.agents[seat]
        if type(agent) is RemovedAgent:
            return False
        self.spent[seat] += passed
        if call == self.seen_call:
            self.seen += passed
        else:
            self.seen_call = call
            self.seen = late
        limit = self.limits[seat] * (1 + agent.owing if is_remote(agent) else 1)
        return self.seen >= limit or self.spent[seat] > self.budget

    def call(self, seat: int, method: str, view: View) -> Any:
        """Call an agent with a state; `NO_ANSWER` if it fails.

        This is the hot path: it reads no clock (ticks do) and copies no history.
        """
        log = self.log
        (history,) = tail = self.tails[seat]
        player = seat + 1
        log.append((player, view))
        try:
            self.inside = player
            answer = getattr(self.agents[seat], method)(view + tail)
            self.inside = 0
        except BaseException as error:  # noqa: BLE001 - whatever an agent raises stays with it
            self.inside = 0
            answer = self._failed(seat, method, error)
        if getrefcount(history) > UNSEEN:
            self._replace(seat, history)
        return answer

    def ask_bsmt(self, seat: int, view: View) -> Any:
        """Ask for a building, selling, mortgaging or trading; None is the usual answer."""
        return self.call(seat, self.bsmt[seat] or self.bsmt_method(seat), view)

    def call_with_lists(self, seat: int, method: str, view: View) -> Any:
        """Call with a payload that holds lists: the agent gets its own copies."""
        place = len(self.log)
        answer = self.call(seat, method, fresh_view(view))
        self.log[place] = (seat + 1, view)
        self.log.trades.append(place)
        return answer

    def tell(self, view: View) -> None:
        """Let both agents receive a state.

        As two times `call`, written out, like `ask_both`: nine calls of ten come to these two.
        """
        log, agents, tails = self.log, self.agents, self.tails
        (history,) = tail = tails[0]
        log.append((1, view))
        try:
            self.inside = 1
            agents[0].receiveState(view + tail)
            self.inside = 0
        except BaseException as error:  # noqa: BLE001 - whatever an agent raises stays with it
            self.inside = 0
            self._failed(0, RECEIVE, error)
        if getrefcount(history) > UNSEEN:
            self._replace(0, history)
        (history,) = tail = tails[1]
        log.append((2, view))
        try:
            self.inside = 2
            agents[1].receiveState(view + tail)
            self.inside = 0
        except BaseException as error:  # noqa: BLE001
            self.inside = 0
            self._failed(1, RECEIVE, error)
        if getrefcount(history) > UNSEEN:
            self._replace(1, history)

    def ask_both(self, view: View) -> tuple[Any, Any] | None:
        """Ask player 1 for a BSMT, and then, if the answer is None, player 2.

        Returns None if both answers are.
        """
        log, agents, tails = self.log, self.agents, self.tails
        one, other = self.bsmt
        if not one:
            one = self.bsmt_method(0)
        (history,) = tail = tails[0]
        log.append((1, view))
        try:
            self.inside = 1
            if one is USUAL_BSMT:
                first = agents[0].getBSMTDecision(view + tail)
            else:
                first = getattr(agents[0], one)(view + tail)
            self.inside = 0
        except BaseException as error:  # noqa: BLE001 - whatever an agent raises stays with it
            self.inside = 0
            first = self._failed(0, one, error)
        if getrefcount(history) > UNSEEN:
            self._replace(0, history)
        if first is not None:
            return first, None
        if not other:
            other = self.bsmt_method(1)
        (history,) = tail = tails[1]
        log.append((2, view))
        try:
            self.inside = 2
            if other is USUAL_BSMT:
                second = agents[1].getBSMTDecision(view + tail)
            else:
                second = getattr(agents[1], other)(view + tail)
            self.inside = 0
        except BaseException as error:  # noqa: BLE001
            self.inside = 0
            second = self._failed(1, other, error)
        if getrefcount(history) > UNSEEN:
            self._replace(1, history)
        return None if second is None else (None, second)

    def _replace(self, seat: int, history: History) -> None:
        """Let an agent have the history of its call, which it has read or kept."""
        history.length = len(self.log) - 1
        self.log.read.clear()
        self.tails[seat] = (new_history(self.log),)

    def read(self, seat: int, method: str, reader: Callable[[Any], Any], answer: Any) -> Any:
        """Parse an answer; an unreadable one is None and a fault.

        Parsing may run the agent's code, so it is guarded like a call.
        """
        if answer is NO_ANSWER:
            return None
        try:
            self.inside = seat + 1
            value = reader(answer)
            self.inside = 0
        except BaseException as error:  # noqa: BLE001
            self.inside = 0
            self._failed(seat, method, error)
            return None
        if value is None:
            self.fault(seat, method, JUNK, shown(answer))
        return value

    def yes(self, seat: int, method: str, answer: Any) -> bool:
        """Parse a boolean; anything else is False and a fault."""
        if answer is not True and answer is not False and answer is not NO_ANSWER:
            self.fault(seat, method, JUNK, shown(answer))
        return answer is True

    def fault(
        self, seat: int, method: str, kind: str, detail: str, call: int | None = None
    ) -> None:
        """Record a failure, of the current call or an earlier one."""
        number = len(self.log) - 1 if call is None else call
        fault = AgentFault(number, seat + 1, method, kind, detail)
        self.fault_counts[seat + 1, kind] += 1
        if len(self.faults) < MOST_FAULTS:
            insort(self.faults, fault, key=_number_of)
        if self.recorder is not None:
            self.recorder.faulted(fault)

    def bsmt_method(self, seat: int) -> str:
        """The agent's spelling of the BSMT method, looked up on first use."""
        name = BSMT_METHODS[0]
        try:
            self.inside = seat + 1
            if not hasattr(self.agents[seat], name):
                name = BSMT_METHODS[1]
            self.inside = 0
        except BaseException as error:  # noqa: BLE001
            self.inside = 0
            self._failed(seat, name, error)
        self.bsmt[seat] = name
        return name

    def _failed(self, seat: int, method: str, error: BaseException) -> Any:
        """Turn an exception of the agent into a fault; raise any other."""
        pass_on(error)
        if isinstance(error, OutOfTime):
            if error.match is not None and error.match is not self:
                raise error  # the limit of an outer match, whose agent runs this one
            if self.spent[seat] > self.budget:
                self.fault(seat, method, BUDGET, f"more than {self.budget:g} s")
                self.agents[seat] = RemovedAgent()
            else:
                self.fault(seat, method, TIMEOUT, f"more than {self.limits[seat]:g} s")
        elif isinstance(error, RemoteFault):
            self._failed_remotely(seat, method, error)
        elif isinstance(error, LateFaults):
            for call, fault in error.faults:
                self._failed_remotely(self.log[call][0] - 1, RECEIVE, fault, call)
            if type(self.agents[seat]) is RemovedAgent:
                return NO_ANSWER
            if not isinstance(error.answer, RemoteFault):
                return error.answer
            self._failed_remotely(seat, method, error.answer)
        else:
            self.inside = seat + 1  # building the message may run the agent's code
            words = told(error)
            self.inside = 0
            self.fault(seat, method, RAISED, words)
        return NO_ANSWER

    def _failed_remotely(
        self, seat: int, method: str, error: RemoteFault, call: int | None = None
    ) -> None:
        self.fault(seat, method, error.kind, error.detail, call)
        if error.kind == DIED:
            self.agents[seat] = RemovedAgent()

    def defer(self, defers: bool) -> None:
        """Let remote agents receive states later, which saves waiting for them, or at once."""
        for agent in self.agents:
            if is_remote(agent):
                agent.defers = defers

    def settle(self) -> None:
        """Wait until remote agents have received everything."""
        for seat in (0, 1):
            if not is_remote(self.agents[seat]):
                continue
            self.seen_call = -1  # its last call is over
            try:
                self.inside = seat + 1
                self.agents[seat].settle()
                self.inside = 0
            except BaseException as error:  # noqa: BLE001
                self.inside = 0
                self._failed(seat, RECEIVE, error)
