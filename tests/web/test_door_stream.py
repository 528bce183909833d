"""A stream beside Git: what is told at once, to whom, and what becomes of it on the way."""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from gitopoly.ledger.entry import Entry
from gitopoly.ledger.identity import from_seed
from gitopoly.ledger.transports import publisher
from gitopoly.ledger.transports.by_stream import HEADS, KIND, PATH, frame, frames
from gitopoly.ledger.transports.poller import LOOPBACK
from gitopoly.table import relay, sent, streamed
from gitopoly.table.door_facts import ask_door
from gitopoly.table.driver import GameDriver
from gitopoly.table.remote_game import resume_game, watch_game
from gitopoly.table.sources import Source
from gitopoly.web import door
from tests.web.game_servers import wait_for
from tests.web.hosts import Host
from tests.web.tampering import Spoiler, proxies, spoiling, untouched


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host with seats for ben and cleo."""
    found = Host(tmp_path).open()
    yield found
    found.close()


def begun(host: Host, *peers: GameDriver) -> None:
    """Until everybody sees that the game has begun."""
    wait_for(lambda: [peer.poll(0.01) for peer in peers] and host.started())
    for peer in peers:
        wait_for(lambda peer=peer: (peer.poll(0.01), peer.game.started)[1])


def act(host: Host, *peers: GameDriver, moves: int, seed: int = 3) -> None:
    """Let everybody act at random until so many moves are made."""
    chance, made = Random(seed), 0

    def one() -> int:
        tables = [host.driver, *(host.driver.table_of(name) for name in host.driver.held)]
        for table in tables:
            assert table.seat is not None
            if plain := [code for code in table.seat.asked() if isinstance(code, int)]:
                table.act(chance.choice(plain))
                return 1
        return 0

    def some() -> bool:
        nonlocal made
        for peer in peers:
            peer.poll(0.01)
            if peer.seat is None:
                continue
            if plain := [code for code in peer.seat.asked() if isinstance(code, int)]:
                peer.act(chance.choice(plain))
                made += 1
        made += host.in_room(one)
        return made >= moves

    wait_for(some, f"move {moves}")


def is_told(peer: GameDriver) -> bool:
    """Whether a peer's stream lives."""
    return bool(peer._peers._stream.is_alive)  # type: ignore[attr-defined]


def agree(host: Host, *peers: GameDriver) -> None:
    """Until all have the same log; nobody is accused of anything."""

    def same() -> bool:
        for peer in peers:
            peer.poll(0.05)
        known = host.in_room(lambda: {entry.id for entry in host.driver.game.log})
        return all({entry.id for entry in peer.game.log} == known for peer in peers)

    wait_for(same, "agreement")
    assert [str(one) for peer in (host.driver, *peers) for one in peer.game.evidence] == []


def ask(host: Host, method: str, capability: str, body: bytes = b"") -> tuple[int, bytes]:
    """Ask for the stream: the status, and what an answer that ends brings."""
    line = http.client.HTTPConnection("127.0.0.1", host.door.port, timeout=60)
    with contextlib.closing(line):
        headers = {"Authorization": f"Bearer {capability}", "Content-Type": KIND}
        line.request(method, f"/git/{host.hosting.label}/{PATH}", body, headers)
        answer = line.getresponse()
        return answer.status, b"" if answer.status == 200 else answer.read()


@contextlib.contextmanager
def listening(
    host: Host, capability: str, heads: Iterable[str] = ()
) -> Iterator[Iterator[bytes] | int]:
    """What somebody hears who holds a stream; the status of a refusal."""
    line = http.client.HTTPConnection("127.0.0.1", host.door.port, timeout=60)
    with contextlib.closing(line):
        headers = {"Authorization": f"Bearer {capability}", HEADS: " ".join(heads)}
        line.request("GET", f"/git/{host.hosting.label}/{PATH}", headers=headers)
        answer = line.getresponse()
        with contextlib.closing(answer):
            yield frames(answer.read) if answer.status == 200 else answer.status


def written_by(driver: GameDriver, name: str) -> list[Entry]:
    """A seat's entries, oldest first."""
    return [entry for entry in driver.game.log if entry.seat == name]


def hosts_log(host: Host) -> list[Entry]:
    """What the host has, oldest first."""
    found: list[Entry] = host.in_room(lambda: list(host.driver.game.log))
    return found


# What it is for.


def test_moves_come_and_go_by_the_stream_alone(host: Host) -> None:
    with proxies(host, untouched, untouched) as (first, second):
        ben, cleo = host.join("ben", first.port), host.join("cleo", second.port)
        begun(host, ben, cleo)
        wait_for(lambda: (ben.poll(0.05), cleo.poll(0.05), is_told(ben) and is_told(cleo))[2])
        # From now on nobody fetches anything, and nothing that is pushed arrives.
        first.git = second.git = False
        host.door.door._host.pushed = lambda: None  # type: ignore[method-assign]
        act(host, ben, cleo, moves=12)
        agree(host, ben, cleo)
        first.git = second.git = True
        ben.close()
        cleo.close()


def test_what_is_said_comes_and_goes_by_the_stream_alone(host: Host) -> None:
    host.sit("cleo")
    with proxies(host, untouched) as (first,):
        ben = host.join("ben", first.port)
        begun(host, ben)
        talk = ben.talk
        assert talk is not None
        wait_for(lambda: (ben.poll(0.05), talk.hear(), is_told(ben) and talk.may_speak)[2])
        first.git = False
        host.door.door._host.pushed = lambda: None  # type: ignore[method-assign]
        # Before anything is said: what came earlier is no news to a guest.
        cleo = host.in_room(lambda: host.driver.table_of("cleo").talk)
        said = [talk.say("good evening"), talk.react("good-luck")]

        def heard_there() -> list[str]:
            host.driver.talk.hear()
            return [line.id for line in cleo.hear()]

        found: list[str] = []
        wait_for(lambda: found.extend(host.in_room(heard_there)) or len(found) == 2)
        assert found == [line.id for line in said]
        wait_for(lambda: host.in_room(lambda: cleo.may_speak))
        answer = host.in_room(lambda: cleo.say("and to you"))
        host.in_room(host.driver.talk.hear)
        wait_for(lambda: (ben.poll(0.05), answer.id in [line.id for line in talk.hear()])[1])
        assert not talk.complaints
        first.git = True
        ben.close()


def test_the_seats_of_guests_are_told_to_peers_and_spectators(host: Host, tmp_path: Path) -> None:
    host.sit("cleo")
    with proxies(host, untouched) as (proxy,):
        ben = host.join("ben", proxy.port)
        begun(host, ben)
        facts = ask_door(host.link())
        source = Source(facts.source(), facts.routes)
        watcher = watch_game(tmp_path / "watcher", source, tmp_path)
        wait_for(lambda: (ben.poll(0.05), watcher.poll(0.05), watcher.game.started)[2])
        proxy.git = False
        act(host, ben, watcher, moves=12)
        agree(host, ben, watcher)
        assert written_by(watcher, "cleo")
        proxy.git = True
        watcher.close()
        ben.close()


def test_without_a_stream_git_is_enough(host: Host) -> None:
    with proxies(host, untouched, untouched, streams=False) as (first, second):
        ben, cleo = host.join("ben", first.port), host.join("cleo", second.port)
        begun(host, ben, cleo)
        act(host, ben, cleo, moves=4)
        agree(host, ben, cleo)
        assert first.heard == second.told == 0
        ben.close()
        cleo.close()


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 5))]
)
def test_what_is_lost_doubled_reordered_or_cut_is_held_against_nobody(
    host: Host, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pace in ("HOST", "STREAMED"):
        monkeypatch.setattr(streamed, pace, LOOPBACK)
    monkeypatch.setattr(publisher, "GATHER", 0.1)
    spoilers: list[Spoiler] = [spoiling(seed), spoiling(seed + 100)]
    with proxies(host, *spoilers) as (first, second):
        ben, cleo = host.join("ben", first.port), host.join("cleo", second.port)
        begun(host, ben, cleo)
        act(host, ben, cleo, moves=12, seed=seed)
        agree(host, ben, cleo)
        ben.close()
        cleo.close()
    assert not host.in_room(lambda: host.driver.game.evidence)


def test_peers_and_host_come_back_and_the_stream_with_them(host: Host, tmp_path: Path) -> None:
    host.sit("cleo")
    ben = host.join("ben")
    begun(host, ben)
    act(host, ben, moves=4)
    ben.close()
    ben = resume_game(tmp_path / "ben", from_seed(b"ben"))
    act(host, ben, moves=4)
    host.close()
    host.open()
    act(host, ben, moves=4)
    agree(host, ben)
    wait_for(lambda: (ben.poll(0.05), is_told(ben))[1])
    ben.close()


# Who may do what.


def test_only_a_seat_of_a_program_of_its_own_sends(host: Host) -> None:
    host.sit("cleo")
    body = frame(b"x")
    assert ask(host, "POST", host.hosting.game, body)[0] == 403
    assert ask(host, "POST", host.hosting.seats["cleo"], body)[0] == 403
    assert ask(host, "POST", "x" * 22, body)[0] == 401
    assert ask(host, "GET", "")[0] == 401
    assert ask(host, "PUT", host.hosting.game)[0] == 405


@pytest.mark.parametrize(
    "body",
    [b"", b"\0", frame(b""), frame(b"x") + frame(b""), frame(b"xx")[:-1], b"\xff" * 8],
    ids=["nothing", "a byte", "an end", "an end among them", "cut short", "too long"],
)
def test_what_is_no_list_of_entries_is_refused(host: Host, body: bytes) -> None:
    assert ask(host, "POST", host.hosting.seats["ben"], body)[0] == 503


def test_more_than_may_be_sent_together_is_refused(host: Host) -> None:
    body = frame(b"x" * 16_000) * 20
    assert ask(host, "POST", host.hosting.seats["ben"], body)[0] == 413


def test_a_seat_sends_its_own_signed_entries_and_nothing_else(host: Host) -> None:
    ben, cleo = host.join("ben"), host.join("cleo")
    begun(host, ben, cleo)
    agree(host, ben, cleo)
    # What is written from now on reaches the host in no other way.
    for peer in (ben, cleo):
        peer._peers.publish = lambda again=False: None  # type: ignore[method-assign]
    act(host, ben, cleo, moves=0)
    before = {entry.id for entry in hosts_log(host)}
    own = ben.resign()
    foreign = cleo.resign()
    forged = ben.game.log[own.id].commit.data.replace(b"ben", b"ann")
    capability = host.hosting.seats["ben"]
    for commit in (cleo.game.log[foreign.id].commit.data, forged, b"junk"):
        ask(host, "POST", capability, frame(commit))
        host.in_room(lambda: host.driver.poll(0.0))
    assert {entry.id for entry in hosts_log(host)} == before
    own_data = frame(ben.game.log[own.id].commit.data)
    wait_for(lambda: (ask(host, "POST", capability, own_data), own.id in host.driver.game.log)[1])
    assert not host.in_room(lambda: host.driver.game.evidence)
    ben.close()
    cleo.close()


def test_before_the_start_nothing_that_is_sent_is_judged(host: Host) -> None:
    for _ in range(3):
        assert ask(host, "POST", host.hosting.seats["ben"], frame(b"junk"))[0] == 204
    assert not host.in_room(lambda: host.driver.poll(0.0) and host.driver.game.evidence)
    ben = host.join("ben")
    assert ben.seat is not None
    ben.close()


def test_one_seat_takes_nothing_of_what_others_may_send(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sent, "MOST_WAITING", 1000)
    ben, cleo = host.hosting.seats["ben"], host.hosting.seats["cleo"]
    answers = [ask(host, "POST", ben, frame(b"x" * 500))[0] for _ in range(4)]
    assert (answers[0], answers[-1]) == (204, 503)
    assert ask(host, "POST", cleo, frame(b"x" * 500))[0] == 204


def test_a_flood_of_entries_is_refused_and_others_go_on(host: Host) -> None:
    ben, cleo = host.hosting.seats["ben"], host.hosting.seats["cleo"]
    answers = [ask(host, "POST", ben, frame(b"x") * 400)[0] for _ in range(5)]
    assert 429 in answers
    assert ask(host, "POST", cleo, frame(b"x"))[0] == 204


# How many.


def test_the_oldest_stream_of_a_seat_makes_room_and_no_one_elses(host: Host) -> None:
    ben, cleo = host.hosting.seats["ben"], host.hosting.seats["cleo"]
    with contextlib.ExitStack() as held:
        others = held.enter_context(listening(host, cleo))
        mine = [held.enter_context(listening(host, ben)) for _ in range(door.OF_A_SEAT + 1)]
        assert not any(isinstance(one, int) for one in (others, *mine))
        first = mine[0]
        assert not isinstance(first, int)
        with contextlib.suppress(http.client.HTTPException):
            list(first)  # it ends
        assert len(host.door.door._streams) == 1 + door.OF_A_SEAT
    wait_for(lambda: not host.door.door._streams)


def test_whoever_asks_for_streams_again_and_again_has_to_wait_and_others_have_not(
    host: Host,
) -> None:
    capability = host.hosting.game
    assert 429 in [ask(host, "GET", capability)[0] for _ in range(60)]
    assert ask(host, "GET", host.hosting.seats["ben"])[0] == 200


def test_spectators_cannot_use_up_the_streams_of_seats(host: Host) -> None:
    with contextlib.ExitStack() as held:
        for _ in range(door.OF_ONE):
            found = held.enter_context(listening(host, host.hosting.game))
            assert not isinstance(found, int)
        with listening(host, host.hosting.game) as refused:
            assert refused == 503
        with listening(host, host.hosting.seats["ben"]) as taken:
            assert not isinstance(taken, int)


def test_whoever_reads_too_slowly_is_cut_off_and_others_are_told(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "MOST_TOLD", 2)
    host.sit("ben")
    host.sit("cleo")
    host.wait_for_start()
    told = host.driver.relay
    with socket.create_connection(("127.0.0.1", host.door.port)) as slow:
        slow.sendall(
            f"GET /git/{host.hosting.label}/{PATH} HTTP/1.1\r\nHost: x\r\n"
            f"Authorization: Bearer {host.hosting.seats['ben']}\r\n\r\n".encode()
        )
        wait_for(lambda: told._listeners)
        (listener,) = told._listeners
        for _ in range(40):
            host.in_room(lambda: listener(b"x" * (1 << 20)))
        wait_for(lambda: not host.in_room(lambda: told._listeners))


def test_whoever_lacks_little_is_told_it_and_the_rest_is_left_to_git(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.sit("ben")
    host.sit("cleo")
    host.wait_for_start()
    act(host, moves=5)
    log = hosts_log(host)
    with listening(host, host.hosting.game, [log[-4].id]) as told:
        assert not isinstance(told, int)
        lacking = list(iter(told.__next__, b""))
    assert set(lacking) >= {log[-1].commit.data}
    assert log[-4].commit.data not in lacking
    assert log[0].commit.data not in lacking
    for limit in ("MOST_AT_ONCE", "MOST_LACKING"):
        with monkeypatch.context() as changed:
            changed.setattr(relay, limit, 3)
            with listening(host, host.hosting.game) as told:
                assert not isinstance(told, int)
                assert next(told) == b""


# The end.


def test_no_thread_is_left_of_a_peer_or_a_host(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    host = Host(tmp_path).open()
    ben = host.join("ben")
    wait_for(lambda: is_told(ben))
    ben.close()
    left = {thread.name for thread in set(threading.enumerate()) - before}
    assert not any(name.startswith("stream") for name in left)
    host.close()


def test_a_host_whose_door_was_closed_plays_on(host: Host) -> None:
    host.sit("ben")
    host.sit("cleo")
    host.wait_for_start()
    with listening(host, host.hosting.game) as told:
        assert not isinstance(told, int)
        next(told)
        (listener,) = host.driver.relay._listeners
        host.door.close()
        host.in_room(lambda: listener(b"news"))
    act(host, moves=2)
