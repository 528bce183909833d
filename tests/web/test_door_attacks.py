"""Attacks on the door over loopback: it stands, and serves everybody else."""

from __future__ import annotations

import contextlib
import gzip
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from gitopoly.ledger.git import http_backend
from gitopoly.ledger.git.http_backend import KEPT
from tests.ledger.packs import Pack, copy, difference, insert
from tests.web.game_servers import wait_for
from tests.web.git_clients import branches, children_named, git, raw, send_body, work
from tests.web.hosts import Host

GIBIBYTE = 1024 * 1024 * 1024


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host with seats for ben and cleo."""
    found = Host(tmp_path).open().keep_what_is_pushed()
    yield found
    found.close()


# Publishing where one may, but not what or how one may.


def test_whoever_has_the_link_of_a_peer_can_keep_its_moves_from_arriving(
    host: Host, tmp_path: Path
) -> None:
    link, url = host.hosting.seats["ben"], host.hosting.url("ben")
    ben = host.join("ben")
    wait_for(lambda: (ben.poll(0.02), "main" in "".join(branches(host, "ben")))[1])
    assert git("clone", "-q", url, "w", capability=host.hosting.game, folder=tmp_path)[0] == 0
    add = ("commit", "-q", "--allow-empty", "-m", "x")
    assert git(*add, folder=tmp_path / "w")[0] == 0
    assert git("push", "-q", url, "main", capability=link, folder=tmp_path / "w")[0] == 0
    host.sit("cleo")  # and now ben is ready, which nobody hears
    wait_for(lambda: (ben.poll(0.02), "this copy lacks" in ben.status.published)[1])
    seat = host.in_room(lambda: host.driver.game)
    assert not seat.started
    assert not seat.log.forks()  # and nobody is accused
    ben.close()


@pytest.mark.slow
def test_a_branch_is_neither_overwritten_nor_removed_and_others_are_not_made(
    host: Host, tmp_path: Path
) -> None:
    ben, url = host.hosting.seats["ben"], host.hosting.url("ben")
    first = work(tmp_path / "first", "one")
    assert git("push", "-q", url, "main", capability=ben, folder=first)[0] == 0
    before = branches(host, "ben")
    second = work(tmp_path / "second", "two")
    for words in (
        ("push", "-q", "-f", url, "main"),
        ("push", "-q", url, ":main"),
        ("push", "-q", url, "main:evil"),
        ("push", "-q", url, "main:refs/tags/main"),
        ("push", "-q", url, "main:refs/gitopoly/x"),
        ("push", "-q", url, "main:HEAD"),
    ):
        assert git(*words, capability=ben, folder=second)[0] != 0, words
    assert branches(host, "ben") == before
    assert not (host.hosting.repository("ben") / "hooks" / "post-receive").exists()


def test_a_seat_of_a_guest_takes_no_pushes(host: Host, tmp_path: Path) -> None:
    host.sit("ben")
    wait_for(lambda: bool(branches(host, "ben")))
    before = branches(host, "ben")
    code, _ = git(
        *("push", "-q", "-f", host.hosting.url("ben"), "main"),
        capability=host.hosting.seats["ben"],
        folder=work(tmp_path / "w"),
    )
    assert code != 0
    assert branches(host, "ben") == before


def test_hooks_and_settings_that_somebody_left_are_not_run(host: Host, tmp_path: Path) -> None:
    place = host.hosting.repository("ben")
    mark = tmp_path / "ran"
    for name in ("pre-receive", "update", "post-receive"):
        hook = place / "hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\ntouch {mark}\n", encoding="utf-8")
        hook.chmod(0o755)
    folder = work(tmp_path / "w")
    done = git(
        *("push", "-q", host.hosting.url("ben"), "main"),
        capability=host.hosting.seats["ben"],
        folder=folder,
    )
    assert done[0] == 0, done
    assert not mark.exists()


def test_no_program_is_run_to_complete_a_repository_that_somebody_prepared(
    host: Host, tmp_path: Path
) -> None:
    """A base that is missing would be fetched from wherever the repository's settings say."""
    link, url, place = (
        host.hosting.seats["ben"],
        host.hosting.url("ben"),
        host.hosting.repository("ben"),
    )
    text = "".join(f"{number * number}\n" for number in range(2000))
    folder = work(tmp_path / "w", text)
    assert git("push", "-q", url, "main", capability=link, folder=folder)[0] == 0
    blob = git("rev-parse", "main:file", folder=folder)[1].strip()
    (place / "objects" / blob[:2] / blob[2:]).unlink()
    prepare(
        place,
        f"""\
[core]
    repositoryformatversion = 1
    sshCommand = touch {tmp_path / "ran"}
[extensions]
    partialClone = o
[remote "o"]
    url = ssh://o/o
    promisor = true
""",
    )
    for number in range(120):  # more than are unpacked one by one
        (folder / str(number)).write_text(str(number), encoding="utf-8")
    (folder / "file").write_text(f"{text}more\n", encoding="utf-8")
    git("add", ".", folder=folder)
    git("commit", "-q", "-m", "y", folder=folder)
    assert git("push", "-q", "--thin", url, "main", capability=link, folder=folder)[0] != 0
    assert not (tmp_path / "ran").exists()


def test_what_is_pushed_is_written_nowhere_else(host: Host, tmp_path: Path) -> None:
    link, url = host.hosting.seats["ben"], host.hosting.url("ben")
    (tmp_path / "home").mkdir()
    prepare(
        host.hosting.repository("ben"),
        f"""\
[core]
    bare = false
    worktree = {tmp_path / "home"}
[receive]
    denyCurrentBranch = updateInstead
""",
    )
    folder = work(tmp_path / "w")
    git("push", "-q", url, "main", capability=link, folder=folder)
    (folder / "file").write_text("y", encoding="utf-8")
    git("commit", "-q", "-a", "-m", "y", folder=folder)
    git("push", "-q", url, "main", capability=link, folder=folder)
    assert not any((tmp_path / "home").iterdir())
    assert not (host.hosting.repository("ben") / "file").exists()


def prepare(place: Path, settings: str) -> None:
    """Write settings into a repository, as somebody may who has had the folder."""
    with (place / "config").open("a", encoding="utf-8") as file:
        file.write(settings)


@pytest.mark.slow
def test_a_pack_that_explodes_is_bounded(host: Host, tmp_path: Path) -> None:
    """Half a gigabyte of nothing, which is small on its way, is refused or stays small."""
    folder = tmp_path / "w"
    work(folder)
    with (folder / "zeros").open("wb") as file:
        file.truncate(512 * 1024 * 1024)
    git("add", ".", folder=folder)
    git("commit", "-q", "-m", "zeros", folder=folder)
    git(
        *("push", "-q", host.hosting.url("ben"), "main"),
        capability=host.hosting.seats["ben"],
        folder=folder,
    )
    assert http_backend.stored(host.hosting.repository("ben"))[0] < KEPT
    # Whatever became of it, the game goes on for everybody else.
    assert host.ask("GET", "/api/door", host.hosting.game)[0] == 200
    host.sit("cleo")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "count"),
    [(2 * GIBIBYTE, 1), (GIBIBYTE // 4, 60), (GIBIBYTE // 4, 400)],
    ids=["memory", "time", "time, indexed"],
)
def test_differences_that_explode_are_bounded(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, count: int
) -> None:
    """A few kilobytes that would become gigabytes end a program, and nothing else."""
    monkeypatch.setattr(http_backend, "PROCESSOR", 2)
    pack = delta_bomb(size, count)
    assert len(pack) < 500_000
    attack = pushing(host, pack)
    # Meanwhile others are served.
    assert host.ask("GET", "/api/door", host.hosting.game)[0] == 200
    pushed = git(
        *("push", "-q", host.hosting.url("cleo"), "main"),
        capability=host.hosting.seats["cleo"],
        folder=work(tmp_path / "w"),
    )
    assert pushed[0] == 0, pushed
    assert b"unpack ok" not in answer_of(attack)
    assert branches(host, "ben") == {}
    wait_for(lambda: not children_named("http-backend"))
    # What was unpacked is gone with it, and the seat can still be taken.
    assert http_backend.stored(host.hosting.repository("ben"))[0] < 1_000_000
    host.join("ben").close()


def delta_bomb(size: int, count: int) -> bytes:
    """A pack of objects that copy one small object again and again, up to a size each."""
    pack, base = Pack(), bytes(1024 * 1024 - 1)
    place = pack.whole("blob", base)
    copies = copy(0, len(base)) * (size // len(base))
    after = size // len(base) * len(base) + 4
    for number in range(count):
        # Each ends differently, so that they are different objects.
        end = insert(number.to_bytes(4, "big"))
        pack.delta("", place, difference(len(base), after, copies, end))
    return pack.data()


def pushing(host: Host, pack: bytes) -> socket.socket:
    """Somebody who pushes a pack for ben, and asks how it went."""
    path = f"/git/{host.hosting.label}/ben.git/git-receive-pack"
    headers = {"Content-Type": "application/x-git-receive-pack-request"}
    found = raw(host, path, headers, host.hosting.seats["ben"])
    order = f"{'0' * 40} {'1' * 40} refs/heads/main\0 report-status\n".encode()
    send_body(found, b"%04x%s0000%s" % (len(order) + 4, order, pack))
    return found


def answer_of(connection: socket.socket) -> bytes:
    """The whole answer to a request."""
    said = b""
    with contextlib.suppress(ConnectionError):
        while b"\r\n0\r\n\r\n" not in said and (part := connection.recv(65536)):
            said += part
    connection.close()
    return said


def test_differences_that_are_small_are_unpacked(host: Host) -> None:
    said = answer_of(pushing(host, delta_bomb(3 * 1024 * 1024, 2)))
    assert b"unpack ok" in said
    assert b"ng refs/heads/main" in said  # the commit was not among them


def test_a_request_that_explodes_or_is_too_long_is_refused(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/git/{host.hosting.label}/ann.git/git-upload-pack"
    headers = {"Content-Type": "application/x-git-upload-pack-request"}
    connection = raw(host, path, {**headers, "Content-Encoding": "gzip"}, host.hosting.game)
    bomb = gzip.compress(bytes(64 * 1024 * 1024))
    send_body(connection, bomb)
    assert b" 413 " in connection.recv(1000)
    monkeypatch.setattr(http_backend, "PUSHED", 1000)
    path = f"/git/{host.hosting.label}/ben.git/git-receive-pack"
    headers = {"Content-Type": "application/x-git-receive-pack-request"}
    connection = raw(host, path, headers, host.hosting.seats["ben"])
    send_body(connection, b"0" * 5000)
    assert b" 413 " in connection.recv(1000)
    # The seat can be published to again.
    wait_for(lambda: host.hosting.begin_push("ben"))
    host.hosting.end_push("ben")


@pytest.mark.parametrize("bound", ["KEPT", "FILES"])
def test_a_full_repository_takes_no_more(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    monkeypatch.setattr(http_backend, bound, 1)
    done = git(
        *("push", "-q", host.hosting.url("ben"), "main"),
        capability=host.hosting.seats["ben"],
        folder=work(tmp_path / "w"),
    )
    assert done[0] != 0
    assert "413" in done[1]


def test_the_programs_environment_has_nothing_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITOPOLY_HOME", "secret-home")
    monkeypatch.setenv("GIT_DIR", "elsewhere")
    monkeypatch.setenv("AWS_SECRET", "word")
    request = http_backend.GitRequest(tmp_path / "a.git", "git-upload-pack", advertises=True)
    found = http_backend.environment(request)
    assert not {"GITOPOLY_HOME", "GIT_DIR", "AWS_SECRET"} & set(found)
    values = {
        found[f"GIT_CONFIG_KEY_{n}"]: found[f"GIT_CONFIG_VALUE_{n}"]
        for n in range(int(found["GIT_CONFIG_COUNT"]))
    }
    assert values["core.hooksPath"] == os.devnull
    assert values["http.receivepack"] == "false"
