"""Table 5.8: random behaviours, and how often each action happens in them."""

from __future__ import annotations

from collections.abc import Sequence

from gitopoly.bots.behaviours import Behaviours, run_behaviours
from gitopoly.bots.simulation import choose_engine
from gitopoly.evaluation import published
from gitopoly.evaluation.models import NEEDS_TLC, run_model
from gitopoly.evaluation.reports.blocks import Block, DataTable, Headline, finding, method
from gitopoly.evaluation.reports.wording import NOTHING, count, duration, listed, times
from gitopoly.evaluation.study import Found, Rows, Section, Settings, Task, Tick, now
from gitopoly.kernel import Rules

EDITION = "formal-small"
PLAYERS = 3
DEPTH = 250
TLC_MODEL = "SIMMonopoly"
MANY = 1_000_000
PUBLISHED_SECONDS = 2 * 3600


def tasks(settings: Settings) -> list[Task]:
    """Behaviours of the kernel for some time, and TLC's on the specification."""
    seconds = settings.pick(5.0, 120.0)
    return [
        Task("kernel", seconds + 2, measure, (seconds, settings.seed)),
        Task(TLC_MODEL, 8, run_model, (TLC_MODEL,)),
    ]


def measure(tick: Tick, seconds: float, seed: int) -> Rows:
    """Run behaviours of the kernel for some time, all invariants checked after every action."""
    started: list[float] = []

    def go_on(found: Behaviours) -> bool:
        if not started:  # what was compiled before the first behaviour does not count
            started.append(now())
        tick(min(0.99, (now() - started[0]) / seconds))
        return now() - started[0] < seconds

    found = run_behaviours(
        Rules.of(EDITION, PLAYERS), DEPTH, seed, go_on, choose_engine("auto", MANY)
    )
    took = now() - started[0] if started else 0.0
    names = published.behaviours()
    return {
        "kernel": [
            {
                "engine": found.engine,
                "behaviours": found.count,
                "terminated": found.terminated,
                "steps": found.actions.total(),
                "violation": found.violation,
                "seconds": round(took, 3),
            }
        ],
        "steps": [
            {"action": name, "steps": found.actions[name]} for name in names if name != "Init"
        ],
    }


# What it shows.


def tell(found: Found) -> Sequence[Block]:
    """A row for each action: published, TLC here, the kernel here."""
    blocks: list[Block] = [
        method(
            "In its simulation mode the published TLC followed random behaviours of up to "
            f"{DEPTH} steps for two hours and counted the states that each action led to. Here "
            f"the compiled kernel runs random behaviours of the same length with {PLAYERS} players "
            "and checks all invariants after every step; it counts the steps that were taken. "
            f"Beside it TLC runs the short simulation `{TLC_MODEL}` of the manifest (two players), "
            "which counts as the published one did: every possible successor of every state that "
            "it comes through."
        )
    ]
    tlc = {str(r["action"]): int(r["found"] or 0) for r in found.table("actions")}
    ours = {str(r["action"]): int(r["steps"] or 0) for r in found.table("steps")}
    rows = [
        [
            f"`{name}`",
            count(number),
            count(tlc[name]) if name in tlc else NOTHING,
            count(ours[name]) if name in ours else NOTHING,
        ]
        for name, number in published.behaviours().items()
    ]
    heads = ["action", "published, 2 hours", f"TLC here, `{TLC_MODEL}`", "kernel here"]
    blocks.append(DataTable("Actions in random behaviours (table 5.8)", heads, rows))
    if found.table("kernel") and ours:
        blocks.append(finding(_seen(found, ours)))
    return blocks


def _seen(found: Found, ours: dict[str, int]) -> str:
    run = found.table("kernel")[0]
    steps, seconds = int(run["steps"] or 0), float(run["seconds"] or 0)
    old = published.behaviours()
    before = sum(old.values()) / PUBLISHED_SECONDS
    text = (
        f"In {duration(seconds)} the kernel takes {count(steps)} steps in "
        f"{count(int(run['behaviours'] or 0))} behaviours, {count(steps / max(seconds, 0.001))} a "
        f"second ({run['engine']}); the published run counted {count(sum(old.values()))} states in "
        f"two hours, {count(before)} a second. "
    )
    text += (
        f"{run['violation']} does not hold at the end of the last behaviour. "
        if run["violation"]
        else "No invariant is broken. "
    )
    never = [f"`{name}`" for name, number in ours.items() if not number]
    rarest = min(ours, key=lambda name: ours[name])
    oldest = min((n for n in old if n != "Init"), key=lambda name: old[name])
    if never:
        return text + f"Never taken in this time: {listed(never)}."
    share = ours[rarest] / steps / (old[oldest] / sum(old.values()))
    return text + (
        f"Every action happens; the rarest, `{rarest}`, {count(ours[rarest])} times. The published "
        f"rarest was `{oldest}` with {count(old[oldest])}; as a share of all, ours comes "
        f"{times(share)} as often."
    )


def headlines(found: Found) -> Sequence[Headline]:
    """The rarest action."""
    old = published.behaviours()
    least = min(number for name, number in old.items() if name != "Init")
    ours = {str(r["action"]): int(r["steps"] or 0) for r in found.table("steps")}
    what = "rarest action, in a million random steps"
    theirs = 1e6 * least / sum(old.values())
    if not ours:
        return [Headline(what, times(theirs), NOTHING, "not measured")]
    mine = 1e6 * min(ours.values()) / max(1, sum(ours.values()))
    verdict = "more often" if mine > theirs else "less often"
    return [Headline(what, times(theirs), times(mine), verdict)]


def faults(found: Found) -> Sequence[str]:
    """A behaviour that breaks an invariant, or TLC's that differ."""
    return [
        *(f"kernel: {row['violation']} fails" for row in found.table("kernel") if row["violation"]),
        *(f"{r['model']}: {r['differences']}" for r in found.table("runs") if r["differences"]),
    ]


SECTION = Section(
    name="behaviours",
    title="Random behaviours",
    replaces="table 5.8",
    tasks=tasks,
    tell=tell,
    headlines=headlines,
    faults=faults,
    needs=NEEDS_TLC,
)
