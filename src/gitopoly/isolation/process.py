"""A process that runs untrusted code and answers questions, seen from outside.

Its replies are JSON of bounded size, never unpickled. A process that hangs, dies or sends garbage
is killed.
"""

from __future__ import annotations

import contextlib
import json
import marshal
import os
import select
import signal
import subprocess
import sys
from time import monotonic
from typing import Any

from gitopoly.errors import InvalidBot
from gitopoly.isolation.limits import (
    DIED,
    GRACE,
    MEMORY,
    RAISED,
    TIMEOUT,
    RemoteFault,
    ResourceLimits,
)
from gitopoly.isolation.mistakes import printable

LARGEST_REPLY = 1 << 16


class IsolatedProcess:
    """One process that runs a module of ours, which runs untrusted code.

    Close it when it is no longer needed: that ends the process.
    """

    def __init__(
        self,
        module: str,
        limits: ResourceLimits | None = None,
        memory: int = MEMORY,
        show_output: bool = False,
    ) -> None:
        if os.name != "posix":
            raise InvalidBot(
                "isolating bots in files needs a POSIX system; use the arena's --no-isolate, "
                "or pass the class in Python"
            )
        self.module = module
        """The module that the process runs; its `main` is `serving.serve`."""
        self.limits = limits or ResourceLimits()
        self.memory = memory
        self.show_output = show_output
        self.process: subprocess.Popen[bytes] | None = None
        self._source = self._sink = self._life = -1
        self._received = b""
        """Bytes that have arrived and are not yet read."""
        self._number = 0
        self.spent = 0.0
        """Seconds that answers have taken so far; callers may reset it."""

    @property
    def lives(self) -> bool:
        """Whether the process runs."""
        return self.process is not None and self.process.poll() is None

    def close(self) -> None:
        """End the process and whatever it started."""
        process, self.process = self.process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            for descriptor in (self._source, self._sink, self._life):
                os.close(descriptor)

    def start(self) -> None:
        """Start or restart the process."""
        self.close()
        theirs_in, self._sink = os.pipe()
        self._source, theirs_out = os.pipe()
        theirs_life, self._life = os.pipe()
        theirs = theirs_in, theirs_out, theirs_life
        memory = str(self.memory << 20)
        command = [sys.executable, "-P", "-m", self.module]
        output = sys.__stderr__ if self.show_output else subprocess.DEVNULL
        self.process = subprocess.Popen(
            [*command, *map(str, theirs), memory, str(self.limits.call)],
            pass_fds=theirs,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        for descriptor in theirs:
            os.close(descriptor)
        os.set_blocking(self._sink, False)
        os.set_blocking(self._source, False)
        self._received = b""

    def request(self, message: dict[str, Any], extra: float) -> Any:
        """Send a message and wait for its reply: the answer, or `RemoteFault`."""
        if self.process is None:
            raise RemoteFault(DIED, "its process has ended")
        self._number += 1
        started = monotonic()
        deadline = started + self.limits.call + GRACE / 2 + extra
        try:
            self._send({**message, "number": self._number}, deadline)
            reply = json.loads(self._receive(deadline).decode())
            if reply["number"] != self._number:
                raise ValueError("a reply to nothing")
            if "fault" not in reply:
                return reply["answer"]
            kind, detail = map(str, reply["fault"])
        except (OSError, EOFError, ValueError, KeyError, TypeError, RecursionError) as error:
            self._give_up(error)
        except BaseException:
            self.close()  # interrupted between question and answer, which would no longer match
            raise
        finally:
            self.spent += monotonic() - started
        raise RemoteFault(kind if kind in (RAISED, TIMEOUT) else RAISED, printable(detail[:300]))

    def _give_up(self, error: Exception) -> None:
        """Kill the process, which can no longer be relied on."""
        code = self.process.poll() if self.process is not None else None
        self.close()
        if isinstance(error, TimeoutError):
            raise RemoteFault(DIED, f"no reply within {self.limits.call:g} s; killed") from None
        if isinstance(error, (OSError, EOFError)):
            told = "killed" if code is None or code < 0 else f"ended with {code}"
            raise RemoteFault(DIED, f"its process is gone ({told})") from None
        raise RemoteFault(DIED, "its process sent an invalid reply; killed") from None

    def _send(self, message: dict[str, Any], deadline: float) -> None:
        body = marshal.dumps(message)  # the other side may trust us, and it is the same Python
        data = len(body).to_bytes(4, "big") + body
        while data:
            try:
                data = data[os.write(self._sink, data) :]
            except BlockingIOError:
                _wait(self._sink, select.POLLOUT, deadline)

    def _receive(self, deadline: float) -> bytes:
        size = int.from_bytes(self._read(4, deadline), "big")
        if size > LARGEST_REPLY:
            raise ValueError("too long a reply")
        return self._read(size, deadline)

    def _read(self, size: int, deadline: float) -> bytes:
        while len(self._received) < size:
            _wait(self._source, select.POLLIN, deadline)
            part = os.read(self._source, LARGEST_REPLY)
            if not part:
                raise EOFError
            self._received += part
        data, self._received = self._received[:size], self._received[size:]
        return data


def _wait(descriptor: int, event: int, deadline: float) -> None:
    """Wait until there is something to read, room to write, or no time left."""
    poll = select.poll()
    poll.register(descriptor, event)
    if not poll.poll(max(0.0, deadline - monotonic()) * 1000):
        raise TimeoutError
