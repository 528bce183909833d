"""How ``gitopoly check`` shows models: as a table, while running, and when done."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from gitopoly.cli.terminal import Terminal
from gitopoly.proof.checking import TLC, CheckedModel, Checker
from gitopoly.proof.counterexample import story_of
from gitopoly.proof.last_results import LastResult
from gitopoly.proof.manifest import Model
from gitopoly.proof.tlc import output
from gitopoly.proof.tlc.output import CheckResult

Known = Mapping[tuple[str, str], LastResult]

VERDICTS = {
    CheckResult.HOLDS: "holds",
    CheckResult.INVARIANT: "breaks",
    CheckResult.STEP: "forbidden step",
    CheckResult.LIVENESS: "liveness fails",
    CheckResult.DEADLOCK: "deadlock",
    CheckResult.NOTHING: "nothing checked",
    CheckResult.ERROR: "no result",
}


def verdict(result: CheckResult, violated: str | None) -> str:
    """A result in two or three words."""
    if result is CheckResult.STEP and violated:
        return f"step against {violated}"
    return f"{VERDICTS[result]} {violated}" if violated else VERDICTS[result]


def asked(invariants: int, properties: int) -> str:
    """The number of invariants and properties, in words.

    >>> asked(11, 1)
    '11 invariants, 1 property'
    """
    said = []
    if invariants or not properties:
        said.append(f"{invariants} invariant{'' if invariants == 1 else 's'}")
    if properties:
        said.append("1 property" if properties == 1 else f"{properties} properties")
    return ", ".join(said)


def listed(model: Model, engine: str, known: Known) -> dict[str, Any]:
    """A line of the table as data."""
    last = known.get((model.name, engine))
    return {
        "model": model.name,
        "about": model.about,
        "engine": engine,
        "quick": model.quick,
        "expected": _expected(model),
        "seen": vars(last) if last else None,
    }


def as_data(results: Sequence[CheckedModel], never: Sequence[str] = ()) -> dict[str, Any]:
    """What a check found, as data."""
    return {
        "as_expected": not never and all(result.as_expected for result in results),
        "never_taken": list(never),
        "models": [_as_data(result) for result in results],
    }


def _as_data(result: CheckedModel) -> dict[str, Any]:
    run = result.run
    return {
        "model": result.model.name,
        "engine": result.engine,
        "as_expected": result.as_expected,
        "differences": list(result.differences),
        "expected": _expected(result.model),
        "seen": {
            "result": run.result.value,
            "violates": run.violated,
            "invariants": run.invariants,
            "properties": run.properties,
            "generated": run.generated,
            "distinct": run.distinct,
            "depth": run.depth,
            "ended": run.ended,
            "stuck": run.stuck,
        },
        "odds_of_collision": run.odds,
        "bytes_per_state": run.bytes_per_state,
        "branches": [
            {"action": action, "branch": branch, "generated": c.generated, "distinct": c.distinct}
            for (action, branch), c in run.branches.items()
        ],
        "actions": {name: [c.generated, c.distinct] for name, c in run.actions.items()},
        "published": {name: list(counts) for name, counts in result.model.published.items()},
        "trace": [{"action": step.action, "state": step.state} for step in run.trace],
        "loop": run.loop,
        "story": story_of(run),
        "seconds": round(run.seconds, 2),
    }


def action_lines(result: CheckedModel) -> list[str]:
    """How often each action happened, next to the published figures if there are any."""
    model, found = result.model, result.run.actions
    names = [name for name in model.actions if name in found]
    if result.engine != TLC or not names:
        return []
    width = max(map(len, names))
    beside = f"   published: {'found':>9} {'distinct':>9}" if model.published else ""
    lines = [f"{'action':<{width}} {'found':>10} {'distinct':>9}{beside}"]
    for name in names:
        line = f"{name:<{width}} {found[name].generated:>10,} {found[name].distinct:>9,}"
        if name in model.published:
            generated, distinct = model.published[name]
            line += f"{'':14}{generated:>9,} {distinct:>9,}"
        lines.append(line)
    return lines


def _expected(model: Model) -> dict[str, Any]:
    return {
        "result": model.expect.value,
        "violates": model.violates,
        "invariants": model.invariants,
        "properties": model.properties,
        "generated": model.generated,
        "distinct": model.distinct,
        "depth": model.depth,
    }


class CheckProgress:
    """Shows models while they run: a progress bar on a terminal, and a line for each when done."""

    def __init__(
        self, checker: Checker, models: int, told: bool, coverage: bool, quiet: bool
    ) -> None:
        self.terminal = Terminal()
        self.coverage = coverage
        """Whether the branches of every action are shown."""
        self.told = told
        """Whether an expected counterexample is shown, too."""
        self.quiet = quiet
        self.started = time.perf_counter()
        self.bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed:.0f} of {task.total:.0f} models"),
            TimeElapsedColumn(),
            console=self.terminal,
            transient=True,
            disable=quiet or not self.terminal.is_terminal,
        )
        self.task: TaskID = self.bar.add_task("checking", total=models)
        checker.on_progress = self._on_progress

    def __enter__(self) -> CheckProgress:
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()

    def _on_progress(self, model: Model, now: output.Progress) -> None:
        news = f"{model.name}: depth {now.depth}, {now.distinct:,} states"
        self.bar.update(self.task, description=escape(news))

    def show(self, result: CheckedModel) -> None:
        """Report a finished model."""
        self.bar.advance(self.task)
        if self.quiet:
            return
        run, console = result.run, self.terminal
        mark = "[green]as expected[/]" if result.as_expected else "[red]differs    [/]"
        counts = f"{run.distinct:,} states of {run.generated:,}, depth {run.depth}"
        if result.model.simulation:
            counts = f"{run.generated:,} states in random behaviours"
        found = verdict(run.result, run.violated)
        questions = asked(run.invariants, run.properties)
        said = escape(f"{result.model.name}: {found}; {questions}; {counts}")
        how = [result.engine, f"{run.seconds:.1f} s", *_sureness(run)]
        console.print(f"{mark} {said} ({', '.join(how)})")
        for difference in result.differences:
            console.print(f"    [red]{escape(difference)}[/]")
        if self.told:
            for line in action_lines(result):
                console.print(f"    {escape(line)}")
        if run.trace and (self.told or not result.as_expected):
            for line in story_of(run):
                console.print(f"    {escape(line)}")
        if self.coverage:
            for line in _coverage_table(run):
                console.print(f"    {escape(line)}")

    def sum_up(self, results: Sequence[CheckedModel], never: Sequence[str] = ()) -> None:
        """Print the result of all models in a line, and the branches that no model takes."""
        for branch in never:
            self.terminal.print(f"[red]no model takes[/] {escape(branch)}")
        wrong = [result.model.name for result in results if not result.as_expected]
        total = f"{len(results)} model{'' if len(results) == 1 else 's'}"
        seconds = f"{time.perf_counter() - self.started:.0f} s"
        if wrong:
            self.terminal.print(
                f"[red]{len(wrong)} of {total} differ[/] ({seconds}): {escape(', '.join(wrong))}"
            )
        elif never:
            self.terminal.print(
                f"[red]{total}, but {len(never)} branches never taken[/] ({seconds})"
            )
        else:
            invariants = sum(result.run.invariants for result in results)
            properties = sum(result.run.properties for result in results)
            questions = asked(invariants, properties)
            self.terminal.print(f"[green]{total} as expected[/], {questions} ({seconds})")


def _sureness(run: output.CheckRun) -> list[str]:
    """The odds that two states were taken for one, and the memory per state."""
    said = []
    if run.odds is not None:
        said.append(f"odds of a collision {run.odds:.1g}" if run.odds else "no collisions")
    if run.bytes_per_state is not None:
        said.append(f"{run.bytes_per_state:.1f} bytes per state")
    return said


def _coverage_table(run: output.CheckRun) -> list[str]:
    """A line for each branch of each action: how often it was taken, and found a new state."""
    width = max((len(f"{a} {b}") for a, b in run.branches), default=0)
    return [
        f"{f'{action} {branch}':<{width}}  {count.generated:>13,} {count.distinct:>13,}"
        for (action, branch), count in run.branches.items()
    ]
