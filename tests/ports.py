"""A port that stays the test's own while nobody listens on it."""

from __future__ import annotations

import contextlib
import socket
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def held_port() -> Iterator[int]:
    """A free port of loopback on which servers may listen one after the other.

    Between two of them another process would be given it sooner or later. A socket that is bound
    to it but does not listen keeps it from those who ask for any port, and is in nobody's way
    who names it.
    """
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        port: int = held.getsockname()[1]
        if sys.platform != "linux":
            held.close()  # elsewhere it would be in the way
        yield port
