"""Publishing goes on by itself: play never waits, a lost network is a status, nothing is lost."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gitopoly.errors import Unreachable
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.transports import publisher as module
from gitopoly.ledger.transports.by_path import PathTransport
from gitopoly.ledger.transports.publisher import Publisher, PublishStatus, delay_after
from gitopoly.ledger.transports.remote import Remote
from tests.ledger.repositories import act, bare, game, own_head, probe
from tests.ledger.servers import bare_repository, git, smart_http
from tests.ledger.transports.test_poller import SOON, eventually
from tests.ports import held_port

ROOT = Path(__file__).resolve().parents[3]


def publisher(own: OwnRepository, url: str) -> Publisher:
    """One that does not wait long between tries."""
    return Publisher(own, Remote("anna", url), longest_delay=0.05)


def test_moves_are_published_without_waiting(tmp_path: Path) -> None:
    anna = game(tmp_path / "anna")
    bare(tmp_path / "anna.git")
    running = publisher(anna, "../anna.git")
    for number in range(5):
        act(anna, str(number))
        running.wake()
    eventually(lambda: running.status.up_to_date)
    assert probe("anna.git", tmp_path).head == own_head(anna)
    assert str(running.status) == "everything is published"
    assert running.close()


def test_what_others_have_heard_waits_for_more_but_not_for_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "GATHER", SOON)
    anna = game(tmp_path / "anna")
    bare(tmp_path / "anna.git")
    running = publisher(anna, "../anna.git")
    eventually(lambda: running.status.up_to_date)
    before = own_head(anna)
    running.gather(True)
    act(anna, "one")
    running.wake()
    act(anna, "two")
    running.wake()
    assert running.status.behind == 2
    assert probe("anna.git", tmp_path).head == before
    # As soon as they hear nothing any more it is pushed, and at the end.
    running.gather(False)
    eventually(lambda: running.status.up_to_date)
    running.gather(True)
    act(anna, "three")
    assert running.close(SOON)
    assert probe("anna.git", tmp_path).head == own_head(anna)


def test_a_move_that_was_not_announced_is_not_called_published(tmp_path: Path) -> None:
    anna = game(tmp_path / "anna")
    bare(tmp_path / "anna.git")
    act(anna)
    running = publisher(anna, "../anna.git")
    eventually(lambda: running.status.up_to_date)
    act(anna)
    assert running.status.behind == 1
    running.wake()
    eventually(lambda: running.status.up_to_date)
    running.close()


def test_what_an_earlier_process_left_is_published_at_the_start(tmp_path: Path) -> None:
    anna = game(tmp_path / "anna")
    bare(tmp_path / "anna.git")
    head = act(anna)
    running = publisher(anna, "../anna.git")
    eventually(lambda: probe("anna.git", tmp_path).head == head)
    running.close()


def test_a_lost_network_is_a_status_and_heals(tmp_path: Path) -> None:
    anna = game(tmp_path / "anna")
    act(anna, "one")
    act(anna, "two")
    running = publisher(anna, "../anna.git")
    running.wake()
    eventually(lambda: running.status.error is not None)
    status = running.status
    assert (status.behind, status.up_to_date) == (2, False)
    assert status.since is not None
    assert "no such folder" in str(status)
    assert "2 moves are not published since" in str(status)
    assert str(status).isprintable()
    assert not running.flush(0.1)
    bare(tmp_path / "anna.git")
    eventually(lambda: running.status.up_to_date)
    assert running.status == PublishStatus(0, None, None)
    running.close()


def test_a_server_that_comes_back_gets_everything(tmp_path: Path) -> None:
    anna = game(tmp_path / "anna")
    bare_repository(tmp_path / "anna.git")
    with held_port() as port:
        act(anna, "one")
        running = publisher(anna, f"http://127.0.0.1:{port}/anna.git")
        eventually(lambda: running.status.error is not None)
        head = act(anna, "two")
        running.wake()
        with smart_http(tmp_path, port):
            assert running.flush(SOON)
    assert probe("anna.git", tmp_path).head == head
    running.close()


def test_flush_waits_for_the_newest_move(tmp_path: Path) -> None:
    anna = game(tmp_path / "anna")
    bare(tmp_path / "anna.git")
    running = publisher(anna, "../anna.git")
    for number in range(10):
        head = act(anna, str(number))
        assert running.flush(SOON)
        assert probe("anna.git", tmp_path).head == head
    running.close()


def test_a_rejected_push_ends_a_flush_early_and_overwrites_nothing(tmp_path: Path) -> None:
    anna, other = game(tmp_path / "anna"), game(tmp_path / "other")
    bare(tmp_path / "anna.git")
    theirs = act(other, "another game")
    publisher(other, "../anna.git").close(SOON)
    act(anna)
    running = Publisher(anna, Remote("anna", "../anna.git"), longest_delay=1000)
    started = time.monotonic()
    assert not running.flush(1000)
    assert time.monotonic() - started < 500
    assert "resume the game" in str(running.status)
    assert probe("anna.git", tmp_path).head == theirs
    running.close()


def test_there_are_never_two_pushes_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = game(tmp_path / "anna")
    bare(tmp_path / "anna.git")
    inside, most, total = 0, 0, 0
    guard = threading.Lock()

    def slow_push(self: PathTransport, *_: object) -> None:
        nonlocal inside, most, total
        with guard:
            inside, total = inside + 1, total + 1
            most = max(most, inside)
        time.sleep(0.01)
        with guard:
            inside -= 1
        if total % 3 == 0:
            raise Unreachable("x", "silent", "60")

    monkeypatch.setattr(PathTransport, "push", slow_push)
    running = publisher(anna, "../anna.git")
    callers = [threading.Thread(target=running.flush, args=(SOON,)) for _ in range(8)]
    for caller in callers:
        caller.start()
        running.wake()
    for caller in callers:
        caller.join()
    assert total >= 2
    assert most == 1
    running.close()


def test_a_push_that_hangs_blocks_neither_play_nor_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = game(tmp_path / "anna")
    release = threading.Event()
    monkeypatch.setattr(PathTransport, "push", lambda *_: release.wait(SOON))
    running = publisher(anna, "../anna.git")
    act(anna)
    running.wake()
    assert running.status.behind == 1
    assert not running.flush(0.05)
    assert not running.close()
    release.set()


@contextlib.contextmanager
def deaf_server() -> Iterator[tuple[str, Callable[[], socket.socket]]]:
    """A server that never answers: its address, and waiting for whoever calls."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(SOON)

        def called() -> socket.socket:
            connection, _ = server.accept()
            connection.settimeout(SOON)
            assert connection.recv(1) == b"0"
            return connection

        yield f"git://127.0.0.1:{server.getsockname()[1]}/anna.git", called


def hangs_up(connection: socket.socket) -> bool:
    """Whether nobody holds the other end any more: the command is gone, not only its thread."""
    try:
        while connection.recv(1000):
            pass
    except TimeoutError:
        return False
    except ConnectionResetError:
        pass
    return True


def test_a_push_that_hangs_is_broken_off_at_the_end(tmp_path: Path) -> None:
    anna = game(tmp_path / "anna")
    act(anna)
    with deaf_server() as (url, called):
        running = publisher(anna, url)
        with called() as connection:
            assert not running.close(0.05)
            assert hangs_up(connection)


@pytest.mark.skipif(os.name != "posix", reason="processes end otherwise here")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_push_is_left_behind_however_the_process_ends(
    tmp_path: Path, end: signal.Signals
) -> None:
    anna = game(tmp_path / "anna")
    with deaf_server() as (url, called):
        command = [sys.executable, "-c", PLAYING, str(anna.path), url, "x"]
        child = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        with called() as connection:
            child.send_signal(end)
            child.wait(SOON)
            assert hangs_up(connection)


def test_a_command_that_nobody_watches_would_be_left_behind(tmp_path: Path) -> None:
    """The twin: without the watch the command outlives whoever started it."""
    code = "import subprocess, sys; subprocess.Popen(sys.argv[1:], start_new_session=True)"
    with deaf_server() as (url, called):
        subprocess.run([sys.executable, "-c", code, "git", "ls-remote", url], check=True)
        with called() as connection:
            connection.settimeout(0.5)
            assert not hangs_up(connection)


@pytest.mark.parametrize(("failures", "middle"), [(1, 0.2), (2, 0.4), (5, 3.2), (50, 30.0)])
def test_the_delay_doubles_up_to_a_limit_with_some_chance(failures: int, middle: float) -> None:
    delays = {delay_after(failures) for _ in range(50)}
    assert len(delays) > 10
    assert all(middle / 2 <= delay <= middle for delay in delays)


PLAYING = """
import sys
from pathlib import Path
from gitopoly.ledger.transports.publisher import Publisher
from gitopoly.ledger.transports.remote import Remote
from tests.ledger.repositories import Repository, act
repository = Repository(Path(sys.argv[1]))
publisher = Publisher(repository, Remote("anna", sys.argv[2]))
for number in range(10_000):
    act(repository, f"{sys.argv[3]} {number}")
    publisher.wake()
    print(number, flush=True)
"""


@pytest.mark.long
@pytest.mark.parametrize("over_http", [False, True])
def test_a_killed_process_leaves_what_the_next_one_publishes(
    tmp_path: Path, over_http: bool
) -> None:
    anna = game(tmp_path / "anna")
    bare_repository(tmp_path / "anna.git")
    with smart_http(tmp_path) as server:
        url = f"{server.url}/anna.git" if over_http else "../anna.git"
        for turn in range(6):
            command = [sys.executable, "-c", PLAYING, str(anna.path), url, str(turn)]
            child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
            assert child.stdout is not None
            for _ in range(5 + 7 * turn):
                child.stdout.readline()
            child.kill()
            child.wait()
            child.stdout.close()
            (anna.path / "refs" / "heads" / "main.lock").unlink(missing_ok=True)
            running = Publisher(anna, Remote("anna", url))
            assert running.flush(60)
            assert probe(url, tmp_path / "anna").head == own_head(anna)
            running.close()
    git("fsck", "--strict", at=tmp_path / "anna.git")
