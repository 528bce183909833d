"""Names: each class has its own, and private metaphors do not come back."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[1] / "src" / "gitopoly"

SHARED = {"Action", "Seat"}
"""What `import gitopoly` shows, and the same as it is declared (`rules`) or played (`table`)."""

METAPHORS = {
    *("hall", "gathering", "film", "film_source", "reel", "tale", "retelling", "happening"),
    *("twins", "parts", "phases", "checks", "choices", "exact", "together", "marks", "seen"),
    *("kept", "insight", "prospects", "bargain", "look", "neighbours", "waiting"),
}
"""Modules that have the field's words now."""

RENAMED = {
    *("Hall", "Gathering", "Happening", "Twins", "Part", "Whole", "Choices", "Seen", "Habits"),
    *("Waiting", "NOT_TO_HIM", "to_exact", "from_exact", "told_in_one_line", "twins", "THROW"),
    *("part_of", "whole_of", "outcome_of_throw", "build_together", "tidy", "duty", "neighbours"),
}
"""Classes, functions and constants that have the field's words now."""


def trees(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        yield path.relative_to(folder), ast.parse(path.read_text(encoding="utf-8"))


def shared_names(folder: Path) -> dict[str, list[str]]:
    """Names that several classes bear; those of one module alone begin with an underscore."""
    found: dict[str, list[str]] = defaultdict(list)
    for path, tree in trees(folder):
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(path.as_posix())
    return {name: places for name, places in found.items() if len(places) > 1}


def old_names(folder: Path) -> list[str]:
    """Modules, classes, functions and constants under a name that was given up."""
    found = []
    for path, tree in trees(folder):
        if path.stem in METAPHORS:
            found.append(f"{path.as_posix()}: a module")
        for node in ast.walk(tree):
            names = []
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                names = [node.name]
            elif isinstance(node, ast.Assign):
                names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            found += [f"{path.as_posix()}: {name}" for name in names if name in RENAMED]
    return found


def test_each_name_is_borne_by_one_class() -> None:
    assert shared_names(SOURCES).keys() == SHARED


def test_the_words_of_the_field_stay() -> None:
    assert old_names(SOURCES) == []


def test_two_classes_of_one_name_are_noticed(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("class Game: ...\nclass _Reader: ...\n", encoding="utf-8")
    (tmp_path / "two.py").write_text("def f():\n    class Game: ...\nclass _Reader: ...\n")
    assert shared_names(tmp_path) == {"Game": ["one.py", "two.py"]}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("twins", ""),
        ("kernel", "class Twins: ..."),
        ("kernel", "def to_exact(): ..."),
        ("kernel", "NOT_TO_HIM = 3"),
    ],
)
def test_a_metaphor_that_comes_back_is_noticed(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    assert len(old_names(tmp_path)) == 1
