"""What only POSIX systems have; other modules ask whether ``os.name`` is ``posix`` first."""

from __future__ import annotations

import contextlib
import os
import signal


def limited(command: list[str], *, file_bytes: int, memory_bytes: int) -> list[str]:
    """A command that starts `command` with limits on each file it writes and on its memory.

    The shell sets the limits, because code between fork and exec is not safe beside threads.
    A limit that the system does not know is left out.
    """
    # Both counts are of the shell: blocks of 512 bytes, and kilobytes.
    blocks, kilobytes = max(1, file_bytes // 512), max(1, memory_bytes // 1024)
    script = f'ulimit -f {blocks}; ulimit -d {kilobytes} 2>/dev/null; exec "$@"'
    return ["/bin/sh", "-c", script, "sh", *command]


def kill_group(leader: int) -> None:
    """End a process that leads its own group, and everything that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)
