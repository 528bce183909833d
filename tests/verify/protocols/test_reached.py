"""Driven behaviours reach all of `protocols`, except for what has a reason."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.verify.protocols.reached import FOLDER, Function, all_lines, left, unexplained, watched


@pytest.mark.long
def test_driven_behaviours_reach_all_lines_but_those_with_a_reason() -> None:
    """Run `python -m tests.verify.protocols.reached` to see which these are."""
    command = [sys.executable, "-m", "tests.verify.protocols.reached"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-3000:]


def test_what_is_not_run_is_left_and_needs_a_reason() -> None:
    from gitopoly.protocols.dice import Chain

    with watched() as reached:
        Chain(bytes(32)).next(b"")
    missing = left(reached)
    assert Function("dice", "Chain.next") not in missing
    assert missing[Function("dice", "Chain.left")] == all_lines()[Function("dice", "Chain.left")]
    assert "dice.Chain.left" in unexplained(missing)
    assert "orders.follow" not in unexplained(missing)
    assert (FOLDER / "dice.py").is_file()
