"""Asking a server on this machine agrees with Git, and says where it cannot know."""

import contextlib
import socket
import threading
import time
from pathlib import Path

import pytest

from gitopoly.ledger.address import check_url
from gitopoly.ledger.transports import ls_remote as module
from gitopoly.ledger.transports.by_git import GitTransport
from gitopoly.ledger.transports.ls_remote import is_at
from tests.ledger.repositories import act, bare, nobody
from tests.ledger.servers import git, smart_http
from tests.ledger.trickling import LETTERS, PAUSE, trickling

MAIN = "refs/heads/main"


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine answers late, which must not look like no answer."""
    monkeypatch.setattr(module, "TIMEOUT", 120.0)


def test_it_agrees_with_git_ls_remote(tmp_path: Path) -> None:
    peer = bare(tmp_path / "peer.git")
    with smart_http(tmp_path) as server:
        assert is_at(f"{server.url}/peer.git", MAIN, None)
        head = act(peer)
        git("branch", "main2", "main", at=peer.path)
        git("branch", "seats/anna", "main", at=peer.path)
        person = ("-c", "user.name=a", "-c", "user.email=a@b")
        git(*person, "tag", "-a", "-m", "x", "named", at=peer.path)
        for branch in (MAIN, "refs/heads/main2", "refs/heads/seats/anna"):
            assert is_at(f"{server.url}/peer.git", branch, head)
            assert not is_at(f"{server.url}/peer.git", branch, None)
            assert not is_at(f"{server.url}/peer.git", branch, "ab" * 20)
        for branch in ("refs/heads/other", "refs/heads/mai", "refs/heads/m.in", "heads/main"):
            assert is_at(f"{server.url}/peer.git", branch, None)
        assert not is_at(f"{server.url}/nothing.git", MAIN, None)


def test_a_fetch_is_worth_it_only_when_the_branch_moved(tmp_path: Path) -> None:
    peer = bare(tmp_path / "peer.git")
    act(peer, "one")
    with smart_http(tmp_path) as server:
        talk = GitTransport(check_url(f"{server.url}/peer.git"))
        assert talk.may_have_moved()
        talk.fetch(nobody)
        assert not talk.may_have_moved()
        act(peer, "two")
        assert talk.may_have_moved()
    assert talk.may_have_moved()  # the server is gone: the git command will say so


def test_a_branch_that_is_not_there_is_fetched_once_and_then_only_asked_for(
    tmp_path: Path,
) -> None:
    """Most seats say nothing, and a command for each poll of nothing would be a waste."""
    peer = bare(tmp_path / "peer.git")
    with smart_http(tmp_path) as server:
        link = GitTransport(check_url(f"{server.url}/peer.git"), branch="talk")
        assert link.fetch(nobody).head is None
        head = act(peer, "a move")
        assert not link.may_have_moved()
        git("branch", "talk", "main", at=peer.path)
        assert link.may_have_moved()
        assert link.fetch(nobody).head == head


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"zzzz",
        b"HTTP/1.1 200 OK\r\n\r\n0000",
        b"HTTP/1.1 200 OK\r\n\r\n001e# service=git-upload-pack\n0000003f" + b"a" * 40,
        b"HTTP/1.1 200 OK\r\n\r\n001e# service=git-upload-pack\n0000" + b"0" * 300_000,
        b"HTTP/1.1 404 Not\r\n\r\n001e# service=git-upload-pack\n00000000",
        b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n",
    ],
    ids=["nothing", "letters", "plain", "cut", "large", "refused", "moved"],
)
def test_nonsense_leaves_us_unsure(answer: bytes) -> None:
    with socket.socket() as rude:
        rude.bind(("127.0.0.1", 0))
        rude.listen()

        def speak() -> None:
            connection, _ = rude.accept()
            with connection:
                connection.recv(4096)
                with contextlib.suppress(OSError):
                    connection.sendall(answer)

        thread = threading.Thread(target=speak)
        thread.start()
        assert not is_at(f"http://127.0.0.1:{rude.getsockname()[1]}/x.git", MAIN, None)
        thread.join()


def test_a_server_that_answers_letter_by_letter_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "TIMEOUT", 0.3)
    began = time.monotonic()
    with trickling(b"HTTP/1.1 200 OK\r\n" + b"a" * 999) as place:
        assert not is_at(f"http://{place}/x.git", MAIN, None)
        assert time.monotonic() - began < PAUSE * LETTERS - 1
