"""Repositories on this machine: branches as files, objects through a bounded child of Git.

The other's configuration, hooks, alternates, grafts and replacements are never used; of its
settings only one is read: how it names objects.
Publishing only goes to a bare repository; in one with a working copy it would move the checked-out
branch.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import pygit2
from pygit2.enums import SortMode

from gitopoly.errors import NotFastForward, RefusedObjects, Unreachable
from gitopoly.ledger.address import Address
from gitopoly.ledger.entry import Object, links
from gitopoly.ledger.git import ref_files
from gitopoly.ledger.git.cat_file import LINGER, CatFile
from gitopoly.ledger.git.files import ref_names
from gitopoly.ledger.git.object_files import write_objects
from gitopoly.ledger.git.untrusted import BudgetExceeded, Damaged
from gitopoly.ledger.transports.history import LIMITS, HistoryLimits, commit_parents
from gitopoly.ledger.transports.incoming import Incoming
from gitopoly.ledger.transports.repack import repack_loose
from gitopoly.ledger.transports.transport import (
    MAIN,
    OWN_BRANCH,
    OwnObjects,
    Probe,
    own_head,
    seats_among,
    take_over,
)

RACY = 1_000_000_000
"""A file that changed within this many nanoseconds may change again without a new timestamp."""


class PathTransport:
    """Talks to one repository on this machine."""

    loose_at_most = 2500
    """About how many of our objects may stay loose, each in its own file."""

    def __init__(
        self, address: Address, base: Path, limits: HistoryLimits = LIMITS, branch: str = MAIN
    ) -> None:
        self._url = address.url
        self._branch = f"refs/heads/{branch}"
        self._path = address.folder(base)
        self._limits = limits
        self._folder: Path | None = None
        self._bare = False
        self._objects: CatFile | None = None
        self._seen: tuple[ref_files.Signature, int] | None = None
        self._published: str | None = None

    def probe(self) -> Probe:
        """Whether the repository exists, whether it is empty, and where its branch is."""
        folder, _ = self._open()
        try:
            head = ref_files.read_ref(folder, self._branch)
            empty = head is None and not ref_files.has_refs(folder)
            return Probe(head, empty, () if empty else seats_among(ref_names(folder)))
        except Damaged as error:
            raise Unreachable(self._url, "damaged", str(error)) from error

    def may_have_moved(self) -> bool:
        """Whether another fetch is worth it; costs two stat calls, three without a branch."""
        if self._folder is None or self._seen is None:
            return True
        if self._objects is not None:
            self._objects.rest(LINGER)
        signature = ref_files.signature(self._folder, self._branch)
        if signature != self._seen[0]:
            return True
        if not any(signature) and not _is_there(self._folder):
            return True  # the next fetch says what is wrong
        newest = max((status[0] for status in signature if status), default=0)
        return newest + RACY > self._seen[1]

    def fetch(
        self, repository: pygit2.Repository, nickname: str, into: Incoming | None = None
    ) -> str | None:
        """Fetch the objects of the other's branch and return its head."""
        folder, objects = self._open()
        # Before reading, so that a later change cannot hide.
        self._seen = ref_files.signature(folder, self._branch), time.time_ns()
        try:
            head = ref_files.read_ref(folder, self._branch)
        except Damaged as error:
            raise Unreachable(self._url, "damaged", str(error)) from error
        if head is not None:
            objects.renew()
            try:
                take_over(objects, repository, nickname, head, into, self._url, self._limits)
            except RefusedObjects as refusal:
                refusal.offered = head
                raise
        return head

    def push(
        self, repository: pygit2.Repository, source: str = OWN_BRANCH, over: str | None = None
    ) -> None:
        """Publish a branch of a repository of ours, overwriting nothing but the commit `over`."""
        folder, objects = self._open()
        if not self._bare:
            raise Unreachable(self._url, "working_copy")
        ours = own_head(repository, source)
        try:
            theirs = ref_files.read_ref(folder, self._branch)
            if ours is None or ours == theirs:
                return
            if theirs not in (None, over) and not _stands_on(repository, ours, theirs):
                raise NotFastForward(self._url)
            objects.renew()
            is_whole = theirs is not None and (theirs == self._published or objects.has(theirs))
            objects.rest()  # the next time we know it
            news = _news(repository, ours, theirs if is_whole else None)
            write_objects(folder / "objects", news)
            ref_files.swap_ref(folder, self._branch, theirs, ours)
            self._published = ours
            if self._branch == OWN_BRANCH:
                if theirs is None:
                    ref_files.set_default_branch(folder, OWN_BRANCH)
                self._repack(folder, repository, ours)
        except ref_files.Moved as error:
            raise NotFastForward(self._url) from error
        except ref_files.Locked as error:
            raise Unreachable(self._url, "locked", str(error)) from error
        except (Damaged, BudgetExceeded) as error:
            raise Unreachable(self._url, "damaged", str(error)) from error
        except OSError as error:
            raise Unreachable(self._url, "unwritable", error.strerror or "") from error

    def stop(self) -> None:
        """Abort a running fetch."""
        if self._objects is not None:
            self._objects.stop()

    def _repack(self, folder: Path, repository: pygit2.Repository, head: str) -> None:
        """Pack our published objects once there are many; this makes them ten times smaller."""
        try:
            some = len(os.listdir(f"{folder}/objects/17"))
        except (FileNotFoundError, NotADirectoryError):
            return
        if some * 256 > self.loose_at_most:
            repack_loose(folder / "objects", OwnObjects(repository), head)

    def _open(self) -> tuple[Path, CatFile]:
        if self._folder is not None and self._objects is not None and _is_there(self._folder):
            return self._folder, self._objects
        try:
            found = ref_files.git_folder(self._path)
        except OSError as error:
            raise self._unreadable(error) from error
        if found is None:
            raise self._no_repository()
        folder, self._bare = found
        if kind := ref_files.unreadable_kind(folder):
            raise Unreachable(self._url, kind)
        self._folder, self._objects = folder, CatFile(folder / "objects")
        return self._folder, self._objects

    def _no_repository(self) -> Unreachable:
        """Why no repository was found."""
        try:
            if not self._path.is_dir():
                return Unreachable(self._url, "no_folder")
            os.listdir(self._path)
        except OSError as error:
            return self._unreadable(error)
        return Unreachable(self._url, "not_git")

    def _unreadable(self, error: OSError) -> Unreachable:
        return Unreachable(self._url, "unreadable", error.strerror or str(error))


def _is_there(folder: Path) -> bool:
    """Whether a folder that was a repository still is one."""
    return os.path.exists(f"{folder}/HEAD")


def _news(repository: pygit2.Repository, ours: str, theirs: str | None) -> list[Object]:
    """What a branch of ours needs beyond another one, each object after those it is built on."""
    walk = repository.walk(ours, SortMode.TOPOLOGICAL | SortMode.REVERSE)
    if theirs is not None and repository.odb.exists(theirs):
        walk.hide(theirs)
    own = OwnObjects(repository)
    found: dict[str, Object] = {}
    for commit in walk:
        tree = str(commit.tree_id)
        for name in (*links(*own.read(tree, 0)), tree, str(commit.id)):
            if name not in found:
                kind, data = own.read(name, 0)
                found[name] = Object(kind, name, data)
    return list(found.values())


def _stands_on(repository: pygit2.Repository, newer: str, older: str) -> bool:
    if not repository.odb.exists(older):
        return False
    name = newer
    for _ in range(50):  # nearly always an entry or two, and much faster than asking for all
        parents = commit_parents(repository.odb.read(name)[1])
        if not parents:
            return False
        name = parents[0]
        if name == older:
            return True
    return bool(repository.descendant_of(newer, older))
