"""The inside of an isolated process: it reads questions from one pipe and answers on another.

Messages are JSON prefixed with four bytes of length. The other side trusts nothing here.
A module that serves is run as `python -m MODULE IN OUT LIFE MEMORY SECONDS`.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from typing import Any

from gitopoly import posix
from gitopoly.errors import InvalidBot
from gitopoly.isolation import mistakes

Handler = Callable[[dict[str, Any]], dict[str, Any]]
"""Handles a message; the reply has the key `answer`."""
Told = Callable[[BaseException], str]


class TooSlow(BaseException):
    """Raised in the agent by the alarm."""


def read_exactly(descriptor: int, size: int) -> bytes:
    """Read exactly this many bytes; empty if the other side has gone."""
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
    while (message := read_message(source)) is not None:
        write_message(sink, reply_to(message, handle, seconds, told))
