"""Repositories on this machine: branches as files, objects through a bounded child of Git.

The other's configuration, hooks, alternates, grafts and replacements are never used; of its
settings only one is read: how it names objects.
Publishing only goes to a bare repository; in one with a working copy it would move the checked-out
branch.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from gitopoly.errors import NotFastForward, Unreachable
from gitopoly.ledger.address import Address
from gitopoly.ledger.entry import Object, links
from gitopoly.ledger.git import ref_files
from gitopoly.ledger.git.cat_file import LINGER, CatFile
from gitopoly.ledger.git.files import ref_names
from gitopoly.ledger.git.object_files import write_objects, write_pack
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.git.untrusted import BudgetExceeded, Damaged
from gitopoly.ledger.transports.incoming import LIMITS, HistoryLimits, Incoming, Known, gather
from gitopoly.ledger.transports.transport import MAIN, OWN_BRANCH, Fetched, Probe, seats_among


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
        self._opened: tuple[Path, CatFile] | None = None
        self._bare = False
        self._last: str | None = ""
        """Where the branch was when it was last fetched."""
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
        """Whether another fetch is worth it."""
        try:
            folder, objects = self._open()
            objects.rest(LINGER)
            return self._head(folder) != self._last
        except Unreachable:
            return True  # the next fetch says what is wrong

    def fetch(self, known: Known, own: OwnRepository | None = None) -> Fetched:
        """Read what is new on the other's branch."""
        folder, objects = self._open()
        head = self._last = self._head(folder)
        if head is None or known(head):
            return Fetched(head, Incoming())
        # Twice if anything was missing: by then it is there, or nothing is. A folder that is taken
        # away just now, as a disk may be, is no fault of its owner.
        for _ in range(2):
            objects.renew()
            found = gather(objects, head, known, self._url, self._limits)
            if found.whole:
                break
        return Fetched(head, found)

    def copy(self, scratch: Path, name: str) -> tuple[Path, str | None]:
        """The repository itself: nothing has to be copied."""
        folder, _ = self._open()
        return folder, self._head(folder)

    def _head(self, folder: Path) -> str | None:
        try:
            return ref_files.read_ref(folder, self._branch)
        except Damaged as error:
            raise Unreachable(self._url, "damaged", str(error)) from error

    def push(
        self, own: OwnRepository, source: str = OWN_BRANCH, over: str | None = None
    ) -> str | None:
        """Publish a branch of a repository of ours, overwriting nothing but the commit `over`."""
        folder, objects = self._open()
        if not self._bare:
            raise Unreachable(self._url, "working_copy")
        try:
            ours = own.head(source)
            theirs = ref_files.read_ref(folder, self._branch)
            if ours is None or ours == theirs:
                return ours
            if theirs is None or theirs != next(reversed(self._published), None):
                self._published = self._known_there(objects, own, ours, theirs, over)
            new = own.past(ours, self._published)
            write_objects(folder / "objects", _with_files(own, new))
            ref_files.swap_ref(folder, self._branch, theirs, ours)
            self._published |= dict.fromkeys(new)
            if self._branch == OWN_BRANCH:
                if theirs is None:
                    ref_files.set_default_branch(folder, OWN_BRANCH)
                self._repack(folder / "objects", own)
            return ours
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
        if self._opened is not None:
            self._opened[1].stop()

    def _repack(self, objects: Path, own: OwnRepository) -> None:
        """Pack our published objects once there are many; this makes them ten times smaller.

        Git is not run there, as the folder may have settings that make it run programs. What is
        packed comes from our own repository; concurrent readers find it in one of the two places.
        """
        try:
            some = len(os.listdir(objects / "17"))
        except (FileNotFoundError, NotADirectoryError):
            return
        if some * 256 > self.loose_at_most:
            commits = [name for name in self._published if _is_loose(_place(objects, name))]
            files = {item: _place(objects, item.id) for item in _with_files(own, commits)}
            ours = {item: path for item, path in files.items() if _is_loose(path)}
            write_pack(objects / "pack", ours)
            for path in ours.values():
                path.unlink(missing_ok=True)

    def _open(self) -> tuple[Path, CatFile]:
        if self._opened is not None and _is_there(self._opened[0]):
            return self._opened
        try:
            found = ref_files.git_folder(self._path)
            is_folder = found is not None or self._path.is_dir()
            if found is None and is_folder:
                os.listdir(self._path)
        except OSError as error:
            raise Unreachable(self._url, "unreadable", error.strerror or str(error)) from error
        if found is None:
            raise Unreachable(self._url, "not_git" if is_folder else "no_folder")
        folder, self._bare = found
        if kind := ref_files.unreadable_kind(folder):
            raise Unreachable(self._url, kind)
        self._opened = folder, CatFile(folder / "objects")
        return self._opened


def _is_there(folder: Path) -> bool:
    """Whether a folder that was a repository still is one."""
    return os.path.exists(f"{folder}/HEAD")


def _place(objects: Path, name: str) -> Path:
    """The file of an object that has one of its own."""
    return objects / name[:2] / name[2:]


def _is_loose(path: Path) -> bool:
    """Whether an object has a file of its own, reached through no link."""
    return path.is_file() and not path.is_symlink() and not path.parent.is_symlink()


def _with_files(own: OwnRepository, commits: Iterable[str]) -> list[Object]:
    """Commits with their files, each object after those it is built on."""
    found: dict[str, Object] = {}
    for commit in commits:
        tree = links(*own.read(commit))[0]
        for name in (*links(*own.read(tree)), tree, commit):
            if name not in found:
                kind, data = own.read(name)
                found[name] = Object(kind, name, data)
    return list(found.values())
