"""Runs the tasks of a study, one after the other or in parallel."""

from __future__ import annotations

import importlib.util
import os
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from functools import partial

from gitopoly.errors import GitopolyError, MissingExtra
from gitopoly.evaluation.study import (
    Rows,
    Section,
    SectionResults,
    StudyProgress,
    StudyStore,
    Task,
    Tick,
)
from gitopoly.measurements.machine import WorkSample, other_work, work_so_far
from gitopoly.measurements.turns import TimedRun, timed
from gitopoly.processes import processes


def demand_packages(sections: Sequence[Section]) -> None:
    """Refuse to start if something that a section needs is not installed."""
    for section in sections:
        for purpose, package in section.needs:
            if importlib.util.find_spec(package) is None:
                raise MissingExtra(purpose, package, "evaluate")


def run_sections(
    store: StudyStore, sections: Sequence[Section], watch: StudyProgress, jobs: int | None = None
) -> None:
    """Run the remaining sections; a failure is recorded, and the others continue."""
    for section in sections:
        found = store.load(section.name)
        if found.complete:
            continue
        found.error = ""
        _run_section(store, section, found, watch, jobs or os.cpu_count() or 1)


def _run_section(
    store: StudyStore, section: Section, found: SectionResults, watch: StudyProgress, jobs: int
) -> None:
    before = work_so_far()
    try:
        tasks = [task for task in section.tasks(store.settings) if task.name not in found.done]
        watch.begin(section, tasks)
        for task, rows, seconds in _run_tasks(section, tasks, watch, jobs):
            found.add(task.name, rows, seconds)
            store.save(section.name, found)
        found.complete = True
    except Exception as error:  # noqa: BLE001  # whatever it is, the other sections continue
        found.error = _in_a_line(error)
    finally:
        _note(found, before, work_so_far())
        store.save(section.name, found)
    watch.end(section, found)


def _run_tasks(
    section: Section, tasks: Sequence[Task], watch: StudyProgress, jobs: int
) -> Iterator[tuple[Task, Rows, float]]:
    if not section.side_by_side or jobs == 1 or len(tasks) < 2:
        for task in tasks:
            took = _timed(task, partial(watch.part, task))
            yield task, took.made, took.seconds
            watch.part(task, 1.0)
        return
    with processes(min(jobs, len(tasks))) as pool:
        waiting = {pool.submit(_timed, task): task for task in tasks}
        for done in as_completed(waiting):
            took = done.result()
            yield waiting[done], took.made, took.seconds
            watch.part(waiting[done], 1.0)


def _unwatched(share: float) -> None:
    """Nobody watches a task in another process."""


def _timed(task: Task, tick: Tick = _unwatched) -> TimedRun:
    return timed(lambda: task.run(tick, *task.arguments))


def _note(found: SectionResults, before: WorkSample, after: WorkSample) -> None:
    """Record how busy the machine was."""
    loads = (before.load, after.load)
    found.load += [round(load, 2) for load in loads if load is not None]
    others = other_work(before, after)
    if others is not None:
        found.other_work.append(round(others, 3))


def _in_a_line(error: Exception) -> str:
    """What went wrong and, if it is a bug in Gitopoly, where."""
    said = " ".join(str(error).split()) or type(error).__name__
    if isinstance(error, GitopolyError):
        return said
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {said} ({os.path.basename(place.filename)}:{place.lineno})"
