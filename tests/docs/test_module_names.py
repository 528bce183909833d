"""Modules that the pages name are there."""

from __future__ import annotations

import importlib
import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
DOTTED = re.compile(r"\bgitopoly(?:\.[A-Za-z_]+)+")
ARENA = ROOT / "src" / "gitopoly" / "arena"
ROW = re.compile(r"^\| ((?:`[^`]+`(?:, )?)+) \|", re.MULTILINE)


def exists(name: str) -> bool:
    """Whether a dotted name is a module, or something in one."""
    module, _, attribute = name.rpartition(".")
    try:
        if importlib.util.find_spec(name):
            return True
        return hasattr(importlib.import_module(module), attribute)
    except ImportError:
        return bool(module) and exists(module) and hasattr_of(module, attribute)


def hasattr_of(name: str, attribute: str) -> bool:
    """Whether a thing in a module has an attribute."""
    module, _, thing = name.rpartition(".")
    return hasattr(getattr(importlib.import_module(module), thing, None), attribute)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_dotted_name_exists(page: Path) -> None:
    named = set(DOTTED.findall(page.read_text(encoding="utf-8")))
    assert [name for name in sorted(named) if not exists(name)] == []


def test_a_name_that_is_not_there_is_found() -> None:
    assert exists("gitopoly.arena.matches.match")
    assert exists("gitopoly.simulate")
    assert not exists("gitopoly.arena.match")
    assert not exists("gitopoly.nowhere.at_all")


def missing(text: str) -> list[str]:
    """Modules of the arena that the page on the architecture names, and that are not there."""
    start = text.index("## Finding your way in the arena")
    section = text[start : text.index("\n## ", start + 1)]
    lost = []
    for part in section.split("\n\n"):
        folder = re.search(r"^\| module of `([a-z_]+)/`", part)
        home = ARENA / folder[1] if folder else ARENA
        for row in ROW.findall(part):
            for name in re.findall(r"`([^`]+)`", row):
                if not any((home / f"{name}{end}").exists() for end in ("", ".py")):
                    lost.append(name)
    return lost


def test_the_modules_of_the_arena_are_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert missing(text) == []
    assert missing(text.replace("`bargaining`", "`haggling`")) == ["haggling"]
