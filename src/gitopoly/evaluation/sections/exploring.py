"""Table 5.7: exploring the published game of three players, as far as time and memory go."""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gitopoly.evaluation import published
from gitopoly.evaluation.models import NEEDS_TLC, progress_row
from gitopoly.evaluation.reports import drawing
from gitopoly.evaluation.reports.blocks import Block, DataTable, Headline, Picture, finding, method
from gitopoly.evaluation.reports.wording import NOTHING, clock, count, duration, figures
from gitopoly.evaluation.study import Row, Rows, Section, SectionResults, Settings, Task, Tick, now
from gitopoly.evaluation.verdicts import NOT_MEASURED, OTHER_MACHINE
from gitopoly.measurements import machine
from gitopoly.proof.checking import NATIVE, TLC
from gitopoly.proof.explorer import run
from gitopoly.proof.explorer.promises import OF_THE_RULES
from gitopoly.proof.specs.model_config import ExplorationSettings, Search
from gitopoly.proof.suite import load_suite
from gitopoly.proof.tlc import tlc
from gitopoly.proof.tlc.output import CheckResult, CheckRun, Progress
from gitopoly.rules import Rules

THREE = "formal-small"
PLAYERS = 3
UNBOUNDED = 10**9


def tasks(settings: Settings) -> list[Task]:
    """The native engine for some time; in a full study TLC for some minutes as well."""
    seconds = settings.pick(3.0, 600.0)
    found = [Task("three players, native", seconds + 5, explore, (seconds, _memory(settings)))]
    if not settings.quick:
        found.append(Task("three players, TLC", 190, explore_with_tlc, (185.0,)))
    return found


def _memory(settings: Settings) -> int:
    """Half of the machine's memory, or less for a quick study."""
    return int(settings.pick(2 << 30, (machine.memory_size() or 4 << 30) // 2))


def explore(tick: Tick, seconds: float, memory: int) -> Rows:
    """Explore level by level until the time or the memory is used up."""
    small = Search(Rules.of(THREE, PLAYERS), 3, asked=OF_THE_RULES)
    run.explore(small)  # builds the program, if needed
    stop = threading.Event()
    timer = threading.Timer(seconds, stop.set)
    rows: list[Row] = []
    started = now()

    def on_progress(current: Progress) -> None:
        rows.append(progress_row(NATIVE, now() - started, current))
        tick(min(0.99, (now() - started) / seconds))

    search = Search(Rules.of(THREE, PLAYERS), None, asked=OF_THE_RULES)
    timer.start()
    done = run.explore(search, ExplorationSettings(memory=memory, pause=stop), on_progress)
    timer.cancel()
    return {"progress": rows, "ends": [_end(NATIVE, done)]}


def _end(engine: str, run: CheckRun) -> Row:
    stopped = run.result is CheckResult.ERROR
    return {
        "engine": engine,
        "result": "not finished" if stopped else run.result.value,
        "violates": run.violated or "",
        "message": run.message,
        "found": run.generated,
        "distinct": run.distinct,
        "depth": run.depth,
        "bytes_per_state": run.bytes_per_state,
        "seconds": round(run.seconds, 3),
    }


def explore_with_tlc(tick: Tick, seconds: float) -> Rows:
    """Let TLC begin the same exploration, on all cores, and end it after some time."""
    suite = load_suite()
    model = suite["MCMonopolyDeep"]
    rows: list[Row] = []
    started = now()

    def on_progress(current: Progress) -> None:
        rows.append(progress_row(TLC, now() - started, current))
        tick(min(0.99, (now() - started) / seconds))

    def on_start(process: tlc.Process) -> None:
        timer = threading.Timer(seconds, process.kill)
        timer.daemon = True
        timer.start()

    with tempfile.TemporaryDirectory(prefix="gitopoly-") as folder:
        config = Path(folder) / "MCMonopolyDeep.cfg"
        config.write_text(three_players(suite.config(model).read_text("utf-8")), "utf-8")
        tlc.run(
            suite.module(model),
            config,
            workers=os.cpu_count() or 1,
            heap="4g",
            on_progress=on_progress,
            on_start=on_start,
        )
    return {"progress": rows}


def three_players(config: str) -> str:
    """A model's configuration with three players and no bound."""
    lines = []
    for line in config.splitlines():
        name, _, _ = line.strip().partition(" = ")
        if name == "NumPlayers":
            line = f"    NumPlayers = {PLAYERS}"
        if name == "MaxDepth":
            line = f"    MaxDepth = {UNBOUNDED}"
        if not line.startswith("CONSTRAINT"):
            lines.append(line)
    return "\n".join([*lines, ""])


# What it shows.


def tell(found: SectionResults) -> Sequence[Block]:
    """The published last minutes, how far this run came, and the engines side by side."""
    blocks: list[Block] = [
        method(
            "The run of section 5.1.1.3 let TLC explore appendix A's board with three players for "
            "more than 13 hours and was then stopped. Here the native engine explores the same "
            "board, constants and number of players, breadth first on all cores and from the "
            "rules themselves, checking all their invariants in every state, "
            "until its time or memory is used up. The published module has defects that are "
            "fixed here, so equal counts cannot be expected. A full study also lets TLC "
            "begin the same exploration here."
        )
    ]
    rows = [
        [
            "TLC, published",
            row.time,
            *map(count, (row.diameter, row.found, row.distinct, row.queue)),
        ]
        for row in published.progress("Monopoly")
    ]
    for engine, name in ((NATIVE, "native, here"), (TLC, "TLC, here")):
        for row in found.table("progress", model=engine)[-3:][::-1]:
            numbers = [int(row[n] or 0) for n in ("depth", "found", "distinct", "queue")]
            rows.append([name, clock(float(row["seconds"] or 0)), *map(count, numbers)])
    if not found.table("progress", model=NATIVE):
        rows.append(["native, here", *[NOTHING] * 5])
    heads = ["engine", "time", "diameter", "states found", "distinct", "queue"]
    blocks.append(DataTable("Monopoly with three players (table 5.7)", heads, rows))
    if found.table("progress"):
        caption = (
            "Distinct states over time, both axes logarithmic; only the last seven minutes of the "
            "published run are known."
        )
        blocks.append(Picture("table-5-7-states", caption, lambda: _draw(found)))
        blocks.append(finding(_seen(found)))
    return blocks


def _draw(found: SectionResults) -> Any:
    figure = drawing.new_figure(height=3.4)
    axes = figure.axes[0]
    for engine, name, colour in (
        (NATIVE, "native, here", drawing.SERIES[0]),
        (TLC, "TLC, here", drawing.SERIES[1]),
    ):
        points = [
            (float(row["seconds"] or 0), float(row["distinct"] or 0))
            for row in found.table("progress", model=engine)
            if row["seconds"]
        ]
        if points:
            axes.plot(*zip(*points, strict=True), color=colour, marker=".", label=name)
    old = published.progress("Monopoly")
    axes.plot(
        [row.seconds for row in old],
        [row.distinct for row in old],
        color=drawing.PUBLISHED,
        marker="s",
        markersize=4,
        label="TLC, published",
    )
    axes.set_xlabel("seconds")
    axes.set_ylabel("distinct states")
    drawing.plain_logarithm(axes, "x")
    drawing.plain_logarithm(axes, "y")
    drawing.legend(axes, "upper left")
    return figure


def _seen(found: SectionResults) -> str:
    old = published.progress("Monopoly")[0]
    ends = found.table("ends", engine=NATIVE)
    last = found.table("progress", model=NATIVE)
    if not last or not ends:
        return "The native engine did not finish a level in its time."
    rate = float(last[-1]["distinct"] or 0) / max(0.01, float(last[-1]["seconds"] or 0))
    before = old.distinct / old.seconds
    verdict = (
        "no invariant is violated" if not ends[0]["violates"] else f"{ends[0]['violates']} fails"
    )
    per_state = ends[0]["bytes_per_state"]
    text = (
        f"In {duration(float(last[-1]['seconds'] or 0))} the native engine finds "
        f"{count(int(last[-1]['distinct'] or 0))} distinct states to depth {last[-1]['depth']}, "
        f"{count(rate)} a second, and {verdict}. The published run found {count(before)} a second "
        "on average on another machine; the section on both engines compares them on this one. It "
        f"went to depth {old.diameter} and {count(old.distinct)} states in its 13 hours; at the "
        f"measured pace that many states would take {duration(old.distinct / rate)}"
    )
    if isinstance(per_state, float):
        text += (
            f", and at {figures(per_state)} bytes a state {old.distinct * per_state / 1e9:.0f} GB"
        )
    return text + (
        ". Neither run is a proof for this board: both were stopped. Complete proofs exist for "
        "smaller boards, see `gitopoly check --list`."
    )


def headlines(found: SectionResults) -> Sequence[Headline]:
    """The pace of exploration."""
    old = published.progress("Monopoly")[0]
    what, before = "exploring Monopoly, 3 players", f"{count(old.distinct / old.seconds)} states/s"
    last = found.table("progress", model=NATIVE)
    if not last:
        return [Headline(what, before, NOTHING, NOT_MEASURED)]
    rate = float(last[-1]["distinct"] or 0) / max(0.01, float(last[-1]["seconds"] or 0))
    return [Headline(what, before, f"{count(rate)} states/s", OTHER_MACHINE)]


def faults(found: SectionResults) -> Sequence[str]:
    """Invariants that fail."""
    broken = [str(row["violates"]) for row in found.table("ends") if row["violates"]]
    return [f"three players: {name} fails" for name in broken]


SECTION = Section(
    name="exploring",
    title="Exploring Monopoly",
    replaces="section 5.1.1.3, table 5.7",
    tasks=tasks,
    tell=tell,
    headlines=headlines,
    faults=faults,
    needs=(("the native checker", "wasmtime"), *NEEDS_TLC),
)
