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

from gitopoly.errors import InvalidBot, printable
from gitopoly.isolation.limits import (
    DIED,
    GRACE,
    MEMORY,
    RAISED,
    TIMEOUT,
    RemoteFault,
    ResourceLimits,
)

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
        self._arrivals = select.poll()
        """Waits for replies."""
        self._outgoing = b""
        """Messages that have not been sent yet."""
        self._received = b""
        """Bytes that have arrived and are not yet read."""
        self._number = 0
        """The number of the last message."""
        self._answered = 0
        """The number of the last message that has been answered; replies come in order."""
        self.late: list[tuple[int, RemoteFault]] = []
        """Faults of posted messages since the last request: how many were answered before."""
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
        self._arrivals = select.poll()
        self._arrivals.register(self._source, select.POLLIN)
        self._outgoing = self._received = b""
        self._number = self._answered = 0

    def post(self, message: Any) -> None:
        """Send a message with the next request, whose answer nobody waits for.

        Its fault, if any, is in `late` after that request.
        """
        self._enqueue(False, message)

    def request(self, message: Any, extra: float) -> Any:
        """Send a message and wait for its reply: the answer, or `RemoteFault`.

        Every message before it has the same time again. One that ends the process is in `late`,
        too.
        """
        self._enqueue(True, message)
        return self._replies(extra)

    def settle(self) -> None:
        """Wait until all posted messages are answered."""
        self.late = []
        if self._answered < self._number:
            self._replies(0.0, is_posted=True)

    def _enqueue(self, waits: bool, message: Any) -> None:
        # The other side may trust us, and it is the same Python. The format's version 2 has no
        # references to earlier parts, whose table takes longer than writing small parts again.
        body = marshal.dumps((self._number + 1, waits, message), 2)
        self._number += 1
        self._outgoing += len(body).to_bytes(4, "big") + body

    def _replies(self, extra: float, is_posted: bool = False) -> Any:
        """The answer to the last message, posted or not, after the replies to all before it."""
        self.late = []
        if self.process is None:
            raise RemoteFault(DIED, "its process has ended")
        first = self._answered + 1
        started = now = monotonic()
        seconds = self.limits.call + GRACE / 2 + extra
        try:
            self._send(now + seconds)
            while True:
                answer, fault = _read(self._receive(now + seconds), self._answered + 1)
                self._answered += 1
                is_last = self._answered == self._number
                if is_last and not is_posted:
                    break
                if fault is not None:
                    self.late.append((self._answered - first, fault))
                if is_last:
                    return None
                now = monotonic()
        except (OSError, EOFError, ValueError, TypeError, RecursionError) as error:
            fault = self._give_up(error)
            if is_posted or self._answered + 1 < self._number:
                self.late.append((self._answered + 1 - first, fault))
            raise fault from None
        except BaseException:
            self.close()  # interrupted between question and answer, which would no longer match
            raise
        finally:
            self.spent += monotonic() - started
        if fault is not None:
            raise fault
        return answer

    def _give_up(self, error: Exception) -> RemoteFault:
        """Kill the process, which can no longer be relied on."""
        code = None
        if self.process is not None:
            if isinstance(error, (EOFError, BrokenPipeError)):  # its pipes close before it ends
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(GRACE / 2)
            code = self.process.poll()
        self.close()
        if isinstance(error, TimeoutError):
            return RemoteFault(DIED, f"no reply within {self.limits.call:g} s; killed")
        if isinstance(error, (OSError, EOFError)):
            told = "killed" if code is None or code < 0 else f"ended with {code}"
            return RemoteFault(DIED, f"its process is gone ({told})")
        return RemoteFault(DIED, "its process sent an invalid reply; killed")

    def _send(self, deadline: float) -> None:
        data, self._outgoing = self._outgoing, b""
        while data:
            try:
                data = data[os.write(self._sink, data) :]
            except BlockingIOError:
                _wait(self._sink, select.POLLOUT, deadline)

    def _receive(self, deadline: float) -> bytes:
        """The next reply, as it was sent."""
        while True:
            data = self._received
            end = 4 + int.from_bytes(data[:4], "big")
            if end > 4 + LARGEST_REPLY:
                raise ValueError("too long a reply")
            if len(data) >= max(end, 4):
                self._received = data[end:]
                return data[4:end]
            if not self._arrivals.poll(max(0.0, deadline - monotonic()) * 1000):
                raise TimeoutError
            part = os.read(self._source, LARGEST_REPLY)
            if not part:
                raise EOFError
            self._received += part


def _read(reply: bytes, expected: int) -> tuple[Any, RemoteFault | None]:
    """The answer in a reply, or the fault; raises an exception if it is not the expected one."""
    if reply == b"[%d,null]" % expected:  # nine of ten: much faster than a general decoder
        return None, None
    number, *told = json.loads(reply.decode())
    if number != expected:
        raise ValueError("a reply to nothing")
    if len(told) == 1:
        return told[0], None
    kind, detail = map(str, told)
    kind = kind if kind in (RAISED, TIMEOUT) else RAISED
    return None, RemoteFault(kind, printable(detail[:300]))


def _wait(descriptor: int, event: int, deadline: float) -> None:
    """Wait until there is something to read, room to write, or no time left."""
    poll = select.poll()
    poll.register(descriptor, event)
    if not poll.poll(max(0.0, deadline - monotonic()) * 1000):
        raise TimeoutError
