"""A study: sections with tasks, their results, and the folder that holds it all.

The result of a task is on disk before the next one begins, so an interrupted study resumes
where it stopped, and a failing section does not affect the others.
"""

from __future__ import annotations

import csv
import io
import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from gitopoly.errors import InvalidMeasurement
from gitopoly.evaluation.reports.blocks import Block, Headline
from gitopoly.measurements.machine import BUSY

FORMAT = 2
DATA = "data"
STUDY = "study.json"
KEPT = ("done", "error", "load", "other_work", "complete")
"""What is stored about a section besides its rows."""

Cell = str | int | float | bool | None
Row = dict[str, Cell]
Rows = dict[str, list[Row]]
"""Rows by the name of their table."""
Tick = Callable[[float], None]
"""Called by a task with the share that is done, from 0 to 1."""


@dataclass(frozen=True)
class Settings:
    """What figures depend on, besides the machine."""

    quick: bool = False
    games: int = 50
    """Games of each policy on repositories; other numbers of games follow from it."""
    seed: int = 0

    def pick(self, quick: Any, full: Any) -> Any:
        """One of two values, depending on how thorough the study is."""
        return quick if self.quick else full


@dataclass(frozen=True)
class Task:
    """A unit of work that is done completely or not at all."""

    name: str
    seconds: float
    """About how long it takes, for the progress bar."""
    run: Callable[..., Rows]
    """Called with a `Tick` and the arguments; a function of a module, for other processes."""
    arguments: tuple[Any, ...] = ()


@dataclass
class SectionResults:
    """The results of a section so far."""

    settings: Settings
    rows: Rows = field(default_factory=dict)
    done: dict[str, float] = field(default_factory=dict)
    """Tasks that are done, and how long each took."""
    error: str = ""
    """Why the section failed, if it did."""
    load: list[float] = field(default_factory=list)
    """Load of the machine before and after."""
    other_work: list[float] = field(default_factory=list)
    """Cores that other programs kept busy during each measurement."""
    complete: bool = False
    others: Mapping[str, SectionResults] = field(default_factory=dict)
    """The results of the other sections, for sentences that need both."""

    def table(self, name: str, **wanted: Cell) -> list[Row]:
        """The rows of a table that have these values."""
        return [
            row
            for row in self.rows.get(name, [])
            if all(row.get(column) == value for column, value in wanted.items())
        ]

    def values(self, table: str, column: str, **wanted: Cell) -> list[float]:
        """The numbers of one column."""
        found = [row.get(column) for row in self.table(table, **wanted)]
        return [float(value) for value in found if isinstance(value, int | float)]

    @property
    def idle(self) -> bool:
        """Whether the machine is known to have been almost idle otherwise."""
        return bool(self.other_work) and max(self.other_work) <= BUSY

    @property
    def state(self) -> str:
        """How far the section has got, in a word."""
        if self.error:
            return "failed"
        if self.complete:
            return "complete"
        return "interrupted" if self.done else "not run"

    def add(self, task: str, rows: Rows, seconds: float) -> None:
        """Store the result of a task."""
        for table, found in rows.items():
            self.rows.setdefault(table, []).extend(found)
        self.done[task] = round(seconds, 3)


@dataclass(frozen=True)
class Section:
    """One question of the evaluation."""

    name: str
    title: str
    replaces: str
    """What it repeats from the source document, such as `figure 5.1`; empty if it is new."""
    tasks: Callable[[Settings], Sequence[Task]]
    tell: Callable[[SectionResults], Sequence[Block]]
    """Works with any subset of the rows, even none."""
    headlines: Callable[[SectionResults], Sequence[Headline]] = lambda found: ()
    faults: Callable[[SectionResults], Sequence[str]] = lambda found: ()
    """What was checked and does not hold."""
    side_by_side: bool = False
    """Whether its tasks may run at the same time, because none of them is timed."""
    needs: Sequence[tuple[str, str]] = ()
    """What it requires: purposes, and the package that each needs."""


class StudyStore:
    """The folder of a study."""

    def __init__(self, folder: Path, settings: Settings, *, resume: bool) -> None:
        self.folder = folder
        self.settings = settings
        self.facts: dict[str, Any] = {"format": FORMAT, "settings": asdict(settings)}
        before = self._read(folder / STUDY)
        if before is not None and not resume:
            raise InvalidMeasurement(
                f"{folder} already holds an evaluation; continue it with --resume, or choose "
                "another folder with --out"
            )
        if before is not None and before.get("format") != FORMAT:
            raise InvalidMeasurement(
                f"{folder} was written by another version; choose another --out"
            )
        if before is not None and before.get("settings") != self.facts["settings"]:
            said = ", ".join(f"{name} {value}" for name, value in before["settings"].items())
            raise InvalidMeasurement(
                f"{folder} was started with {said}; use the same with --resume"
            )
        self.facts = before or self.facts
        try:
            (folder / DATA).mkdir(parents=True, exist_ok=True)
            self.note()
        except OSError as error:
            raise InvalidMeasurement(
                f"cannot write to {folder}: {error.strerror}; choose another --out"
            ) from None

    def note(self, **facts: Any) -> None:
        """Record something about the whole study."""
        self.facts |= facts
        _replace(self.folder / STUDY, json.dumps(self.facts, indent=1))

    def load(self, section: str) -> SectionResults:
        """What is stored for a section."""
        before = self._read(self.folder / DATA / f"{section}.json")
        found = SectionResults(self.settings)
        if before is not None:
            for name in ("rows", *KEPT):
                setattr(found, name, before[name])
        return found

    def save(self, section: str, found: SectionResults) -> None:
        """Save the results of a section: as JSON to resume from, and as CSV to work with."""
        kept = {name: getattr(found, name) for name in KEPT}
        place = self.folder / DATA
        _replace(place / f"{section}.json", json.dumps({**kept, "rows": found.rows}))
        for table, rows in found.rows.items():
            _replace(place / f"{section}-{table}.csv", as_csv(rows))

    def _read(self, path: Path) -> dict[str, Any] | None:
        if not path.is_file():
            return None
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise InvalidMeasurement(f"cannot read {path}: {error}; choose another --out") from None
        if not isinstance(found, dict):
            raise InvalidMeasurement(f"{path} does not hold an evaluation; choose another --out")
        return found


def as_csv(rows: Sequence[Row]) -> str:
    """Rows as comma-separated values, with a header."""
    columns = list(dict.fromkeys(column for row in rows for column in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _replace(path: Path, text: str) -> None:
    """Write a file atomically."""
    nearby = path.with_name(f"{path.name}.{os.getpid()}")
    nearby.write_text(text, encoding="utf-8")
    nearby.replace(path)


class StudyProgress:
    """Receives the progress of a study; this one ignores it."""

    def begin(self, section: Section, tasks: Sequence[Task]) -> None:
        """A section begins, with these tasks left."""

    def part(self, task: Task, share: float) -> None:
        """This much of a task is done."""

    def end(self, section: Section, found: SectionResults) -> None:
        """A section has ended."""


def now() -> float:
    """Seconds of a monotonic clock."""
    return time.perf_counter()
