"""Lines are kept in a repository of their own, which may be lost without harm."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from gitopoly.errors import InvalidEntry
from gitopoly.ledger.git.files import ref_names
from gitopoly.ledger.git.talk_store import FOLDER, TalkStore
from gitopoly.ledger.talk import MOST_LINES, Thread
from tests.hostile.flips.damage import damage
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
    assert store.holds(good.id)
    assert not store.holds(bad.id)
    assert store.thread("alice", GAME, KEYS["alice"]).lines == [good]


def test_the_longest_talk_takes_little_room(tmp_path: Path) -> None:
    known: Objects = {}
    store, thread = TalkStore.prepare(tmp_path, "bob"), Thread("alice", GAME)
    for line in spaced(MOST_LINES, known):  # one at a time, each in a file of its own
        store.extend(thread, line.id, Arrived(known), KEYS["alice"])
    assert len(thread.lines) == MOST_LINES
    assert size_of(tmp_path) < 4 * 1024 * 1024


@pytest.mark.parametrize("name", ["HEAD", "config", "objects", "refs"])
def test_a_part_that_got_lost_before_the_first_line_is_made_again(
    tmp_path: Path, name: str
) -> None:
    TalkStore.prepare(tmp_path, "bob")
    (tmp_path / FOLDER / name).rename(tmp_path / "elsewhere")
    known: Objects = {}
    line = said(known=known)
    store = TalkStore.prepare(tmp_path, "bob")
    store.extend(Thread("alice", GAME), line.id, Arrived(known), KEYS["alice"])
    assert git("rev-parse", "refs/remotes/alice/main", at=tmp_path / FOLDER).strip() == line.id


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


def pipe(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def link(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to("/dev/zero")


def noise(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\xff" * 3000)


@pytest.mark.parametrize("spoil", [pipe, link, noise])
@pytest.mark.parametrize(
    "name",
    [
        *("objects/info/alternates", "objects/info/commit-graph", "objects/pack/pack-1.idx"),
        *("objects/12/34", "refs/heads/other", "refs/remotes/cleo/main", "packed-refs"),
        *("info/grafts", "config.worktree"),
    ],
)
def test_what_does_not_belong_there_goes_before_git_reads_it(
    tmp_path: Path, name: str, spoil: Callable[[Path], None]
) -> None:
    known: Objects = {}
    line = said(known=known)
    TalkStore.prepare(tmp_path, "alice").extend(
        Thread("alice", GAME), line.id, Arrived(known), KEYS["alice"]
    )
    place = tmp_path / FOLDER / name
    spoil(place)
    store = TalkStore.prepare(tmp_path, "alice")
    assert not os.path.lexists(place)
    # What leads elsewhere is not read at all; then they come back from the seats' branches.
    is_trap = name in ("objects/info/alternates", "objects/pack/pack-1.idx") and not (
        name.endswith(".idx") and spoil is noise
    )
    assert store.thread("alice", GAME, KEYS["alice"]).lines == ([] if is_trap else [line])
    inode = (tmp_path / FOLDER).stat().st_ino
    TalkStore.prepare(tmp_path, "alice")
    assert (tmp_path / FOLDER).stat().st_ino == inode, "a sound one stays as it is"


def test_a_branch_with_a_damaged_line_is_dropped_and_the_others_stay(tmp_path: Path) -> None:
    known: Objects = {}
    store = TalkStore.prepare(tmp_path, "alice")
    lines = {}
    for seat in ("alice", "bob"):
        lines[seat] = said(seat=seat, known=known)
        store.extend(Thread(seat, GAME), lines[seat].id, Arrived(known), KEYS[seat])
    damaged = tmp_path / FOLDER / "objects" / lines["alice"].id[:2] / lines["alice"].id[2:]
    damaged.chmod(0o644)
    damaged.write_bytes(damaged.read_bytes()[:-9])
    store = TalkStore.prepare(tmp_path, "alice")
    assert "refs/heads/main" not in list(ref_names(tmp_path / FOLDER))
    assert store.thread("alice", GAME, KEYS["alice"]).lines == []
    assert store.thread("bob", GAME, KEYS["bob"]).lines == [lines["bob"]]


def test_a_folder_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    away = tmp_path / "away"
    away.mkdir()
    (away / "notes").write_text("mine")
    (tmp_path / FOLDER).symlink_to(away, target_is_directory=True)
    TalkStore.prepare(tmp_path, "alice")
    assert not (tmp_path / FOLDER).is_symlink()
    assert [path.name for path in away.iterdir()] == ["notes"]


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_flips_in_the_repository_are_harmless(tmp_path: Path, first: int) -> None:
    known: Objects = {}
    store = TalkStore.prepare(tmp_path / "whole", "bob")
    lines = spaced(4, known)
    store.extend(Thread("alice", GAME), lines[-1].id, Arrived(known), KEYS["alice"])
    mine = said(seat="bob", known=known)
    store.extend(Thread("bob", GAME), mine.id, Arrived(known), KEYS["bob"])
    for number in range(first, first + 20):
        place = tmp_path / f"{number}"
        shutil.copytree(tmp_path / "whole", place)
        done = damage(place / FOLDER, Random(number))
        store = TalkStore.prepare(place, "bob")
        git("log", "--all", at=place / FOLDER)
        for seat, whole in (("alice", lines), ("bob", [mine])):
            assert store.thread(seat, GAME, KEYS[seat]).lines in ([], whole), done
