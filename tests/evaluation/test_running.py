"""Sections run task by task; one that fails takes nothing from the others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from gitopoly.errors import MissingExtra, UnknownGame
from gitopoly.evaluation import running
from gitopoly.evaluation.running import demand_packages, run_sections
from gitopoly.evaluation.study import (
    Rows,
    Section,
    SectionResults,
    Settings,
    StudyProgress,
    StudyStore,
    Task,
    Tick,
)
from gitopoly.measurements.machine import WorkSample

RAN: list[str] = []


def number(tick: Tick, value: int) -> Rows:
    """A task that finds a number."""
    RAN.append(str(value))
    tick(0.5)
    return {"numbers": [{"value": value}]}


def fail(tick: Tick, error: BaseException) -> Rows:
    """A task that fails."""
    raise error


def section(name: str, *tasks: Task, side_by_side: bool = False) -> Section:
    """A section with these tasks that tells nothing."""
    return Section(
        name, name, "", lambda settings: tasks, lambda found: [], side_by_side=side_by_side
    )


def numbers(*values: int) -> list[Task]:
    """A task for each number."""
    return [Task(str(value), 1, number, (value,)) for value in values]


@pytest.fixture
def store(tmp_path: Path) -> StudyStore:
    RAN.clear()
    return StudyStore(tmp_path, Settings(), resume=False)


class Heard(StudyProgress):
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def begin(self, section: Section, tasks: Sequence[Task]) -> None:
        self.said.append(f"begin {section.name} {len(tasks)}")

    def part(self, task: Task, share: float) -> None:
        self.said.append(f"{task.name} {share}")

    def end(self, section: Section, found: SectionResults) -> None:
        self.said.append(f"end {section.name} {found.state}")


def test_all_tasks_run_and_the_watch_hears_of_it(store: StudyStore) -> None:
    heard = Heard()
    run_sections(store, [section("one", *numbers(1, 2))], heard)
    found = store.load("one")
    assert found.rows == {"numbers": [{"value": 1}, {"value": 2}]}
    assert found.state == "complete"
    assert heard.said == ["begin one 2", "1 0.5", "1 1.0", "2 0.5", "2 1.0", "end one complete"]


def test_a_section_that_fails_keeps_what_it_has_and_lets_others_go_on(store: StudyStore) -> None:
    broken = Task("broken", 1, fail, (ZeroDivisionError("by zero"),))
    run_sections(
        store, [section("a", *numbers(1), broken), section("b", *numbers(2))], StudyProgress()
    )
    first, second = store.load("a"), store.load("b")
    assert first.state == "failed"
    assert first.error.startswith("ZeroDivisionError: by zero (test_running.py:")
    assert first.rows == {"numbers": [{"value": 1}]}
    assert second.state == "complete"


def test_a_refusal_is_told_as_it_is(store: StudyStore) -> None:
    broken = Task("broken", 1, fail, (UnknownGame("no such game"),))
    run_sections(store, [section("a", broken)], StudyProgress())
    assert store.load("a").error == "no such game"


def test_an_interrupted_study_goes_on_with_the_next_task(store: StudyStore) -> None:
    stop = Task("2", 1, fail, (KeyboardInterrupt(),))
    with pytest.raises(KeyboardInterrupt):
        run_sections(store, [section("a", *numbers(1), stop, *numbers(3))], StudyProgress())
    assert store.load("a").state == "interrupted"
    again = StudyStore(store.folder, Settings(), resume=True)
    run_sections(again, [section("a", *numbers(1, 2, 3))], StudyProgress())
    assert RAN == ["1", "2", "3"]
    assert [row["value"] for row in again.load("a").rows["numbers"]] == [1, 2, 3]


def test_what_is_complete_is_not_measured_again(store: StudyStore) -> None:
    for _ in range(2):
        run_sections(store, [section("a", *numbers(1))], StudyProgress())
    assert RAN == ["1"]


def test_what_failed_is_tried_again(store: StudyStore) -> None:
    broken = Task("2", 1, fail, (ValueError("once"),))
    run_sections(store, [section("a", *numbers(1), broken)], StudyProgress())
    run_sections(store, [section("a", *numbers(1, 2))], StudyProgress())
    assert store.load("a").state == "complete"
    assert RAN == ["1", "2"]


def test_tasks_side_by_side_run_in_other_processes(store: StudyStore) -> None:
    tasks = [Task(f"t{n}", 1, Settings_rows, (n,)) for n in range(3)]
    run_sections(store, [section("a", *tasks, side_by_side=True)], StudyProgress(), jobs=2)
    found = store.load("a")
    assert sorted(int(row["value"] or 0) for row in found.rows["numbers"]) == [0, 1, 2]


def Settings_rows(tick: Tick, value: int) -> Rows:
    """A task that other processes can import."""
    return {"numbers": [{"value": value}]}


def test_what_others_did_meanwhile_is_noted_each_time(
    store: StudyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = iter(WorkSample(10.0 * n, 0.0, 4.0 * n, float(n)) for n in range(4))
    monkeypatch.setattr(running, "work_so_far", lambda: next(moments))
    broken = Task("2", 1, fail, (ValueError("once"),))
    run_sections(store, [section("a", *numbers(1), broken)], StudyProgress())
    run_sections(store, [section("a", *numbers(1, 2))], StudyProgress())
    assert store.load("a").load == [0, 1, 2, 3]
    assert store.load("a").other_work == [0.4, 0.4]


def test_a_missing_package_is_told_before_anything_runs() -> None:
    lacking = Section("x", "x", "", lambda s: [], lambda f: [], needs=[("this", "no_such")])
    with pytest.raises(MissingExtra, match="no_such"):
        demand_packages([lacking])
    demand_packages([section("y")])
