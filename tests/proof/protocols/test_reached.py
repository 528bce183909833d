"""Driven behaviours reach all of `protocols`, except for what has a reason."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.proof.protocols.reached import FOLDER, Function, all_lines, left, unexplained, watched


@pytest.mark.long
def test_driven_behaviours_reach_all_lines_but_those_with_a_reason() -> None:
    """Run `python -m tests.proof.protocols.reached` to see which these are."""
    command = [sys.executable, "-m", "tests.proof.protocols.reached"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-3000:]
    reached, of = re.findall(r"reached (\d+) of (\d+) lines", run.stdout)[0]
    page = (Path(__file__).parents[3] / "docs" / "verification.md").read_text(encoding="utf-8")
    assert f"reach {reached} of {of} lines" in page


def test_what_is_not_run_is_left_and_needs_a_reason() -> None:
    from gitopoly.peers.dice import Chain

    with watched() as reached:
        Chain(bytes(32)).next(b"")
    missing = left(reached)
    assert Function("dice", "Chain.next") not in missing
    assert missing[Function("dice", "Chain.left")] == all_lines()[Function("dice", "Chain.left")]
    assert "dice.Chain.left" in unexplained(missing)
    assert "dice._forced_draw" not in unexplained(missing)
    assert "dice.pick" in unexplained(missing)  # more than the one line that has a reason
    assert (FOLDER / "dice.py").is_file()
