"""A server that answers letter by letter, so that no single read takes long."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator

PAUSE, LETTERS = 0.05, 100
"""Seconds between two letters; after so many of them it closes, and a slow client goes on."""


@contextlib.contextmanager
def trickling(answer: bytes) -> Iterator[str]:
    """Answers whatever it is asked, slowly; its host and port."""
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with contextlib.suppress(OSError), listening.accept()[0] as client:
                client.recv(65536)
                for at in range(min(LETTERS, len(answer))):
                    client.sendall(answer[at : at + 1])
                    if over.wait(PAUSE):
                        return

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"127.0.0.1:{listening.getsockname()[1]}"
        over.set()
        thread.join(60)
