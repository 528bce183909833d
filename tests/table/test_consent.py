"""Addresses of one's own machine or network are contacted only with consent."""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from gitopoly.errors import NeedsConsent
from gitopoly.ledger.identity import from_seed
from gitopoly.table.driver import GameDriver
from gitopoly.table.game_file import GameFile, SeatInfo
from gitopoly.table.opening import ANSWERS, NearbySeat, allowing, begin, nearby_seats
from gitopoly.table.remote_game import join_game, resume_game, watch_game
from tests.ledger.repositories import probe
from tests.ledger.servers import bare_repository, smart_http
from tests.table.repositories import bare, open_all

PUBLIC = "https://example.org/ben.git"


def game(*urls: str) -> GameFile:
    """An invitation by ann that names these addresses."""
    names = ("ann", "ben", "cleo", "dora")
    return GameFile("formal", tuple(map(SeatInfo, names, urls)))


def asked(source: str, *urls: str, typed: Sequence[str] = ()) -> list[str]:
    """The seats that need consent."""
    return [seat.name for seat in nearby_seats(game(*urls), source, *typed)]


def test_from_a_network_everything_of_ones_own_is_asked_about() -> None:
    source = "https://example.org/ann.git"
    assert asked(source, source, PUBLIC, "http://127.0.0.1/x", "/home/x.git") == ["cleo", "dora"]
    assert asked(source, source, "../ben.git", "git@nas:x") == ["ben", "cleo"]


def test_what_was_typed_is_not_asked_about() -> None:
    source = "http://192.168.1.2/ann.git"
    assert asked(source, source, PUBLIC) == []
    own = "ssh://nas/ben.git"
    assert asked(source, source, own, typed=[own]) == []
    assert asked(source, source, own) == ["ben"]


def test_another_repository_on_a_host_that_was_typed_is_not_asked_about() -> None:
    source = "http://192.168.1.2:8000/ann.git"
    assert asked(source, source, "http://192.168.1.2:8000/ben.git") == []
    others = ("http://192.168.1.2/b", "git://192.168.1.2:8000/b", "http://192.168.1.3:8000/b")
    assert asked(source, source, *others) == ["ben", "cleo", "dora"]


def test_folders_are_at_home_in_an_invitation_that_lies_in_a_folder() -> None:
    assert asked("ann.git", "/g/ann.git", "/g/ben.git", "../cleo.git") == []
    assert asked("ann.git", "/g/ann.git", "http://localhost/ben.git") == ["ben"]
    # One's own folder says nothing about where the invitation came from.
    assert asked(PUBLIC, PUBLIC, "/g/ben.git", "/g/cleo.git", typed=["/g/ben.git"]) == ["cleo"]


def test_an_address_can_be_allowed_beforehand_and_only_that_one() -> None:
    found = [NearbySeat("ben", "http://nas/b", "x"), NearbySeat("cleo", "http://nas/c", "x")]
    assert allowing(["http://nas/b", "http://nas/c"])(found)
    assert not allowing(["http://nas/b"])(found)
    left: list[Sequence[NearbySeat]] = []
    assert allowing(["http://nas/b"], lambda seats: not left.append(seats))(found)
    assert left == [found[1:]]


# On real repositories.


class Listener:
    """A service of this machine that only notices whether somebody has called."""

    def __init__(self, server: socket.socket) -> None:
        self._server = server
        self.url = f"http://127.0.0.1:{server.getsockname()[1]}/ben.git"

    def called(self, patience: float = 0.0) -> bool:
        """Whether somebody has called, or does so before the patience ends."""
        return bool(select.select([self._server], [], [], patience)[0])


@pytest.fixture
def service() -> Iterator[Listener]:
    """A service of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield Listener(server)


def begun_by_a_stranger(folder: Path, theirs: str) -> GameFile:
    """A game by ann that names somebody's address as that of ben; she herself does not look."""
    made = game(bare(folder, "ann"), theirs, bare(folder, "cleo"))
    store, seat = begin(folder / "a", made, from_seed(b"ann"), time.time)
    assert not probe(made.seats[0].url).empty
    store.close()
    assert seat.name == "ann"
    return made


def join(folder: Path, made: GameFile, **more: object) -> GameDriver:
    """Cleo takes her seat."""
    own, key = made.seats[2].url, from_seed(b"cleo")
    return join_game(folder / "c", "cleo", own, made.seats[0].url, key, **more)  # type: ignore[arg-type]


def test_nobody_is_contacted_without_consent(tmp_path: Path, service: Listener) -> None:
    made = begun_by_a_stranger(tmp_path, service.url)
    with pytest.raises(NeedsConsent, match="names private addresses: ben at http://127"):
        join(tmp_path, made)
    with pytest.raises(NeedsConsent, match="--allow-address http://127"):
        watch_game(tmp_path / "w", made.seats[0].url, tmp_path)
    assert not service.called()
    assert not (tmp_path / "c").exists()
    assert probe(made.seats[2].url).empty, "nothing was published either"


@pytest.mark.slow
def test_with_consent_it_is_contacted_and_the_answer_is_kept(
    tmp_path: Path, service: Listener
) -> None:
    shown: list[NearbySeat] = []
    made = begun_by_a_stranger(tmp_path, service.url)
    with join(tmp_path, made, ask=lambda seats: not shown.extend(seats)):
        assert service.called(240)
    assert shown == [NearbySeat("ben", service.url, "this machine")]
    with resume_game(tmp_path / "c", from_seed(b"cleo")) as cleo:
        assert cleo.game.joined == ["ann", "cleo"]


@pytest.mark.slow
def test_a_game_that_an_older_version_joined_is_asked_about_once(
    tmp_path: Path, service: Listener
) -> None:
    made, key = begun_by_a_stranger(tmp_path, service.url), from_seed(b"cleo")
    join(tmp_path, made, ask=lambda _: True).close()
    (tmp_path / "c" / ".git" / "gitopoly" / ANSWERS).unlink()
    with pytest.raises(NeedsConsent, match="--allow-address"):
        resume_game(tmp_path / "c", key)
    resume_game(tmp_path / "c", key, ask=lambda _: True).close()
    resume_game(tmp_path / "c", key).close()


def test_whoever_began_a_game_is_never_asked(tmp_path: Path, service: Listener) -> None:
    begun_by_a_stranger(tmp_path, service.url)
    resume_game(tmp_path / "a", from_seed(b"ann")).close()


@pytest.mark.slow
def test_friends_on_one_server_of_their_own_are_not_asked(tmp_path: Path) -> None:
    with smart_http(tmp_path) as server:
        for name in ("ann", "ben", "cleo"):
            bare_repository(tmp_path / f"{name}.git")
        made = game(*(f"{server.url}/{name}.git" for name in ("ann", "ben", "cleo")))
        seats = open_all(tmp_path, made)
        for seat in seats:
            seat.close()


def test_a_folder_is_asked_about_if_the_invitation_came_over_a_network(tmp_path: Path) -> None:
    with smart_http(tmp_path) as server:
        local = bare(tmp_path, "ben")
        for name in ("ann", "cleo"):
            bare_repository(tmp_path / f"{name}.git")
        made = game(f"{server.url}/ann.git", local, f"{server.url}/cleo.git")
        store, _ = begin(tmp_path / "a", made, from_seed(b"ann"), time.time)
        store.close()
        with pytest.raises(NeedsConsent, match=r"ben at .* \(a folder on this machine\)"):
            join(tmp_path, made)
        join(tmp_path, made, ask=allowing([local])).close()
