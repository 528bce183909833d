"""A proxy before a door that spoils what passes by a stream, for tests; Git passes as it is."""

from __future__ import annotations

import contextlib
import http.client
import http.server
import io
import threading
from collections.abc import Callable, Iterator
from random import Random

from gitopoly.ledger.transports.by_stream import LOST, PATH, frame, frames
from tests.web.hosts import Host

Spoiler = Callable[[list[bytes]], list[bytes] | None]
"""What becomes of some frames; None ends the connection in the midst of the next."""


def untouched(commits: list[bytes]) -> list[bytes]:
    """Everything as it was sent."""
    return commits


def spoiling(seed: int) -> Spoiler:
    """Loses, doubles, holds back, reorders, and cuts, at random."""
    chance, held = Random(seed), list[bytes]()

    def spoil(commits: list[bytes]) -> list[bytes] | None:
        found = list[bytes]()
        for one in commits:
            fate = chance.random()
            if fate < 0.1:
                continue
            if fate < 0.2:
                held.append(one)
                continue
            found += [one, one] if fate < 0.4 else [one]
        if chance.random() < 0.3:
            found += held
            held.clear()
        chance.shuffle(found)
        return None if chance.random() < 0.05 else found

    return spoil


class Proxy:
    """Stands between a peer and the door."""

    def __init__(self, host: Host, spoil: Spoiler = untouched, *, streams: bool = True) -> None:
        """Pass on what is asked; without `streams` as a host does that has none."""
        proxy = self
        self.spoil, self.streams, self.git = spoil, streams, True
        self.heard = self.told = 0
        """Frames that the host has told, and that it was told."""

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                self._pass()

            def do_POST(self) -> None:
                self._pass()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

            def _pass(self) -> None:
                body = self._body()
                by_stream = self.path.endswith(f"/{PATH}")
                if not (proxy.streams if by_stream else proxy.git):
                    self.send_error(404)
                    return
                if by_stream and self.command == "POST":
                    commits = list(frames(io.BytesIO(body).read))
                    proxy.told += len(commits)
                    found = proxy.spoil(commits)
                    if found is None:
                        self.close_connection = True
                        return
                    body = b"".join(map(frame, found))
                line = http.client.HTTPConnection("127.0.0.1", host.door.port, timeout=60)
                with contextlib.closing(line), contextlib.suppress(*LOST):
                    kept = {
                        name: value
                        for name, value in self.headers.items()
                        if name.lower() not in ("content-length", "transfer-encoding")
                    }
                    line.request(self.command, self.path, body or None, kept)
                    answer = line.getresponse()
                    if by_stream and self.command == "GET" and answer.status == 200:
                        self._tell(answer)
                    else:
                        self._answer(answer, answer.read())

            def _body(self) -> bytes:
                if self.headers.get("Transfer-Encoding") != "chunked":
                    return self.rfile.read(int(self.headers.get("Content-Length", 0)))
                parts = []
                while size := int(self.rfile.readline(), 16):
                    parts.append(self.rfile.read(size))
                    self.rfile.readline()
                self.rfile.readline()
                return b"".join(parts)

            def _answer(self, answer: http.client.HTTPResponse, body: bytes) -> None:
                self.send_response_only(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in ("content-length", "transfer-encoding"):
                        self.send_header(name, value)
                if answer.status != 204:
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def _tell(self, answer: http.client.HTTPResponse) -> None:
                self.close_connection = True
                self.send_response_only(200)
                self.send_header("Content-Type", answer.headers["Content-Type"])
                self.end_headers()
                together: list[bytes] = []
                for commit in frames(answer.read):
                    if commit:
                        together.append(commit)
                        continue
                    proxy.heard += len(together)
                    found, together = proxy.spoil(together), []
                    if found is None:
                        self.wfile.write(frame(b"x" * 1000)[:500])
                        return
                    self.wfile.write(b"".join(map(frame, [*found, b""])))
                    self.wfile.flush()

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._server.server_port

    def close(self) -> None:
        """Pass on nothing more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextlib.contextmanager
def proxies(host: Host, *spoilers: Spoiler, streams: bool = True) -> Iterator[list[Proxy]]:
    """One for each of some spoilers."""
    made = [Proxy(host, spoil, streams=streams) for spoil in spoilers]
    try:
        yield made
    finally:
        for one in made:
            one.close()
