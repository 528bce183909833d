"""Which machine and which commit a run is about; the machine's name is nobody's business."""

from __future__ import annotations

import os
import platform
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def described() -> str:
    """Processor, cores, memory, system and Python in one line."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    parts = [_processor(), f"{_cores()} cores", _memory(), platform.system(), python]
    return ", ".join(part for part in parts if part)


def commit() -> tuple[str, bool]:
    """The commit that is checked out, and whether files differ from it."""
    name = _git("rev-parse", "HEAD")
    return name or "unknown", bool(_git("status", "--porcelain", "--untracked-files=no"))


def now() -> str:
    """The time, in a form that sorts and that everybody reads alike."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def _git(*arguments: str) -> str:
    command = ["git", *arguments]
    # What Git tells the programs of a hook would lead to another repository.
    own = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=own, capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def _cores() -> int:
    """Those that this process may use, where the system tells."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    for line in lines:
        if line.startswith("model name"):
            return " ".join(line.partition(":")[2].split())
    return platform.processor() or platform.machine()


def _memory() -> str:
    try:
        pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return ""
    return f"{pages / 2**30:.0f} GB"
