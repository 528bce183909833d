"""Whether processes that tests have started are gone."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path


def ends(pid: int, patience: float = 120.0) -> bool:
    """Whether a process is gone in time, or only waits to be forgotten."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if _state(pid) == "Z":
            return True
        time.sleep(0.05)
    return False


def _state(pid: int) -> str:
    """The letter that Linux has for what a process does; empty where there is none."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0]
    return ""
