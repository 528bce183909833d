"""The machine is described by what figures depend on, and by nothing that names somebody."""

from __future__ import annotations

import getpass
import platform

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
