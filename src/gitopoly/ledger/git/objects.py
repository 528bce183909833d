"""Reading the objects of a Git repository, for every store that has one."""

from __future__ import annotations

import pygit2

from gitopoly.errors import MissingObject

KINDS = {1: "commit", 2: "tree", 3: "blob", 4: "tag"}


class GitObjects:
    """The objects of a repository; whoever has one sets `repo`."""

    repo: pygit2.Repository

    def has(self, object_id: str) -> bool:
        """Tell whether an object is here."""
        try:
            return bool(self.repo.odb.exists(pygit2.Oid(hex=object_id)))
        except (ValueError, pygit2.GitError):
            return False

    def header(self, object_id: str) -> tuple[str, int]:
        """Give kind and size of an object without reading it."""
        try:
            kind, size = self.repo.odb.read_header(pygit2.Oid(hex=object_id))
        except (KeyError, ValueError, pygit2.GitError):
            raise MissingObject(object_id) from None
        return KINDS.get(int(kind), "?"), size

    def read(self, object_id: str) -> tuple[str, bytes]:
        """Give kind and bytes of an object; a damaged one is missing, too."""
        try:
            kind, data = self.repo.odb.read(pygit2.Oid(hex=object_id))
        except (KeyError, ValueError, pygit2.GitError):
            raise MissingObject(object_id) from None
        return KINDS.get(int(kind), "?"), data
