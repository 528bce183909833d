"""``gitopoly evaluate``: repeat the evaluation of the source document with one command."""

from __future__ import annotations

import datetime
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.extras import demand
from gitopoly.cli.terminal import Terminal
from gitopoly.evaluation.reports import report
from gitopoly.evaluation.reports.wording import duration
from gitopoly.evaluation.running import demand_packages, run_sections
from gitopoly.evaluation.sections.order import SECTIONS, choose
from gitopoly.evaluation.study import (
    Section,
    SectionResults,
    Settings,
    StudyProgress,
    StudyStore,
    Task,
)
from gitopoly.measurements import machine

DOES_NOT_HOLD = 1
GAMES = 50
"""The document's number of games."""


@click.command(
    cls=ShowsExamples,
    examples=[
        ("All of it on small samples, in a few minutes", "gitopoly evaluate --quick --out study"),
        ("With the document's sample sizes; takes hours", "gitopoly evaluate --out study"),
        ("Resume after an interruption", "gitopoly evaluate --out study --resume"),
        ("Only some sections", "gitopoly evaluate --quick --only acting --only lengths"),
        ("For a script", "gitopoly evaluate --quick --out study --json"),
    ],
)
@click.option(
    "--games",
    type=click.IntRange(1, 10_000),
    metavar="N",
    default=GAMES,
    show_default=True,
    help="Games per policy; other sample sizes follow from it.",
)
@click.option("--quick", is_flag=True, help="Small samples; at most 3 minutes of processor time.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    default=Path("evaluation"),
    show_default=True,
    help="Folder for the report, the figures and the raw data.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**32 - 1),
    metavar="N",
    default=0,
    show_default=True,
    help="The same seed gives the same games.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="SECTION",
    help=f"Measure only this: {', '.join(section.name for section in SECTIONS)}. Can be repeated.",
)
@click.option("--resume", is_flag=True, help="Resume the study in DIR.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def evaluate(
    games: int,
    quick: bool,
    out: Path,
    seed: int,
    only: tuple[str, ...],
    resume: bool,
    as_json: bool,
) -> None:
    """Repeat the published evaluation and write a report.

    Writes an HTML page, a Markdown copy, the figures as PNG and all raw data to
    DIR, with published and measured figures side by side. Measurements are
    saved as they are made; a section that fails is reported, and the others
    continue. Exit code 1 if a section failed or something does not hold.
    """
    sections = choose(only)
    demand_packages(sections)
    demand("drawing the figures", "matplotlib", "evaluate")
    store = StudyStore(out, Settings(quick, games, seed), resume=resume)
    if "machine" not in store.facts:
        begun = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
        store.note(machine=machine.describe(), begun=begun)
    started = time.perf_counter()
    try:
        with _Bar(sections, store, quiet=as_json) as watch:
            run_sections(store, sections, watch)
    except KeyboardInterrupt:
        click.echo(f"\nmeasurements so far are kept in {out}; continue with --resume", err=True)
        raise
    files = report.write(store)
    found = report.gather(store)
    problems = report.problems(found)
    seconds = time.perf_counter() - started
    if as_json:
        click.echo(json.dumps(_facts(store, found, files, problems, seconds), indent=2))
    else:
        _print(files, problems, seconds)
    if problems:
        raise click.exceptions.Exit(DOES_NOT_HOLD)


class _Bar(StudyProgress):
    """A progress bar for all tasks, weighted by their usual time."""

    def __init__(self, sections: Sequence[Section], store: StudyStore, quiet: bool) -> None:
        self.console = Console(stderr=True, highlight=False)
        self.quiet = quiet
        left = [
            task
            for section in sections
            if not (found := store.load(section.name)).complete
            for task in section.tasks(store.settings)
            if task.name not in found.done
        ]
        self.bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f} %"),
            TimeElapsedColumn(),
            TextColumn("{task.fields[left]}"),
            console=self.console,
            transient=True,
            disable=quiet or not self.console.is_terminal,
        )
        total = sum(task.seconds for task in left)
        self.task: TaskID = self.bar.add_task("measuring", total=total, left="")
        self.started = time.perf_counter()
        self.before = 0.0
        self.shares: dict[str, float] = {}

    def __enter__(self) -> _Bar:
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()

    def begin(self, section: Section, tasks: Sequence[Task]) -> None:
        """Name the section."""
        self.before += sum(self.shares.values())
        self.shares = {}
        self.bar.update(self.task, description=f"{section.name:<15}")

    def part(self, task: Task, share: float) -> None:
        """Advance, and estimate the time left."""
        self.shares[task.name] = task.seconds * share
        done = self.before + sum(self.shares.values())
        total = self.bar.tasks[self.task].total or 1.0
        spent = time.perf_counter() - self.started
        seconds = round(spent / done * (total - done)) if done > 5 else 0
        left = f"about {duration(seconds)} left" if seconds else ""
        self.bar.update(self.task, completed=done, left=left)

    def end(self, section: Section, found: SectionResults) -> None:
        """Report how a section ended."""
        if self.quiet:
            return
        took = duration(round(sum(found.done.values()), 1))
        if found.error:
            self.console.print(f"[red]failed[/]   {section.name}: {escape(found.error)}")
        else:
            self.console.print(f"[green]measured[/] {section.name} ({took})")


def _facts(
    store: StudyStore,
    found: dict[str, SectionResults],
    files: list[Path],
    problems: list[str],
    seconds: float,
) -> dict[str, Any]:
    """The whole study for a script."""
    return {
        "out": str(store.folder),
        "settings": store.facts["settings"],
        "machine": store.facts["machine"],
        "seconds": round(seconds, 1),
        "sections": {
            name: {
                "state": one.state,
                "error": one.error or None,
                "seconds": round(sum(one.done.values()), 2),
                "load": one.load,
            }
            for name, one in found.items()
        },
        "glance": [
            vars(line) for section in SECTIONS for line in section.headlines(found[section.name])
        ],
        "problems": problems,
        "files": [str(path) for path in files],
    }


def _print(files: list[Path], problems: list[str], seconds: float) -> None:
    terminal = Terminal()
    for problem in problems:
        terminal.print(f"[red]{escape(problem)}[/]")
    terminal.print(f"measured in {duration(seconds)}; the report: {escape(str(files[0]))}")
