"""The server listens where it is told, and answers to that name alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from gitopoly.errors import NoRoom
from gitopoly.web.serving import Server
from tests.web.halls import hall_in


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server on another address of loopback than usual."""
    found = Server(hall_in(tmp_path), host="127.0.0.2")
    yield found
    found.close()


def status(url: str, host: str = "") -> int:
    """What the server answers, called by its own name or another."""
    request = Request(url, headers={"host": host} if host else {})
    try:
        with urlopen(request) as answer:
            found: int = answer.status
    except HTTPError as error:
        found = error.code
    return found


def test_it_answers_on_the_address_that_was_named(server: Server) -> None:
    assert server.url().startswith(f"http://127.0.0.2:{server.port}/")
    assert status(server.url()) == 200
    assert not server.exposed


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "evil.example"])
def test_it_answers_to_no_other_name(server: Server, name: str) -> None:
    assert status(server.url(), f"{name}:{server.port}") == 421


def test_the_token_still_guards_it(server: Server) -> None:
    assert status(f"http://127.0.0.2:{server.port}/wrong/") == 403


@pytest.mark.parametrize(
    ("host", "reason"),
    [
        ("0.0.0.0", "every address"),
        ("::", "every address"),
        ("192.0.2.7", "cannot listen on 192.0.2.7"),
        ("no such host", "cannot listen on no such host"),
        ("x" * 80, "cannot listen"),
    ],
)
def test_an_address_that_cannot_be_is_refused(tmp_path: Path, host: str, reason: str) -> None:
    with pytest.raises(NoRoom, match=reason):
        Server(hall_in(tmp_path), host=host)
