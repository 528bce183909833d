"""A connection with one deadline for everything, however slowly the other side sends.

A socket's own timeout begins anew with every byte, so that a host could keep us for days.
"""

from __future__ import annotations

import http.client
import io
import socket
import time
from typing import IO, Any


class TimedSocket:
    """What `http.client` needs of a socket; a late read or write raises TimeoutError."""

    def __init__(self, connection: socket.socket, seconds: float) -> None:
        """Everything has to be done within so many seconds from now."""
        self._connection = connection
        self._deadline = time.monotonic() + seconds

    def sendall(self, data: bytes) -> None:
        """Send all of it."""
        self.set_timeout()
        self._connection.sendall(data)

    def makefile(self, _mode: str = "rb") -> IO[bytes]:
        """What the other side sends; it stays open when the socket is closed."""
        return io.BufferedReader(_Reading(self, self._connection.makefile("rb", buffering=0)))

    def close(self) -> None:
        """Close it."""
        self._connection.close()

    def set_timeout(self) -> None:
        """Wait no longer than until the deadline."""
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        self._connection.settimeout(left)


class _Reading(io.RawIOBase):
    def __init__(self, timed: TimedSocket, raw: Any) -> None:
        self._timed, self._raw = timed, raw

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._timed.set_timeout()
        found: int | None = self._raw.readinto(buffer)
        return found

    def close(self) -> None:
        self._raw.close()
        super().close()


class TimedConnection(http.client.HTTPConnection):
    """A request that has to be answered within its timeout as a whole."""

    def connect(self) -> None:
        """Connect; from now on the time counts."""
        super().connect()
        timed: Any = TimedSocket(self.sock, float(self.timeout or 0))
        self.sock = timed


class TimedSecureConnection(TimedConnection, http.client.HTTPSConnection):
    """The same, encrypted."""
