"""Which modules a module needs, wherever they are."""

from __future__ import annotations

from pathlib import Path

from gitopoly.proof.specs.modules import copy_modules, named_in, needed_by
from gitopoly.proof.suite import find_specs


def module(folder: Path, name: str, text: str) -> Path:
    """Write a module."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.tla"
    path.write_text(f"---- MODULE {name} ----\n{text}\n====\n", encoding="utf-8")
    return path


def test_what_a_module_extends_and_instantiates_is_found(tmp_path: Path) -> None:
    path = module(tmp_path, "A", "EXTENDS B,\n    C\nD1 == INSTANCE D WITH x <- 1\nE == 1")
    assert named_in(path) == {"B", "C", "D"}


def test_modules_beside_it_come_before_those_of_other_folders(tmp_path: Path) -> None:
    path = module(tmp_path / "one", "A", "EXTENDS B, C, Integers")
    beside = module(tmp_path / "one", "B", "EXTENDS D")
    module(tmp_path / "two", "B", "")
    elsewhere = module(tmp_path / "two", "C", "")
    further = module(tmp_path / "three", "D", "EXTENDS A")
    assert set(needed_by(path, tmp_path)) == {beside, elsewhere, further}


def test_copies_are_put_beside_a_module(tmp_path: Path) -> None:
    path = module(tmp_path / "game", "Played", "EXTENDS TraceClassic")
    copy_modules(path, find_specs())
    copied = {found.stem for found in path.parent.glob("*.tla")}
    assert {"TraceClassic", "Classic", "ClassicTable", "Squares"} <= copied
    assert "Monopoly" not in copied
