"""Table 5.8: random behaviours, and how often each action happens in them."""

from __future__ import annotations

from collections.abc import Sequence

from gitopoly.bots.desk import ENDLESS
from gitopoly.bots.series import Behaviours, Series, choose_engine, run_behaviours
from gitopoly.evaluation import published
from gitopoly.evaluation.models import NEEDS_TLC, run_model
from gitopoly.evaluation.reports.blocks import Block, DataTable, Headline, finding, method
from gitopoly.evaluation.reports.wording import (
    NOTHING,
    count,
    duration,
    figures,
    listed,
    ranged,
    several,
)
from gitopoly.evaluation.study import Rows, Section, SectionResults, Settings, Task, Tick, now
from gitopoly.evaluation.verdicts import NOT_MEASURED
from gitopoly.measurements.spread import share_estimate

EDITION = "formal-small"
PLAYERS = 3
DEPTH = 250
TLC_MODEL = "SIMMonopoly"
MANY = 1_000_000


def tasks(settings: Settings) -> list[Task]:
    """Random behaviours of the kernel for some time, and TLC's of the specification."""
    seconds = settings.pick(5.0, 120.0)
    return [
        Task("kernel", seconds + 2, measure, (seconds, settings.seed)),
        Task(TLC_MODEL, 8, run_model, (TLC_MODEL,)),
    ]


def measure(tick: Tick, seconds: float, seed: int) -> Rows:
    """Run behaviours of the kernel for some time, all invariants checked after every action."""
    started = now()

    def go_on(_: Behaviours) -> bool:
        tick(min(0.99, (now() - started) / seconds))
        return now() - started < seconds

    series = Series(EDITION, PLAYERS, seed=seed, max_turns=ENDLESS, max_actions=DEPTH, check=True)
    found = run_behaviours(series, choose_engine("auto", MANY), go_on)
    took = now() - started
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


def tell(found: SectionResults) -> Sequence[Block]:
    """A row for each action: published, TLC here, the kernel here."""
    blocks: list[Block] = [
        method(
            "In its simulation mode the published TLC followed random behaviours of up to "
            f"{DEPTH} steps for two hours and counted the states that each action led to. Here "
            f"the compiled kernel runs random behaviours of the same length with {PLAYERS} players "
            "and checks all invariants after every step; it counts the steps that were taken. "
            f"Beside it TLC runs the short simulation `{TLC_MODEL}` of the manifest (two players), "
            "which counts as the published one did: every possible successor of every state that "
            "it visits."
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


def _seen(found: SectionResults, ours: dict[str, int]) -> str:
    run = found.table("kernel")[0]
    steps, seconds = int(run["steps"] or 0), float(run["seconds"] or 0)
    old = published.behaviours()
    text = (
        f"In {duration(seconds)} the kernel takes {count(steps)} steps in "
        f"{count(int(run['behaviours'] or 0))} behaviours, {count(steps / max(seconds, 0.001))} a "
        f"second ({run['engine']}); the published run counted {count(sum(old.values()))} states in "
        "two hours on another machine. "
    )
    text += (
        f"{run['violation']} does not hold at the end of the last behaviour. "
        if run["violation"]
        else "No invariant is violated. "
    )
    never = [f"`{name}`" for name, number in ours.items() if not number]
    if never:
        return text + f"Never taken: {listed(never)}."
    oldest = min((n for n in old if n != "Init"), key=lambda name: old[name])
    return text + (
        f"Every action happens; the rarest, `{_rarest(ours)}`, {_often(ours)}. The published "
        f"rarest was `{oldest}` with {count(old[oldest])} states; as the published run counted "
        "possible successors and not steps, the two are not compared."
    )


def _rarest(ours: dict[str, int]) -> str:
    return min(ours, key=lambda name: ours[name])


def _often(ours: dict[str, int]) -> str:
    """How often the rarest action is taken."""
    number = ours[_rarest(ours)]
    share = share_estimate(number, max(1, sum(ours.values()))).scaled(1e6)
    return f"{several(number, 'time')}, in a million steps {ranged(share, figures)}"


def headlines(found: SectionResults) -> Sequence[Headline]:
    """Whether every action happens; this needs no interval."""
    old = {name: number for name, number in published.behaviours().items() if name != "Init"}
    ours = {str(r["action"]): int(r["steps"] or 0) for r in found.table("steps")}
    what = "actions that random behaviours take"
    theirs = f"{len(old)} of {len(old)}, the rarest {count(min(old.values()))} times"
    if not ours:
        return [Headline(what, theirs, NOTHING, NOT_MEASURED)]
    taken = sum(number > 0 for number in ours.values())
    text = f"{taken} of {len(ours)}, the rarest {_often(ours)}"
    return [Headline(what, theirs, text, "the same" if taken == len(ours) else "not all seen")]


def faults(found: SectionResults) -> Sequence[str]:
    """A behaviour that violates an invariant, or a TLC run that differs from the manifest."""
    return [
        *(f"kernel: {row['violation']} fails" for row in found.table("kernel") if row["violation"]),
        *(f"{r['model']}: {r['differences']}" for r in found.table("runs") if r["differences"]),
    ]


SECTION = Section(
    name="behaviours",
    title="Random behaviours",
    replaces="section 5.1.1.3, table 5.8",
    tasks=tasks,
    tell=tell,
    headlines=headlines,
    faults=faults,
    needs=NEEDS_TLC,
)
