"""Git's SHA-1 with collision detection, for objects that somebody else has made.

Two contents with one name would let their author show one to some and the other to the rest.
All known attacks leave patterns in the hashed blocks, and libgit2, like Git itself, detects
them; Python's own SHA-1 does not.
"""

from __future__ import annotations

import threading

import pygit2
from pygit2.enums import ObjectType

from gitopoly.ledger.git.untrusted import Damaged

_TYPES = {
    "commit": ObjectType.COMMIT,
    "tree": ObjectType.TREE,
    "blob": ObjectType.BLOB,
    "tag": ObjectType.TAG,
}


class _HoldsEverything(pygit2.OdbBackend):
    """A database to which nothing has to be written, so that only the name is computed."""

    def exists_cb(self, oid: pygit2.Oid) -> bool:
        return True


_OWN = threading.local()


def _database() -> pygit2.Odb:
    """The database of this thread.

    The library holds a lock of the database while it asks `exists_cb`; another thread that waited
    for that lock would keep Python from answering.
    """
    database: pygit2.Odb | None = getattr(_OWN, "database", None)
    if database is None:
        database = _OWN.database = pygit2.Odb()
        database.add_backend(_HoldsEverything(), 1)
    return database


def check_for_collision(kind: str, name: str, content: bytes) -> None:
    """Raise `Damaged` if an object could share its name with another, or is named wrongly."""
    try:
        found = str(_database().write(_TYPES[kind], content))
    except pygit2.GitError as error:
        raise Damaged(f"object {name} is made to share its name with another: {error}") from None
    if found != name:
        raise Damaged(f"object {name} does not match its name")
