"""Real Git servers on loopback for the tests, and stock Git without anybody's settings."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from gitopoly.evaluation.servers import (
    ENVIRONMENT,
    SmartHttpServer,
    bare_repository,
    git_daemon,
    smart_http,
)

__all__ = [
    "ENVIRONMENT",
    "SmartHttpServer",
    "bare_repository",
    "git",
    "git_daemon",
    "smart_http",
]


def git(*arguments: str | Path, at: Path | None = None) -> str:
    """Run stock Git without anybody's settings and return what it prints."""
    done = subprocess.run(
        ["git", *map(str, arguments)],
        cwd=at,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


if __name__ == "__main__":
    # For measurements: a process of its own that serves a folder until its input ends.
    with smart_http(Path(sys.argv[1])) as running:
        print(running.url, flush=True)
        sys.stdin.read()
