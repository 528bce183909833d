"""Beyond the document: how long verifying a game takes, how that grows, and memory."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from gitopoly.evaluation.played import play_in
from gitopoly.evaluation.reports import drawing
from gitopoly.evaluation.reports.blocks import Block, DataTable, Headline, Picture, finding, method
from gitopoly.evaluation.reports.wording import (
    NOTHING,
    count,
    duration,
    figures,
    percent,
    ranged,
    size,
)
from gitopoly.evaluation.sections.growth import in_words
from gitopoly.evaluation.study import Row, Rows, Section, SectionResults, Settings, Task, Tick, now
from gitopoly.evaluation.verdicts import BEYOND, NOT_MEASURED
from gitopoly.measurements.spread import Estimate, slope
from gitopoly.posix import memory_in_use
from gitopoly.processes import processes
from gitopoly.proof.games.audit import audit, opened
from gitopoly.table.local_game import folder_name

MARKS = 40
"""How often an audit is looked at on its way."""


def tasks(settings: Settings) -> list[Task]:
    """A game that is audited, and processes that load a part of the program each."""
    turns = settings.pick(60, 600)
    loaded = [Task(f"memory, {name}", 4, measure_memory, (name,)) for name in LOADED]
    return [Task("audit", settings.pick(20, 150), measure, (turns, settings.seed)), *loaded]


def measure(tick: Tick, turns: int, seed: int) -> Rows:
    """Play a game on repositories, and audit one of them in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="gitopoly-") as where:
        folder = Path(where)
        played = play_in(folder, "random", 0, turns, seed)
        tick(0.7)
        repository = folder / "monopoly_0" / folder_name(0, 0)
        rows = _in_a_fresh_process(audited, str(repository), int(played["commits"] or 1))
    return {"audit": rows}


def audited(repository: str, entries: int) -> list[Row]:
    """Audit a repository; seconds and memory after every few entries."""
    rows: list[Row] = []
    every = max(1, entries // MARKS)
    started, used = now(), time.process_time()

    def note(checked: int) -> None:
        rows.append(
            {
                "entries": checked,
                "seconds": round(now() - started, 5),
                "processor_seconds": round(time.process_time() - used, 5),
                "memory": memory_in_use(),
            }
        )

    def progress(checked: int) -> None:
        if checked % every == 0:
            note(checked)

    note(0)
    with opened(repository) as found:
        report, _ = audit(found, progress)
        note(report.entries)
    rows[-1]["holds"] = report.holds
    return rows


def measure_memory(tick: Tick, name: str) -> Rows:
    """What a fresh process holds once it has loaded a part of the program."""
    held = _in_a_fresh_process(LOADED[name])
    return {"memory": [{"what": name, "bytes": held}]}


def a_client() -> int | None:
    """What a player's program needs: rules, ledger, transports."""
    from gitopoly.table import remote_game  # noqa: F401

    return memory_in_use()


def compiled_rules() -> int | None:
    """The compiled rules."""
    from gitopoly.bots.series import Series, choose_engine, play_chunk

    play_chunk(Series("classic", 4, check=False), choose_engine("auto", 100), 0, 1)
    return memory_in_use()


LOADED: dict[str, Callable[[], int | None]] = {
    "a client before its game": a_client,
    "the compiled rules": compiled_rules,
}


def _in_a_fresh_process(function: Callable[..., Any], *arguments: Any) -> Any:
    with processes(1) as pool:
        return pool.submit(function, *arguments).result()


# What it shows.


def _points(found: SectionResults) -> list[tuple[float, float]]:
    """Entries, and the processor time of one entry around there."""
    rows = found.table("audit")
    points = []
    for before, after in pairwise(rows):
        step = float(after["entries"] or 0) - float(before["entries"] or 0)
        if step > 0:
            spent = float(after["processor_seconds"] or 0) - float(before["processor_seconds"] or 0)
            points.append((float(after["entries"] or 0) - step / 2, spent / step))
    return points[1:]  # the first part includes opening the repository


def growth(found: SectionResults) -> Estimate | None:
    """By which part of itself the cost of checking an entry grows in a thousand entries."""
    points = _points(found)
    if not points:
        return None
    middle = sorted(cost for _, cost in points)[len(points) // 2]
    trend = slope([(place, cost / middle) for place, cost in points])
    return trend.scaled(1000) if trend else None


def tell(found: SectionResults) -> Sequence[Block]:
    """Time and memory of an audit against the entries checked, and of other processes."""
    blocks: list[Block] = [
        method(
            "A game of `formal` with three seats is played on repositories, and one of them is "
            "audited as `gitopoly verify` does it, in a fresh process: every signature, every "
            "place in the log, every rule, every draw, every invariant, and that each entry's "
            "state is what it brings about. On the way the time and the memory in use are noted. "
            "Memory is what the system says that the process holds, and includes Python."
        )
    ]
    rows = found.table("audit")
    if rows:
        caption = "An audit on its way: seconds (left) and memory (right) against entries checked."
        blocks.append(Picture("verifying", caption, lambda: _draw(found)))
    blocks.append(_table(found))
    if rows:
        blocks.append(finding(_seen(found)))
    return blocks


def _draw(found: SectionResults) -> Any:
    figure = drawing.new_figure(height=3.0)
    axes = figure.axes[0]
    rows = found.table("audit")
    entries = [float(row["entries"] or 0) for row in rows]
    axes.plot(entries, [float(row["seconds"] or 0) for row in rows], color=drawing.SERIES[0])
    axes.set_xlabel("entries checked")
    axes.set_ylabel("seconds", color=drawing.SERIES[0])
    axes.set_ylim(bottom=0)
    drawing.thousands(axes, "x")
    held = [float(row["memory"] or 0) / 1e6 for row in rows]
    if any(held):
        other = axes.twinx()
        other.patch.set_alpha(0)
        other.spines[["top"]].set_visible(False)
        other.spines[["left", "right", "bottom"]].set_color(drawing.MUTED)
        other.tick_params(colors=drawing.MUTED, labelcolor=drawing.INK)
        other.plot(entries, held, color=drawing.SERIES[1], linestyle="--")
        other.set_ylabel("memory in MB", color=drawing.SERIES[1])
        other.set_ylim(bottom=0)
    return figure


def per_entry(found: SectionResults) -> float | None:
    """Bytes that each entry adds to a process that holds the game."""
    rows = [row for row in found.table("audit") if row["memory"]]
    if len(rows) < 6:
        return None
    # The first part also loads what is loaded only once.
    first, last = rows[len(rows) // 3], rows[-1]
    entries = float(last["entries"] or 0) - float(first["entries"] or 0)
    return (float(last["memory"] or 0) - float(first["memory"] or 0)) / max(1.0, entries)


def _table(found: SectionResults) -> DataTable:
    rows = []
    audit_rows = found.table("audit")
    if audit_rows:
        last = audit_rows[-1]
        seconds, entries = float(last["seconds"] or 0), int(last["entries"] or 0)
        rows.append([f"verifying {count(entries)} entries", duration(seconds)])
        rows.append(["entries a second", count(entries / max(seconds, 1e-9))])
        if last["memory"]:
            rows.append(["memory when all are checked", size(float(last["memory"]))])
        each = per_entry(found)
        rows.append(["memory that an entry adds", size(max(0.0, each)) if each else NOTHING])
    else:
        rows.append(["verifying a game", NOTHING])
    for row in found.table("memory"):
        held = row["bytes"]
        rows.append([f"memory, {row['what']}", size(held) if isinstance(held, int) else NOTHING])
    other = found.others.get("exploring")
    for row in other.table("ends") if other else []:
        if isinstance(row["bytes_per_state"], float):
            rows.append(
                ["memory of a state in the native checker", f"{row['bytes_per_state']:.1f} bytes"]
            )
    return DataTable("Verification and memory", ["", "here"], rows, "Neither was published.")


def _seen(found: SectionResults) -> str:
    last = found.table("audit")[-1]
    trend = growth(found)
    holds = "every entry holds" if last.get("holds") else "something does not hold"
    text = (
        f"All {count(int(last['entries'] or 0))} entries are verified in "
        f"{duration(float(last['seconds'] or 0))}, and {holds}. "
    )
    if trend:
        text += (
            f"The processor time of an entry changes by {ranged(trend, percent)} in a thousand "
            f"entries: {in_words(trend, found.idle)}. "
        )
    each = per_entry(found)
    if each and each > 0:
        text += (
            f"Each entry adds {figures(each / 1000)} KB to a process that holds the game; 3,000 of "
            f"them would add {size(3000 * each)}."
        )
    return text


def headlines(found: SectionResults) -> Sequence[Headline]:
    """The speed of an audit and the memory at its end."""
    rows = found.table("audit")
    if not rows:
        return [Headline("verifying a game", NOTHING, NOTHING, NOT_MEASURED)]
    last = rows[-1]
    rate = int(last["entries"] or 0) / max(1e-9, float(last["seconds"] or 0))
    lines = [Headline("verifying a game", NOTHING, f"{count(rate)} entries/s", BEYOND)]
    if last["memory"]:
        what = f"memory with {count(int(last['entries'] or 0))} entries"
        lines.append(Headline(what, NOTHING, size(float(last["memory"])), BEYOND))
    return lines


def faults(found: SectionResults) -> Sequence[str]:
    """An audit that found something."""
    rows = found.table("audit")
    return ["the audited game does not hold"] if rows and rows[-1].get("holds") is False else []


SECTION = Section(
    name="verifying",
    title="Verification and memory",
    replaces="",
    tasks=tasks,
    tell=tell,
    headlines=headlines,
    faults=faults,
    needs=(("the compiled rules", "wasmtime"),),
)
