"""Whether the cost of an entry grows with the length of the game, which it must not."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import Any

from gitopoly.evaluation.reports import drawing
from gitopoly.evaluation.reports.blocks import Block, Picture, finding, method
from gitopoly.evaluation.reports.wording import count, listed, percent, ranged
from gitopoly.evaluation.seats import ThreeSeats, Write, kind_of
from gitopoly.evaluation.study import Row, Rows, SectionResults, Settings, Task, Tick
from gitopoly.evaluation.verdicts import judge
from gitopoly.measurements.spread import Estimate, block_medians, relative, slope
from gitopoly.peers import Move
from gitopoly.table.events import Event
from gitopoly.table.seat import Seat

POLICIES = ("random", "sensible")
"""The players of the evaluation."""
PER_THOUSAND = 1000.0
HARMLESS = 0.05
"""Growth per thousand entries that nobody would notice in a game."""
MEMORY = Path("/dev/shm")
QUICK_LENGTH, FULL_LENGTH = 1500, 8000
"""Entries of the game that is measured."""
ROUNDS = 4000
"""Iterations of the loop that every write is compared with."""


def tasks(settings: Settings) -> list[Task]:
    """A long game by each policy."""
    length = settings.pick(QUICK_LENGTH, FULL_LENGTH)
    return [
        Task(f"long game, {policy}", 0.008 * length, measure, (policy, length, settings.seed))
        for policy in POLICIES
    ]


def measure(tick: Tick, policy: str, length: int, seed: int) -> Rows:
    """Measure the processor time of one seat's writes, and of a small fixed loop before each."""
    rows: list[Row] = []

    def around(seat: Seat, write: Write, move: Move) -> Event:
        if seat.number != 0:
            return write(move)
        entry, usual = len(seat.game.log), _loop()
        started = time.thread_time()
        event = write(move)
        used = time.thread_time() - started
        rows.append(
            {
                "policy": policy,
                "entry": entry,
                "kind": kind_of(move),
                "processor_seconds": round(used, 7),
                "loop_seconds": round(usual, 7),
            }
        )
        return event

    with (
        tempfile.TemporaryDirectory(prefix="gitopoly-", dir=_without_a_disk()) as folder,
        ThreeSeats(Path(folder), around, durable=1) as seats,
    ):
        for _ in seats.rounds(policy, seed):
            tick(min(0.99, seats.entries / length))
            if seats.entries >= length:
                break
    return {"long": rows}


def _without_a_disk() -> Path | None:
    """A folder in memory, unaffected by what others write to disk; None if there is none."""
    usable = MEMORY.is_dir() and os.access(MEMORY, os.W_OK)
    return MEMORY if usable else None


def _loop() -> float:
    """Processor time of a fixed amount of work."""
    started, total = time.thread_time(), 0
    for number in range(ROUNDS):
        total += number * number % 7
    return time.thread_time() - started


# What it shows.


def growth(found: SectionResults, policy: str) -> Estimate | None:
    """Relative growth of an entry's processor time per thousand entries."""
    trend = slope(_medians(found, policy))
    return trend.scaled(PER_THOUSAND) if trend else None


def in_words(trend: Estimate, idle: bool) -> str:
    """Whether it grows noticeably, as far as that can be told."""
    return judge(trend, HARMLESS, "does not grow", "grows", idle=idle)


def trend_blocks(found: SectionResults) -> list[Block]:
    """A figure of the cost against the length of the game, and what follows from it."""
    how = method(
        "One long game for each policy shows whether an action becomes more expensive as the game "
        "goes on. For every write of one seat, as above but in a folder in memory where there is "
        "one, the processor time is recorded, and that of a small fixed loop: the work of a file "
        "system for a sync depends on what others write, and a busy machine makes everything "
        "slower. The cost of a write is relative to that of the loop, and to the median of its "
        "kind of entry. The slope is the median of all slopes between blocks of entries "
        "(Theil-Sen), with its 95 % interval. There is a verdict only if the machine was idle."
    )
    trends = {policy: growth(found, policy) for policy in POLICIES}
    known = {policy: trend for policy, trend in trends.items() if trend}
    if not known:
        return [how]
    longest = max(found.values("long", "entry"))
    sentences = [
        f"with policy `{policy}` the cost of an entry changes by {ranged(trend, percent)} per "
        "thousand entries"
        for policy, trend in known.items()
    ]
    text = (
        f"In games of up to {count(longest)} entries, {listed(sentences)}. {_verdict(found, known)}"
    )
    caption = (
        "Processor time of an entry over the length of the game: medians of blocks of "
        "neighbouring entries, each entry relative to the median of its kind."
    )
    picture = Picture("cost-against-length", caption, lambda: _draw(found))
    return [how, picture, finding(text)]


def _verdict(found: SectionResults, known: dict[str, Estimate]) -> str:
    words = {policy: in_words(trend, found.idle) for policy, trend in known.items()}
    grown = [f"`{policy}`" for policy, word in words.items() if word == "grows"]
    if grown:
        return f"For {listed(grown)} that is more than {percent(HARMLESS)}: it grows with the game."
    if set(words.values()) == {"does not grow"}:
        return (
            f"Growth of more than {percent(HARMLESS)} in a thousand entries is ruled out: the cost "
            "of an action does not depend on the length of the game."
        )
    if not found.idle:
        return "Other programs were running, so there is no verdict."
    return (
        f"Whether it grows by more than {percent(HARMLESS)} in a thousand entries cannot be told; "
        "longer games would narrow the interval."
    )


def _medians(found: SectionResults, policy: str) -> list[tuple[float, float]]:
    """The cost of entries in blocks, relative to their kind and to the loop."""
    rows = found.table("long", policy=policy)
    writes = [
        (str(row["kind"]), float(row["entry"] or 0), float(row["processor_seconds"] or 0))
        for row in rows
    ]
    loops = [("loop", float(r["entry"] or 0), float(r["loop_seconds"] or 0)) for r in rows]
    both = zip(block_medians(relative(writes)), block_medians(relative(loops)), strict=True)
    return [(place, cost / usual) for (place, cost), (_, usual) in both if usual > 0]


def _draw(found: SectionResults) -> Any:
    figure = drawing.new_figure(height=3.0)
    axes = figure.axes[0]
    for policy, colour in zip(POLICIES, drawing.SERIES, strict=False):
        medians = _medians(found, policy)
        if medians:
            axes.plot(*zip(*medians, strict=True), color=colour, marker=".", label=policy)
    axes.axhline(1, color=drawing.MUTED, linewidth=0.8)
    axes.set_xlabel("entries in the log")
    axes.set_ylabel("cost over the usual")
    axes.set_ylim(bottom=0)
    drawing.thousands(axes, "x")
    drawing.legend(axes, "lower right")
    return figure
