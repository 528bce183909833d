"""Run the benchmarks: `python -m bench [--repeats N] [PART …]`; a missed bound is only reported."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

from bench.harness import Bench
from gitopoly.measurements.history import append

PARTS = (
    *("kernel", "gpu", "game", "ledger", "transport", "table", "arena", "bots", "environment"),
    *("analysis", "verify", "rulebook", "page", "door", "scale"),
)
"""Modules of this package with a function `run(bench)`, in the order in which they are run."""

HISTORY = Path(__file__).resolve().parent / "history.jsonl"


def main(arguments: list[str] | None = None) -> None:
    """Measure, print a table, keep the figures in the history."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--repeats", type=int, default=5, help="samples of each figure")
    parser.add_argument("--history", type=Path, default=HISTORY, help="where runs are kept")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    given = parser.parse_args(arguments)
    unknown = set(given.parts) - set(PARTS)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    if given.repeats < 1:
        parser.error("--repeats must be 1 or more")
    bench = Bench(repeats=given.repeats)
    print("medians, and the bounds of the middle half of all samples\n")
    for name in PARTS:
        if name in (given.parts or PARTS):
            bench.part = name
            importlib.import_module(f"bench.{name}").run(bench)
    run = bench.finished()
    append(given.history, run)
    missed = [figure.name for figure in bench.figures if not figure.meets]
    print(f"\nmissed: {'; '.join(missed)}" if missed else "\nall bounds met")
    loads = [figure.load for figure in bench.figures if figure.load is not None]
    if loads:
        print(f"load of the machine meanwhile: {min(loads):.1f} to {max(loads):.1f}")
    print(f"kept as {run.label} in {given.history}; gitopoly bench compare tells two apart")


if __name__ == "__main__":
    main()
