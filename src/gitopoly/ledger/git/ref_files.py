"""Branches as files: read without trusting the repository, moved by compare-and-swap.

Everything works as in stock Git, so both can use a repository at the same time: a loose file
wins over ``packed-refs``, and moving a branch starts with creating ``<branch>.lock``.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from gitopoly import posix
from gitopoly.errors import GitopolyError
from gitopoly.ledger.git.untrusted import Damaged, make_folder, read_regular

STALE_LOCK = 10.0
"""A lock is held for less than a millisecond; one this many seconds old was left by a crash."""
WAITS = (0.001, 0.01, 0.1, 0.5)
"""Seconds between two attempts to take a lock in a repository of ours."""
LARGEST_PACKED_REFS = 4 * 1024 * 1024
LARGEST_CONFIG = 64 * 1024
_ID = re.compile(rb"[0-9a-f]{40}")
# Every part as Git allows it, so that none leads to another folder or hides from Git.
_REF_NAME = re.compile(r"refs(/(?!\.)(?:(?!\.\.|@\{)[^\x00-\x20\x7f~^:?*\[\\/])+(?<!\.lock))+")
_OBJECT_FORMAT = re.compile(rb"^\s*objectformat\s*=\s*(\w+)", re.IGNORECASE | re.MULTILINE)


class Moved(GitopolyError):
    """The branch is not where it was expected."""


def git_folder(path: Path) -> tuple[Path, bool] | None:
    """The folder that holds the objects and refs of a repository, and whether it is bare."""
    for folder, bare in ((path / ".git", False), (path, True)):
        if all(_is_plain_folder(folder / part) for part in ("objects", "refs")):
            return folder, bare
    return None


def unreadable_kind(folder: Path) -> str:
    """What makes a repository one that we do not read, as `Unreachable` names it; empty if none."""
    settings = b""
    with contextlib.suppress(Damaged):
        settings = read_regular(f"{folder}/config", LARGEST_CONFIG) or b""
    if any(kind.lower() != b"sha1" for kind in _OBJECT_FORMAT.findall(settings)):
        return "sha256"
    marks = {
        "reftable": "reftable",
        "shallow": "shallow",
        "objects/info/alternates": "alternates",
        "objects/info/http-alternates": "alternates",
    }
    found = (kind for mark, kind in marks.items() if os.path.lexists(f"{folder}/{mark}"))
    return next(found, "")


def is_ref_name(name: str) -> bool:
    """Whether Git would accept this name, which somebody else may have written.

    >>> is_ref_name("refs/heads/main"), is_ref_name("refs/heads/../../config")
    (True, False)
    """
    return _REF_NAME.fullmatch(name) is not None and all(len(n) < 250 for n in name.split("/"))


def read_ref(folder: Path, name: str) -> str | None:
    """The commit that a branch points to, None if there is no such branch."""
    loose = read_regular(f"{folder}/{name}", 4096)
    if loose is not None:
        found = loose.strip()
        if not _ID.fullmatch(found):
            raise Damaged(f"{name} does not hold a commit id")
        return found.decode()
    for found_id, found_name in packed_refs(folder):
        if found_name == name:
            return found_id
    return None


def swap_ref(folder: Path, name: str, expected: str | None, new: str) -> None:
    """Move a branch from `expected` to `new`, or leave it alone.

    Raise Moved, or FileExistsError if another process is moving it right now.
    """
    for place, letter in enumerate(name):
        if letter == "/":
            make_folder(f"{folder}/{name[:place]}")
    with locked(f"{folder}/{name}", sync=True, is_ours=False) as file:
        if read_ref(folder, name) != expected:
            raise Moved(name)
        file.write(f"{new}\n".encode())


def set_default_branch(folder: Path, name: str) -> None:
    """Let HEAD name a branch that exists, so that a stock ``git clone`` shows something."""
    current = (read_regular(f"{folder}/HEAD", 4096) or b"").decode("utf-8", "replace")
    branch = current.removeprefix("ref: ").strip()
    if not current.startswith("ref: refs/heads/"):
        return
    if is_ref_name(branch) and read_ref(folder, branch) is not None:
        return
    with locked(f"{folder}/HEAD", sync=True, is_ours=False) as file:
        file.write(f"ref: {name}\n".encode())


@contextlib.contextmanager
def locked(path: str, *, sync: bool, is_ours: bool) -> Iterator[IO[bytes]]:
    """Lock a file as Git does; what is written, if anything, takes its place.

    Nothing does if the block raises. Raise FileExistsError if another program holds the lock:
    in a repository of ours after a while, elsewhere at once unless a crash has left it.
    """
    lock = f"{path}.lock"
    file = _take(lock, iter(WAITS if is_ours else ()), breaks=not is_ours)
    try:
        with file:
            yield file
            file.flush()
            if sync:
                posix.sync_data(file.fileno())
            is_written = file.tell() > 0
        if is_written:
            os.replace(lock, path)
        else:
            os.unlink(lock)
    except BaseException:
        os.unlink(lock)
        raise


def _take(lock: str, waits: Iterator[float], *, breaks: bool) -> IO[bytes]:
    while True:
        try:
            return open(lock, "x+b")
        except FileExistsError:
            if breaks and _is_stale(lock):
                os.unlink(lock)
            elif (wait := next(waits, None)) is not None:
                time.sleep(wait)
            else:
                raise


def _is_stale(lock: str) -> bool:
    """Whether a crash has left a lock; so it has one from the future, of a clock that was fast."""
    # By the disk's clock, which may be another machine's.
    with (
        contextlib.suppress(FileNotFoundError),
        tempfile.TemporaryFile(dir=os.path.dirname(lock)) as new,
    ):
        return abs(os.fstat(new.fileno()).st_mtime - os.lstat(lock).st_mtime) > STALE_LOCK
    return False


def packed_refs(folder: Path) -> list[tuple[str, str]]:
    """The commits and names of the branches that are kept together; raise Damaged."""
    text = read_regular(f"{folder}/packed-refs", LARGEST_PACKED_REFS)
    rows = []
    for line in (text or b"").splitlines():
        found, _, name = line.partition(b" ")
        if _ID.fullmatch(found):
            rows.append((found.decode(), name.decode("utf-8", "replace")))
    return rows


def _is_plain_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()
