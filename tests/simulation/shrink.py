"""A schedule that fails, made as short as it can be while it still fails in the same way."""

from __future__ import annotations

from collections.abc import Sequence

from tests.simulation.plan import Plan
from tests.simulation.world import Outcome, run


def shrink(plan: Plan, most_runs: int = 600) -> tuple[list[int], Outcome]:
    """Leave out events, many at a time, then one by one; return those left, and their end."""
    outcome = run(plan)
    assert outcome.broken is not None, "only what fails can be made shorter"
    what, runs = outcome.broken.what, 1
    # Nothing that would have come later can have played a part.
    kept = list(range(min(len(plan.events), len(outcome.trace) + 1)))
    size = max(1, len(kept) // 2)
    while size and runs < most_runs:
        at, shorter = 0, False
        while at < len(kept) and runs < most_runs:
            fewer = kept[:at] + kept[at + size :]
            tried = run(plan.with_events(fewer))
            runs += 1
            if tried.broken is not None and tried.broken.what == what:
                kept, outcome, shorter = fewer, tried, True
            else:
                at += size
        size = size // 2 if size > 1 or not shorter else 1
    return kept, outcome


def as_ranges(numbers: Sequence[int]) -> str:
    """Write numbers in order as `0-3,7,9-10`."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1] = [parts[-1][0], number]
        else:
            parts.append([number])
    return ",".join("-".join(map(str, part)) for part in parts)


def from_ranges(text: str) -> list[int]:
    """Read what `as_ranges` wrote."""
    found: list[int] = []
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        found.extend(range(int(first), int(last or first) + 1))
    return found
