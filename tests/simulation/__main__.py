"""Simulated tables as a command: ``python -m tests.simulation --seed 0 --count 300 --jobs 2``.

Needs nothing but ``cryptography``, so that many can be played on any machine.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, wait

from gitopoly.processes import processes
from tests.simulation.plan import Plan, plan_of
from tests.simulation.planted import PLANTED, planted
from tests.simulation.report import Result, Totals, command, play_share, replay
from tests.simulation.shrink import from_ranges, shrink

SHARE = 10
"""Schedules that a process plays at a time."""
OFTEN = 1_000
"""Schedules between two lines on how far it got."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play schedules; print each that fails, made short, with the command that repeats it."""
    given = _parser().parse_args(arguments)
    if given.events is not None:
        plan = plan_of(given.seed, **_character(given))
        with planted(given.plant):
            return replay(plan.with_events(from_ranges(given.events)))
    seeds = range(given.seed, given.seed + given.count)
    print(f"seeds {seeds[0]} to {seeds[-1]}", flush=True)
    totals, started = Totals(), time.monotonic()
    for result in _played(seeds, given):
        totals.add(result)
        if result.what:
            print(f"seed {result.seed}: {result.what}: {result.how}", flush=True)
        if totals.schedules % OFTEN == 0:
            print(f"{totals.schedules:,} of {len(seeds):,}", file=sys.stderr, flush=True)
    print(totals.told(time.monotonic() - started))
    for seed in totals.failed[: given.shrink]:
        with planted(given.plant):
            _shorten(plan_of(seed, **_character(given)), given)
    return 1 if totals.failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=300, help="how many seeds")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--events", help="repeat one seed with some events only: 0-3,7")
    parser.add_argument("--plant", choices=sorted(PLANTED), help="put a fault into the program")
    parser.add_argument("--on-git", action="store_true", help="keep all logs in repositories")
    parser.add_argument("--late", action="store_true", help="short games that begin in peace")
    parser.add_argument("--orders", action="store_true", help="seats say where they pass")
    parser.add_argument("--shrink", type=int, default=1, help="how many failures to make short")
    return parser


def _character(given: argparse.Namespace) -> dict[str, bool | None]:
    """What all schedules have in common, as `plan_of` takes it."""
    return {"on_git": given.on_git or None, "late": given.late, "orders": given.orders}


def _played(seeds: range, given: argparse.Namespace) -> Iterator[Result]:
    shares = [seeds[at : at + SHARE] for at in range(0, len(seeds), SHARE)]
    if given.jobs == 1:
        for share in shares:
            yield from play_share(share, given.plant, **_character(given))
        return
    with processes(given.jobs) as pool:
        character = _character(given)
        waiting = {pool.submit(play_share, share, given.plant, **character) for share in shares}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield from future.result()


def _shorten(plan: Plan, given: argparse.Namespace) -> None:
    print(f"making seed {plan.seed} shorter", file=sys.stderr, flush=True)
    kept, _ = shrink(plan)
    replay(plan.with_events(kept))
    again = command(plan, kept, given.plant, given.on_git, given.late, given.orders)
    print(f"repeat it with: {again}")


if __name__ == "__main__":
    sys.exit(main())
