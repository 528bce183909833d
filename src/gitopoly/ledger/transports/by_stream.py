"""Entries as soon as they are written, over a connection to the door of a game's host.

What travels are the commits that Git would bring, each after its past and framed by its length,
and whoever gets them judges them in the same way. A stream only saves waiting: what is lost with
it comes by Git, which goes on beside it.
"""

from __future__ import annotations

import contextlib
import http.client
import math
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol
from urllib.parse import urlsplit

from gitopoly.ledger.entry import MAX_COMMIT, OBJECT_ID
from gitopoly.ledger.git.untrusted import Damaged
from gitopoly.ledger.transports.access import Access
from gitopoly.ledger.transports.publisher import delay_after, ended

PATH = "stream"
"""Where a door has it, beside the seats' repositories."""
KIND = "application/x-gitopoly-entries"
HEADS = "X-Gitopoly-Heads"
"""The header in which whoever listens says what they have."""
MOST_HEADS = 64
MOST_AT_ONCE = 256 * 1024
"""Bytes that are sent together; more is left to Git."""
ALIVE = 5.0
"""Seconds after which a door sends an empty frame, so that a stream is known to be alive."""
SILENCE = 3 * ALIVE
"""Seconds without any frame after which a stream is given up."""
IDLE = 3.0
"""Seconds without a move of ours after which the connection for the next one is made anew."""
LONGEST_DELAY = 30.0
LAST = 1.0
"""Seconds that the end waits for a connection that is just being made."""
MOST_SIGNS = 16
"""Signs of life in a row, beyond those that are due; more would only keep us busy."""
SIZE = 4
LOST = OSError, http.client.HTTPException, Damaged, ValueError
"""How a connection can end."""


class Window(Protocol):
    """What a stream asks of a game, from threads of its own."""

    def heads(self) -> Sequence[str]:
        """The newest entries that are here."""

    def take(self, commits: list[bytes]) -> bool:
        """Some commits have arrived; whether there is room for more."""


def frame(commit: bytes) -> bytes:
    """A commit as it travels; an empty one ends what came together, and is a sign of life."""
    return len(commit).to_bytes(SIZE, "big") + commit


def frames(read: Callable[[int], bytes]) -> Iterator[bytes]:
    """The commits in what is read, until it ends; raise Damaged."""
    while header := read(SIZE):
        size = int.from_bytes(header, "big")
        # Of a connection even nothing at all is read with what comes next.
        commit = read(size) if 0 < size <= MAX_COMMIT else b""
        if len(header) < SIZE or len(commit) < size:
            raise Damaged("a stream of entries is cut short, or has too long a frame")
        yield commit


def heads_in(text: str) -> list[str]:
    """The entries that a header names; others may have written it."""
    return [name for name in text.split(" ")[:MOST_HEADS] if OBJECT_ID.fullmatch(name)]


class Stream:
    """A connection to a host, which is made again whenever it is lost."""

    def __init__(self, url: str, access: Access, window: Window) -> None:
        """Connect in threads of its own: one that hears, and for a seat one that tells."""
        self._url, self._access, self._window = urlsplit(url), access, window
        self._changed = threading.Condition()
        self._waiting: list[bytes] = []
        self._closing = False
        self._heard = -math.inf
        self._sockets: set[socket.socket] = set()
        works = (self._hear, self._tell) if access.writes else (self._hear,)
        self._threads = [
            threading.Thread(target=work, name=f"stream, {work.__name__}", daemon=True)
            for work in works
        ]
        for thread in self._threads:
            thread.start()

    @property
    def is_alive(self) -> bool:
        """Whether what others write arrives by this stream."""
        return time.monotonic() - self._heard < SILENCE

    def give(self, commits: Iterable[bytes]) -> None:
        """Send entries of ours; returns at once."""
        with self._changed:
            self._waiting += commits
            self._changed.notify_all()

    def close(self) -> None:
        """End it; what is still waiting goes by Git."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
            for connection in self._sockets:
                with contextlib.suppress(OSError):
                    # Below TLS, whose state belongs to the thread that reads.
                    socket.socket.shutdown(connection, socket.SHUT_RDWR)
        ended(self._threads, LAST)

    # The thread that hears.

    def _hear(self) -> None:
        failures = 0
        while not self._closing:
            began = time.monotonic()
            with contextlib.suppress(*LOST), self._connected() as line:
                self._listen(line)
            self._heard = -math.inf
            failures = 1 if time.monotonic() - began > LONGEST_DELAY else failures + 1
            with self._changed:
                self._changed.wait_for(
                    lambda: self._closing, delay_after(failures, longest=LONGEST_DELAY)
                )

    def _listen(self, line: http.client.HTTPConnection) -> None:
        line.request("GET", self._url.path, headers=self._headers())
        answer = line.getresponse()
        if answer.status != 200 or answer.getheader("Content-Type") != KIND:
            return
        began, signs = time.monotonic(), 0
        arrived, size = [], 0
        for commit in frames(answer.read):
            self._heard = time.monotonic()
            if commit:
                arrived.append(commit)
                size += len(commit)
            elif not arrived:
                signs += 1
                if signs > MOST_SIGNS + 2 * (self._heard - began) / ALIVE:
                    return
            if arrived and (not commit or size >= MOST_AT_ONCE):
                if not self._window.take(arrived):
                    return
                arrived, size = [], 0

    # The thread that tells.

    def _tell(self) -> None:
        while taken := self._taken():
            # What cannot be sent is left to Git.
            with contextlib.suppress(*LOST), self._connected() as line:
                while taken and self._sent(line, taken):
                    taken = self._taken(IDLE)

    def _taken(self, timeout: float | None = None) -> list[bytes]:
        """What waits to be sent, once something does; nothing at the end, or after a timeout."""
        with self._changed:
            self._changed.wait_for(lambda: self._closing or self._waiting, timeout)
            taken, self._waiting = self._waiting, []
            return [] if self._closing else taken

    def _sent(self, line: http.client.HTTPConnection, commits: list[bytes]) -> bool:
        """Send some entries; whether the connection holds."""
        body = b"".join(map(frame, commits))
        if len(body) > MOST_AT_ONCE:
            return True
        headers = self._headers() | {"Content-Type": KIND}
        line.request("POST", self._url.path, body, headers)
        answer = line.getresponse()
        answer.read(MAX_COMMIT)
        return answer.status == 204

    @contextlib.contextmanager
    def _connected(self) -> Iterator[http.client.HTTPConnection]:
        host, port = self._url.hostname or "", self._url.port
        line = (
            http.client.HTTPSConnection(
                host, port, timeout=SILENCE, context=ssl.create_default_context()
            )
            if self._url.scheme == "https"
            else http.client.HTTPConnection(host, port, timeout=SILENCE)
        )
        line.connect()
        # The line forgets it when the other side announces that it will close.
        connection = line.sock
        try:
            with self._changed:
                self._sockets.add(connection)
                if self._closing:
                    raise ConnectionAbortedError
            yield line
        finally:
            with self._changed:
                self._sockets.discard(connection)
            line.close()
            connection.close()

    def _headers(self) -> dict[str, str]:
        heads = " ".join(self._window.heads())
        return {"Authorization": self._access.header(), HEADS: heads}
