"""Polling brings every move, hurries while the game moves and rests when it rests."""

import contextlib
import itertools
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from gitopoly.errors import RefusedObjects
from gitopoly.ledger.address import check_url
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.transports import by_git, ls_remote, poller as poller_module
from gitopoly.ledger.transports.by_path import PathTransport
from gitopoly.ledger.transports.incoming import HistoryLimits, Incoming, Known
from gitopoly.ledger.transports.poller import (
    FOLDER,
    HOST,
    LOOPBACK,
    STREAMED,
    Arrival,
    Pace,
    Poller,
    pace_of,
)
from gitopoly.ledger.transports.remote import Remote
from gitopoly.ledger.transports.transport import Fetched
from tests.ledger.repositories import act, game, nobody, set_branch
from tests.ledger.servers import bare_repository, git, smart_http

SOON = 120.0
"""Seconds: far more than anything here takes, so that a busy machine fails nothing."""


def following(folder: Path, *names: str, **options: object) -> Poller:
    """Bea's poller of the seats in the folders beside hers."""
    remotes = [Remote(name, f"../{name}") for name in names]
    return Poller(OwnRepository(folder / "bea" / ".git"), remotes, nobody, **options)  # type: ignore[arg-type]


def eventually(check: Callable[[], bool]) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + SOON
    while not check():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_every_peer_is_followed(tmp_path: Path) -> None:
    game(tmp_path / "bea")
    anna, carl = game(tmp_path / "anna"), game(tmp_path / "carl")
    poller = following(tmp_path, "anna", "carl")
    for number in range(3):
        for nickname, seat in (("anna", anna), ("carl", carl)):
            head = act(seat, f"{nickname} {number}")
            (arrival,) = poller.wait(SOON)
            assert arrival == Arrival(nickname, head)
            assert arrival.objects is not None
            assert arrival.objects.holds(head)
    assert poller.wait(0.05) == []
    poller.close()


def test_a_refusal_arrives_once_and_does_not_stop_the_poller(tmp_path: Path) -> None:
    game(tmp_path / "bea")
    anna = game(tmp_path / "anna")
    honest = act(anna)
    limits, quick = HistoryLimits(total=4000), {"anna": Pace(0.001, 0.0, 0.001)}
    poller = following(tmp_path, "anna", paces=quick, limits=limits)
    assert poller.wait(SOON) == [Arrival("anna", honest)]
    act(anna, "x" * 4000)
    (arrival,) = poller.wait(SOON)
    assert isinstance(arrival.refusal, RefusedObjects)
    assert arrival.head is None
    assert poller.wait(0.3) == []
    # What has arrived is noted a moment later.
    eventually(lambda: "more than 4,000 bytes" in str(poller.contacts["anna"].error))
    assert poller.contacts["anna"].answers
    set_branch(anna, honest)
    good = act(anna)
    while (arrived := poller.wait(SOON)) != [Arrival("anna", good)]:
        assert arrived == [Arrival("anna", honest)]
    poller.close()


def test_a_peer_that_is_away_is_a_status_and_does_not_delay_others(tmp_path: Path) -> None:
    game(tmp_path / "bea")
    head = act(game(tmp_path / "anna"))
    poller = following(tmp_path, "anna", "carl")
    assert poller.wait(SOON) == [Arrival("anna", head)]
    eventually(lambda: poller.contacts["carl"].error is not None)
    assert "no such folder" in str(poller.contacts["carl"].error)
    assert poller.contacts["carl"].answered is None
    eventually(lambda: poller.contacts["anna"].answered is not None)
    late = act(game(tmp_path / "carl"))
    assert poller.wait(SOON) == [Arrival("carl", late)]
    eventually(lambda: poller.contacts["carl"].error is None)
    poller.close()


def test_a_repository_that_disappears_before_its_first_entry_is_noticed(tmp_path: Path) -> None:
    game(tmp_path / "bea")
    game(tmp_path / "anna")
    poller = following(tmp_path, "anna")
    eventually(lambda: poller.contacts["anna"].answered is not None)
    shutil.rmtree(tmp_path / "anna")
    eventually(lambda: "no such folder" in str(poller.contacts["anna"].error))
    poller.close()


def test_moves_over_http_are_followed(tmp_path: Path) -> None:
    bea = game(tmp_path / "bea")
    anna = game(tmp_path / "anna")
    origin = bare_repository(tmp_path / "anna.git")
    with smart_http(tmp_path) as server:
        remote = Remote("anna", f"{server.url}/anna.git")
        poller = Poller(bea, [remote], nobody)
        for number in range(3):
            head = act(anna, str(number))
            git("push", "--quiet", origin, "main", at=tmp_path / "anna")
            assert poller.wait(SOON) == [Arrival("anna", head)]
        poller.close()


@contextlib.contextmanager
def swallowing(port: int) -> Iterator[tuple[int, Callable[[], None]]]:
    """A way to a server on which requests get lost, until told otherwise."""
    loses = threading.Event()
    loses.set()
    kept: list[socket.socket] = []

    def carry(source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                caller, _ = way.accept()
                kept.append(caller)
                if loses.is_set():
                    continue
                server = socket.create_connection(("127.0.0.1", port))
                kept.append(server)
                for pair in ((caller, server), (server, caller)):
                    threading.Thread(target=carry, args=pair, daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as way:
        threading.Thread(target=serve, daemon=True).start()
        yield way.getsockname()[1], loses.clear
        way.shutdown(socket.SHUT_RDWR)
    for one in kept:
        one.close()


def test_a_host_that_hung_is_asked_again_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(by_git, "PATIENCE", 1.0)
    monkeypatch.setattr(ls_remote, "TIMEOUT", 1.0)
    bea, anna = game(tmp_path / "bea"), game(tmp_path / "anna")
    origin = bare_repository(tmp_path / "anna.git")
    head = act(anna)
    git("push", "--quiet", origin, "main", at=tmp_path / "anna")
    with (
        smart_http(tmp_path) as server,
        swallowing(urlsplit(server.url).port or 0) as (port, comes_back),
    ):
        poller = Poller(bea, [Remote("anna", f"http://127.0.0.1:{port}/anna.git")], nobody)
        eventually(lambda: poller.contacts["anna"].error is not None)
        assert "no answer within 1" in str(poller.contacts["anna"].error)
        comes_back()
        returned = time.monotonic()
        assert poller.wait(SOON) == [Arrival("anna", head)]
        assert time.monotonic() - returned < 30
        poller.close()


def test_only_the_branch_is_read_while_nothing_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game(tmp_path / "bea")
    act(game(tmp_path / "anna"))
    looks, fetches = [], []
    may_have_moved, fetch = PathTransport.may_have_moved, PathTransport.fetch
    monkeypatch.setattr(
        PathTransport, "may_have_moved", lambda self: looks.append(1) or may_have_moved(self)
    )
    monkeypatch.setattr(
        PathTransport,
        "fetch",
        lambda self, *args, **into: fetches.append(1) or fetch(self, *args, **into),
    )
    poller = following(tmp_path, "anna", paces={"anna": Pace(0.001, 0.0, 0.001)})
    poller.wait(SOON)
    looked, fetched = len(looks), len(fetches)
    eventually(lambda: len(looks) >= looked + 50)
    assert len(fetches) - fetched <= 1
    answered = poller.contacts["anna"].answered
    eventually(lambda: poller.contacts["anna"].answered != answered)  # a look is contact enough
    poller.close()


def test_a_peer_that_hangs_delays_the_others_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All folders share a thread, but for those that have taken long."""
    game(tmp_path / "bea")
    anna, carl = game(tmp_path / "anna"), game(tmp_path / "carl")
    act(carl)
    hangs, goes_on = threading.Event(), threading.Event()
    fetch, looks = PathTransport.fetch, itertools.count()

    def look(self: PathTransport, known: Known, own: OwnRepository) -> Fetched:
        if "carl" in str(self._path):
            if next(looks):
                hangs.set()
                goes_on.wait(SOON)
            else:
                time.sleep(1.1 * poller_module.SLOW)
        return fetch(self, known, own)

    monkeypatch.setattr(PathTransport, "fetch", look)
    monkeypatch.setattr(PathTransport, "may_have_moved", lambda _: True)
    poller = following(tmp_path, "carl", "anna")
    assert poller.wait(SOON)[0].nickname == "carl"
    assert hangs.wait(SOON)
    for number in range(3):
        act(anna, str(number))
        assert [arrival.nickname for arrival in poller.wait(SOON)] == ["anna"]
    goes_on.set()
    poller.close()


def test_after_a_look_that_took_long_it_rests_as_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As at a giant list of branches, which somebody may have put there."""
    game(tmp_path / "bea")
    game(tmp_path / "anna")
    looks: list[float] = []

    def look(_: PathTransport) -> bool:
        looks.append(time.monotonic())
        time.sleep(0.2)
        return False

    monkeypatch.setattr(PathTransport, "may_have_moved", look)
    poller = following(tmp_path, "anna", paces={"anna": Pace(0.001, 0.0, 0.001)})
    eventually(lambda: len(looks) >= 4)
    poller.close()
    pauses = [after - before for before, after in itertools.pairwise(looks)]
    assert min(pauses) >= 0.4


def test_the_pace_slows_down_while_the_game_rests() -> None:
    assert FOLDER.interval(0) == 0.005
    assert FOLDER.interval(60) == 0.5
    assert LOOPBACK.interval(60) >= 5
    assert HOST.interval(0) >= 2
    rests = [0, 0.1, 1, 10, 60, 600]
    for pace in (FOLDER, LOOPBACK, HOST, STREAMED):
        intervals = [pace.interval(rest) for rest in rests]
        assert intervals == sorted(intervals)


@pytest.mark.parametrize(
    ("url", "pace"),
    [
        ("../anna", FOLDER),
        ("file:///anna", FOLDER),
        ("http://127.0.0.1:80/anna", LOOPBACK),
        ("git://localhost/anna", LOOPBACK),
        ("https://example.org/anna", HOST),
        ("git@example.org:anna", HOST),
    ],
)
def test_the_pace_fits_the_address(url: str, pace: Pace) -> None:
    assert pace_of(check_url(url)) is pace


def test_a_move_of_ours_hurries_a_resting_poller(tmp_path: Path) -> None:
    game(tmp_path / "bea")
    anna = game(tmp_path / "anna")
    poller = following(tmp_path, "anna", paces={"anna": Pace(0.001, 1e9, 1000.0)})
    # Then it would look again in a quarter of an hour.
    eventually(lambda: poller.contacts["anna"].answered is not None)
    act(anna)
    assert poller.wait(0) == []
    poller.hurry()
    assert len(poller.wait(SOON)) == 1
    poller.close()


def test_hurrying_does_not_break_the_shortest_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game(tmp_path / "bea")
    looks: list[int] = []

    def look(*_: object) -> Fetched:
        looks.append(1)
        return Fetched(None, Incoming())

    monkeypatch.setattr(PathTransport, "fetch", look)
    poller = following(tmp_path, "anna", paces={"anna": Pace(1000.0, 0.1, 1000.0)})
    asked: list[int] = []
    interval = Pace.interval
    monkeypatch.setattr(Pace, "interval", lambda *given: asked.append(1) or interval(*given))
    eventually(lambda: len(looks) == 1)
    for _ in range(20):
        before = len(asked)
        poller.hurry()
        eventually(lambda before=before: len(asked) > before)  # it has thought about it
    assert len(looks) == 1
    poller.close()


def test_closing_wakes_who_waits(tmp_path: Path) -> None:
    game(tmp_path / "bea")
    poller = following(tmp_path, "anna")
    closer = threading.Timer(0.1, poller.close)
    closer.start()
    assert poller.wait(1000) == []
    closer.join()


def test_a_look_that_is_never_answered_ends_with_the_poller(tmp_path: Path) -> None:
    bea = game(tmp_path / "bea")
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        port = deaf.getsockname()[1]
        before = set(threading.enumerate())
        poller = Poller(bea, [Remote("anna", f"git://127.0.0.1:{port}/anna.git")], nobody)
        looking = set(threading.enumerate()) - before
        deaf.settimeout(SOON)
        connection, _ = deaf.accept()
        with connection:
            connection.settimeout(SOON)
            assert connection.recv(1) == b"0"
            poller.close(0.1)
            # Nobody holds the other end any more: the command is gone, not only its thread.
            with contextlib.suppress(ConnectionResetError):
                while connection.recv(1000):
                    pass
        for thread in looking:
            thread.join(SOON)
            assert not thread.is_alive()
    assert list((tmp_path / "bea" / ".git" / "gitopoly" / "temporary").iterdir()) == []


def test_whoever_was_polled_seldom_is_asked_at_once_and_reported_again(tmp_path: Path) -> None:
    """What came in another way meanwhile may have taken the place of what was reported."""
    game(tmp_path / "bea")
    head = act(game(tmp_path / "anna"))
    poller = following(tmp_path, "anna")
    assert poller.wait(SOON) == [Arrival("anna", head)]
    poller.pace("anna", Pace(SOON, 1.0, SOON))
    poller.hurry()
    eventually(lambda: not poller.wait(0.1))
    poller.pace("anna", None)
    assert poller.wait(SOON) == [Arrival("anna", head)]
    poller.pace("nobody", None)
    poller.close()
