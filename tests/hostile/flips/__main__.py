"""The flips as a command, for whoever mends what they find."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.hostile.flips.run import Tally, try_all, worker
from tests.hostile.flips.scenes import make_scenes


def main() -> int:
    """Try flips, print every one that went wrong, and how many ended how."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile.flips")
    parser.add_argument("--count", type=int, default=2000, help="how many flips")
    parser.add_argument("--seed", default="1", help="equal seeds give equal flips")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--only", type=int, help="repeat one flip, and show all of it")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--wall", type=float, default=120.0, help="seconds until a reader hangs")
    given = parser.parse_args()
    numbers = range(given.first, given.first + given.count)
    if given.only is not None:
        return repeat(given.seed, given.only)
    print(f"seed {given.seed}, flips {numbers[0]} to {numbers[-1]}", flush=True)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="flips_") as scratch:
        scenes = Path(scratch)
        make_scenes(scenes)
        with ThreadPoolExecutor(given.jobs) as pool:
            shares = [numbers[job :: given.jobs] for job in range(given.jobs)]
            tallies = list(pool.map(lambda s: try_all(scenes, given.seed, s, given.wall), shares))
    return report(tallies, time.monotonic() - started)


def repeat(seed: str, number: int) -> int:
    """Try one flip again."""
    with tempfile.TemporaryDirectory(prefix="flips_") as scratch:
        make_scenes(Path(scratch))
        with worker(Path(scratch), seed) as one:
            result = one.attempt(number)
    for name, value in result.items():
        print(f"{name}: {value}")
    return 1 if "wrong" in result else 0


def report(tallies: list[Tally], seconds: float) -> int:
    """Print what was found; the exit code."""
    ends: dict[str, int] = {}
    for tally in tallies:
        for line in tally.wrong:
            print(line)
        for end, count in tally.ends.items():
            ends[end] = ends.get(end, 0) + count
    for end, count in sorted(ends.items()):
        print(f"{count:>8,}  {end}")
    wrong = sum(len(tally.wrong) for tally in tallies)
    print(f"{sum(t.tried for t in tallies):,} flips, {wrong:,} wrong, {seconds:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
