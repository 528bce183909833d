"""Frames, and a stream whose host does as it likes."""

from __future__ import annotations

import contextlib
import http.client
import io
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given, strategies as st

from gitopoly.ledger.entry import MAX_COMMIT
from gitopoly.ledger.git.untrusted import Damaged
from gitopoly.ledger.transports import by_stream
from gitopoly.ledger.transports.access import Access
from gitopoly.ledger.transports.by_stream import KIND, Stream, frame, frames, heads_in

SOON = 120.0
"""Seconds: far more than anything here takes, so that a busy machine fails nothing."""
END = frame(b"")
OK = f"HTTP/1.1 200 OK\r\nContent-Type: {KIND}\r\n\r\n".encode()
"""The head of an answer that ends with its connection."""


def eventually(check: Callable[[], object]) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + SOON
    while not check():
        assert time.monotonic() < deadline
        time.sleep(0.005)


class Heard:
    """A window that keeps what arrives."""

    def __init__(self, room: int = 10**9) -> None:
        self.commits: list[bytes] = []
        self.room = room

    def heads(self) -> Sequence[str]:
        """Nothing is here."""
        return []

    def take(self, commits: list[bytes]) -> bool:
        """Keep some, while there is room."""
        self.commits += commits
        return len(self.commits) < self.room


class Hosting:
    """A host that answers each connection with the same bytes, and then waits or closes."""

    def __init__(self, answer: bytes, *, stays: bool = True) -> None:
        self.asked: list[bytes] = []
        self._answer, self._stays, self._over = answer, stays, threading.Event()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}/git/x/stream"
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while not self._over.is_set():
            with contextlib.suppress(OSError):
                client, _ = self._listening.accept()
                threading.Thread(target=self._talk, args=(client,), daemon=True).start()

    def _talk(self, client: socket.socket) -> None:
        with client, contextlib.suppress(OSError):
            self.asked.append(_request(client))
            client.sendall(self._answer)
            if self._stays:
                self._over.wait(SOON)

    def close(self) -> None:
        """Answer nobody any more."""
        self._over.set()
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(SOON)


def _request(client: socket.socket) -> bytes:
    """A request with its body."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += client.recv(1) or b"\r\n\r\n"
    size = re.search(rb"Content-Length: (\d+)", data)
    while size and len(data.partition(b"\r\n\r\n")[2]) < int(size[1]):
        data += client.recv(65536)
    return data


@contextlib.contextmanager
def streaming(
    answer: bytes, window: Heard, *, stays: bool = True, writes: str = ""
) -> Iterator[tuple[Hosting, Stream]]:
    """A stream from a host that answers so; no thread of it is left."""
    before = set(threading.enumerate())
    host = Hosting(answer, stays=stays)
    stream = Stream(host.url, Access("reads", writes), window)
    try:
        yield host, stream
    finally:
        stream.close()
        left = [thread.name for thread in set(threading.enumerate()) - before]
        host.close()
        assert not [name for name in left if name.startswith("stream")]


@given(st.lists(st.binary(max_size=100), max_size=10))
def test_what_was_framed_is_read_again(commits: list[bytes]) -> None:
    assert list(frames(io.BytesIO(b"".join(map(frame, commits))).read)) == commits


@given(st.lists(st.binary(min_size=1, max_size=50), min_size=1, max_size=5), st.data())
def test_what_is_cut_anywhere_gives_whole_entries_and_damage(
    commits: list[bytes], data: st.DataObject
) -> None:
    whole = b"".join(map(frame, commits))
    cut = data.draw(st.integers(0, len(whole) - 1))
    ends = [len(b"".join(map(frame, commits[:n]))) for n in range(len(commits))]
    found: list[bytes] = []
    try:
        for one in frames(io.BytesIO(whole[:cut]).read):
            found.append(one)
        damaged = False
    except Damaged:
        damaged = True
    assert found == commits[: len(found)]
    assert damaged == (cut not in ends)


def test_nothing_is_read_of_a_frame_that_is_too_long() -> None:
    asked: list[int] = []

    def read(size: int) -> bytes:
        asked.append(size)
        return (MAX_COMMIT + 1).to_bytes(4, "big")

    with pytest.raises(Damaged):
        list(frames(read))
    assert asked == [4]


def test_only_ids_are_taken_as_heads_and_not_many() -> None:
    known = "ab" * 20
    assert heads_in(f"{known} x {'AB' * 20} {known}0 {known}\n") == [known]
    assert len(heads_in(" ".join([known] * 1000))) == by_stream.MOST_HEADS


def test_what_a_host_tells_arrives_and_is_a_sign_of_life() -> None:
    window = Heard()
    with streaming(OK + frame(b"one") + frame(b"two") + END, window) as (host, stream):
        eventually(lambda: window.commits == [b"one", b"two"])
        assert stream.is_alive
        assert host.asked[0].startswith(b"GET /git/x/stream HTTP/1.1")


@pytest.mark.parametrize(
    "answer",
    [
        b"garbage\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + frame(b"one") + END,
        b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n",
        b"HTTP/1.1 404 Not Found\r\n\r\n",
        OK.replace(b"\r\n\r\n", b"\r\nX: " + b"x" * 70_000 + b"\r\n\r\n") + frame(b"one") + END,
        OK.replace(b"\r\n\r\n", b"\r\nX: x" * 200 + b"\r\n\r\n") + frame(b"one") + END,
        OK.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
        OK + b"\xff" * 100,
        OK + frame(b"one")[:-1],
        OK + END * 1000,
    ],
    ids=[
        *("no http", "another kind", "a redirect", "no stream", "a long header", "many headers"),
        *("no chunk", "too long a frame", "cut short", "nothing but signs of life"),
    ],
)
def test_a_host_that_sends_something_else_is_left_and_asked_again(
    answer: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(by_stream, "LONGEST_DELAY", 0.01)
    window = Heard()
    stays = answer != OK + frame(b"one")[:-1]
    with streaming(answer, window, stays=stays) as (host, _):
        eventually(lambda: len(host.asked) >= 3)
    assert window.commits == []


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 200", OK, OK + b"\0"], ids=repr)
def test_the_end_waits_for_no_host(answer: bytes) -> None:
    """Also where the host announced that it would close, and does not."""
    with streaming(answer, Heard()) as (host, _):
        eventually(lambda: host.asked)


def test_where_nobody_takes_more_the_host_is_left() -> None:
    window = Heard(room=1)
    with streaming(OK + (frame(b"one") + END) * 5, window) as (host, stream):
        eventually(lambda: not stream.is_alive and host.asked and window.commits)
    assert len(window.commits) <= len(host.asked)


def test_a_flood_arrives_in_parts_of_limited_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_stream, "MOST_AT_ONCE", 1000)
    sizes: list[int] = []

    class Counting(Heard):
        def take(self, commits: list[bytes]) -> bool:
            sizes.append(sum(map(len, commits)))
            return super().take(commits)

    window = Counting()
    with streaming(OK + frame(b"x" * 300) * 100, window):
        eventually(lambda: len(window.commits) >= 90)
    assert max(sizes) <= 1300


def test_a_seat_tells_what_it_gives_and_shows_its_own_capability() -> None:
    answer = b"HTTP/1.1 204 No Content\r\n\r\n"
    with streaming(answer, Heard(), writes="writes") as (host, stream):
        stream.give([b"one", b"two"])
        eventually(lambda: any(frame(b"one") + frame(b"two") in asked for asked in host.asked))
        header = Access("reads", "writes").header().encode()
        assert all(header in asked for asked in host.asked)


def test_a_host_that_is_away_is_not_asked_over_and_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """What could not be told is left to Git."""
    asked: list[int] = []

    def refuse(_: http.client.HTTPConnection) -> None:
        asked.append(1)
        raise ConnectionRefusedError

    with streaming(b"", Heard(), writes="writes") as (host, stream):
        eventually(lambda: host.asked)
        monkeypatch.setattr(http.client.HTTPConnection, "connect", refuse)
        stream.give([b"one"])
        eventually(lambda: asked)
        time.sleep(0.3)
    assert len(asked) < 5


def test_what_cannot_be_told_together_is_left_to_git(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_stream, "MOST_AT_ONCE", 10)
    answer = b"HTTP/1.1 204 No Content\r\n\r\n"
    with streaming(answer, Heard(), writes="writes") as (host, stream):
        stream.give([b"x" * 100])
        eventually(lambda: not stream._waiting)
        stream.give([b"short"])
        eventually(lambda: any(frame(b"short") in asked for asked in host.asked))
        assert not any(b"x" * 100 in asked for asked in host.asked)
