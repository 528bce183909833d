"""The process of an isolated agent: it reads calls from one pipe and answers on another.

Messages are JSON behind four bytes of length. Nothing here is trusted by the other side.
Run as `python -m gitopoly.arena.agents.worker IN OUT LIFE MEMORY SECONDS`.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from pathlib import Path
from typing import Any

from gitopoly.arena.agents.loading import load_file, load_module, make_agent
from gitopoly.arena.matches.answers import plain
from gitopoly.arena.matches.calls import BSMT_METHODS
from gitopoly.arena.matches.mistakes import told
from gitopoly.errors import InvalidBot


class TooSlow(BaseException):
    """Raised in the agent by the alarm."""


def read_exactly(descriptor: int, size: int) -> bytes:
    """Read so many bytes; nothing if the other side has gone."""
    data = b""
    while len(data) < size:
        part = os.read(descriptor, size - len(data))
        if not part:
            return b""
        data += part
    return data


def read_message(descriptor: int) -> dict[str, Any] | None:
    """The next message, or None at the end."""
    head = read_exactly(descriptor, 4)
    if not head:
        return None
    body = read_exactly(descriptor, int.from_bytes(head, "big"))
    message: dict[str, Any] = json.loads(body)
    return message


def write_message(descriptor: int, message: dict[str, Any]) -> None:
    """Send a message, whole."""
    body = json.dumps(message).encode()
    data = len(body).to_bytes(4, "big") + body
    while data:
        data = data[os.write(descriptor, data) :]


def as_view(fields: list[Any]) -> tuple[Any, ...]:
    """A state as the agent knows it: JSON has no tuples, the state has them nearly everywhere."""
    turn, statuses, positions, cash, phase, payload, debt = fields
    if isinstance(payload, list):
        payload = tuple(payload)  # the lists in an offer stay lists
    return (turn, tuple(statuses), tuple(positions), tuple(cash), phase, payload, tuple(debt))


class Worker:
    """One agent, and what it has been told so far."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.agent: Any = None
        self.history: list[tuple[int, tuple[Any, ...]]] = []

    def handle(self, message: dict[str, Any]) -> dict[str, Any]:
        """Do what a message asks; the reply has its number."""
        try:
            signal.setitimer(signal.ITIMER_REAL, self.seconds)
            try:
                reply = self.begin(message) if "bot" in message else self.answer(message)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        except TooSlow:
            reply = {"fault": ["timeout", f"more than {self.seconds:g} s"]}
        except InvalidBot as error:
            reply = {"fault": ["invalid", str(error)]}
        except BaseException as error:  # noqa: BLE001 - whatever an agent throws is a fault
            reply = {"fault": ["raised", told(error)]}
        return {"number": message["number"], **reply}

    def begin(self, message: dict[str, Any]) -> dict[str, Any]:
        """Make a fresh agent for a match."""
        kind, target, class_name = message["bot"]
        random.seed(message["seed"])
        self.history = []
        loaded = (
            load_file(Path(target), class_name)
            if kind == "file"
            else load_module(target, class_name)
        )
        self.agent = make_agent(loaded, message["seat"])
        return {"answer": loaded.__name__[:100]}

    def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        """Call a method of the agent with a state."""
        self.history += [(seat, as_view(view)) for seat, view in message["entries"]]
        state = (*as_view(message["view"]), self.history[:])
        name = message["method"]
        if name in BSMT_METHODS and not hasattr(self.agent, name):
            name = BSMT_METHODS[1]
        return {"answer": plain(getattr(self.agent, name)(state))}


def _alarm(_number: int, _frame: object) -> None:
    raise TooSlow


def main(arguments: list[str]) -> None:
    """Serve until the other side closes its end."""
    from gitopoly import posix

    source, sink = int(arguments[0]), int(arguments[1])
    posix.end_with_writer(int(arguments[2]))
    posix.limit_memory(int(arguments[3]))
    signal.signal(signal.SIGALRM, _alarm)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    worker = Worker(float(arguments[4]))
    while (message := read_message(source)) is not None:
        write_message(sink, worker.handle(message))


if __name__ == "__main__":
    main(sys.argv[1:])
