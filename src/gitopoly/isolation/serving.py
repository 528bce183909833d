"""The inside of an isolated process: it reads questions from one pipe and answers on another.

Messages have four bytes of length in front. Questions are marshalled, which is quick and keeps
tuples; answers are JSON, because the other side trusts nothing here.
A module that serves is run as `python -m MODULE IN OUT LIFE MEMORY SECONDS`.
"""

from __future__ import annotations

import json
import marshal
import os
import signal
from collections.abc import Callable
from typing import Any, BinaryIO

from gitopoly import posix
from gitopoly.errors import InvalidBot
from gitopoly.isolation import mistakes

Handler = Callable[[dict[str, Any]], dict[str, Any]]
"""Handles a message; the reply has the key `answer`."""
Told = Callable[[BaseException], str]


class TooSlow(BaseException):
    """Raised in the agent by the alarm."""


def read_message(source: BinaryIO) -> dict[str, Any] | None:
    """The next message, or None at the end."""
    head = source.read(4)
    if len(head) < 4:
        return None
    message: dict[str, Any] = marshal.loads(source.read(int.from_bytes(head, "big")))
    return message


def write_message(descriptor: int, message: dict[str, Any]) -> None:
    """Send a whole message."""
    body = json.dumps(message).encode()
    data = len(body).to_bytes(4, "big") + body
    while data:
        data = data[os.write(descriptor, data) :]


def reply_to(
    message: dict[str, Any], handle: Handler, seconds: float, told: Told = mistakes.told
) -> dict[str, Any]:
    """The reply of a handler, or its fault, with the message's number."""
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            reply = handle(message)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except TooSlow:
        reply = {"fault": ["timeout", f"more than {seconds:g} s"]}
    except InvalidBot as error:
        reply = {"fault": ["invalid", str(error)]}
    except BaseException as error:  # noqa: BLE001 - whatever code of others raises is a fault
        reply = {"fault": ["raised", told(error)]}
    return {"number": message["number"], **reply}


def _alarm(_number: int, _frame: object) -> None:
    raise TooSlow


def serve(handle: Handler, arguments: list[str], told: Told = mistakes.told) -> None:
    """Answer until the other side closes its end; `told` puts exceptions into words."""
    source, sink = int(arguments[0]), int(arguments[1])
    posix.end_with_writer(int(arguments[2]))
    posix.limit_memory(int(arguments[3]))
    signal.signal(signal.SIGALRM, _alarm)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    seconds = float(arguments[4])
    with os.fdopen(source, "rb") as questions:
        while (message := read_message(questions)) is not None:
            write_message(sink, reply_to(message, handle, seconds, told))
