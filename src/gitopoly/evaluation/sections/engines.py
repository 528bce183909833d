"""Beyond the document: the native checker against TLC, on one model and in one run."""

from __future__ import annotations

import os
from collections.abc import Sequence
from statistics import median

from gitopoly.evaluation.models import NEEDS_TLC
from gitopoly.evaluation.reports.blocks import Block, DataTable, Headline, finding, method
from gitopoly.evaluation.reports.wording import NOTHING, count, duration, ranged, times
from gitopoly.evaluation.study import Row, Rows, Section, SectionResults, Settings, Task, Tick
from gitopoly.evaluation.verdicts import LEAST, NOT_MEASURED, judge
from gitopoly.measurements.spread import Estimate, quantile_estimate, ratio
from gitopoly.measurements.turns import TimedRun, timed
from gitopoly.proof.checking import NATIVE, TLC
from gitopoly.proof.explorer.run import explore
from gitopoly.proof.specs.model_config import native_search
from gitopoly.proof.suite import load_suite
from gitopoly.proof.tlc import tlc
from gitopoly.proof.tlc.output import CheckRun

MODELS = ("MCMonopolyPenniless", "MCMonopolyDeep")
"""What both engines run in a quick and in a full study."""
TINY = "MCDice2Two"
"""A model with few states, which shows how long TLC takes to start."""
START = "start of tlc"
NATIVE_RUNS = 9
"""Runs of the native engine for each of TLC; they take a fraction of a second."""


def tasks(settings: Settings) -> list[Task]:
    """All samples in one task, because they are compared with each other."""
    model, samples = settings.pick(MODELS[0], MODELS[1]), settings.pick(1, LEAST)
    return [Task("both engines", settings.pick(10, 700), measure, (model, samples))]


def measure(tick: Tick, name: str, samples: int) -> Rows:
    """Both engines on one model, in turns."""
    suite = load_suite()
    search = native_search(suite, suite[name])
    explore(search)  # builds the program, if needed
    rows: list[Row] = []

    def check_with_tlc(model: str) -> CheckRun:
        found = suite[model]
        return tlc.run(suite.module(found), suite.config(found), workers=os.cpu_count() or 1)

    for number in range(samples):
        rows.append({"engine": START, "model": TINY, **_row(timed(lambda: check_with_tlc(TINY)))})
        rows.append({"engine": TLC, "model": name, **_row(timed(lambda: check_with_tlc(name)))})
        for _ in range(NATIVE_RUNS):
            rows.append({"engine": NATIVE, "model": name, **_row(timed(lambda: explore(search)))})
        tick((number + 1) / samples)
    return {"engines": rows}


def _row(took: TimedRun) -> Row:
    return {
        "result": took.made.result.value,
        "distinct": took.made.distinct,
        "found": took.made.generated,
        "seconds": round(took.seconds, 4),
        "processor_seconds": round(took.processor_seconds, 4),
    }


# What it shows.


def rate(
    found: SectionResults, engine: str, column: str = "seconds", start: float = 0.0
) -> Estimate | None:
    """Median distinct states a second, less some start-up time."""
    spent = [
        (float(row["distinct"] or 0), float(row[column] or 0) - start)
        for row in found.table("engines", engine=engine)
    ]
    rates = [states / seconds for states, seconds in spent if seconds > 0]
    return quantile_estimate(rates) if rates else None


def tell(found: SectionResults) -> Sequence[Block]:
    """Rates and their ratios, by the clock and by processor time."""
    blocks: list[Block] = [
        method(
            "TLC and the native engine check one model of the manifest in turns, with the same "
            "constants, the same properties and all cores each. TLC checks the specification, the "
            "native engine the rules themselves, translated. Rates are distinct states a second, "
            f"medians of all samples. TLC's start-up time is measured with `{TINY}`, a model with "
            "few states, and subtracted in one of the rows."
        )
    ]
    start = median(found.values("engines", "seconds", engine=START) or [0.0])
    rows, ratios = [], {}
    for name, column, off in (
        ("by the clock", "seconds", 0.0),
        ("by the clock, without TLC's start-up", "seconds", start),
        ("by processor time", "processor_seconds", 0.0),
    ):
        slow, fast = rate(found, TLC, column, off), rate(found, NATIVE, column)
        if slow and fast:
            ratios[name] = ratio(fast, slow)
            shown = (ranged(slow, count), ranged(fast, count), ranged(ratios[name], times))
            rows.append([name, *shown])
        else:
            rows.append([name, *[NOTHING] * 3])
    models = {str(row["model"]) for row in found.table("engines", engine=TLC)}
    model = next(iter(models), "one model")
    heads = ["distinct states a second", "TLC", "native", "ratio"]
    blocks.append(DataTable(f"Both engines on `{model}`", heads, rows, "Not published."))
    if len(ratios) == len(rows):
        blocks.append(finding(_seen(found, model, start, list(ratios.values()))))
    return blocks


def _seen(found: SectionResults, model: str, start: float, ratios: list[Estimate]) -> str:
    counts = _counts(found)
    agree = "Both count the same states" if len(counts) == 1 else "Their counts differ"
    clock, without_start, processor = (ranged(each, times) for each in ratios)
    return (
        f"On `{model}` the native engine is {clock} as fast as TLC by the clock; without the "
        f"{duration(start)} that TLC needs to start it is {without_start} as fast, and by "
        f"processor time {processor}. {agree} ({_listed(counts)})."
    )


def _counts(found: SectionResults) -> set[int]:
    rows = found.table("engines", result="holds")
    return {int(row["distinct"] or 0) for row in rows if row["engine"] != START}


def _listed(counts: set[int]) -> str:
    return ", ".join(count(number) for number in sorted(counts))


def headlines(found: SectionResults) -> Sequence[Headline]:
    """The ratio by the clock, without TLC's start-up."""
    start = median(found.values("engines", "seconds", engine=START) or [0.0])
    slow, fast = rate(found, TLC, start=start), rate(found, NATIVE)
    what = "native checker over TLC, without its start-up"
    if not slow or not fast:
        return [Headline(what, NOTHING, NOTHING, NOT_MEASURED)]
    more = ratio(fast, slow)
    verdict = judge(more, 1.0, "slower", "faster", idle=found.idle)
    return [Headline(what, NOTHING, ranged(more, times), verdict)]


def faults(found: SectionResults) -> Sequence[str]:
    """Counts of the engines that differ, and runs without a result."""
    counts = _counts(found)
    unlike = [f"the engines count {_listed(counts)} states"] if len(counts) > 1 else []
    failed = [row for row in found.table("engines") if row["result"] != "holds"]
    return [*unlike, *(f"{row['engine']} on {row['model']}: {row['result']}" for row in failed)]


SECTION = Section(
    name="engines",
    title="The native checker against TLC",
    replaces="",
    tasks=tasks,
    tell=tell,
    headlines=headlines,
    faults=faults,
    needs=(("the native checker", "wasmtime"), *NEEDS_TLC),
)
