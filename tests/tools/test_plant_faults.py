"""Planting faults: what is changed, that all of it can be compiled, and who notices."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools import plant_faults
from tools.plant_faults import Fault, all_faults, chosen, faults_in, noticed, related, rule_tests

SOURCE = '''\
def pay(s, player, amount):
    """A docstring is left alone."""
    if s.money[player] < amount and not s.free:
        return 0
    s.money[player] -= amount
    move(s, player, amount)
    return s.money[player] + 1
'''
WHOLE = "s.money[player] < amount and not s.free"


def test_every_kind_of_fault_is_planted_once() -> None:
    found = {(fault.line, fault.before, fault.after) for fault in faults_in("money", SOURCE)}
    assert found == {
        (3, WHOLE, "False"),
        (3, WHOLE, "(s.money[player] < amount or not s.free)"),
        (3, "s.money[player] < amount", "(s.money[player] <= amount)"),
        (3, "not s.free", "(s.free)"),
        (4, "0", "(1)"),
        (5, "s.money[player] -= amount", "s.money[player] += amount"),
        (5, "s.money[player] -= amount", "pass"),
        (6, "move(s, player, amount)", "pass"),
        (6, "move(s, player, amount)", "(move(s, amount, player))"),
        (7, "s.money[player] + 1", "(s.money[player] - 1)"),
        (7, "1", "(2)"),
    }


@pytest.mark.slow
def test_every_fault_of_the_kernel_is_a_program_and_a_change() -> None:
    faults = [fault for found in all_faults().values() for fault in found]
    assert len(faults) > 1500
    for fault in faults:
        compile(fault.source, fault.module, "exec")
        assert fault.before != fault.after
    assert len({fault.source for fault in faults}) == len(faults)


def test_every_module_of_the_rules_gets_faults() -> None:
    found = chosen(7, 2)
    assert found == chosen(7, 2)
    assert {fault.module for fault in found} >= {"auction", "invariants", "story", "yaml", "text"}
    assert len(found) == 2 * len(plant_faults.MODULES)


def test_the_tests_of_the_rules_are_there_and_compile_nothing() -> None:
    names = rule_tests()
    assert "tests/rules/test_jail.py" in names
    assert "tests/rules/test_new_action.py" not in names
    assert all((plant_faults.ROOT / name).is_file() for name in names)


def test_the_tests_that_are_closest_to_a_module_run_first() -> None:
    assert related("moving")[0] == "tests/rules/test_jail.py"
    assert related("yaml")[0] == "tests/rules/test_yaml_form.py"
    assert sorted(related("moving")) == sorted(rule_tests())


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The package, to spoil."""
    ignored = shutil.ignore_patterns("__pycache__", "static")
    shutil.copytree(plant_faults.PACKAGE, tmp_path / "gitopoly", ignore=ignored)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "after", "seen"),
    [("(amount + 9) // 10", "(amount + 8) // 10", True), ("(amount + 9)", "(9 + amount)", False)],
)
def test_a_fault_is_noticed_and_an_equivalent_is_not(
    copied: Path, before: str, after: str, seen: bool
) -> None:
    file = copied / "gitopoly" / "rules" / "money.py"
    sound = file.read_text(encoding="utf-8")
    fault = Fault("money", 1, before, after, sound.replace(before, after))
    assert fault.source != sound
    assert noticed(fault, copied, ["tests/rules/test_bank.py"]) is seen
    assert file.read_text(encoding="utf-8") == sound
