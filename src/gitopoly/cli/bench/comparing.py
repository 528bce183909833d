"""``gitopoly bench compare``: two commits, and which changes are larger than the noise."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gitopoly.cli.bench.running import default_history, history_option
from gitopoly.cli.examples import ShowsExamples

if TYPE_CHECKING:
    from gitopoly.measurements import BenchRun, Change

WORSE = 1
"""The exit code with --fail-if-worse."""


@click.command(
    cls=ShowsExamples,
    examples=[
        ("The last commit against the one before", "gitopoly bench compare HEAD~1 HEAD"),
        ("Uncommitted changes against the commit", "gitopoly bench compare 1f3c2aa 1f3c2aa+"),
        ("Two histories", "gitopoly bench compare before.jsonl after.jsonl"),
        ("In a script", "gitopoly bench compare A B --fail-if-worse --json"),
    ],
)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@history_option
@click.option(
    "--at-least",
    type=click.FloatRange(min=0),
    default=5.0,
    show_default=True,
    metavar="PERCENT",
    help="Always treat smaller changes as noise.",
)
@click.option("--all", "show_all", is_flag=True, help="Also show figures within the noise.")
@click.option("--fail-if-worse", is_flag=True, help="Exit with code 1 if a figure is worse.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def compare(
    a: str,
    b: str,
    history: Path | None,
    at_least: float,
    show_all: bool,
    fail_if_worse: bool,
    as_json: bool,
) -> None:
    """Say which changes are larger than the noise.

    A and B are commits in the history, by abbreviated id or any name Git knows,
    or history files, of which the newest commit is used. All runs of a commit
    count together. Each side needs two runs, to show how much runs of one
    commit differ: measure A, B, A and B.
    """
    from gitopoly.errors import InvalidMeasurement
    from gitopoly.measurements import Verdict, compare as compared

    sides = [_side(name, history or default_history()) for name in (a, b)]
    changes = compared(sides[0], sides[1], at_least / 100)
    alone = {Verdict.ONLY_A, Verdict.ONLY_B}
    if all(change.verdict in alone for change in changes):
        raise InvalidMeasurement(
            f"{a} and {b} have no figure in common; run the same parts of the bench for both"
        )
    if fail_if_worse and all(c.verdict in {*alone, Verdict.TOO_FEW} for c in changes):
        raise InvalidMeasurement(
            "no figure has enough samples to tell whether it is worse; measure both again in turn"
        )
    if as_json:
        click.echo(json.dumps([asdict(change) for change in changes], indent=2))
    else:
        for line in _report(sides[0], sides[1], changes, show_all):
            click.echo(line)
    if fail_if_worse and any(change.verdict is Verdict.WORSE for change in changes):
        raise click.exceptions.Exit(WORSE)


def _side(name: str, history: Path) -> list[BenchRun]:
    """The runs of one side: those of a file's newest commit, or of the named commit."""
    from gitopoly.errors import InvalidMeasurement
    from gitopoly.measurements import of_commit, read

    if Path(name).is_file():
        runs = read(Path(name))
        return of_commit(runs, runs[-1].commit + ("+" if runs[-1].changed else ""))
    runs = read(history)
    try:
        return of_commit(runs, name)
    except InvalidMeasurement:
        known = _as_git_knows(name)
        if known is None:
            raise
    return of_commit(runs, known)


def _as_git_knows(name: str) -> str | None:
    """The full id of a commit such as HEAD~1, None if there is none."""
    wanted = f"{name.removesuffix('+')}^{{commit}}"
    command = ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", wanted]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    found = done.stdout.strip()
    return found + ("+" if name.endswith("+") else "") if found else None


def _report(
    a: Sequence[BenchRun], b: Sequence[BenchRun], changes: Sequence[Change], show_all: bool
) -> Iterator[str]:
    from gitopoly.measurements import Verdict

    yield f"A {_told(a)}"
    yield f"B {_told(b)}"
    if a[-1].machine != b[-1].machine:
        yield "the machines differ, so any difference may be due to them"
    yield ""
    counts = dict.fromkeys(Verdict, 0)
    for change in changes:
        counts[change.verdict] += 1
    quiet = () if show_all else (Verdict.NOISE, Verdict.TOO_FEW, Verdict.ONLY_A, Verdict.ONLY_B)
    rows = [change for change in changes if change.verdict not in quiet]
    if rows:
        yield f"{'figure':<52} {'A':>11} {'B':>11} {'':<11} {'change':>8} {'chance':>7}  verdict"
        yield from map(_row, rows)
        yield ""
    yield ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count)
    if counts[Verdict.UNSURE]:
        yield "not sure: two runs of one commit may differ as much; measure both again in turn"
    from gitopoly.measurements.comparison import ALPHA

    tested = sum(change.chance is not None for change in changes)
    yield f"chance alone may make {ALPHA * tested:.1f} of {tested} figures look changed"


def _told(runs: Sequence[BenchRun]) -> str:
    loads = [f.load for run in runs for f in run.figures if f.load is not None]
    load = f", load {min(loads):.1f} to {max(loads):.1f}" if loads else ""
    number = "1 run" if len(runs) == 1 else f"{len(runs)} runs"
    return f"{runs[-1].label}: {number}, the last at {runs[-1].date}{load}; {runs[-1].machine}"


def _row(change: Change) -> str:
    from gitopoly.measurements.figures import shown

    before = "" if change.before is None else shown(change.before)
    after = "" if change.after is None else shown(change.after)
    part = "" if change.change is None else f"{change.change:+.1%}"
    chance = "" if change.chance is None else f"{change.chance:.4f}".replace("0.0000", "<0.0001")
    name = f"{change.part}: {change.name}"
    return (
        f"{name:<52} {before:>11} {after:>11} {change.unit:<11} {part:>8} {chance:>7}  "
        f"{change.verdict}"
    )
