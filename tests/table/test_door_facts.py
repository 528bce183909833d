"""Whoever cannot ask a host is told in one line why, and what to do."""

from __future__ import annotations

import contextlib
import errno
import socket
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gitopoly.errors import InvalidLink, InvalidRepository, Unreachable
from gitopoly.table import door_facts as module
from gitopoly.table.door_facts import ask_door
from gitopoly.table.routes import FILE, Link, Routes
from tests.ledger.trickling import trickling

CAPABILITY = "c" * 22


def link_to(address: str) -> Link:
    """A link as a friend may have sent it."""
    return Link(address, "ben", CAPABILITY, "SHA256:" + "f" * 43)


def refused(address: str, obstacle: str, *words: str) -> None:
    """One line with advice that does not repeat what is secret."""
    with pytest.raises(Unreachable) as refusal:
        ask_door(link_to(address))
    line = str(refusal.value)
    assert refusal.value.told == (f"unreachable.{obstacle}", refusal.value.told[1])
    for word in (address, *words):
        assert word in line
    for secret in (CAPABILITY, "Errno", "\n", "<"):
        assert secret not in line


@contextlib.contextmanager
def server(answer: bytes | None) -> Iterator[str]:
    """Answers whatever it is asked with these bytes, or never at all; its host and port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with contextlib.suppress(OSError), listening.accept()[0] as client:
                if answer is None:
                    client.recv(1)  # and then it waits until the other side goes
                    while client.recv(65536):
                        pass
                else:
                    client.recv(65536)
                    client.sendall(answer)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"127.0.0.1:{listening.getsockname()[1]}"
        thread.join(60)


def test_a_host_that_does_not_run_is_said_to() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    refused(f"http://127.0.0.1:{port}", "door_closed", "not running now", "ask your friend")


def test_a_host_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TIMEOUT", 0.3)
    with server(None) as place:
        refused(f"http://{place}", "door_silent", "no answer")


@pytest.mark.parametrize(
    "sent", [b"HTTP/1.1 200 OK\r\n" + b"a" * 999, b"HTTP/1.1 200 OK\r\n\r\n" + b" " * 999]
)
def test_a_host_that_answers_letter_by_letter_is_given_up(
    sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TIMEOUT", 0.3)
    with trickling(sent) as place:
        refused(f"http://{place}", "door_silent", "no answer")


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"SSH-2.0-x\r\n",
        b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n",
        b"HTTP/1.1 500 x\r\ncontent-length: 4\r\n\r\n<b>x",
        b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n<b>hello",
        b"HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n{",
        b"HTTP/1.1 200 OK\r\n\r\n" + b"[" * 90_000,
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    ],
)
def test_whatever_else_answers_is_no_host(answer: bytes) -> None:
    with server(answer) as place:
        refused(f"http://{place}", "door_mixed", "something other", "ask your friend")


GOOD = '{"role": "free", "host": "ann", "base": "http://x/git/y/", "reads": "%s"}'


@pytest.mark.parametrize(
    "answer",
    [
        *(b"[]", b"{}", b'{"role": 1, "host": "../x", "base": "x"}'),
        *((GOOD % reads).encode() for reads in ("\\ud800" * 22, "r" * 9000, "r", "r" * 21 + "\\n")),
    ],
)
def test_an_answer_that_is_no_games_is_refused(answer: bytes) -> None:
    with (
        server(b"HTTP/1.1 200 OK\r\n\r\n" + answer) as place,
        pytest.raises(InvalidLink) as refusal,
    ):
        ask_door(link_to(f"http://{place}"))
    assert "no game of this program" in str(refusal.value)


def test_https_where_nobody_speaks_it_is_told_apart() -> None:
    with server(b"HTTP/1.1 400 Bad Request\r\n\r\n") as place:
        refused(f"https://{place}", "door_mixed", "http and https")


@pytest.mark.parametrize(
    ("error", "obstacle", "word"),
    [
        (socket.gaierror(-2, "Name or service not known"), "door_host", "check the network"),
        (OSError(errno.ENETUNREACH, "Network is unreachable"), "door_network", "is unreachable"),
        (OSError(errno.EHOSTUNREACH, "No route to host"), "door_network", "No route to host"),
    ],
)
def test_a_network_that_leads_nowhere_is_said_so(
    monkeypatch: pytest.MonkeyPatch, error: OSError, obstacle: str, word: str
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(socket, "create_connection", fail)
    monkeypatch.setattr(urllib.request, "getproxies", dict)
    refused("http://games.example:4000", obstacle, word)


def test_what_a_host_answers_is_kept_and_read_again(tmp_path: Path) -> None:
    with server(f"HTTP/1.1 200 OK\r\n\r\n{GOOD % ('r' * 22)}".encode()) as place:
        routes = ask_door(link_to(f"http://{place}")).routes
    routes.keep(tmp_path)
    assert Routes.kept(tmp_path) == routes
    for damaged in ("\\ud800", "r" * 21, "r" * 23):
        text = (tmp_path / FILE).read_text("utf-8").replace("r" * 22, damaged)
        other = tmp_path / damaged[:4].strip("\\")
        other.mkdir(exist_ok=True)
        (other / FILE).write_text(text, "utf-8")
        with pytest.raises(InvalidRepository, match="is damaged"):
            Routes.kept(other)
