"""Agents that are not simply objects here: in another process, or no longer called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gitopoly.isolation.limits import GRACE, RemoteFault


class _NoAnswer:
    """Stands for the answer of an agent that failed to give one."""

    def __repr__(self) -> str:
        return "no answer"


NO_ANSWER = _NoAnswer()


class RemoteAgent:
    """The base class of proxies for remote agents, which enforce the time limit themselves."""

    grace = GRACE
    """Seconds beyond the limit after which the proxy itself is given up."""
    bot_name = "remote"
    """Its name in records."""
    defers = False
    """Whether it may receive states later, with the next question; its faults come then."""

    @property
    def owing(self) -> int:
        """How many calls it has not answered, apart from the current one."""
        return 0

    def settle(self) -> None:
        """Wait for answers to everything; raises `LateFaults`."""


class LateFaults(Exception):
    """Raised by a remote agent with an answer if earlier calls had failed."""

    def __init__(self, faults: list[tuple[int, RemoteFault]], answer: Any) -> None:
        super().__init__(faults)
        self.faults = faults
        """Each with the number of its call."""
        self.answer = answer
        """The answer to the current call, or its fault."""


def is_remote(agent: Any) -> bool:
    """By its type, because even reading `__class__` could run the agent's code."""
    return issubclass(type(agent), RemoteAgent)


class RemovedAgent:
    """Replaces an agent that is no longer called."""

    def __getattr__(self, method: str) -> Callable[[Any], Any]:
        return lambda state: NO_ANSWER
