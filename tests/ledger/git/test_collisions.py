"""Objects of others are named by a SHA-1 that looks for collisions.

That libgit2 finds the published pairs is for its own tests to show: their blocks collide after
their own beginning alone, and every object of Git begins otherwise, so none fits here.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pygit2
import pytest

from gitopoly.errors import MissingObject, RefusedObjects
from gitopoly.ledger.entry import object_id
from gitopoly.ledger.git import collisions
from gitopoly.ledger.git.collisions import check_for_collision
from gitopoly.ledger.git.read_only import ReadOnlyStore
from gitopoly.ledger.git.untrusted import Damaged
from tests.ledger.transports.test_history import Table


@pytest.mark.parametrize("kind", ["commit", "tree", "blob"])
@pytest.mark.parametrize("size", [0, 1, 55, 64, 6000, 70_000])
def test_names_are_those_of_git(kind: str, size: int) -> None:
    content = os.urandom(size)
    check_for_collision(kind, object_id(kind, content), content)
    with pytest.raises(Damaged, match="does not match its name"):
        check_for_collision(kind, object_id(kind, content + b"x"), content)


CROWD = """
import sys, threading
from gitopoly.ledger.git.collisions import check_for_collision
from gitopoly.ledger.entry import object_id

content = bytes(100)
name = object_id("blob", content)

def ask():
    for _ in range(500):
        check_for_collision("blob", name, content)

sys.setswitchinterval(1e-6)
crowd = [threading.Thread(target=ask) for _ in range(6)]
for thread in crowd:
    thread.start()
for thread in crowd:
    thread.join()
"""


def test_threads_do_not_wait_for_each_other_for_ever() -> None:
    """The library calls back while it holds a lock, and others must be able to let it go on."""
    done = subprocess.run([sys.executable, "-c", CROWD], timeout=60, check=False)
    assert done.returncode == 0


PREFIX = bytes.fromhex(
    "255044462d312e330a25e2e3cfd30a0a0a312030206f626a0a3c3c2f57696474682032203020522f48656967"
    "68742033203020522f547970652034203020522f537562747970652035203020522f46696c74657220362030"
    "20522f436f6c6f7253706163652037203020522f4c656e6774682038203020522f42697473506572436f6d70"
    "6f6e656e7420383e3e0a73747265616d0affd8fffe00245348412d3120697320646561642121212121852fec"
    "092339759c39b1a1c63c4c97e1fffe01"
)
BLOCKS = [
    bytes.fromhex(
        "7f46dc93a6b67e013b029aaa1db2560b45ca67d688c7f84b8c4c791fe02b3df614f86db1690901c56b45c1"
        "530afedfb76038e972722fe7ad728f0e4904e046c230570fe9d41398abe12ef5bc942be33542a4802d98b5"
        "d70f2a332ec37fac3514e74ddc0f2cc1a874cd0c78305a21566461309789606bd0bf3f98cda8044629a1"
    ),
    bytes.fromhex(
        "7346dc9166b67e118f029ab621b2560ff9ca67cca8c7f85ba84c79030c2b3de218f86db3a90901d5df45c1"
        "4f26fedfb3dc38e96ac22fe7bd728f0e45bce046d23c570feb141398bb552ef5a0a82be331fea48037b8b5"
        "d71f0e332edf93ac3500eb4ddc0decc1a864790c782c76215660dd309791d06bd0af3f98cda4bc4629b1"
    ),
]
"""The first pair that was published, in 2017: two blocks after a common beginning."""


@pytest.mark.parametrize("kind", ["commit", "tree", "blob"])
def test_the_published_pair_does_not_collide_as_objects_of_git(kind: str) -> None:
    """So it cannot be shown to anybody under one name, and no test can have it detected here."""
    pair = [PREFIX + blocks for blocks in BLOCKS]
    assert pair[0] != pair[1]
    assert len({hashlib.sha1(content).hexdigest() for content in pair}) == 1
    names = {object_id(kind, content) for content in pair}
    assert len(names) == 2
    for content in pair:
        check_for_collision(kind, object_id(kind, content), content)


def test_the_library_in_use_looks_for_collisions() -> None:
    """Built with another SHA-1 it would not have the words to say so."""
    mapped = Path("/proc/self/maps").read_text(encoding="utf-8").split()
    libraries = {Path(word) for word in mapped if "libgit2" in Path(word).name}
    assert libraries
    assert any(b"SHA1 collision attack detected" in path.read_bytes() for path in libraries)


class Detecting:
    """A database that finds the marks of a collision in one content."""

    def __init__(self, marked: bytes) -> None:
        self.marked, self.true = marked, collisions._database()

    def write(self, kind: pygit2.enums.ObjectType, content: bytes) -> pygit2.Oid:
        """As libgit2 does."""
        if content == self.marked:
            raise pygit2.GitError("SHA1 collision attack detected")
        return self.true.write(kind, content)


def test_an_object_with_the_marks_of_a_collision_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path)
    bad = table.peer.odb.write(pygit2.enums.ObjectType.BLOB, b"marked")
    builder = table.peer.TreeBuilder()
    builder.insert("state.yml", bad, pygit2.enums.FileMode.BLOB)
    commit = table.peer.create_commit(
        None,
        pygit2.Signature("anna", "anna@example", 1, 0),
        pygit2.Signature("anna", "anna@example", 1, 0),
        "x",
        builder.write(),
        [table.honest],
    )
    table.peer.references.create("refs/heads/main", commit, force=True)
    detecting = Detecting(b"marked")
    monkeypatch.setattr(collisions, "_database", lambda: detecting)
    refusal: RefusedObjects = table.refusal()
    assert refusal.commit == str(commit)
    assert "share its name" in refusal.reason


def test_an_audit_of_a_folder_does_not_read_such_an_object(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = pygit2.init_repository(str(tmp_path), bare=True)
    names = {word: str(repository.create_blob(word)) for word in (b"marked", b"plain")}
    detecting = Detecting(b"marked")
    monkeypatch.setattr(collisions, "_database", lambda: detecting)
    store = ReadOnlyStore(tmp_path)
    assert store.read(names[b"plain"]) == ("blob", b"plain")
    with pytest.raises(MissingObject):
        store.read(names[b"marked"])
