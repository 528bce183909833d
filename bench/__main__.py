"""Run the benchmarks: `python -m bench [--repeats N] [PART …]`; a missed bound is only said."""

from __future__ import annotations

import argparse
import os
import subprocess

from bench import arena, bots, environment, kernel, ledger, page, scale, table, transport, verify
from bench.harness import Bench

PARTS = {
    "kernel": kernel.run,
    "ledger": ledger.run,
    "transport": transport.run,
    "table": table.run,
    "arena": arena.run,
    "bots": bots.run,
    "environment": environment.run,
    "verify": verify.run,
    "page": page.run,
    "scale": scale.run,
}


def main() -> None:
    """Measure, print a table, keep the figures in the history."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--repeats", type=int, default=5, help="samples of each figure")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    arguments = parser.parse_args()
    unknown = set(arguments.parts) - set(PARTS)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    bench = Bench(repeats=arguments.repeats)
    print("medians, and the spread of all samples; floors are what the project promises\n")
    for name, run in PARTS.items():
        if name in (arguments.parts or PARTS):
            run(bench)
    print(f"\nload of the machine over the last five minutes: {os.getloadavg()[1]:.1f}")
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    bench.save(commit.stdout.strip() or "unknown")
    missed = [figure.name for figure in bench.figures if not figure.meets]
    print(f"\nmissed: {', '.join(missed)}" if missed else "\nall bounds met")


if __name__ == "__main__":
    main()
