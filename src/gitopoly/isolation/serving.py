"""The inside of an isolated process: it reads questions from one pipe and answers on another.

Messages have four bytes of length in front. Questions are marshalled, which is quick and keeps
tuples; answers are JSON, because the other side trusts nothing here.
A module that serves is run as `python -m MODULE IN OUT LIFE MEMORY SECONDS`.
"""

from __future__ import annotations

import json
import marshal
import math
import os
import signal
from collections.abc import Callable
from time import monotonic
from typing import Any, BinaryIO

from gitopoly import posix
from gitopoly.errors import InvalidBot
from gitopoly.isolation import mistakes

Handler = Callable[[Any], Any]
"""Handles a message; returns the answer."""
Told = Callable[[BaseException], str]
Reply = tuple[Any, ...]
"""A message's number and the answer, or the number, the kind of a fault and its detail."""


class TooSlow(BaseException):
    """Raised in the agent by the alarm."""


class Alarm:
    """Raises `TooSlow` in a call that takes too long.

    Setting a timer for each call would take as long as most calls. So one goes off now and then,
    and is set again for what the current call has left.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._deadline = math.inf
        """The end of the current call's time; never, if there is none."""
        self._rings_at = 0.0
        """When the timer goes off, unless the agent has changed it."""
        signal.signal(signal.SIGALRM, self._ring)

    def begin(self) -> None:
        """A call begins."""
        now = monotonic()
        self._deadline = now + self.seconds
        if now >= self._rings_at:
            self._set(now, self.seconds)

    def end(self) -> None:
        """It is over."""
        self._deadline = math.inf

    def _set(self, now: float, seconds: float) -> None:
        self._rings_at = now + seconds
        signal.setitimer(signal.ITIMER_REAL, seconds)

    def _ring(self, _number: int, _frame: object) -> None:
        now = monotonic()
        if now >= self._deadline:
            self._deadline = math.inf
            raise TooSlow
        self._rings_at = now
        if self._deadline < math.inf:
            self._set(now, self._deadline - now)


def read_message(source: BinaryIO) -> tuple[int, bool, Any] | None:
    """The next message, or None at the end: its number, whether its answer counts, and what."""
    head = source.read(4)
    if len(head) < 4:
        return None
    message: tuple[int, bool, Any] = marshal.loads(source.read(int.from_bytes(head, "big")))
    return message


def write_message(descriptor: int, reply: Reply) -> None:
    """Send a whole reply."""
    # Nine of ten answers are None; a general encoder takes much longer.
    is_usual = reply[1:] == (None,)
    body = b"[%d,null]" % reply[0] if is_usual else json.dumps(reply).encode()
    data = len(body).to_bytes(4, "big") + body
    while data:
        data = data[os.write(descriptor, data) :]


def reply_to(
    message: tuple[int, bool, Any], handle: Handler, alarm: Alarm, told: Told = mistakes.told
) -> Reply:
    """The reply of a handler, or its fault."""
    number, counts, question = message
    try:
        alarm.begin()
        try:
            answer = handle(question)
        finally:
            alarm.end()
    except TooSlow:
        return (number, "timeout", f"more than {alarm.seconds:g} s")
    except InvalidBot as error:
        return (number, "invalid", str(error))
    except BaseException as error:  # noqa: BLE001 - whatever code of others raises is a fault
        return (number, "raised", told(error))
    return (number, answer if counts else None)


def serve(handle: Handler, arguments: list[str], told: Told = mistakes.told) -> None:
    """Answer until the other side closes its end; `told` puts exceptions into words."""
    source, sink = int(arguments[0]), int(arguments[1])
    posix.end_with_writer(int(arguments[2]))
    posix.limit_memory(int(arguments[3]))
    alarm = Alarm(float(arguments[4]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with os.fdopen(source, "rb") as questions:
        while (message := read_message(questions)) is not None:
            write_message(sink, reply_to(message, handle, alarm, told))
