"""The reference tells what is public, with signatures and docstrings, and imports nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

import gitopoly.game
from tools.site.reference import as_markdown, modules, page

ROOT = Path(__file__).resolve().parents[3]

TEXT = '''"""What it is for.

More words.
"""

import module_that_nobody_has

LIMIT: int = 3
"""Why three."""

silent = 4

def act(s: int, /, *, by: str = "x") -> bool:
    """Do it."""

def _hidden() -> None:
    """Nobody sees this."""

class Thing(Base):
    """A thing."""

    size: int
    """In bytes."""

    @property
    def large(self) -> bool:
        """Whether it is large."""

    def __enter__(self) -> None:
        """Left out."""
'''


def made(folder: Path, text: str = TEXT) -> str:
    """The page of a module with this text."""
    (folder / "package").mkdir()
    (folder / "package" / "thing.py").write_text(text, encoding="utf-8")
    (module,) = modules(folder)
    assert module.name == "package.thing"
    return page(module, [])


def test_public_things_are_told_with_their_signatures(tmp_path: Path) -> None:
    shown = made(tmp_path)
    assert "# package.thing\n\nWhat it is for.\n\nMore words." in shown
    assert "## act\n\n```python\ndef act(s: int, /, *, by: str='x') -> bool\n```\n\nDo it." in shown
    assert "## Thing\n\n```python\nclass Thing(Base)\n```\n\nA thing." in shown
    assert "- `size: int`: In bytes." in shown
    assert "```python\nlarge: bool\n```" in shown
    assert "## LIMIT\n\n```python\nLIMIT: int = 3\n```\n\nWhy three." in shown


def test_what_is_private_or_says_nothing_is_left_out(tmp_path: Path) -> None:
    shown = made(tmp_path)
    for word in ("_hidden", "silent", "__enter__"):
        assert word not in shown


def test_the_list_of_exports_decides(tmp_path: Path) -> None:
    shown = made(tmp_path, TEXT.replace("LIMIT:", '__all__ = ["_hidden"]\nLIMIT:'))
    assert "## _hidden" in shown
    assert "## act" not in shown


def test_examples_and_literal_blocks_become_code() -> None:
    assert as_markdown("Say::\n\n    x\n\n>>> 1\n1\n\nEnd.") == (
        "Say:\n\n    x\n\n```python\n>>> 1\n1\n```\n\nEnd."
    )


@pytest.mark.slow
def test_every_layer_of_ours_is_told() -> None:
    names = {module.name for module in modules(ROOT / "src")}
    layers = {
        path.stem for path in (ROOT / "src" / "gitopoly").iterdir() if path.suffix in ("", ".py")
    }
    assert {f"gitopoly.{layer}" for layer in layers if not layer.startswith("__")} <= names


@pytest.mark.slow
def test_a_package_leads_to_where_its_names_are_explained() -> None:
    found = {module.name: module for module in modules(ROOT / "src")}
    shown = page(found["gitopoly"], [], list(found.values()))
    for name, home in (
        ("Game", "gitopoly.game.game"),
        ("simulate", "gitopoly.game.series"),
        ("Edition", "gitopoly.editions.data"),
    ):
        (row,) = [line for line in shown.splitlines() if line.startswith(f"| [`{name}`]({home}) |")]
        assert len(row) > len(name) + len(home) + 20


@pytest.mark.slow
def test_every_public_name_of_the_game_is_in_the_reference() -> None:
    found = {module.name: module for module in modules(ROOT / "src")}
    shown = page(found["gitopoly.game"], [], list(found.values()))
    for name in gitopoly.game.__all__:
        (row,) = [line for line in shown.splitlines() if line.startswith(f"| [`{name}`](")]
        home = row.partition("(")[2].partition(")")[0]
        assert f"## {name}\n" in page(found[home], [])
