"""Beyond the document: the share of games that terminate, and how long games last, per edition."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from gitopoly.bots.series import Series, choose_engine
from gitopoly.evaluation.played import LONGEST, play_in_memory
from gitopoly.evaluation.reports import drawing
from gitopoly.evaluation.reports.blocks import Block, DataTable, Headline, Picture, finding, method
from gitopoly.evaluation.reports.wording import (
    NOTHING,
    at_least,
    count,
    listed,
    percent,
    ranged,
)
from gitopoly.evaluation.sections.growth import POLICIES
from gitopoly.evaluation.study import Row, Rows, Section, SectionResults, Settings, Task, Tick
from gitopoly.evaluation.verdicts import BEYOND, NOT_MEASURED, judge
from gitopoly.measurements.spread import (
    Estimate,
    censored_median,
    difference,
    mean_estimate,
    share_estimate,
    survival,
)

PLAYERS = {"classic": 4, "formal": 3, "formal-small": 3, "arena": 2}
"""The editions of the published evaluation, and those that are measured beside them."""
PER_GAME = 4


def tasks(settings: Settings) -> list[Task]:
    """Games in memory of each edition by each policy."""
    number = settings.games * settings.pick(PER_GAME, 5 * PER_GAME)
    return [
        Task(f"{edition} {policy}", 2, measure, (edition, policy, number, settings.seed))
        for edition in PLAYERS
        for policy in POLICIES
    ]


def measure(tick: Tick, edition: str, policy: str, games: int, seed: int) -> Rows:
    """Play games up to a maximum number of turns."""
    series = Series(edition, PLAYERS[edition], (policy,), seed, LONGEST, check=False)
    return {"games": play_in_memory(tick, series, games, choose_engine("auto", games))}


def tell(found: SectionResults) -> Sequence[Block]:
    """A table, and the share of games still going on after each turn."""
    blocks: list[Block] = [
        method(
            f"Games of every edition are played in memory, all seats by one policy, and cut off "
            f"after {count(LONGEST)} turns; one that is not over by then counts as longer than "
            "that. The edition `arena` ends its games after 100 turns by its own rules. Means are "
            f"over the first {count(LONGEST)} turns, which are known for every game; published "
            "figures, which are about games on repositories, are not compared with them."
        )
    ]
    rows = []
    for edition, players in PLAYERS.items():
        for policy in POLICIES:
            played = found.table("games", edition=edition, policy=policy)
            name = f"`{edition}`, {players} players, {policy}"
            if not played:
                rows.append([name, *[NOTHING] * 5])
                continue
            turns, ended = _turns(played)
            middle = censored_median(turns, ended)
            rows.append(
                [
                    name,
                    count(len(played)),
                    ranged(_share(played), percent),
                    count(middle) if middle < math.inf else f"over {count(LONGEST)}",
                    at_least(count(max(turns)), not all(ended)),
                    ranged(_actions(played), count),
                ]
            )
    heads = ["edition", "games", "terminated (95 %)", "turns, median", "most"]
    heads.append("actions, mean (95 %)")
    blocks.append(DataTable("How long games last", heads, rows))
    if found.table("games"):
        caption = "The share of games still running after each number of turns."
        blocks.insert(1, Picture("lengths", caption, lambda: _draw(found)))
        blocks.append(finding(_seen(found)))
    return blocks


def _draw(found: SectionResults) -> Any:
    figure = drawing.new_figure(height=3.2, panels=len(POLICIES))
    for axes, policy in zip(figure.axes, POLICIES, strict=True):
        for edition, colour in zip(PLAYERS, drawing.SERIES, strict=False):
            played = found.table("games", edition=edition, policy=policy)
            if played:
                corners = survival(*_turns(played))
                axes.plot(*zip(*corners, strict=True), color=colour, label=edition)
        axes.set_title(policy, fontsize=10)
        axes.set_xlabel("turns")
        axes.set_xlim(0, LONGEST)
        axes.set_ylim(0, 1.02)
        drawing.thousands(axes, "x")
    figure.axes[0].set_ylabel("share still running")
    drawing.legend(figure.axes[-1], "upper right")
    return figure


def _turns(played: Sequence[Row]) -> tuple[list[float], list[bool]]:
    """The turns of each game, and whether it was over then."""
    return [float(row["turns"] or 0) for row in played], [bool(row["ended"]) for row in played]


def _share(played: Sequence[Row]) -> Estimate:
    """The share of games that terminate in time."""
    return share_estimate(sum(bool(row["ended"]) for row in played), len(played))


def _actions(played: Sequence[Row]) -> Estimate:
    """Mean actions of a game, as far as it was played."""
    return mean_estimate([float(row["actions"] or 0) for row in played])


def _seen(found: SectionResults) -> str:
    played = {
        (edition, policy): rows
        for edition in PLAYERS
        for policy in POLICIES
        if (rows := found.table("games", edition=edition, policy=policy))
    }
    shares = {pair: _share(rows) for pair, rows in played.items()}
    least = min(shares, key=lambda pair: shares[pair].value)
    sure = [f"`{e}` by `{p}`" for (e, p), share in shares.items() if share.value == 1]
    text = f"All games of {listed(sure)} terminate. " if sure else ""
    text += (
        f"The smallest share terminates in `{least[0]}` by policy `{least[1]}`: "
        f"{ranged(shares[least], percent)}."
    )
    both = [played.get(("formal", policy)) for policy in POLICIES]
    if both[0] and both[1]:
        means = [_actions(rows) for rows in both if rows]
        fewer = judge(difference(means[1], means[0]), 0.0, "fewer", "more")
        text += (
            f" In its first {count(LONGEST)} turns a game of `formal` has "
            f"{ranged(means[0], count)} actions by policy `{POLICIES[0]}` and "
            f"{ranged(means[1], count)} by `{POLICIES[1]}`: {fewer}. Section 5.2.3 assumes that "
            "random players do much without purpose."
        )
    return text


def headlines(found: SectionResults) -> Sequence[Headline]:
    """The share of games of the specified edition that terminate in time."""
    what = f"`formal` games over within {count(LONGEST)} turns"
    played = [found.table("games", edition="formal", policy=policy) for policy in POLICIES]
    shares = [ranged(_share(rows), percent) for rows in played if rows]
    if not shares:
        return [Headline(what, NOTHING, NOTHING, NOT_MEASURED)]
    return [Headline(what, NOTHING, " / ".join(shares), BEYOND)]


SECTION = Section(
    name="lengths",
    title="How long games last, per edition",
    replaces="",
    tasks=tasks,
    tell=tell,
    headlines=headlines,
    side_by_side=True,
)
