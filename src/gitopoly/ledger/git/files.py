"""The files of a Git repository that a store writes without Git: loose objects, leftovers, refs."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from gitopoly import posix
from gitopoly.errors import InvalidRepository
from gitopoly.ledger.git.ref_files import LARGEST_PACKED_REFS, is_ref_name, read_ref
from gitopoly.ledger.git.untrusted import Damaged, files_below, read_regular

OWN_REF = "refs/heads/main"
KEPT = "refs/gitopoly/kept/"
PEER = re.compile(r"refs/remotes/([^/]+)/main")
TEMPORARY = "gitopoly/temporary"
"""Where conversations with hosts have folders of their own."""


def remove_loose(objects: Path, object_id: str) -> None:
    """Remove the file of an object, if there is one."""
    path = objects / object_id[:2] / object_id[2:]
    if _is_no_folder(path):
        path.unlink(missing_ok=True)


def remove_all_loose(objects: Path) -> None:
    """Remove all files of objects, and what killed writers left."""
    for folder in objects.iterdir():
        if re.fullmatch(r"[0-9a-f]{2}", folder.name):
            for path in filter(_is_no_folder, folder.iterdir()):
                path.unlink()
            with contextlib.suppress(OSError):  # something else is in it
                folder.rmdir()
        elif folder.is_file():
            folder.unlink()


def remove_leftovers(git_dir: Path) -> None:
    """Remove what killed writers left; only the process that has the game open may do this."""
    with contextlib.suppress(RecursionError):
        shutil.rmtree(git_dir / TEMPORARY, ignore_errors=True)
    locks = [git_dir / f"{name}.lock" for name in ("HEAD", "packed-refs", "config", "index")]
    below = (item for item in files_below(git_dir / "refs") if item.name.endswith(".lock"))
    for path in filter(_is_no_folder, (*locks, *(Path(item.path) for item in below))):
        path.unlink(missing_ok=True)


def remove_other_packs(folder: Path, *names: str) -> None:
    """Remove everything in the folder of packs but the named ones."""
    wanted = {f"pack-{name}{end}" for name in names for end in (".pack", ".idx")}
    for path in list(folder.iterdir()) if folder.is_dir() else ():
        if path.is_file() and path.name not in wanted:
            path.unlink()


def write_durably(path: Path, text: str, *, private: bool = False) -> None:
    """Replace a small file so that a crash leaves the old or the new one.

    A private one can be read by its owner alone, from its first byte on.
    """
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)  # it may be a link that leads elsewhere
    if private:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with draft.open("w" if private else "x", encoding="utf-8") as file:
        file.write(text)
    posix.sync_file(draft)
    os.replace(draft, path)
    posix.sync_folder(path.parent)


def ref_target(git_dir: Path, name: str) -> str | None:
    """Read where a ref points; a damaged one points nowhere."""
    try:
        return read_ref(git_dir, name)
    except Damaged:
        return None


def ref_names(git_dir: Path) -> Iterator[str]:
    """List the refs, including those with damaged files."""
    items = (item.path for item in files_below(git_dir / "refs") if item.is_file())
    found = {Path(path).relative_to(git_dir).as_posix() for path in items}
    with contextlib.suppress(Damaged):
        packed = read_regular(git_dir / "packed-refs", LARGEST_PACKED_REFS) or b""
        rows = packed.decode("utf-8", "replace")
        found.update(re.findall(r"^[0-9a-f]{40} (refs/\S+)$", rows, flags=re.MULTILINE))
    yield from sorted(filter(is_ref_name, found))


class RefLock:
    """Git's own lock on a ref, so that stock Git does not move it at the same time."""

    def __init__(self, git_dir: Path, name: str) -> None:
        self._path = f"{git_dir}/{name}"
        self._file = -1

    def __enter__(self) -> RefLock:
        for wait in (0.0, 0.001, 0.01, 0.1, 0.5):
            if wait:
                time.sleep(wait)
            try:
                flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
                self._file = os.open(self._path + ".lock", flags, 0o644)
            except FileNotFoundError:
                os.makedirs(os.path.dirname(self._path), exist_ok=True)
            except FileExistsError:
                continue
            else:
                return self
        raise InvalidRepository(
            f"another program holds {self._path}.lock; end it, or open the game again"
        )

    def __exit__(self, *_: object) -> None:
        if self._file >= 0:
            os.close(self._file)
            os.unlink(self._path + ".lock")

    def move(self, target: str) -> None:
        """Let the ref point elsewhere."""
        os.write(self._file, target.encode("utf-8", "surrogateescape") + b"\n")
        os.close(self._file)
        self._file = -1
        os.replace(self._path + ".lock", self._path)


def force_ref(git_dir: Path, name: str, target: str | None) -> None:
    """Put a ref where it belongs, whatever it was."""
    try:
        if read_ref(git_dir, name) == target:
            return
    except Damaged:
        # Git cannot replace everything, and blocks on a named pipe.
        _make_way(git_dir / name)
        if read_ref(git_dir, name) == target:
            return
    if target is not None:
        with RefLock(git_dir, name) as lock:
            lock.move(target)
        return
    (git_dir / name).unlink(missing_ok=True)
    with RefLock(git_dir, "packed-refs") as packed:
        place = git_dir / "packed-refs"
        rows = place.read_bytes().splitlines() if place.exists() else []
        kept = [row for row in rows if not row.endswith(b" " + name.encode())]
        if kept and kept != rows:
            packed.move(b"\n".join(kept).decode("utf-8", "surrogateescape"))
        elif rows and not kept:  # Git does not read a file with an empty line
            place.unlink()


def _make_way(path: Path) -> None:
    """Remove what cannot be a ref; of folders, as Git does, an empty one."""
    if _is_no_folder(path):
        path.unlink(missing_ok=True)
        return
    try:
        path.rmdir()
    except OSError:
        raise InvalidRepository(
            f"{path} is a folder where a branch belongs; move it away"
        ) from None


def _is_no_folder(path: Path) -> bool:
    """Whether it can be removed as a file; a folder in its place is nothing that we have made."""
    return path.is_symlink() or not path.is_dir()
