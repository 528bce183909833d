"""The program of the bench: it runs parts, keeps the run, and refuses what it does not know."""

from __future__ import annotations

import importlib
import types
from pathlib import Path

import pytest

from bench import __main__ as program
from bench.harness import Bench, Figure
from gitopoly.measurements import read


@pytest.mark.parametrize("name", program.PARTS)
def test_every_part_can_be_run(name: str) -> None:
    assert callable(importlib.import_module(f"bench.{name}").run)


def test_a_run_is_kept_in_the_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    part = types.ModuleType("part")

    def run(bench: Bench) -> None:
        bench.add(Figure("x", (1.0,) * bench.repeats, "s", at_most=0.5))

    part.run = run  # type: ignore[attr-defined]
    monkeypatch.setattr(importlib, "import_module", lambda name: part)
    history = tmp_path / "history.jsonl"
    program.main(["--repeats", "2", "--history", str(history), "kernel"])
    program.main(["--history", str(history)])
    first, second = read(history)
    assert [(figure.part, figure.samples) for figure in first.figures] == [("kernel", (1.0, 1.0))]
    assert [figure.part for figure in second.figures] == list(program.PARTS)


@pytest.mark.parametrize("arguments", [["nothing"], ["--repeats", "0"]])
def test_what_makes_no_sense_is_bad_usage(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        program.main(arguments)
    assert end.value.code == 2
