"""Figure 5.1: from choosing an action to its commit, and whether that grows with the game."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from gitopoly.evaluation import published
from gitopoly.evaluation.published_way import PublishedWay
from gitopoly.evaluation.reports import drawing
from gitopoly.evaluation.reports.blocks import Block, DataTable, Headline, Picture, finding, method
from gitopoly.evaluation.reports.wording import NOTHING, count, duration, figures, percent, times
from gitopoly.evaluation.seats import ThreeSeats, Write, kind_of
from gitopoly.evaluation.sections import growth
from gitopoly.evaluation.sections.growth import POLICIES
from gitopoly.evaluation.spread import box, quantile, share_within
from gitopoly.evaluation.study import Found, Row, Rows, Section, Settings, Task, Tick, now
from gitopoly.protocols import Act, Move
from gitopoly.table.events import Event
from gitopoly.table.seat import Seat

FEW = 500
"""Actions of each policy in a quick study."""
PAIRED = 25
"""One action in so many is also done in the published way."""


def tasks(settings: Settings) -> list[Task]:
    """One game after the other by each policy, until there are enough actions; a long one each."""
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
        folder, game, done = Path(name), 0, 0
        way: PublishedWay | None = None

        def around(seat: Seat, write: Write, move: Move) -> Event:
            nonlocal done, way
            entries = len(seat.game.log)
            started = now()
            event = write(move)
            seconds = now() - started
            acted = isinstance(move, Act)
            done += acted
            rows.append(
                {
                    "policy": policy,
                    "game": game,
                    "entry": entries,
                    "kind": kind_of(move),
                    "action": acted,
                    "seconds": round(seconds, 7),
                }
            )
            if acted and done % PAIRED == 1:
                text = seat.position.to_yaml()
                way = way or PublishedWay(folder / "published", text)
                old.append(_in_the_old_way(way, text, event.sentence, policy, entries))
            return event

        while done < actions:
            with ThreeSeats(folder / f"game-{game}", around) as seats:
                for _ in seats.rounds(policy, seed + 1000 * game):
                    tick(done / actions)
                    if done >= actions:
                        break
            game += 1
    return {"writes": rows, "published_way": old}


def _in_the_old_way(way: PublishedWay, text: str, sentence: str, policy: str, entries: int) -> Row:
    state = yaml.safe_load(text)
    state["entries"] = entries  # so that there is always something to commit
    started = now()
    way.act(state, sentence)
    return {"policy": policy, "entry": entries, "seconds": round(now() - started, 7)}


# What it shows.


def _samples(found: Found) -> dict[str, list[float]]:
    named = {
        f"here, {p}": found.values("writes", "seconds", policy=p, action=True) for p in POLICIES
    }
    named["the published way, here"] = found.values("published_way", "seconds")
    return {name: values for name, values in named.items() if values}


def tell(found: Found) -> Sequence[Block]:
    """The box plot with the published bounds, a table, and the trend."""
    old = {name: published.figure("actions", name) for name in ("samples", "within_ms", "worst_ms")}
    blocks: list[Block] = [
        method(
            "Three seats play `formal` with joint dice in one process, each on a repository of its "
            "own. The clock runs from the chosen action to the moment when it is durable: checked "
            "against the rules and all invariants, carried out, written as YAML, signed, committed "
            "and synced to disk. The published measurement neither signed nor synced. One action "
            f"in {PAIRED} is also done in the published way (read YAML, write YAML, `git add`, "
            "`git commit`), interleaved, so that both meet the same machine in the same minute."
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
        five = box(values)
        rows.append(
            [
                name,
                count(five.count),
                duration(five.median),
                duration(five.upper),
                duration(five.most),
                percent(share_within(values, old["within_ms"] / 1000)),
            ]
        )
    heads = ["", "actions", "median", "75 % within", "worst", "within 19 ms"]
    blocks.append(DataTable("Execution and commit of an action (figure 5.1)", heads, rows))
    if samples:
        blocks.append(finding(_seen(found, samples)))
        blocks += _by_kind(found)
    blocks += growth.trend_blocks(found)
    return blocks


def _caption() -> str:
    return (
        "Figure 5.1 again: time of an action from choice to commit; dashed, the two figures that "
        "were published. The axis is logarithmic."
    )


def _draw(samples: dict[str, list[float]]) -> Any:
    marks = {
        "published: 75 %": published.figure("actions", "within_ms"),
        "worst": published.figure("actions", "worst_ms"),
    }
    in_ms = {name: [1000 * value for value in values] for name, values in samples.items()}
    return drawing.boxes(in_ms, "milliseconds", marks, logarithmic=True)


def _seen(found: Found, samples: dict[str, list[float]]) -> str:
    within, worst = (published.figure("actions", n) / 1000 for n in ("within_ms", "worst_ms"))
    ours = [
        value for name, values in samples.items() if name.startswith("here") for value in values
    ]
    text = ""
    if ours:
        upper, most = quantile(ours, 0.75), max(ours)
        text = (
            f"Three quarters of {count(len(ours))} actions are committed within {duration(upper)}, "
            f"where {duration(within)} were published: "
            f"{_compared(within, upper)}. The slowest takes {duration(most)}, "
            f"{'less' if most < worst else 'more'} than the published {duration(worst)}. "
        )
        if most > worst:
            beyond = sum(value > worst for value in ours)
            text += (
                f"Beyond that bound are {count(beyond)} of them ({percent(beyond / len(ours))}). "
            )
    way = samples.get("the published way, here")
    if way and ours:
        ratio = quantile(way, 0.5) / quantile(ours, 0.5)
        verdict = f"{times(ratio)} as long" if ratio >= 1 else f"only {times(ratio)} as long"
        text += (
            f"Done in the published way on this machine, in the same run, an action takes "
            f"{duration(quantile(way, 0.5))} in the median: {verdict} as ours, which signs and "
            "syncs on top."
        )
    return text


def _compared(before: float, after: float) -> str:
    if after <= before:
        return f"{times(before / after)} as fast"
    return f"worse, by a factor of {figures(after / before)}"


def _by_kind(found: Found) -> list[Block]:
    """Which action takes how long: what the document left open."""
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
        "The document did not look at which action takes how long. Here the medians of kinds that "
        f"came up at least five times differ by a factor of {figures(ratio)}, from `{fastest}` "
        f"({duration(quantile(common[fastest], 0.5))}) to `{slowest}` "
        f"({duration(quantile(common[slowest], 0.5))}). `Reveal` is a seat's part of a draw, which "
        "the published game does not have; it is not counted as an action above."
    )
    heads = ["kind of entry", "entries", "median", "95 % within"]
    return [DataTable("Which action takes how long", heads, rows), finding(text)]


def headlines(found: Found) -> Sequence[Headline]:
    """The two published figures, and the trend."""
    samples = _samples(found)
    within, worst = (published.figure("actions", n) / 1000 for n in ("within_ms", "worst_ms"))
    ours = [
        value for name, values in samples.items() if name.startswith("here") for value in values
    ]
    if not ours:
        return [
            Headline("75 % of actions within", duration(within), NOTHING, "not measured"),
            Headline("slowest action", duration(worst), NOTHING, "not measured"),
        ]
    upper, most = quantile(ours, 0.75), max(ours)
    trends = [trend for policy in POLICIES if (trend := growth.growth(found, policy))]
    lines = [
        Headline(
            "75 % of actions within", duration(within), duration(upper), _verdict(upper, within)
        ),
        Headline("slowest action", duration(worst), duration(most), _verdict(most, worst)),
    ]
    if trends:
        steepest = max(trends, key=lambda trend: trend.value)
        measured = f"{percent(steepest.value)} in 1,000 entries"
        verdict = growth.in_words(steepest)
        lines.append(Headline("growth of an action's cost", NOTHING, measured, verdict))
    return lines


def _verdict(ours: float, theirs: float) -> str:
    return "better" if ours < theirs else "worse"


SECTION = Section(
    name="acting",
    title="Local action execution",
    replaces="figure 5.1",
    tasks=tasks,
    tell=tell,
    headlines=headlines,
)
