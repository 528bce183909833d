"""The server listens where it is told, and answers to that name alone."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from gitopoly.errors import NoRoom
from gitopoly.web.http_server import HttpServer
from gitopoly.web.page_address import AddressFile
from tests.ports import held_port
from tests.web.game_servers import game_server_in


@pytest.fixture
def server(tmp_path: Path) -> Iterator[HttpServer]:
    """A server on another address of loopback than usual."""
    found = HttpServer(game_server_in(tmp_path), host="127.0.0.2")
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


def test_it_answers_on_the_address_that_was_named(server: HttpServer) -> None:
    assert server.url().startswith(f"http://127.0.0.2:{server.port}/")
    assert status(server.url()) == 200
    assert not server.exposed


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "evil.example"])
def test_it_answers_to_no_other_name(server: HttpServer, name: str) -> None:
    assert status(server.url(), f"{name}:{server.port}") == 421


def test_the_token_still_guards_it(server: HttpServer) -> None:
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
        HttpServer(game_server_in(tmp_path), host=host)


def kept(folder: Path, port: int = 0, host: str = "") -> HttpServer:
    """A server that serves where it did before."""
    game_server = game_server_in(folder)
    return HttpServer(
        game_server, port, host=host, address_file=AddressFile.of(game_server.home, "games")
    )


def next_token(server: HttpServer) -> str:
    """What the pages of a server are told of the run to come."""
    with urlopen(f"{server.url()}api/again") as answer:
        token: str = json.load(answer)["token"]
    return token


def test_a_new_run_has_the_same_port_and_the_token_that_its_pages_were_told(
    tmp_path: Path,
) -> None:
    with held_port() as port:
        first = kept(tmp_path, port)
        token, told = first.token, next_token(first)
        first.close()
        second = kept(tmp_path)
        assert (second.port, second.token) == (port, told)
        assert told != token
        assert status(second.url().replace(told, token)) == 403
        assert next_token(second) not in (token, told)
        second.close()


def test_where_the_port_is_taken_everything_is_new(tmp_path: Path) -> None:
    with held_port() as port:
        first = kept(tmp_path, port)
        told = next_token(first)
        first.close()
        with socket.create_server(("127.0.0.1", port)):
            second = kept(tmp_path)
            assert second.port != port
            assert second.token != told
            second.close()


def test_another_port_that_is_named_has_another_token(tmp_path: Path) -> None:
    first = kept(tmp_path)
    told = next_token(first)
    first.close()
    with held_port() as other:
        second = kept(tmp_path, other)
        assert second.port == other
        assert second.token != told
        second.close()


def test_two_at_the_same_time_are_two_addresses_and_the_first_comes_back(tmp_path: Path) -> None:
    with held_port() as port:
        first, second = kept(tmp_path / "a", port), kept(tmp_path / "a")
        assert first.port != second.port
        assert next_token(second) == ""
        told = next_token(first)
        second.close()
        first.close()
        third = kept(tmp_path / "a")
        assert third.token == told
        third.close()


def test_on_an_address_that_was_named_nothing_is_told_of_the_next_run(tmp_path: Path) -> None:
    server = kept(tmp_path, host="127.0.0.2")
    assert next_token(server) == ""
    server.close()


def test_a_page_that_was_not_open_is_not_waited_for(tmp_path: Path) -> None:
    first = kept(tmp_path)
    first.close()
    second = kept(tmp_path)
    assert not second.comes_back("game", 60)
    second.close()


def test_a_server_that_stops_ends_what_its_pages_are_told(tmp_path: Path) -> None:
    server = HttpServer(game_server_in(tmp_path))
    room = server.game_server.begin("Ann", 1)
    with urlopen(f"{server.url()}api/games/{room.name}/events") as stream:
        server.close()
        assert b"event: closed" in stream.read()  # to its end, which is said
