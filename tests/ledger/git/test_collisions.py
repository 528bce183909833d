"""Objects of others are named by a SHA-1 that looks for collisions.

That libgit2 finds the published pairs is for its own tests to show: their blocks collide after
their own beginning alone, and every object of Git begins otherwise, so none fits here.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pygit2
import pytest

from gitopoly.errors import RefusedObjects
from gitopoly.ledger.git import collisions
from gitopoly.ledger.git.collisions import check_for_collision
from gitopoly.ledger.git.object_files import object_id
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
from gitopoly.ledger.git.object_files import object_id

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
