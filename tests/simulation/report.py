"""The results of schedules, in a few numbers or line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.simulation.plan import Plan, plan_of
from tests.simulation.planted import planted
from tests.simulation.shrink import as_ranges
from tests.simulation.world import run


class Result(NamedTuple):
    """One schedule in short, in a form that can be passed between processes."""

    seed: int
    what: str
    """The property that does not hold; empty if all hold."""
    how: str
    entries: int
    final: int
    forks: int
    over: bool
    digest: str


def result_of(plan: Plan) -> Result:
    """Play a schedule."""
    outcome = run(plan)
    what, how = (outcome.broken.what, outcome.broken.how) if outcome.broken else ("", "")
    return Result(
        plan.seed,
        what,
        how,
        outcome.entries,
        outcome.final,
        outcome.forks,
        outcome.over,
        outcome.digest,
    )


def play_share(seeds: range, plant: str | None, **character: bool | None) -> list[Result]:
    """Play several schedules, perhaps with a fault; in a process of its own, found by its name."""
    with planted(plant):
        return [result_of(plan_of(seed, **character)) for seed in seeds]


@dataclass
class Totals:
    """Many schedules."""

    schedules: int = 0
    entries: int = 0
    final: int = 0
    forked: int = 0
    over: int = 0
    failed: list[int] = field(default_factory=list)
    broken: Counter[str] = field(default_factory=Counter)

    def add(self, result: Result) -> None:
        """Count one."""
        self.schedules += 1
        self.entries += result.entries
        self.final += result.final
        self.forked += result.forks > 0
        self.over += result.over
        if result.what:
            self.failed.append(result.seed)
            self.broken[result.what] += 1

    def told(self, seconds: float) -> str:
        """A few lines about all of them."""
        lines = [f"{count:>8,}  {what}" for what, count in sorted(self.broken.items())]
        lines.append(
            f"{self.schedules:,} schedules, {self.entries:,} entries, {self.final:,} final, "
            f"{self.forked:,} with forks, {self.over:,} games over, "
            f"{len(self.failed):,} failed, {seconds:.0f} s"
        )
        return "\n".join(lines)


def replay(plan: Plan) -> int:
    """Play one schedule and show all of it; the exit code."""
    outcome = run(plan)
    print(plan)
    print("\n".join(outcome.trace))
    print(f"trace {outcome.digest}")
    print(outcome.broken or "everything holds")
    return 1 if outcome.broken else 0


def command(
    plan: Plan,
    kept: Sequence[int],
    plant: str | None = None,
    on_git: bool = False,
    late: bool = False,
    orders: bool = False,
) -> str:
    """The command that plays exactly these events again."""
    words = ["python -m tests.simulation", f"--seed {plan.seed}", f"--events={as_ranges(kept)}"]
    words += [f"--plant {plant}"] if plant else []
    words += ["--on-git"] if on_git else []
    words += ["--late"] if late else []
    words += ["--orders"] if orders else []
    return " ".join(words)
