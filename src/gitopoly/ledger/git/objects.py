"""Reading the objects of a Git repository, for every store that has one."""

from __future__ import annotations

import zlib
from pathlib import Path

import pygit2

from gitopoly.errors import MissingObject
from gitopoly.ledger.git.object_files import Damaged, Packs, read_regular

KINDS = {1: "commit", 2: "tree", 3: "blob", 4: "tag"}
LARGEST = 1 << 31
"""Bytes that the file of one object has at most."""


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

    def read_with_care(self, object_id: str) -> tuple[str, bytes]:
        """Give the same of a repository that no process of ours has mended yet.

        A loss of power may leave the beginning of an object in its file, and there libgit2
        reads on for ever.
        """
        folder = Path(self.repo.path) / "objects"
        try:
            pygit2.Oid(hex=object_id)
            if not _is_cut_short(folder / object_id[:2] / object_id[2:]):
                return GitObjects.read(self, object_id)
            packs = Packs(str(folder))
            kind, _ = packs.read_header(object_id)
            return KINDS.get(int(kind), "?"), packs.read(object_id)
        except (KeyError, ValueError, pygit2.GitError):
            raise MissingObject(object_id) from None


def _is_cut_short(path: Path) -> bool:
    """Whether a file holds compressed bytes whose end is lacking, or is no plain file."""
    try:
        left = read_regular(path, LARGEST)
    except Damaged:
        return True
    if left is None:
        return False
    inflater = zlib.decompressobj()
    try:
        while left and not inflater.eof:
            inflater.decompress(left, 1 << 16)
            left = inflater.unconsumed_tail
        inflater.flush()
    except zlib.error:
        return False  # which libgit2 notices, too
    return not inflater.eof
