"""The machine is described by what figures depend on, and by nothing that names somebody."""

from __future__ import annotations

import getpass
import os
import platform
from pathlib import Path

import pytest

from gitopoly import __version__
from gitopoly.measurements import machine
from gitopoly.measurements.machine import WorkSample, other_work, work_so_far


def test_what_figures_depend_on_is_told() -> None:
    facts = machine.describe()
    for name in ("processor", "cores", "memory", "Python", "Git", "Gitopoly"):
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
    known = machine.commit()
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "another.git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    assert machine.commit() == known


def test_an_installed_program_has_no_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "CHECKOUT", tmp_path)
    assert machine.commit() == ("unknown", False)
    assert machine.describe()["Gitopoly"] == __version__


def test_the_line_of_a_history_holds_what_it_held_before() -> None:
    facts = machine.describe()
    parts = [facts["processor"], f"{facts['cores']} cores", facts["memory"], platform.system()]
    assert machine.describe_in_a_line() == ", ".join([*parts, facts["Python"]])


@pytest.mark.parametrize(
    ("own", "total", "load", "others"),
    [
        (9.0, 10.0, 5.0, 0.1),  # ten seconds, ten of work, nine of them ours
        (9.0, 20.0, 5.0, 1.1),
        (10.1, 10.0, 5.0, 0.0),  # counted at slightly different moments
        (9.0, None, 2.0, 1.1),  # where the system does not count, the load has to do
        (9.0, None, 0.5, 0.0),
        (9.0, None, None, None),
    ],
)
def test_the_work_of_others_is_all_work_less_our_own(
    own: float, total: float | None, load: float | None, others: float | None
) -> None:
    before = WorkSample(100.0, 50.0, None if total is None else 70.0, load)
    after = WorkSample(110.0, 50.0 + own, None if total is None else 70.0 + total, load)
    assert other_work(before, after) == (None if others is None else pytest.approx(others))


def test_work_is_counted_upwards() -> None:
    before = work_so_far()
    sum(range(100_000))
    after = work_so_far()
    assert after.clock > before.clock
    assert after.own >= before.own
    assert (after.total or 0) >= (before.total or 0)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux counts it there")
def test_the_work_of_a_process_can_be_asked_for() -> None:
    sum(range(1_000_000))
    own = os.times()
    assert machine.work_of(os.getpid()) == pytest.approx(own.user + own.system, abs=0.05)
    assert machine.work_of(os.getpid(), children=True) >= machine.work_of(os.getpid()) - 0.05
