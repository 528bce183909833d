"""What POSIX systems and Windows do differently: files, limits of memory, single keys.

The only module that may import a POSIX-only part of Python.
Windows has locks of its own, keeps no modes, and cannot sync a folder.
"""

from __future__ import annotations

import contextlib
import os
import signal
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from gitopoly.errors import NoRoom

if sys.platform == "win32":  # pragma: no cover
    import msvcrt
else:
    import fcntl
    import resource
    import termios

FULL_SYNC = getattr(fcntl, "F_FULLFSYNC", None) if sys.platform != "win32" else None
"""What macOS needs to reach the disk itself; its fsync stops at the drive's cache."""


def is_private(folder: Path) -> bool:
    """Whether a folder is this user's own and nobody else may write into it."""
    if sys.platform == "win32":
        return True
    known = folder.stat()
    return known.st_uid == os.geteuid() and not known.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def home_folder(kept: str = "keys and games", variable: str = "GITOPOLY_HOME") -> Path:
    """The user's own folder; a user without one is told what to do instead.

    `kept`: what would be in there, in a folder that a variable of the environment can name.
    """
    with contextlib.suppress(RuntimeError, OSError):
        found = Path.home()  # the root of all folders, if HOME is empty
        if os.environ.get("HOME") != "" and found.is_absolute() and found.is_dir():
            return found
    raise NoRoom(f"this user has no home folder (see HOME); name one for {kept} with {variable}")


def try_lock(descriptor: int) -> bool:
    """Lock an open file for this process, or tell that another one holds it.

    The system gives the lock back when the process ends, however it ends.
    """
    try:
        if sys.platform == "win32":  # pragma: no cover
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def sync_data(descriptor: int) -> None:
    """Bring what was written to an open file to the disk, with no more of its times than needed."""
    if FULL_SYNC is not None:  # pragma: no cover
        fcntl.fcntl(descriptor, FULL_SYNC)
    elif hasattr(os, "fdatasync"):
        os.fdatasync(descriptor)
    else:  # pragma: no cover
        os.fsync(descriptor)


def sync_file(path: Path) -> None:
    """Bring a file that is written and closed to the disk."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        if FULL_SYNC is not None:  # pragma: no cover
            fcntl.fcntl(descriptor, FULL_SYNC)
        else:
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(path: Path) -> None:
    """Bring the names in a folder to the disk; Windows does this by itself or not at all."""
    if sys.platform == "win32":  # pragma: no cover
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def readable_by_others(path: Path) -> bool:
    """Tell whether a file's mode lets anybody but its owner in; never on Windows."""
    if sys.platform == "win32":  # pragma: no cover
        return False
    return bool(path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))


def limit_memory(size: int) -> None:
    """Keep this process, for good, from having more than `size` bytes of memory.

    It also leaves no core file when it is killed. Windows has no such limits.
    """
    if sys.platform == "win32":  # pragma: no cover
        return
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def end_with_writer(descriptor: int) -> None:
    """Have the system end this process when the last one that can write to a pipe is gone.

    Nothing may ever be written to it. Code that never returns to Python is ended as well.
    """
    if sys.platform == "win32":  # pragma: no cover
        return
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(descriptor, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
    fcntl.fcntl(descriptor, fcntl.F_SETFL, flags | os.O_ASYNC)


@contextlib.contextmanager
def single_keys(descriptor: int) -> Iterator[bool]:
    """Let a terminal hand over each key at once and show none; tells whether it does.

    Ctrl-C still interrupts. Windows hands over whole lines.
    """
    if sys.platform == "win32" or not os.isatty(descriptor):
        yield False
        return
    before = termios.tcgetattr(descriptor)
    single = termios.tcgetattr(descriptor)
    single[3] &= ~(termios.ICANON | termios.ECHO)
    termios.tcsetattr(descriptor, termios.TCSADRAIN, single)
    try:
        yield True
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def memory_in_use() -> int | None:
    """Bytes of memory that this process holds now; at most so far, where only that is known.

    None on Windows.
    """
    with contextlib.suppress(OSError, ValueError):
        held = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(held) * os.sysconf("SC_PAGE_SIZE")
    if sys.platform == "win32":  # pragma: no cover
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak
