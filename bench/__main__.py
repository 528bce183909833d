"""Run the benchmarks: `python -m bench`; a missed bound is said, not an error."""

from __future__ import annotations

import argparse
import subprocess

from bench import kernel, verify
from bench.harness import Bench

PARTS = {"kernel": kernel, "verify": verify}


def main() -> None:
    """Measure, print a table, keep the figures in the history."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--repeats", type=int, default=5, help="samples of each figure")
    parser.add_argument("--only", choices=PARTS, help="measure one part only")
    options = parser.parse_args()
    bench = Bench(repeats=options.repeats)
    print("medians, and the spread of all samples; floors are what the project promises\n")
    for name, part in PARTS.items():
        if options.only in (None, name):
            part.run(bench)
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    bench.save(commit.stdout.strip() or "unknown")
    missed = [figure.name for figure in bench.figures if not figure.meets]
    print(f"\nmissed: {', '.join(missed)}" if missed else "\nall bounds met")


if __name__ == "__main__":
    main()
