"""Files in folders that somebody else may have made: bounded reads, and writes that stay inside."""

from __future__ import annotations

import contextlib
import errno
import itertools
import math
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path

from gitopoly import posix
from gitopoly.errors import GitopolyError

READ_BUDGET = 1 << 30
"""Bytes that one fetch may inflate, patch and hash; a game of 50,000 entries needs half."""
AUDIT_BUDGET = 4 * READ_BUDGET
"""The same for an audit, which reads everything several times."""
LONGEST_READ = 60.0
"""Seconds that one fetch may take, however slow the disk is."""
_OPEN = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
)
_CREATE = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_counter = itertools.count()


class Damaged(GitopolyError):
    """Content that does not match its name, or a path that is not a regular file."""


class Trap(Damaged):
    """A folder that leads elsewhere, or in which Git would wait for ever."""


class TooLarge(GitopolyError):
    """An object that declares itself larger than allowed."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size


class BudgetExceeded(GitopolyError):
    """Reading on would cost too much."""


class TookTooLong(BudgetExceeded):
    """Reading has taken too long, as it also does on a slow disk or a busy machine."""


class ReadBudget:
    """What one fetch may still cost; spending more than is left raises `BudgetExceeded`.

    Bytes bound the work equally on every machine; the seconds are for disks that stall.
    """

    def __init__(self, most: int = READ_BUDGET, seconds: float = LONGEST_READ) -> None:
        self._left = most
        self._deadline = time.monotonic() + seconds
        self._seconds = seconds

    @property
    def seconds_left(self) -> float:
        """How much time is left."""
        return self._deadline - time.monotonic()

    def stop(self) -> None:
        """Allow nothing more; another thread may call this."""
        self._deadline = -math.inf

    def spend(self, size: int) -> None:
        """Account for work on this many bytes before doing it."""
        self._left -= size
        if self._left < 0:
            raise BudgetExceeded("reading it takes more work than any game needs")
        if time.monotonic() > self._deadline:
            raise TookTooLong(f"reading it takes more than {self._seconds:.0f} seconds")


class UnlimitedBudget(ReadBudget):
    """For files of our own."""

    @property
    def seconds_left(self) -> float:
        """As much time as it takes."""
        return math.inf

    def spend(self, size: int) -> None:
        """Let it pass."""


def read_regular(path: str | Path, largest: int) -> bytes | None:
    """Read at most `largest` bytes of a regular file; None if there is none.

    A named pipe would make us wait forever, and a symbolic link leads elsewhere.
    """
    name = os.path.basename(path)
    try:
        descriptor = os.open(path, _OPEN)
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise Damaged(f"{name} is not a regular file")
            with os.fdopen(descriptor, "rb", closefd=False) as file:
                return file.read(min(status.st_size, largest))
        finally:
            os.close(descriptor)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        link = error.errno == errno.ELOOP
        why = f"{name} is not a regular file" if link else f"{name}: {error.strerror}"
        raise Damaged(why) from error


def mode_of(path: str) -> int:
    """What is there, by its mode; 0 for nothing."""
    try:
        return os.lstat(path).st_mode
    except OSError:
        return 0


def files_below(
    folder: str | Path, but: str = "", *, strict: bool = False
) -> Iterator[os.DirEntry[str]]:
    """Everything below a folder that is not one itself, however deep; no link is followed.

    What cannot be listed, such as a path that is longer than any may be, is left out, or `strict`
    an OSError unless it is gone. One name is left out with all below it.
    """
    waiting = [os.fspath(folder)]
    while waiting:
        try:
            found = list(os.scandir(waiting.pop()))
        except OSError as error:
            if strict and not isinstance(error, FileNotFoundError | NotADirectoryError):
                raise
            continue
        for item in found:
            if item.path == but:
                continue
            if item.is_dir(follow_symlinks=False):
                waiting.append(item.path)
            else:
                yield item


def make_folder(path: str | Path) -> None:
    """Create a folder to write into, if it is missing; one that leads elsewhere is refused."""
    with contextlib.suppress(FileExistsError):
        os.mkdir(path)
    if stat.S_ISLNK(os.lstat(path).st_mode):
        raise Damaged(f"{os.path.basename(path)} is a symbolic link")


def write_new(path: str, data: bytes, *, sync: bool, mode: int = 0o444) -> None:
    """Write a file that does not exist yet, so that nobody can have planted a link there."""
    descriptor = os.open(path, _CREATE, mode)
    try:
        write_all(descriptor, data)
        if sync:
            posix.sync_data(descriptor)
    finally:
        os.close(descriptor)


def write_whole(path: str, data: bytes, *, sync: bool) -> None:
    """Write a file that nobody sees before all of it is there."""
    # Git removes files of such names when it tidies up after a crash.
    draft = f"{os.path.dirname(path)}/tmp_obj_{os.getpid()}_{next(_counter)}"
    write_new(draft, data, sync=sync)
    os.replace(draft, path)


def write_all(descriptor: int, data: bytes) -> None:
    """Write to an open file, which may take less at once."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
