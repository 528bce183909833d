"""Records come back whole and in order, or not at all; damage is cut off at one stroke."""

from __future__ import annotations

import errno
import itertools
import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from gitopoly import posix
from gitopoly.ledger.entry import Object, object_id
from gitopoly.ledger.git.untrusted import Damaged
from gitopoly.ledger.journal import (
    DIGEST,
    FRAME,
    LARGEST_JOURNAL,
    MAGIC,
    FileJournal,
    MemoryJournal,
)
from gitopoly.ledger.store import NOTE, Store, encoded, objects_in
from tests.ledger.seats import sealed

RECORDS = [b"one", b"", b"three" * 9, MAGIC + b"four", bytes(200)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal"


def written(path: Path, records: Sequence[bytes] = RECORDS) -> bytes:
    """A journal of some records; its bytes."""
    journal = FileJournal(path)
    for record in records:
        journal.append(record, sync=False)
    journal.sync()
    journal.close()
    return path.read_bytes()


def read(path: Path) -> list[bytes]:
    """What a journal holds."""
    journal = FileJournal(path)
    journal.close()
    return journal.read_all()


@pytest.mark.parametrize("in_memory", [True, False])
def test_records_come_back_in_order(tmp_path: Path, in_memory: bool) -> None:
    numbers = itertools.count()

    @given(st.lists(st.tuples(st.binary(max_size=300), st.booleans())))
    def comes_back(records: list[tuple[bytes, bool]]) -> None:
        path = tmp_path / str(next(numbers))
        journal = MemoryJournal() if in_memory else FileJournal(path)
        for record, sync in records:
            journal.append(record, sync=sync)
        journal.close()
        found = journal.read_all() if in_memory else read(path)
        assert found == [record for record, _ in records]

    comes_back()


@given(st.lists(st.tuples(st.sampled_from(["commit", "tree", "blob", NOTE]), st.binary())))
def test_a_record_says_what_was_put_into_it(objects: list[tuple[str, bytes]]) -> None:
    assert list(objects_in(encoded(objects))) == objects


def test_any_damage_ends_the_journal_before_it(path: Path) -> None:
    """At every byte of the last three records, which are cut off there or changed."""
    data = written(path)
    ends = [0]
    for record in RECORDS:
        ends.append(ends[-1] + FRAME + len(record))
    assert ends[-1] == len(data)
    for at in range(ends[2], len(data)):
        whole = max(end for end in ends if end <= at)
        for found in (data[:at], data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]):
            path.write_bytes(found)
            journal = FileJournal(path, durable=False)
            assert journal.read_all() == RECORDS[: ends.index(whole)]
            assert journal.is_torn == (whole < len(found))
            assert path.read_bytes() == found
            journal.append(b"goes on", sync=True)
            journal.close()
            assert read(path) == [*RECORDS[: ends.index(whole)], b"goes on"]


def test_whole_records_behind_a_damaged_one_are_found_and_kept_aside(path: Path) -> None:
    data = bytearray(written(path))
    data[FRAME + 3 + 6] ^= 1  # in the frame of the second
    path.write_bytes(data)
    journal = FileJournal(path)
    assert (journal.read_all(), journal.beyond) == (RECORDS[:1], RECORDS[2:])
    journal.mend()
    journal.close()
    assert read(path) == RECORDS[:1]
    assert path.with_name("journal.damaged").read_bytes() == data


@pytest.mark.parametrize("tail", [b"", b"GPJ1 half a record"])
def test_mending_adds_what_was_found_elsewhere(path: Path, tail: bytes) -> None:
    path.write_bytes(written(path) + tail)
    journal = FileJournal(path)
    journal.mend([b"one more", b"and one"])
    journal.append(b"the last", sync=True)
    journal.close()
    assert read(path) == [*RECORDS, b"one more", b"and one", b"the last"]


@pytest.mark.parametrize("tail", [b"", b"GPJ1 half a record"])
@pytest.mark.parametrize("fails", ["write", "part of a write", "sync", "truncate"])
def test_a_disk_that_fails_leaves_all_of_a_record_or_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, fails: str, tail: bytes
) -> None:
    path.write_bytes(written(path) + tail)
    journal = FileJournal(path)
    real = os.write

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def half(file: int, data: bytes) -> int:
        return real(file, data[:20]) if len(data) > 50 else full()  # type: ignore[func-returns-value]

    with monkeypatch.context() as patch:
        if fails == "sync":
            patch.setattr(posix, "sync_data", full)
        else:
            patch.setattr(os, "write", full if fails == "write" else half)
        if fails == "truncate":
            patch.setattr(os, "ftruncate", full)
        for _ in range(2):
            with pytest.raises(OSError, match="No space"):
                journal.append(bytes(60), sync=True)
    if fails != "truncate":
        assert read(path) == RECORDS
    journal.append(b"goes on", sync=True)
    journal.close()
    assert read(path) == [*RECORDS, b"goes on"]
    assert [item.name for item in path.parent.iterdir()] == ["journal"]


@pytest.mark.parametrize("at", ["draft", "replaced"])
def test_mending_that_is_interrupted_can_be_done_again(
    path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    written(path)
    path.write_bytes(path.read_bytes() + b"GPJ1 half a record")
    journal = FileJournal(path)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(*((os, "replace") if at == "draft" else (posix, "sync_folder")), killed)
    with pytest.raises(KeyboardInterrupt):
        journal.mend([b"adopted"])
    assert read(path) == [*RECORDS, *([b"adopted"] if at == "replaced" else [])]


@pytest.mark.parametrize("kind", ["pipe", "link", "folder"])
def test_what_is_no_file_is_not_waited_for_or_followed(path: Path, kind: str) -> None:
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "link":
        (path.parent / "secret").write_bytes(b"not ours")
        path.symlink_to(path.parent / "secret")
    else:
        path.mkdir()
    with pytest.raises((Damaged, OSError)):
        FileJournal(path)
    if kind == "link":
        assert (path.parent / "secret").read_bytes() == b"not ours"


def test_a_journal_beyond_all_measure_is_not_read(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(LARGEST_JOURNAL + 1)
    with pytest.raises(Damaged, match="bytes, over"):
        FileJournal(path)


def test_beginnings_of_records_without_end_do_not_keep_us_busy(path: Path) -> None:
    """Each claims the rest of the file: hashing all of them would take an hour."""
    count = 40_000
    starts = (MAGIC + (FRAME * (count - n - 1)).to_bytes(4, "big") for n in range(count))
    path.write_bytes(b"".join(start + bytes(DIGEST) for start in starts))
    with pytest.raises(Damaged, match="without end"):
        FileJournal(path)


ROOT = sealed("alice")
COMMIT = ROOT.objects[-1]


def renamed(name: bytes) -> bytes:
    """The commit with another seat, however its signature fits."""
    return COMMIT.data.replace(b"alice", name)


@pytest.mark.parametrize(
    "record",
    [
        *(
            b"x",
            b"blob 5\0abc",
            b"tag 0\0",
            b"blob -1\0",
            b"blob 0" + b"0" * 99 + b"\0",
            b"note 1\0[",
        ),
        encoded([(NOTE, b"[]")]),
        encoded([(NOTE, b"[" * 200_000)]),
        encoded([(NOTE, b'{"a":' * 90_000)]),
        encoded([(NOTE, b"\xff")]),
        encoded([("commit", b"tree\n")]),
        encoded([("commit", b"parent " + b"1" * 40 + b"\n\n")]),
        encoded([("commit", renamed(b"origin"))]),
        encoded([("commit", renamed(b"../../x"))]),
        encoded([("commit", renamed(b"a" * 33))]),
        encoded([("commit", sealed("bob", ("1" * 40,)).objects[-1].data)]),
    ],
    ids=lambda record: repr(record[:24]),
)
def test_what_no_store_writes_is_damage(record: bytes) -> None:
    """Somebody else may have prepared it: seats become parts of paths that are written."""
    journal = MemoryJournal()
    Store(journal).append(ROOT, None)
    journal.append(record, sync=True)
    with pytest.raises(Damaged):
        Store(journal)


def test_an_id_is_always_computed_again() -> None:
    journal = MemoryJournal()
    journal.append(encoded([("blob", b"x"), ("commit", COMMIT.data)]), sync=True)
    store = Store(journal)
    assert store.heads == {"alice": COMMIT.id}
    blob = Object("blob", object_id("blob", b"x"), b"x")
    assert store.read(blob.id) == ("blob", b"x")
