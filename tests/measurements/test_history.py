"""Runs in a file: what is kept is found again by its commit, and damage is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.errors import InvalidMeasurement
from gitopoly.measurements import append, of_commit, read
from tests.measurements.runs import AFTER, figure, run


def test_runs_are_kept_in_their_order(tmp_path: Path) -> None:
    file = tmp_path / "new" / "history.jsonl"
    runs = [run(figure()), run(figure(1, 2), commit=AFTER)]
    for one in runs:
        append(file, one)
    assert read(file) == runs


def test_a_commit_is_found_by_the_beginning_of_its_name() -> None:
    runs = [run(figure()), run(commit=AFTER), run(figure(3), changed=True)]
    assert of_commit(runs, "aaa") == [runs[0]]
    assert of_commit(runs, "AAA+") == [runs[2]]


@pytest.mark.parametrize(("name", "said"), [("c", "no run of 'c'"), ("", "several"), ("b+", "no")])
def test_a_commit_that_was_not_measured_is_refused_with_those_that_were(
    name: str, said: str
) -> None:
    with pytest.raises(InvalidMeasurement, match=said) as refusal:
        of_commit([run(figure()), run(commit=AFTER)], name)
    assert "aaaaaaaaaa, bbbbbbbbbb" in str(refusal.value)


@pytest.mark.parametrize(
    "line",
    [
        "no json",
        "[]",
        "{}",
        '{"format": 1}',
        '{"commit": "x", "figures": {}}',
        '{"format": 2, "commit": "x", "changed": 0, "date": "", "machine": "", '
        '"figures": [{"name": "x", "unit": "s", "samples": []}]}',
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "history.jsonl"
    append(file, run(figure()))
    with file.open("a", encoding="utf-8") as history:
        history.write(line + "\n")
    with pytest.raises(InvalidMeasurement, match="line 2"):
        read(file)


def test_a_history_that_is_missing_or_empty_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidMeasurement, match="no such history"):
        read(tmp_path / "gone.jsonl")
    (tmp_path / "empty.jsonl").touch()
    with pytest.raises(InvalidMeasurement, match="contains no runs"):
        read(tmp_path / "empty.jsonl")


def test_a_line_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    file.write_text(
        '{"format": 2, "commit": "da0028aafa", "changed": true, "date": "2026-11-16T03:12:55Z", '
        '"machine": "Intel(R) Xeon(R) Processor, 2 cores, 24 GB, Linux, CPython 3.11.7", '
        '"figures": [{"name": "entry", "samples": [1.37, 1.22], "unit": "ms", "at_least": null, '
        '"at_most": 1.5, "part": "ledger", "load": 1.1}]}\n',
        encoding="utf-8",
    )
    (found,) = read(file)
    assert (found.label, found.figures[0].samples) == ("da0028aafa+", (1.37, 1.22))
    assert found.figures[0].meets
