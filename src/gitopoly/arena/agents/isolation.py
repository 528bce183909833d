"""An agent in a process of its own, with limits of memory and time.

What comes back from it is JSON of bounded size and is read like any answer of an agent; it is
never unpickled. A process that hangs, dies or talks nonsense is killed, and from then on the
default answers are used.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
from time import monotonic
from typing import Any

from gitopoly.arena.matches.calls import DIED, RAISED, TIMEOUT, Limits, Remote, RemoteFault
from gitopoly.arena.matches.history import History
from gitopoly.arena.matches.mistakes import printable
from gitopoly.errors import InvalidBot

MEMORY = 1024
"""Megabytes that an isolated agent may have, unless told otherwise."""
LARGEST_REPLY = 1 << 16
START_SECONDS = 20.0
"""What a process may take to start and to load its bot, beyond the limit of a call."""


class IsolatedAgent(Remote):
    """Stands in for an agent that lives in another process.

    Use it as a context manager, or close it: the process ends with it.
    """

    def __init__(
        self,
        bot: tuple[str, str, str],
        limits: Limits | None = None,
        memory: int = MEMORY,
        show_output: bool = False,
    ) -> None:
        if os.name != "posix":
            raise InvalidBot("bots are isolated on POSIX systems only; use --no-isolate here")
        self.bot = bot
        """The kind (file or module), the path or name, and the class, which may be empty."""
        self.bot_name = bot[1]
        self.limits = limits or Limits()
        self.memory = memory
        self.show_output = show_output
        self.process: subprocess.Popen[bytes] | None = None
        self._source = self._sink = self._life = -1
        self._replies: selectors.BaseSelector | None = None
        self._number = 0
        self._sent = 0

    def begin(self, seat: int, seed: int) -> str:
        """Start a match: a fresh agent, in a fresh process if need be; its class's name.

        Raises `InvalidBot` if the bot cannot be loaded.
        """
        if self.process is None or self.process.poll() is not None:
            self._start()
        self._sent = 0
        try:
            return str(self._request({"bot": self.bot, "seat": seat, "seed": seed}, START_SECONDS))
        except RemoteFault as error:
            self.close()
            raise InvalidBot(f"{self.bot[1]} cannot play: {error.detail}") from None

    def close(self) -> None:
        """End the process and whatever it started."""
        process, self.process = self.process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if self._replies is not None:
                self._replies.close()
            for descriptor in (self._source, self._sink, self._life):
                os.close(descriptor)

    def __enter__(self) -> IsolatedAgent:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # The methods of an agent.

    def getBSMTDecision(self, state: Any) -> Any:
        """Ask the agent what to build, sell, mortgage or trade."""
        return self._ask("getBSMTDecision", state)

    def respondTrade(self, state: Any) -> Any:
        """Ask the agent whether it takes an offer."""
        return self._ask("respondTrade", state)

    def buyProperty(self, state: Any) -> Any:
        """Ask the agent whether it buys."""
        return self._ask("buyProperty", state)

    def auctionProperty(self, state: Any) -> Any:
        """Ask the agent for its bid."""
        return self._ask("auctionProperty", state)

    def jailDecision(self, state: Any) -> Any:
        """Ask the agent how it leaves jail."""
        return self._ask("jailDecision", state)

    def receiveState(self, state: Any) -> Any:
        """Let the agent know."""
        return self._ask("receiveState", state)

    def _ask(self, method: str, state: Any) -> Any:
        history = state[7]
        if isinstance(history, History) and history.log is not None:
            entries = history.log[self._sent : history.length]
        else:
            entries = list(history)[self._sent :]
        self._sent = len(history)
        return self._request({"method": method, "view": state[:7], "entries": entries}, 0.0)

    # The pipes.

    def _start(self) -> None:
        self.close()
        theirs_in, self._sink = os.pipe()
        self._source, theirs_out = os.pipe()
        theirs_life, self._life = os.pipe()
        theirs = theirs_in, theirs_out, theirs_life
        memory = str(self.memory << 20)
        command = [sys.executable, "-P", "-m", "gitopoly.arena.agents.worker"]
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
        self._replies = selectors.DefaultSelector()
        self._replies.register(self._source, selectors.EVENT_READ)

    def _request(self, message: dict[str, Any], extra: float) -> Any:
        """Send a message and wait for its reply: the answer, or `RemoteFault`."""
        if self.process is None:
            raise RemoteFault(DIED, "its process has ended")
        self._number += 1
        deadline = monotonic() + self.limits.call + self.grace / 2 + extra
        try:
            self._send({**message, "number": self._number}, deadline)
            reply = json.loads(self._receive(deadline))
            if reply["number"] != self._number:
                raise ValueError("a reply to nothing")
            if "fault" not in reply:
                return reply["answer"]
            kind, detail = map(str, reply["fault"])
        except (OSError, EOFError, ValueError, KeyError, TypeError, RecursionError) as error:
            self._give_up(error)
        except BaseException:
            self.close()  # interrupted between question and answer, which would not fit any more
            raise
        raise RemoteFault(kind if kind in (RAISED, TIMEOUT) else RAISED, printable(detail[:300]))

    def _give_up(self, error: Exception) -> None:
        """Whatever was wrong, the process cannot be relied on any more."""
        code = self.process.poll() if self.process is not None else None
        self.close()
        if isinstance(error, TimeoutError):
            raise RemoteFault(DIED, f"no reply within {self.limits.call:g} s; killed") from None
        if isinstance(error, (OSError, EOFError)):
            told = "killed" if code is None or code < 0 else f"ended with {code}"
            raise RemoteFault(DIED, f"its process is gone ({told})") from None
        raise RemoteFault(DIED, "its process sent no proper reply; killed") from None

    def _send(self, message: dict[str, Any], deadline: float) -> None:
        body = json.dumps(message, separators=(",", ":")).encode()
        data = len(body).to_bytes(4, "big") + body
        while data:
            try:
                data = data[os.write(self._sink, data) :]
            except BlockingIOError:
                with selectors.DefaultSelector() as selector:
                    selector.register(self._sink, selectors.EVENT_WRITE)
                    _wait(selector, deadline)

    def _receive(self, deadline: float) -> bytes:
        size = int.from_bytes(self._read(4, deadline), "big")
        if size > LARGEST_REPLY:
            raise ValueError("too long a reply")
        return self._read(size, deadline)

    def _read(self, size: int, deadline: float) -> bytes:
        data = b""
        while len(data) < size:
            try:
                part = os.read(self._source, size - len(data))
            except BlockingIOError:
                assert self._replies is not None
                _wait(self._replies, deadline)
                continue
            if not part:
                raise EOFError
            data += part
        return data


def _wait(selector: selectors.BaseSelector, deadline: float) -> None:
    """Until there is something to read or room to write, or no time is left."""
    if not selector.select(max(0.0, deadline - monotonic())):
        raise TimeoutError
