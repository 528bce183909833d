"""Repositories on this machine: branches as files, objects through a bounded child of Git.

The other's configuration, hooks, alternates, grafts and replacements are never used; of its
settings only one is read: how it names objects.
Publishing only goes to a bare repository; in one with a working copy it would move the checked-out
branch.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path

from gitopoly.errors import NotFastForward, RefusedObjects, Unreachable
from gitopoly.ledger.address import Address
from gitopoly.ledger.entry import Object, links
from gitopoly.ledger.git import ref_files
from gitopoly.ledger.git.cat_file import LINGER, CatFile
from gitopoly.ledger.git.files import ref_names
from gitopoly.ledger.git.object_files import write_objects
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.git.untrusted import BudgetExceeded, Damaged
from gitopoly.ledger.transports.incoming import LIMITS, HistoryLimits, Incoming, Known, gather
from gitopoly.ledger.transports.repack import repack_loose
from gitopoly.ledger.transports.transport import MAIN, OWN_BRANCH, Fetched, Probe, seats_among

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
        self._published: dict[str, None] = {}
        """The commits that are known to be there, the newest last."""

    def probe(self) -> Probe:
        """Whether the repository exists, whether it is empty, and where its branch is."""
        folder, _ = self._open()
        try:
            head = ref_files.read_ref(folder, self._branch)
            empty = head is None and not any(ref_names(folder))
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

    def fetch(self, known: Known, own: OwnRepository | None = None) -> Fetched:
        """Read what is new on the other's branch."""
        folder, objects = self._open()
        # Before reading, so that a later change cannot hide.
        self._seen = ref_files.signature(folder, self._branch), time.time_ns()
        head = self._head(folder)
        if head is None or known(head):
            return Fetched(head, Incoming())
        try:
            return Fetched(head, self._gathered(objects, head, known))
        except RefusedObjects as refusal:
            refusal.offered = head
            raise

    def _gathered(self, objects: CatFile, head: str, known: Known) -> Incoming:
        """Read what is new, twice if anything was missing: by then it is there, or nothing is.

        A folder that is taken away just now, as a disk may be, is no fault of its owner.
        """
        for _ in range(2):
            objects.renew()
            found = gather(objects, head, known, self._url, self._limits)
            if found.whole:
                break
        return found

    def copy(self, scratch: Path, name: str) -> tuple[Path, str | None]:
        """The repository itself: nothing has to be copied."""
        folder, _ = self._open()
        return folder, self._head(folder)

    def _head(self, folder: Path) -> str | None:
        try:
            return ref_files.read_ref(folder, self._branch)
        except Damaged as error:
            raise Unreachable(self._url, "damaged", str(error)) from error

    def push(self, own: OwnRepository, source: str = OWN_BRANCH, over: str | None = None) -> None:
        """Publish a branch of a repository of ours, overwriting nothing but the commit `over`."""
        folder, objects = self._open()
        if not self._bare:
            raise Unreachable(self._url, "working_copy")
        try:
            ours = own.head(source)
            theirs = ref_files.read_ref(folder, self._branch)
            if ours is None or ours == theirs:
                return
            if theirs is None or theirs != next(reversed(self._published), None):
                self._published = self._known_there(objects, own, ours, theirs, over)
            new = own.past(ours, self._published)
            write_objects(folder / "objects", _with_files(own, new))
            ref_files.swap_ref(folder, self._branch, theirs, ours)
            self._published |= dict.fromkeys(new)
            if self._branch == OWN_BRANCH:
                if theirs is None:
                    ref_files.set_default_branch(folder, OWN_BRANCH)
                self._repack(folder, own, ours)
        except ref_files.Moved as error:
            raise NotFastForward(self._url) from error
        except FileExistsError as error:
            raise Unreachable(self._url, "locked", os.path.basename(error.filename)) from error
        except (Damaged, BudgetExceeded) as error:
            raise Unreachable(self._url, "damaged", str(error)) from error
        except OSError as error:
            raise Unreachable(self._url, "unwritable", error.strerror or "") from error

    def _known_there(
        self, objects: CatFile, own: OwnRepository, ours: str, theirs: str | None, over: str | None
    ) -> dict[str, None]:
        """The commits that need not be published, the newest last."""
        if theirs in (None, over):
            return {}
        if theirs not in own.past(ours):
            raise NotFastForward(self._url)
        objects.renew()
        is_whole = objects.holds(theirs)
        objects.rest()  # the next time we know it
        return dict.fromkeys(own.past(theirs)) if is_whole else {}

    def stop(self) -> None:
        """Abort a running fetch."""
        if self._objects is not None:
            self._objects.stop()

    def _repack(self, folder: Path, own: OwnRepository, head: str) -> None:
        """Pack our published objects once there are many; this makes them ten times smaller."""
        try:
            some = len(os.listdir(f"{folder}/objects/17"))
        except (FileNotFoundError, NotADirectoryError):
            return
        if some * 256 > self.loose_at_most:
            repack_loose(folder / "objects", own, head)

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


def _with_files(own: OwnRepository, commits: Iterable[str]) -> list[Object]:
    """Commits with their files, each object after those it is built on."""
    found: dict[str, Object] = {}

    def add(name: str) -> None:
        if name not in found:
            kind, data = own.read(name)
            for below in links(kind, data)[: 1 if kind == "commit" else None]:
                add(below)
            found[name] = Object(kind, name, data)

    for commit in commits:
        add(commit)
    return list(found.values())
