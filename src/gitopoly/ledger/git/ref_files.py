"""Branches as files: read without trusting the repository, moved by compare-and-swap.

Everything works as in stock Git, so both can use a repository at the same time: a loose file
wins over ``packed-refs``, and moving a branch starts with creating ``<branch>.lock``.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
from collections.abc import Iterator
from pathlib import Path

from gitopoly.errors import GitopolyError
from gitopoly.ledger.git.untrusted import Damaged, files_below, make_folder, read_regular

STALE_LOCK = 10.0
"""A lock is held for less than a millisecond; one this many seconds old was left by a crash."""
LARGEST_PACKED_REFS = 4 * 1024 * 1024
LARGEST_CONFIG = 64 * 1024
_counter = itertools.count()
_ID = re.compile(rb"[0-9a-f]{40}")
# Every part as Git allows it, so that none leads to another folder or hides from Git.
_REF_NAME = re.compile(r"refs(/(?!\.)(?:(?!\.\.|@\{)[^\x00-\x20\x7f~^:?*\[\\/])+(?<!\.lock))+")
_OBJECT_FORMAT = re.compile(rb"^\s*objectformat\s*=\s*(\w+)", re.IGNORECASE | re.MULTILINE)


class Locked(GitopolyError):
    """Another process is moving the branch right now."""


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
    for found_id, found_name in _packed(folder):
        if found_name == name:
            return found_id
    return None


def has_refs(folder: Path) -> bool:
    """Whether the repository has any branch or tag at all."""
    loose = (item.name for item in files_below(folder / "refs"))
    return any(not name.endswith(".lock") for name in loose) or bool(_packed(folder))


def swap_ref(folder: Path, name: str, expected: str | None, new: str) -> None:
    """Move a branch from `expected` to `new`, or raise Moved or Locked and leave it alone."""
    for place, letter in enumerate(name):
        if letter == "/":
            make_folder(f"{folder}/{name[:place]}")
    with _locked(folder, f"{folder}/{name}", f"{new}\n"):
        if read_ref(folder, name) != expected:
            raise Moved(name)


def set_default_branch(folder: Path, name: str) -> None:
    """Let HEAD name a branch that exists, so that a stock ``git clone`` shows something."""
    current = (read_regular(f"{folder}/HEAD", 4096) or b"").decode("utf-8", "replace")
    branch = current.removeprefix("ref: ").strip()
    if not current.startswith("ref: refs/heads/"):
        return
    if is_ref_name(branch) and read_ref(folder, branch) is not None:
        return
    with _locked(folder, f"{folder}/HEAD", f"ref: {name}\n"):
        pass


@contextlib.contextmanager
def _locked(folder: Path, path: str, content: str) -> Iterator[None]:
    """Lock a file as Git does; unless the block raises, it then gets its new content.

    The lock is a complete, synced file that appears atomically, so it is held only for
    microseconds, and a process killed meanwhile leaves no partial file.
    """
    finished, lock = f"{folder}/tmp_ref_{os.getpid()}_{next(_counter)}", f"{path}.lock"
    try:
        with open(finished, "xb") as file:
            file.write(content.encode())
            file.flush()
            os.fsync(file.fileno())
        _take_lock(finished, lock)
        try:
            yield
            os.replace(lock, path)
        except BaseException:
            os.unlink(lock)
            raise
    finally:
        os.unlink(finished)


def _take_lock(finished: str, lock: str) -> None:
    with contextlib.suppress(FileExistsError):
        _link(finished, lock)
        return
    try:
        # By the disk's clock, which may be another machine's; a lock from the future was left by a
        # crash while that clock was fast.
        if abs(os.lstat(finished).st_mtime - os.lstat(lock).st_mtime) > STALE_LOCK:
            os.unlink(lock)
        _link(finished, lock)
    except (FileExistsError, FileNotFoundError) as error:
        raise Locked(os.path.basename(lock)) from error


def _link(finished: str, lock: str) -> None:
    try:
        os.link(finished, lock)
    except FileExistsError:
        raise
    except OSError:  # some file systems have no hard links
        with open(lock, "xb") as file:
            file.write(Path(finished).read_bytes())


def _packed(folder: Path) -> list[tuple[str, str]]:
    text = read_regular(f"{folder}/packed-refs", LARGEST_PACKED_REFS)
    rows = []
    for line in (text or b"").splitlines():
        found, _, name = line.partition(b" ")
        if _ID.fullmatch(found):
            rows.append((found.decode(), name.decode("utf-8", "replace")))
    return rows


def _is_plain_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()
