"""A study keeps what it has, and refuses folders that it must not write to."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from gitopoly.errors import InvalidMeasurement
from gitopoly.evaluation.study import DATA, STUDY, Row, SectionResults, Settings, StudyStore, as_csv

WORDS = st.text(alphabet=st.characters(exclude_categories=["C"]))
CELLS = st.none() | st.booleans() | st.integers() | WORDS


def test_what_was_saved_is_loaded_again(tmp_path: Path) -> None:
    store = StudyStore(tmp_path / "new" / "study", Settings(), resume=False)
    found = SectionResults(store.settings, load=[1.0], other_work=[0.1])
    found.add("first", {"table": [{"a": 1, "b": "x"}]}, 2.5)
    found.add("second", {"table": [{"a": 2, "b": 'y,"z'}]}, 0.5)
    store.save("acting", found)
    again = StudyStore(tmp_path / "new" / "study", Settings(), resume=True).load("acting")
    assert again.rows == found.rows
    assert again.done == {"first": 2.5, "second": 0.5}
    assert again.state == "interrupted"
    assert again.other_work == [0.1]
    text = (store.folder / DATA / "acting-table.csv").read_text(encoding="utf-8")
    assert list(csv.DictReader(text.splitlines())) == [
        {"a": "1", "b": "x"},
        {"a": "2", "b": 'y,"z'},
    ]


@given(st.lists(st.dictionaries(st.sampled_from("abc"), CELLS, min_size=1), min_size=1))
def test_csv_has_a_line_for_each_row(rows: list[Row]) -> None:
    read = list(csv.DictReader(as_csv(rows).splitlines(keepends=True)))
    assert len(read) == len(rows)
    for row, line in zip(rows, read, strict=True):
        for column, cell in row.items():
            assert line[column] == ("" if cell is None else str(cell))


def test_a_folder_with_a_study_is_not_overwritten(tmp_path: Path) -> None:
    StudyStore(tmp_path, Settings(), resume=False)
    with pytest.raises(InvalidMeasurement, match="--resume"):
        StudyStore(tmp_path, Settings(), resume=False)


def test_a_study_is_gone_on_with_only_as_it_was_begun(tmp_path: Path) -> None:
    StudyStore(tmp_path, Settings(games=5), resume=False)
    StudyStore(tmp_path, Settings(games=5), resume=True)
    with pytest.raises(InvalidMeasurement, match="games 5"):
        StudyStore(tmp_path, Settings(games=6), resume=True)


def test_resuming_what_is_not_there_begins(tmp_path: Path) -> None:
    assert StudyStore(tmp_path / "x", Settings(), resume=True).load("acting").state == "not run"


@pytest.mark.parametrize("text", ["", "[]", "{"])
def test_a_damaged_study_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / STUDY).write_text(text, encoding="utf-8")
    with pytest.raises(InvalidMeasurement):
        StudyStore(tmp_path, Settings(), resume=True)


def test_a_study_of_another_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / STUDY).write_text(json.dumps({"format": 99}), encoding="utf-8")
    with pytest.raises(InvalidMeasurement, match="another version"):
        StudyStore(tmp_path, Settings(), resume=True)


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InvalidMeasurement, match="cannot write to"):
        StudyStore(tmp_path / "file" / "below", Settings(), resume=False)


def test_rows_are_found_by_their_values() -> None:
    found = SectionResults(
        Settings(), {"t": [{"a": 1, "b": 2.5}, {"a": 2, "b": None}, {"a": 1, "b": 4}]}
    )
    assert found.table("t", a=1) == [{"a": 1, "b": 2.5}, {"a": 1, "b": 4}]
    assert found.values("t", "b") == [2.5, 4.0]
    assert found.table("nothing") == []


def test_a_machine_is_idle_only_if_it_is_known_to_be() -> None:
    assert SectionResults(Settings(), other_work=[0.2, 0.1]).idle
    assert not SectionResults(Settings(), other_work=[0.1, 0.3]).idle
    assert not SectionResults(Settings()).idle
