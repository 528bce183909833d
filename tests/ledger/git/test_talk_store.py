"""Lines are kept in a repository of their own, which may be lost without harm."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gitopoly.errors import InvalidEntry
from gitopoly.ledger.git.talk_store import FOLDER, TalkStore
from gitopoly.ledger.talk import MOST_LINES, Thread
from tests.ledger.seats import KEYS
from tests.ledger.servers import git
from tests.ledger.test_talk import GAME, Objects, said, spaced


class Arrived:
    """What a poll has brought."""

    def __init__(self, known: Objects) -> None:
        self.known = known

    def holds(self, wanted: str) -> bool:
        return wanted in self.known

    def header(self, wanted: str) -> tuple[str, int]:
        return self.known[wanted][0], len(self.known[wanted][1])

    def read(self, wanted: str, largest: int) -> tuple[str, bytes]:
        return self.known[wanted]


def size_of(folder: Path) -> int:
    """The bytes of all files, in blocks as a disk has them."""
    return sum(path.stat().st_blocks * 512 for path in folder.rglob("*") if path.is_file())


def test_accepted_lines_last_and_stock_git_can_read_them(tmp_path: Path) -> None:
    known: Objects = {}
    lines = spaced(3, known)
    store = TalkStore.prepare(tmp_path, "bob")
    thread = store.thread("alice", GAME, KEYS["alice"])
    store.extend(thread, lines[-1].id, Arrived(known), KEYS["alice"])
    again = TalkStore.prepare(tmp_path, "bob").thread("alice", GAME, KEYS["alice"])
    assert again.lines == lines
    folder = tmp_path / FOLDER
    git("fsck", "--strict", at=folder)
    shown = git("log", "--format=%an %s", "refs/remotes/alice/main", at=folder)
    assert shown.splitlines() == ["alice line 2", "alice line 1", "alice line 0"]


def test_refused_lines_leave_nothing_on_the_disk(tmp_path: Path) -> None:
    known: Objects = {}
    good = said("good", known=known)
    bad = said("bad", good, by="mallory", known=known)
    store = TalkStore.prepare(tmp_path, "bob")
    thread = Thread("alice", GAME)
    with pytest.raises(InvalidEntry):
        store.extend(thread, bad.id, Arrived(known), KEYS["alice"])
    assert store.has(good.id)
    assert not store.has(bad.id)
    assert store.thread("alice", GAME, KEYS["alice"]).lines == [good]


def test_the_longest_talk_takes_little_room(tmp_path: Path) -> None:
    known: Objects = {}
    store, thread = TalkStore.prepare(tmp_path, "bob"), Thread("alice", GAME)
    for line in spaced(MOST_LINES, known):  # one at a time, each in a file of its own
        store.extend(thread, line.id, Arrived(known), KEYS["alice"])
    assert len(thread.lines) == MOST_LINES
    assert size_of(tmp_path) < 4 * 1024 * 1024


@pytest.mark.parametrize("name", ["HEAD", "config", "objects", "refs"])
def test_a_broken_repository_is_made_again(tmp_path: Path, name: str) -> None:
    known: Objects = {}
    line = said(known=known)
    TalkStore.prepare(tmp_path, "bob").extend(
        Thread("alice", GAME), line.id, Arrived(known), KEYS["alice"]
    )
    place = tmp_path / FOLDER / name
    if place.is_dir():
        place.rename(tmp_path / "elsewhere")
    else:
        place.unlink()
        os.mkfifo(place)
    store = TalkStore.prepare(tmp_path, "bob")
    thread = store.thread("alice", GAME, KEYS["alice"])
    store.extend(thread, line.id, Arrived(known), KEYS["alice"])
    assert thread.lines == [line]
    assert store.thread("alice", GAME, KEYS["alice"]).lines == [line]


def test_a_damaged_line_is_as_if_it_had_never_come(tmp_path: Path) -> None:
    known: Objects = {}
    line = said(known=known)
    store = TalkStore.prepare(tmp_path, "alice")
    store.extend(Thread("alice", GAME), line.id, Arrived(known), KEYS["alice"])
    file = tmp_path / FOLDER / "objects" / line.id[:2] / line.id[2:]
    file.chmod(0o644)
    file.write_bytes(b"")
    assert store.thread("alice", GAME, KEYS["alice"]).lines == []


def test_a_garbled_branch_is_replaced(tmp_path: Path) -> None:
    known: Objects = {}
    line = said(known=known)
    store = TalkStore.prepare(tmp_path, "alice")
    (tmp_path / FOLDER / "refs" / "heads" / "main").write_text("nonsense")
    thread = store.thread("alice", GAME, KEYS["alice"])
    assert thread.lines == []
    store.extend(thread, line.id, Arrived(known), KEYS["alice"])
    assert store.thread("alice", GAME, KEYS["alice"]).lines == [line]
