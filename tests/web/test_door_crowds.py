"""Too many at the door, or too slow: everybody else is served all the same."""

from __future__ import annotations

import contextlib
import http.client
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from gitopoly.ledger.git import http_backend
from gitopoly.web import connections, guard
from gitopoly.web.door import Allowance, _somebody
from tests.web.game_servers import wait_for
from tests.web.git_clients import branches, children_named, git, raw, send_body, work
from tests.web.hosts import Host


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host with seats for ben and cleo."""
    found = Host(tmp_path).open()
    yield found
    found.close()


@pytest.mark.slow
def test_a_thousand_idle_connections_keep_nobody_out(host: Host) -> None:
    idle = [socket.create_connection(("127.0.0.1", host.door.port), 60) for _ in range(1000)]
    try:
        host.sit("ben")
        host.sit("cleo")
        assert host.ask("GET", "/api/door", host.hosting.game)[0] == 200
    finally:
        for connection in idle:
            connection.close()


def test_those_who_listen_stay_when_idle_ones_have_to_go(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST", 5)
    listening = socket.create_connection(("127.0.0.1", host.door.port), 60)
    listening.sendall(
        b"GET /api/games/table/events HTTP/1.1\r\nHost: x\r\n"
        b"Authorization: Bearer " + host.hosting.game.encode() + b"\r\n\r\n"
    )
    assert b"200" in listening.recv(1000)
    idle = [socket.create_connection(("127.0.0.1", host.door.port), 60) for _ in range(20)]
    assert host.ask("GET", "/api/door", host.hosting.game)[0] == 200
    host.sit("ben")
    seen = b""
    while b"ben" not in seen:
        part = listening.recv(65536)
        assert part, "somebody who listened was closed"
        seen += part
    for connection in (*idle, listening):
        connection.close()


def test_strangers_who_ask_and_stay_keep_nobody_out(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST", 5)
    strangers = []
    for _ in range(20):
        stranger = socket.create_connection(("127.0.0.1", host.door.port), 60)
        stranger.sendall(b"POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n")
        assert b" 401 " in stranger.recv(1000)  # and the rest of the request never comes
        strangers.append(stranger)
        assert host.ask("GET", "/api/door", host.hosting.game)[0] == 200
    for stranger in strangers:
        stranger.close()


def stranger_at(host: Host, address: str = "127.0.0.1") -> socket.socket:
    """A connection from some address, on which nothing is said yet."""
    place = "127.0.0.1", host.door.port
    return socket.create_connection(place, 60, source_address=(address, 0))


def test_a_new_connection_has_a_moment_to_show_its_link(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST", 5)
    strangers = []
    for _ in range(10):
        guest = stranger_at(host)
        for _ in range(3):
            strangers.append(stranger_at(host))
            strangers[-1].sendall(b"POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n")
            assert b" 401 " in strangers[-1].recv(1000)
        head = f"GET /api/door HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {host.hosting.game}"
        guest.sendall(f"{head}\r\n\r\n".encode())
        assert b" 200 " in guest.recv(1000)
        guest.close()
    for stranger in strangers:
        stranger.close()


def test_a_crowd_from_one_address_takes_its_own_places(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST", 5)
    slow = stranger_at(host, "127.0.0.3")
    crowd = [stranger_at(host, "127.0.0.2") for _ in range(20)]
    assert host.ask("GET", "/api/door", host.hosting.game)[0] == 200
    slow.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    assert b" 200 " in slow.recv(1000)
    for connection in (slow, *crowd):
        connection.close()


def test_one_link_in_too_many_connections_keeps_no_other_out(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST", 5)
    asked = b"GET /api/games/table/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
    listening = []
    for _ in range(8):
        listening.append(socket.create_connection(("127.0.0.1", host.door.port), 60))
        listening[-1].sendall(asked + host.hosting.game.encode() + b"\r\n\r\n")
        assert b"200" in listening[-1].recv(1000)
    host.sit("ben")
    host.sit("cleo")
    for connection in listening:
        connection.close()


def test_who_sits_down_with_too_many_words_is_refused(host: Host) -> None:
    token = {"token": "x" * guard.LONGEST_BODY}
    assert host.ask("POST", "/api/door/sit", host.hosting.seats["ben"], token)[0] == 413


@pytest.mark.slow
def test_slow_writers_occupy_nothing_but_a_connection_and_are_given_up(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "PUSH", 1.0)
    path = f"/git/{host.hosting.label}/ben.git/git-receive-pack"
    headers = {"Content-Type": "application/x-git-receive-pack-request"}
    slow = raw(host, path, headers, host.hosting.seats["ben"])
    slow.sendall(b"4\r\n0000\r\n")
    assert not children_named("http-backend")
    with contextlib.suppress(ConnectionError):
        assert slow.recv(1000) == b""
    wait_for(lambda: host.hosting.begin_push("ben"))
    host.hosting.end_push("ben")


def slow_reader(host: Host, folder: Path, backend: http_backend.HttpBackend) -> socket.socket:
    """Somebody who asks for much, and reads no more than the beginning of the answer."""
    host.keep_what_is_pushed()
    (work(folder) / "noise").write_bytes(os.urandom(8 * 1024 * 1024))
    git("add", ".", folder=folder)
    git("commit", "-q", "-m", "noise", folder=folder)
    url, ben = host.hosting.url("ben"), host.hosting.seats["ben"]
    assert git("push", "-q", url, "main", capability=ben, folder=folder)[0] == 0
    host.door.door._backend = backend
    (head,) = branches(host, "ben").values()
    path = f"/git/{host.hosting.label}/ben.git/git-upload-pack"
    headers = {"Content-Type": "application/x-git-upload-pack-request"}
    slow = raw(host, path, headers, host.hosting.game)
    send_body(slow, f"0032want {head}\n00000009done\n".encode())
    assert b"200" in slow.recv(100)
    return slow


@pytest.mark.slow
def test_a_slow_reader_is_given_up_and_leaves_no_process(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "STALLED", 1.0)
    backend = http_backend.HttpBackend(timeout=2.0, at_once=1)
    slow = slow_reader(host, tmp_path / "w", backend)
    wait_for(lambda: not children_named("http-backend"))
    # Its place is free for the next one.
    assert git("ls-remote", host.hosting.url("ben"), capability=host.hosting.game)[0] == 0
    slow.close()


@pytest.mark.slow
def test_a_slow_reader_makes_room_for_those_who_wait(host: Host, tmp_path: Path) -> None:
    slow = slow_reader(host, tmp_path / "w", http_backend.HttpBackend(at_once=1))
    assert git("ls-remote", host.hosting.url("ben"), capability=host.hosting.game)[0] == 0
    slow.settimeout(60)
    with contextlib.suppress(ConnectionError):
        while slow.recv(1 << 20):
            pass  # it gets no more than what was on its way
    slow.close()


def test_slow_writers_keep_no_other_from_git(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_backend, "WAITING", 2)
    place = f"/git/{host.hosting.label}/ann.git"
    headers = {"Content-Type": "application/x-git-upload-pack-request"}
    slow = [raw(host, f"{place}/git-upload-pack", headers, host.hosting.game) for _ in range(4)]
    path = f"{place}/info/refs?service=git-upload-pack"
    assert host.ask("GET", path, host.hosting.game)[0] == 200
    for connection in slow:
        connection.close()


def test_somebody_who_asks_too_often_has_to_wait() -> None:
    allowed = Allowance(burst=3, each_second=0.0001)
    assert [allowed.take("ben") for _ in range(5)] == [True, True, True, False, False]
    assert allowed.take("cleo")


def ask_from(host: Host, address: str, path: str) -> int:
    """The status of what a spectator asks for from some address."""
    source = address, 0
    asking = http.client.HTTPConnection("127.0.0.1", host.door.port, 60, source_address=source)
    asking.request("GET", path, headers={"Authorization": f"Bearer {host.hosting.game}"})
    status = asking.getresponse().status
    asking.close()
    return status


@pytest.mark.parametrize("what", ["_fetches", "_commands", "_costly"])
def test_a_spectator_who_asks_too_often_takes_nothing_from_others(host: Host, what: str) -> None:
    setattr(host.door.door, what, Allowance(burst=2, each_second=0.0001))
    path = "/api/games/table/replay"
    if what == "_fetches":
        path = f"/git/{host.hosting.label}/ann.git/info/refs?service=git-upload-pack"
    seen = [ask_from(host, "127.0.0.2", path) == 429 for _ in range(4)]
    assert seen == [False, False, True, True]
    assert ask_from(host, "127.0.0.3", path) != 429


def test_seats_behind_one_address_have_an_allowance_each(host: Host) -> None:
    host.door.door._fetches = Allowance(burst=2, each_second=0.0001)
    path = f"/git/{host.hosting.label}/ann.git/info/refs?service=git-upload-pack"
    for capability in (host.hosting.game, *host.hosting.seats.values()):
        seen = [host.ask("GET", path, capability)[0] == 429 for _ in range(4)]
        assert seen == [False, False, True, True]


def test_the_program_of_a_seat_is_served_where_spectators_have_asked_too_often(host: Host) -> None:
    host.door.door._fetches = Allowance(burst=60, each_second=0.0001)
    path = f"/git/{host.hosting.label}/ann.git/info/refs?service=git-upload-pack"
    while ask_from(host, "127.0.0.1", path) != 429:
        pass
    host.join("ben").close()


def test_an_allowance_does_not_grow_with_those_who_come() -> None:
    allowed = Allowance(burst=2, each_second=1000)
    for number in range(3000):
        assert allowed.take(str(number))
    assert len(allowed._left) <= 1000


def test_an_allowance_is_not_given_anew_after_a_thousand_addresses() -> None:
    allowed = Allowance(burst=2, each_second=0.0001)
    for number in range(3000):
        allowed.take(f"at {number}")
    assert [allowed.take("at 7") for _ in range(3)] == [True, False, False]
    assert not allowed.take("at 2999")  # it shares with all that came too late
    assert [allowed.take("seat ben") for _ in range(3)] == [True, True, False]
    assert len(allowed._left) <= 1002


def test_a_household_is_one_address() -> None:
    allowed = Allowance(burst=3, each_second=0.0001)
    scopes = [{"client": (f"2001:db8:0:1::{number}", 1)} for number in range(1, 9)]
    assert sum(allowed.take(_somebody(scope, "")) for scope in scopes) == 3
    assert allowed.take(_somebody({"client": ("2001:db8:0:2::1", 1)}, ""))


def test_more_requests_than_may_wait_are_turned_away(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_backend, "WAITING", 0)
    path = f"/git/{host.hosting.label}/ann.git/info/refs?service=git-upload-pack"
    assert host.ask("GET", path, host.hosting.game)[0] == 503
