"""Connections that say half of something, or do not listen, are closed and leave nothing behind."""

from __future__ import annotations

import asyncio
import collections
import gc
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from uvicorn.protocols.http.h11_impl import RequestResponseCycle

from gitopoly.web import app, connections
from gitopoly.web.connections import Connection
from gitopoly.web.http_server import HttpServer
from gitopoly.web.room import Room
from tests.web.game_servers import PATIENCE, game_server_in, wait_for, wait_for_choice


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HttpServer]:
    """A server with a game, and little patience."""
    monkeypatch.setattr(connections, "PATIENCE", 0.2)
    monkeypatch.setattr(connections, "STALLED", 0.2)
    monkeypatch.setattr(app, "HEARTBEAT", 0.3)
    found = HttpServer(game_server_in(tmp_path))
    yield found
    found.close()


def request(server: HttpServer, path: str = "", method: str = "GET", more: str = "") -> bytes:
    """The head of a request of the page."""
    host = f"127.0.0.1:{server.port}"
    lines = f"{method} /{server.token}/{path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
    return f"{lines}{more}\r\n".encode()


def connected(server: HttpServer, said: bytes = b"") -> socket.socket:
    """A connection on which something has been said."""
    found = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    found.sendall(said)
    return found


def rest(connection: socket.socket) -> bytes:
    """All that comes until the server closes."""
    said = b""
    with suppress(ConnectionError):
        while part := connection.recv(65536):
            said += part
    connection.close()
    return said


def half(server: HttpServer) -> dict[str, bytes]:
    """Requests that do not come to an end."""
    whole = request(server, "api/games", "POST", "Content-Length: 20\r\n")
    chunked = request(server, "api/games", "POST", "Transfer-Encoding: chunked\r\n")
    refused = whole.replace(server.token.encode(), b"wrong")
    return {
        "nothing": b"",
        "half a line": b"GET /",
        "half a head": whole[:-4],
        "no body": whole,
        "half a body": whole + b'{"person"',
        "half a body of a refused one": refused + b"{",
        "a second one": request(server, "api/games") + whole[:-4],
        "a second body": request(server, "api/games") + whole + b"{",
        "half a chunk": chunked + b"9\r\n{",
    }


@pytest.mark.slow
def test_half_a_request_is_closed(server: HttpServer) -> None:
    opened = {name: connected(server, said) for name, said in half(server).items()}
    answers = {name: rest(connection) for name, connection in opened.items()}
    assert [name for name, said in answers.items() if b"200 OK" in said] == [
        "a second one",
        "a second body",
    ]


def test_a_request_that_trickles_in_is_closed(server: HttpServer) -> None:
    """Each byte comes in time, but not the request."""
    trickling = connected(server, b"GET / HTTP/1.1\r\n")
    over = threading.Event()

    def trickle() -> None:
        with suppress(OSError):
            while not over.wait(0.02):
                trickling.sendall(b"X: y\r\n")

    thread = threading.Thread(target=trickle)
    thread.start()
    with suppress(ConnectionError):
        assert trickling.recv(1) == b""
    over.set()
    thread.join()
    trickling.close()


def test_an_answer_that_nobody_reads_is_given_up(server: HttpServer) -> None:
    deaf = connected(server)
    deaf.settimeout(PATIENCE)

    def ask_for_more() -> None:
        """Until nothing more is taken, and the server has enough of it."""
        while True:
            deaf.sendall(100 * request(server, "static/main.js"))

    with pytest.raises(ConnectionError):
        ask_for_more()
    deaf.close()


def listening(server: HttpServer, room: Room) -> socket.socket:
    """A page that listens to a game."""
    found = connected(server, request(server, f"api/games/{room.name}/events"))
    said = b""
    while b"event: all" not in said:
        said += found.recv(65536)
    return found


@pytest.mark.slow
def test_a_stream_goes_on_as_long_as_it_is_read(server: HttpServer) -> None:
    """The twin: patience is for requests, not for those who listen."""
    page = listening(server, server.game_server.begin("Ann", 1))
    said = b""
    while said.count(b": still here") < 3:
        part = page.recv(65536)
        assert part, "it was closed"
        said += part
    page.close()


def test_whoever_lacks_the_token_keeps_nobody_off_the_page(
    server: HttpServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST", 4)
    monkeypatch.setattr(connections, "PATIENCE", PATIENCE)
    page = listening(server, server.game_server.begin("Ann", 1))
    wrong = request(server).replace(server.token.encode(), b"wrong")
    strangers = []
    for said in 10 * [b"", b"GET /", wrong]:
        strangers.append(connected(server, said))
        assert b"200 OK" in rest(connected(server, request(server, more="Connection: close\r\n")))
    page.setblocking(False)
    with suppress(BlockingIOError):
        while True:
            assert page.recv(65536), "the owner's page was closed"
    for connection in (*strangers, page):
        connection.close()


@pytest.mark.slow
def test_the_oldest_of_too_many_pages_makes_room(
    server: HttpServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST", 3)
    room = server.game_server.begin("Ann", 1)
    pages = [listening(server, room) for _ in range(4)]
    rest(pages.pop(0))
    for page in pages:
        page.close()


def live() -> dict[str, list[object]]:
    """What there is of each kind that a stream needs."""
    gc.collect()
    found: dict[str, list[object]] = collections.defaultdict(list)
    for one in gc.get_objects():
        if type(one) in (Connection, RequestResponseCycle, asyncio.Queue, asyncio.Task):
            found[type(one).__name__].append(one)
    return found


def count() -> dict[str, int]:
    """How many there are of each."""
    return {kind: len(ones) for kind, ones in live().items()}


@pytest.mark.slow
def test_streams_that_are_closed_leave_nothing_behind(server: HttpServer) -> None:
    room = server.game_server.begin("Ann", 1)
    wait_for_choice(room)
    listening(server, room).close()
    wait_for(lambda: not room.watched, "the end of a stream")
    wait_for(lambda: not count().get("Connection"), "the end of a connection")
    before = count()
    kept = []
    for number in range(1000):
        page = (
            listening(server, room)
            if number % 10 == 0
            else connected(server, request(server, f"api/games/{room.name}/events"))
        )
        kept.append(page)
        if len(kept) == 50:
            for each in kept:
                each.close()
            kept.clear()
    wait_for(lambda: not room.watched and count() == before, "the end of all streams")


def test_a_page_that_does_not_read_is_told_everything_anew(
    server: HttpServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "UNREAD", 2)
    room = server.game_server.begin("Ann", 1)
    wait_for_choice(room)

    async def listen() -> list[str]:
        stream = app._stream(room)
        said = [await anext(stream)]
        (listener,) = room._listeners
        for number in range(100):
            listener("patch", str(number))
        await asyncio.sleep(0)
        assert not room.watched
        return said + [each async for each in stream]

    # In a thread of its own: where a browser was used before, this one has a loop already.
    with ThreadPoolExecutor(1) as pool:
        said = pool.submit(asyncio.run, listen()).result()
    assert [each.splitlines()[1] for each in said[1:]] == ["data: 0", "data: 1"]
