"""Beyond the document: the share of games that terminate, and how long games last, per edition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gitopoly.bots.simulation import Series, choose_engine
from gitopoly.evaluation.played import play_in_memory
from gitopoly.evaluation.reports import drawing
from gitopoly.evaluation.reports.blocks import Block, DataTable, Headline, Picture, finding, method
from gitopoly.evaluation.reports.wording import NOTHING, count, listed, percent
from gitopoly.evaluation.sections.growth import POLICIES
from gitopoly.evaluation.spread import box, share_interval, survival
from gitopoly.evaluation.study import Found, Rows, Section, Settings, Task, Tick

PLAYERS = {"classic": 4, "formal": 3, "formal-small": 3, "arena": 2}
LONGEST = 1000
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
    """Play games for at most so many turns."""
    series = Series(edition, PLAYERS[edition], (policy,), seed, LONGEST, check=False)
    return {"games": play_in_memory(tick, series, games, choose_engine("auto", games))}


def tell(found: Found) -> Sequence[Block]:
    """A table, and the share of games still going on after each turn."""
    blocks: list[Block] = [
        method(
            f"Games of every edition are played in memory for at most {count(LONGEST)} turns, all "
            "seats by one policy. A game that is not over by then is counted as such, and its "
            "length as no less than that. The edition `arena` ends its games after 100 turns by "
            "its own rules."
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
            ended = sum(bool(row["ended"]) for row in played)
            low, high = share_interval(ended, len(played))
            turns = box([float(row["turns"] or 0) for row in played])
            actions = box([float(row["actions"] or 0) for row in played])
            rows.append(
                [
                    name,
                    count(len(played)),
                    f"{percent(ended / len(played))} ({percent(low)} to {percent(high)})",
                    f"{count(turns.median)} ({count(turns.lower)} to {count(turns.upper)})",
                    count(turns.most),
                    count(actions.median),
                ]
            )
    heads = [
        "edition",
        "games",
        "terminated (95 %)",
        "turns, median (half of them)",
        "most",
        "actions, median",
    ]
    blocks.append(DataTable("How long games last", heads, rows))
    if found.table("games"):
        caption = "The share of games that are still going on after so many turns."
        blocks.insert(1, Picture("lengths", caption, lambda: _draw(found)))
        blocks.append(finding(_seen(found)))
    return blocks


def _draw(found: Found) -> Any:
    figure = drawing.new_figure(height=3.2, panels=len(POLICIES))
    for axes, policy in zip(figure.axes, POLICIES, strict=True):
        for edition, colour in zip(PLAYERS, drawing.SERIES, strict=False):
            played = found.table("games", edition=edition, policy=policy)
            if played:
                lengths = [float(row["turns"] or 0) for row in played]
                corners = survival(lengths, [bool(row["ended"]) for row in played])
                axes.plot(*zip(*corners, strict=True), color=colour, label=edition)
        axes.set_title(policy, fontsize=10)
        axes.set_xlabel("turns")
        axes.set_xlim(0, LONGEST)
        axes.set_ylim(0, 1.02)
        drawing.thousands(axes, "x")
    figure.axes[0].set_ylabel("share still going on")
    drawing.legend(figure.axes[-1], "upper right")
    return figure


def _share(found: Found, edition: str, policy: str) -> float:
    played = found.table("games", edition=edition, policy=policy)
    return sum(bool(row["ended"]) for row in played) / len(played)


def _seen(found: Found) -> str:
    pairs = [(e, p) for e in PLAYERS for p in POLICIES if found.table("games", edition=e, policy=p)]
    least = min(pairs, key=lambda pair: _share(found, *pair))
    sure = [f"`{e}` by `{p}`" for e, p in pairs if _share(found, e, p) == 1]
    text = f"All games of {listed(sure)} come to an end. " if sure else ""
    text += (
        f"Least surely to an end come those of `{least[0]}` by policy `{least[1]}` "
        f"({percent(_share(found, *least))}). "
    )
    for edition in PLAYERS:
        both = [(e, p) for e, p in pairs if e == edition]
        if len(both) == 2 and edition == "formal":
            first, second = (
                box(found.values("games", "actions", edition=e, policy=p)).median for e, p in both
            )
            text += (
                f"In `formal` the policy `sensible` needs {count(second)} actions where `random` "
                f"needs {count(first)}; the document suspected that random players do much without "
                "purpose, such as mortgaging and redeeming the same deed."
                if second < first
                else f"In `formal` the policy `sensible` needs {count(second)} actions, no fewer "
                f"than the {count(first)} of `random`."
            )
    return text


def headlines(found: Found) -> Sequence[Headline]:
    """The share of games of the specified edition that terminate in time."""
    what = f"`formal` games over within {count(LONGEST)} turns"
    if not found.table("games", edition="formal"):
        return [Headline(what, NOTHING, NOTHING, "not measured")]
    shares = [
        percent(_share(found, "formal", p))
        for p in POLICIES
        if found.table("games", edition="formal", policy=p)
    ]
    return [Headline(what, NOTHING, " / ".join(shares), "beyond the document")]


SECTION = Section(
    name="lengths",
    title="How long games last, per edition",
    replaces="",
    tasks=tasks,
    tell=tell,
    headlines=headlines,
    side_by_side=True,
)
