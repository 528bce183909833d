"""A connection that is cut off while a log comes over it: its owner has offered nothing wrong."""

from __future__ import annotations

import contextlib
import secrets
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from gitopoly.errors import Unreachable
from gitopoly.ledger.transports.remote import Remote
from tests.ledger.repositories import FILE, bare, game, raw, raw_commit, raw_tree
from tests.ledger.servers import git_daemon, smart_http

LARGE = 300_000
ALL = 1 << 40


class Way:
    """A way to a server that ends after so many bytes of each connection's answers."""

    def __init__(self, server: tuple[str, int], listening: socket.socket) -> None:
        self._server, self._listening = server, listening
        self.port = listening.getsockname()[1]
        self.most = ALL

    def serve(self) -> None:
        """Carry everything until nobody can come any more."""
        with contextlib.suppress(OSError):
            while True:
                client = self._listening.accept()[0]
                upstream = socket.create_connection(self._server)
                for given in ((client, upstream, ALL), (upstream, client, self.most)):
                    threading.Thread(target=_carry, args=given, daemon=True).start()


def _carry(source: socket.socket, target: socket.socket, left: int) -> None:
    with contextlib.suppress(OSError):
        while left > 0 and (piece := source.recv(min(left, 4096))):
            target.sendall(piece)
            left -= len(piece)
    for end in (source, target):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def way_to(url: str) -> Iterator[tuple[Way, str]]:
    """A way to the server of an address, and the address by it."""
    found = urlsplit(url)
    assert found.hostname
    assert found.port
    with socket.create_server(("127.0.0.1", 0)) as listening:
        way = Way((found.hostname, found.port), listening)
        threading.Thread(target=way.serve, daemon=True).start()
        yield way, f"{found.scheme}://127.0.0.1:{way.port}"
        listening.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def over_http(folder: Path) -> Iterator[str]:
    """Serve the repositories below a folder over HTTP; yields the address."""
    with smart_http(folder) as server:
        yield server.url


@pytest.mark.parametrize("most", [1_000, 10_000, 200_000])
@pytest.mark.parametrize("served", [over_http, git_daemon])
def test_a_log_that_comes_in_part_is_fetched_again(
    tmp_path: Path, most: int, served: Callable[[Path], AbstractContextManager[str]]
) -> None:
    anna = bare(tmp_path / "anna.git")
    large = raw(anna, "blob", secrets.token_bytes(LARGE))
    head = raw_commit(anna, raw_tree(anna, (FILE, "state.yml", large)))
    bea = game(tmp_path / "bea")
    with served(tmp_path) as url, way_to(url) as (way, by_it):
        remote = Remote("anna", f"{by_it}/anna.git").transport(bea.base)
        way.most = most
        for _ in range(2):
            with pytest.raises(Unreachable):
                remote.fetch(().__contains__, bea)
        way.most = ALL
        assert remote.fetch(().__contains__, bea).head == head
