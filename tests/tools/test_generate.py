"""The generated modules are what their declarations say; whoever forgets to write them is told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gitopoly.kernel import actions as a
from tools.generate import policies
from tools.generate.__main__ import FOLDER, modules
from tools.generate.declarations import KERNEL, read
from tools.generate.source import constant


def test_what_is_checked_in_is_what_would_be_generated() -> None:
    made = modules(read())
    assert {path.name for path in FOLDER.glob("*.py")} == {"__init__.py"} | {p.name for p in made}
    for path, text in (made | policies.modules(policies.read())).items():
        assert path.read_text("utf-8") == text, f"{path.name} is old: make generate"


def declared_in(folder: Path, module: str, old: str, new: str) -> Path:
    """A copy of the kernel's sources with another declaration."""
    shutil.copytree(KERNEL, folder, ignore=shutil.ignore_patterns("generated", "__pycache__"))
    path = folder / f"{module}.py"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return folder


@pytest.mark.slow
def test_a_changed_declaration_changes_what_is_generated(tmp_path: Path) -> None:
    folder = declared_in(tmp_path / "kernel", "trade", '"decline"', '"refuse"')
    changed = {path.stem for path, text in modules(read(folder)).items() if text != _now(path)}
    assert changed == {"kinds"}


@pytest.mark.slow
def test_a_new_action_is_dispatched_listed_named_and_priced(tmp_path: Path) -> None:
    number = len(a.KINDS)
    new = (
        f'@action({number}, "Bribe", PRE_ROLL, "bribe", when="s.in_jail[player]", cost="7")\n'
        "def bribe(s: State, rules: Rules, player: int, act: bool) -> int:\n    return LEGAL\n\n\n"
    )
    folder = declared_in(tmp_path / "kernel", "moving", "def advance_to", new + "def advance_to")
    made = {path.stem: text for path, text in modules(read(folder)).items()}
    assert f"BRIBE = {number}" in made["kinds"]
    assert "return bribe(s, rules, player, act)" in made["dispatch"]
    assert "add(buffer, bribe(s, rules, player, False), action(BRIBE, player))" in made["listing"]
    assert "if kind == BRIBE:\n        return 7" in made["wording"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "old", "new", "reason"),
    [
        ("trade", "@action(53,", "@action(54,", "the numbers of the actions"),
        ("trade", '"decline"', "decline()[0]", "literals and names only"),
        ("trade", "actor=ANYBODY", "actor=FLOOR", "either the floor or everybody"),
        ("management", '"place building on {square}"', '"place {count}"', "which function lists"),
    ],
)
def test_a_declaration_that_cannot_be_followed_is_refused(
    module: str, old: str, new: str, reason: str, tmp_path: Path
) -> None:
    folder = declared_in(tmp_path / "kernel", module, old, new)
    with pytest.raises((ValueError, AssertionError), match=reason):
        modules(read(folder))


def test_names_become_constants() -> None:
    assert constant("PayJailFine") == "PAY_JAIL_FINE"
    assert constant("ConcludeFree4AllActions") == "CONCLUDE_FREE_4_ALL_ACTIONS"


def _now(path: Path) -> str:
    return path.read_text("utf-8")
