"""Calling agents: the state they get, the time they have, and how failures are handled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from sys import getrefcount
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from gitopoly.arena.matches.answers import plain
from gitopoly.arena.matches.history import (
    TRADE_PHASE,
    CallLog,
    View,
    fresh_view,
    new_history,
)
from gitopoly.arena.matches.mistakes import BSMT_METHODS, told
from gitopoly.arena.matches.watch import OutOfTime
from gitopoly.isolation.limits import (
    BUDGET,
    DIED,
    GRACE,
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
    tail = tails[0]
    (history,) = tail
    len(history)
    return getrefcount(history)


UNSEEN = _references()


class _NoAnswer:
    """Stands for the answer of an agent that failed to give one."""

    def __repr__(self) -> str:
        return "no answer"


NO_ANSWER = _NoAnswer()


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


class CallRecorder(Protocol):
    """Records every call."""

    def called(self, seat: int, method: str, view: View, answer: Any, seconds: float) -> None:
        """Record a call; `answer` is plain, or `NO_ANSWER`."""

    def faulted(self, fault: AgentFault) -> None:
        """Record a fault, which may come before or after its call."""


class RemoteAgent:
    """The base class of proxies for remote agents, which enforce the time limit themselves."""

    grace = GRACE
    """Seconds beyond the limit after which the proxy itself is given up."""
    bot_name = "remote"
    """Its name in records."""


class RemovedAgent:
    """Replaces an agent that is no longer called."""

    def __getattr__(self, method: str) -> Callable[[Any], Any]:
        return lambda state: NO_ANSWER


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
        self.inside = False
        self.limits = [
            # By its type, because even reading `__class__` could run the agent's code.
            limits.call + (RemoteAgent.grace if issubclass(type(agent), RemoteAgent) else 0.0)
            for agent in agents
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
        if recorder is not None:
            self.call = self._recorded_call  # type: ignore[method-assign]
            self.tell = self._recorded_tell  # type: ignore[method-assign]
            self.ask_both = self._recorded_asking  # type: ignore[method-assign]

    def shortest(self) -> float:
        """The shortest time limit that ticks must detect."""
        return min(*self.limits, self.budget / 10)

    def tick(self, passed: float, late: float) -> bool:
        """Note that time has passed; return whether the agent being called is out of time."""
        if not self.inside:
            return False
        call = len(self.log)
        seat = self.log[-1][0] - 1 if call else 0
        if type(self.agents[seat]) is RemovedAgent:
            return False
        self.spent[seat] += passed
        if call == self.seen_call:
            self.seen += passed
        else:
            self.seen_call = call
            self.seen = late
        return self.seen >= self.limits[seat] or self.spent[seat] > self.budget

    def call(self, seat: int, method: str, view: View) -> Any:
        """Call an agent with a state; `NO_ANSWER` if it fails.

        This is the hot path: it reads no clock (ticks do) and copies no history.
        """
        log = self.log
        tail = self.tails[seat]
        (history,) = tail
        history.length = len(log)
        log.append((seat + 1, view))
        try:
            self.inside = True
            answer = getattr(self.agents[seat], method)(view + tail)
            self.inside = False
        except BaseException as error:  # noqa: BLE001 - whatever an agent raises stays with it
            self.inside = False
            answer = self._failed(seat, method, error)
        if history.log is None or getrefcount(history) > UNSEEN:
            self.tails[seat] = (new_history(log),)
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
        length = len(log)
        tail = tails[0]
        (history,) = tail
        history.length = length
        log.append((1, view))
        try:
            self.inside = True
            agents[0].receiveState(view + tail)
            self.inside = False
        except BaseException as error:  # noqa: BLE001 - whatever an agent raises stays with it
            self.inside = False
            self._failed(0, RECEIVE, error)
        if history.log is None or getrefcount(history) > UNSEEN:
            tails[0] = (new_history(log),)
        tail = tails[1]
        (history,) = tail
        history.length = length + 1
        log.append((2, view))
        try:
            self.inside = True
            agents[1].receiveState(view + tail)
            self.inside = False
        except BaseException as error:  # noqa: BLE001
            self.inside = False
            self._failed(1, RECEIVE, error)
        if history.log is None or getrefcount(history) > UNSEEN:
            tails[1] = (new_history(log),)

    def ask_both(self, view: View) -> tuple[Any, Any]:
        """Ask player 1 for a BSMT, and then, if the answer is None, player 2."""
        log, agents, tails = self.log, self.agents, self.tails
        one, other = self.bsmt
        if not one:
            one = self.bsmt_method(0)
        length = len(log)
        tail = tails[0]
        (history,) = tail
        history.length = length
        log.append((1, view))
        try:
            self.inside = True
            if one is USUAL_BSMT:
                first = agents[0].getBSMTDecision(view + tail)
            else:
                first = getattr(agents[0], one)(view + tail)
            self.inside = False
        except BaseException as error:  # noqa: BLE001 - whatever an agent raises stays with it
            self.inside = False
            first = self._failed(0, one, error)
        if history.log is None or getrefcount(history) > UNSEEN:
            tails[0] = (new_history(log),)
        if first is not None:
            return first, None
        if not other:
            other = self.bsmt_method(1)
        tail = tails[1]
        (history,) = tail
        history.length = length + 1
        log.append((2, view))
        try:
            self.inside = True
            if other is USUAL_BSMT:
                second = agents[1].getBSMTDecision(view + tail)
            else:
                second = getattr(agents[1], other)(view + tail)
            self.inside = False
        except BaseException as error:  # noqa: BLE001
            self.inside = False
            second = self._failed(1, other, error)
        if history.log is None or getrefcount(history) > UNSEEN:
            tails[1] = (new_history(log),)
        return first, second

    def read(self, seat: int, method: str, reader: Callable[[Any], Any], answer: Any) -> Any:
        """Parse an answer; an unreadable one is None and a fault.

        Parsing may run the agent's code, so it is guarded like a call.
        """
        if answer is NO_ANSWER:
            return None
        try:
            self.inside = True
            value = reader(answer)
            self.inside = False
        except BaseException as error:  # noqa: BLE001
            self.inside = False
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

    def fault(self, seat: int, method: str, kind: str, detail: str) -> None:
        """Record a failure."""
        fault = AgentFault(len(self.log) - 1, seat + 1, method, kind, detail)
        self.fault_counts[seat + 1, kind] += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault)
        if self.recorder is not None:
            self.recorder.faulted(fault)

    def bsmt_method(self, seat: int) -> str:
        """The agent's spelling of the BSMT method, looked up on first use."""
        name = BSMT_METHODS[0]
        try:
            self.inside = True
            if not hasattr(self.agents[seat], name):
                name = BSMT_METHODS[1]
            self.inside = False
        except BaseException as error:  # noqa: BLE001
            self.inside = False
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
            self.fault(seat, method, error.kind, error.detail)
            if error.kind == DIED:
                self.agents[seat] = RemovedAgent()
        else:
            self.inside = True  # building the message may run the agent's code
            words = told(error)
            self.inside = False
            self.fault(seat, method, RAISED, words)
        return NO_ANSWER

    def _recorded_tell(self, view: View) -> None:
        """Tell both with recording and timing."""
        self._recorded_call(0, RECEIVE, view)
        self._recorded_call(1, RECEIVE, view)

    def _recorded_asking(self, view: View) -> tuple[Any, Any]:
        """Ask both with recording and timing."""
        first = self._recorded_call(0, self.bsmt[0] or self.bsmt_method(0), view)
        if first is not None:
            return first, None
        return first, self._recorded_call(1, self.bsmt[1] or self.bsmt_method(1), view)

    def _recorded_call(self, seat: int, method: str, view: View) -> Any:
        """Call an agent with recording and timing."""
        assert self.recorder is not None
        # A copy of its lists, before the agent can change them.
        given = fresh_view(view) if view[4] == TRADE_PHASE else view
        call = Calls.call
        started = perf_counter()
        answer = call(self, seat, method, view)
        seconds = perf_counter() - started
        told = answer
        if answer is not None and answer is not NO_ANSWER:
            try:
                self.inside = True
                told = plain(answer)
                self.inside = False
            except BaseException as error:  # noqa: BLE001 - the agent's objects may fail here
                self.inside = False
                told = answer = self._failed(seat, method, error)
        self.recorder.called(seat + 1, method, given, told, seconds)
        return answer
