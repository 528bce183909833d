"""Figure 5.1: from choosing an action to its commit, and whether that grows with the game."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gitopoly.evaluation import published
from gitopoly.evaluation.reports import drawing
from gitopoly.evaluation.reports.blocks import (
    Block,
    DataTable,
    Headline,
    Picture,
    finding,
    method,
)
from gitopoly.evaluation.reports.wording import (
    NOTHING,
    count,
    duration,
    figures,
    percent,
    ranged,
    times,
)
from gitopoly.evaluation.seats import PAIRED, kind_of, timed_writes
from gitopoly.evaluation.sections import growth
from gitopoly.evaluation.sections.growth import POLICIES
from gitopoly.evaluation.study import Row, Rows, Section, SectionResults, Settings, Task, Tick
from gitopoly.evaluation.verdicts import NOT_MEASURED, OTHER_MACHINE, judge
from gitopoly.measurements.spread import (
    Estimate,
    quantile,
    quantile_estimate,
    ratio,
    share_estimate,
)
from gitopoly.peers import Act

FEW = 500
"""Actions of each policy in a quick study."""


def tasks(settings: Settings) -> list[Task]:
    """One game after the other for each policy, until there are enough actions; one is long."""
    actions = int(settings.pick(FEW, published.figure("actions", "samples")))
    timed = [
        Task(policy, 0.02 * actions, measure, (policy, actions, settings.seed))
        for policy in POLICIES
    ]
    return [*timed, *growth.tasks(settings)]


def measure(tick: Tick, policy: str, actions: int, seed: int) -> Rows:
    """Time every write of all three seats, and some actions done in the published way."""
    rows: list[Row] = []
    old: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="gitopoly-") as name:
        game, done = 0, 0
        while done < actions:
            for write in timed_writes(Path(name) / str(game), policy, seed + 1000 * game):
                acted = isinstance(write.move, Act)
                known: Row = {"policy": policy, "game": game, "entry": write.entry}
                seconds = round(write.seconds, 7)
                kind = kind_of(write.move)
                rows.append({**known, "kind": kind, "action": acted, "seconds": seconds})
                if write.published is not None:
                    old.append({**known, "seconds": round(write.published, 7)})
                done += acted
                tick(min(1.0, done / actions))
                if done >= actions:
                    break
            game += 1
    return {"writes": rows, "published_way": old}


# What it shows.


def _samples(found: SectionResults) -> dict[str, list[float]]:
    named = {
        f"here, {p}": found.values("writes", "seconds", policy=p, action=True) for p in POLICIES
    }
    named["the published way, here"] = found.values("published_way", "seconds")
    return {name: values for name, values in named.items() if values}


def _ours(found: SectionResults) -> list[float]:
    """The seconds of all actions, regardless of who chose them."""
    return found.values("writes", "seconds", action=True)


def gain(found: SectionResults) -> Estimate | None:
    """How many times longer the published way takes, by medians from the same run."""
    ours, theirs = _ours(found), found.values("published_way", "seconds")
    if not ours or not theirs:
        return None
    return ratio(quantile_estimate(theirs), quantile_estimate(ours))


def tell(found: SectionResults) -> Sequence[Block]:
    """The box plot with the published bounds, a table, and the trend."""
    old = {name: published.figure("actions", name) for name in ("samples", "within_ms", "worst_ms")}
    blocks: list[Block] = [
        method(
            "Three seats play `formal` with joint dice in one process, each with its own "
            "repository. The time runs from the chosen action until it is durable: checked "
            "against the rules and all invariants, applied, written as YAML, signed, committed "
            "and synced to disk. The published measurement (section 5.2.1) neither signed nor "
            "synced, and its machine is not described, so its times have no verdict. One action "
            f"in {PAIRED} is also done in the published way (read YAML, write YAML, `git add`, "
            "`git commit`), interleaved, so that both run on the same machine in the same minute."
        )
    ]
    samples = _samples(found)
    if samples:
        blocks.append(Picture("figure-5-1-actions", _caption(), lambda: _draw(samples)))
    rows = [
        [
            "published, its machine",
            count(old["samples"]),
            NOTHING,
            f"{figures(old['within_ms'])} ms",
            f"{figures(old['worst_ms'])} ms",
            percent(0.75),
        ]
    ]
    for name, values in samples.items():
        within = sum(1000 * value <= old["within_ms"] for value in values)
        numbers = (quantile(values, 0.5), quantile(values, 0.75), max(values))
        share = ranged(share_estimate(within, len(values)), percent)
        rows.append([name, count(len(values)), *map(duration, numbers), share])
    heads = ["", "actions", "median", "75 % within", "worst", "within 19 ms"]
    blocks.append(DataTable("Execution and commit of an action (figure 5.1)", heads, rows))
    if samples:
        blocks.append(finding(_seen(found)))
        blocks += _by_kind(found)
    blocks += growth.trend_blocks(found)
    return blocks


def _caption() -> str:
    return (
        "Figure 5.1 repeated: time of an action from choice to commit; dashed, the two published "
        "figures. The axis is logarithmic."
    )


def _draw(samples: dict[str, list[float]]) -> Any:
    marks = {
        "published: 75 %": published.figure("actions", "within_ms"),
        "worst": published.figure("actions", "worst_ms"),
    }
    in_ms = {name: [1000 * value for value in values] for name, values in samples.items()}
    return drawing.boxes(in_ms, "milliseconds", marks, logarithmic=True)


def _seen(found: SectionResults) -> str:
    within, worst = (published.figure("actions", n) / 1000 for n in ("within_ms", "worst_ms"))
    ours, more = _ours(found), gain(found)
    if not ours:
        return "Only the published way has been measured."
    text = (
        f"Three quarters of {count(len(ours))} actions are committed within "
        f"{ranged(quantile_estimate(ours, 0.75), duration)}, and "
        f"{ranged(_beyond(ours), percent)} take longer than {duration(worst)}. "
        f"The published figures are {duration(within)}, and none over {duration(worst)}, on "
        "another machine."
    )
    if more:
        text += (
            " Done in the published way on this machine, in the same run, an action takes "
            f"{ranged(more, times)} as long as ours in the median, although ours is signed and "
            f"synced as well: {_faster(found, more)}."
        )
    return text


def _beyond(ours: Sequence[float]) -> Estimate:
    """The share of actions that take longer than the slowest published one."""
    worst = published.figure("actions", "worst_ms") / 1000
    return share_estimate(sum(value > worst for value in ours), len(ours))


def _faster(found: SectionResults, more: Estimate) -> str:
    return judge(more, 1.0, "slower", "faster", idle=found.idle)


def _by_kind(found: SectionResults) -> list[Block]:
    """How long each action takes, which the document left open."""
    kinds: dict[str, list[float]] = {}
    for row in found.table("writes"):
        kinds.setdefault(str(row["kind"]), []).append(float(row["seconds"] or 0))
    common = {kind: values for kind, values in kinds.items() if len(values) >= 5}
    if len(common) < 2:
        return []
    ordered = sorted(common, key=lambda kind: -quantile(common[kind], 0.5))
    rows = [
        [
            f"`{kind}`",
            count(len(common[kind])),
            duration(quantile(common[kind], 0.5)),
            duration(quantile(common[kind], 0.95)),
        ]
        for kind in ordered
    ]
    slowest, fastest = ordered[0], ordered[-1]
    ratio = quantile(common[slowest], 0.5) / quantile(common[fastest], 0.5)
    text = (
        "The document does not say how long each action takes. Here the medians of kinds that "
        f"came up at least five times differ by a factor of {figures(ratio)}, from `{fastest}` "
        f"({duration(quantile(common[fastest], 0.5))}) to `{slowest}` "
        f"({duration(quantile(common[slowest], 0.5))}). `Reveal` is a seat's part of a draw, which "
        "the published game does not have; it is not counted as an action above."
    )
    heads = ["kind of entry", "entries", "median", "95 % within"]
    return [DataTable("How long each action takes", heads, rows), finding(text)]


def headlines(found: SectionResults) -> Sequence[Headline]:
    """The two published figures, the published way here, and the trend."""
    within, worst = (published.figure("actions", n) / 1000 for n in ("within_ms", "worst_ms"))
    samples = published.figure("actions", "samples")
    ours, more = _ours(found), gain(found)
    named = (
        ("75 % of actions within", duration(within)),
        (f"actions beyond {duration(worst)}", f"none of {count(samples)}"),
        ("the published way over ours, on this machine", NOTHING),
    )
    if not ours or not more:
        return [Headline(*line, NOTHING, NOT_MEASURED) for line in named]
    shown = (
        (ranged(quantile_estimate(ours, 0.75), duration), OTHER_MACHINE),
        (ranged(_beyond(ours), percent), OTHER_MACHINE),
        (ranged(more, times), _faster(found, more)),
    )
    lines = [Headline(*line, *here) for line, here in zip(named, shown, strict=True)]
    trends = [trend for policy in POLICIES if (trend := growth.growth(found, policy))]
    if trends:
        steepest = max(trends, key=lambda trend: trend.high)
        measured = f"{ranged(steepest, percent)} in 1,000 entries"
        verdict = growth.in_words(steepest, found.idle)
        lines.append(Headline("growth of an action's cost", NOTHING, measured, verdict))
    return lines


SECTION = Section(
    name="acting",
    title="Local action execution",
    replaces="section 5.2.1, figure 5.1",
    tasks=tasks,
    tell=tell,
    headlines=headlines,
)
