"""No entry that was acknowledged is lost, whenever its writer is killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ledger.servers import git

has_fork = pytest.mark.skipif(os.name != "posix", reason="killing needs POSIX processes")

ROOT = Path(__file__).resolve().parents[3]


def kill_often(folder: Path, times: int, *words: str) -> dict[str, int]:
    """Let writers be killed, and give how many entries were acknowledged and how many lost."""
    command = [sys.executable, "-m", "tests.ledger.writer", str(folder), str(times), *words]
    said = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=900
    )
    assert git("fsck", "--strict", "--full", at=folder) == ""
    counts: dict[str, int] = json.loads(said.stdout)
    assert counts["acknowledged"] > times
    assert counts["forks"] == 0
    return counts


@pytest.mark.slow
@has_fork
def test_no_acknowledged_entry_is_lost_when_writers_are_killed(tmp_path: Path) -> None:
    assert kill_often(tmp_path, 24, "1")["lost"] == 0


@has_fork
@pytest.mark.long
def test_no_acknowledged_entry_is_lost_in_two_hundred_kills(tmp_path: Path) -> None:
    assert kill_often(tmp_path, 200, "2")["lost"] == 0


@pytest.mark.slow
@has_fork
def test_writers_that_acknowledge_too_early_are_noticed(tmp_path: Path) -> None:
    """The twin of the two above."""
    assert kill_often(tmp_path, 24, "3", "early")["lost"] > 0
