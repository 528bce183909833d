"""The machine is described by what figures depend on, and by nothing that names somebody."""

from __future__ import annotations

import getpass
import platform
from pathlib import Path

import pytest

from gitopoly.evaluation import machine


def test_what_figures_depend_on_is_told() -> None:
    facts = machine.describe()
    for name in ("processor", "cores", "memory", "Python", "Git", "Gitopoly", "pygit2"):
        assert facts[name]
    assert facts["Git"][0].isdigit()


def test_nobody_is_named() -> None:
    told = " ".join(machine.describe().values()).split()
    assert platform.node() not in told
    assert getpass.getuser() not in told


def test_load_and_memory_are_numbers() -> None:
    assert (machine.load() or 0.0) >= 0
    assert (machine.memory_size() or 1) > 0


def test_the_commit_is_that_of_the_sources_also_below_a_hook_of_git(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git tells the programs of its hooks which repository they belong to."""
    told = machine.describe()["Gitopoly"]
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "another.git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    assert machine.describe()["Gitopoly"] == told
