"""Section 5.1.2: whole games of three players, every invariant checked after every action."""

from __future__ import annotations

from collections.abc import Sequence

from gitopoly.bots.series import Series, choose_engine
from gitopoly.evaluation import published
from gitopoly.evaluation.played import (
    EDITION,
    LONGEST,
    PLAYERS,
    play as play_on_git,
    play_in_memory,
)
from gitopoly.evaluation.reports.blocks import Block, DataTable, Headline, finding, method
from gitopoly.evaluation.reports.wording import NOTHING, count, percent, ranged, several
from gitopoly.evaluation.sections.growth import POLICIES
from gitopoly.evaluation.study import Row, Rows, Section, SectionResults, Settings, Task, Tick
from gitopoly.evaluation.verdicts import BEYOND, NOT_MEASURED, judge
from gitopoly.measurements.spread import difference, quantile, share_estimate

ENDLESS = 10_000_000
"""Turns after which even a game in memory is cut off."""
PER_GAME = 4
"""Games in memory for each game of the other sections: 200 for the published 50."""
QUICK_PER_GAME = 2
OLD = ("games", "terminated", "violations")
"""What was published."""
MANY = 1_000_000
"""More than the minimum that makes compiling pay off: a single game can be extremely long."""


def tasks(settings: Settings) -> list[Task]:
    """Games in memory to their very end; a full study plays further games on repositories."""
    number = settings.pick(QUICK_PER_GAME, PER_GAME) * settings.games
    found = [
        Task(f"{policy} in memory", 6, measure, (policy, number, settings.seed))
        for policy in POLICIES
    ]
    if not settings.quick:
        further = range(settings.games, 3 * settings.games)
        found += [
            Task(
                f"random {game} on repositories",
                70,
                play_on_git,
                ("random", game, LONGEST, settings.seed),
            )
            for game in further
        ]
    return found


def measure(tick: Tick, policy: str, games: int, seed: int) -> Rows:
    """Play games in memory until termination."""
    series = Series(EDITION, PLAYERS, (policy,), seed, ENDLESS, check=True)
    return {"memory": play_in_memory(tick, series, games, choose_engine("auto", MANY))}


# What it shows.


def _on_repositories(found: SectionResults) -> list[Row]:
    """Games on repositories, those of the section on disk usage included."""
    other = found.others.get("games")
    return [*(other.table("games") if other else []), *found.table("games")]


def tell(found: SectionResults) -> Sequence[Block]:
    """How many games ended, and how many violated something."""
    old = {name: int(published.figure("implementation", name)) for name in OLD}
    blocks: list[Block] = [
        method(
            f"Section 5.1.2 reports {old['games']} games of three players on repositories, with "
            "the invariants of the specification checked before each commit; all of them "
            f"terminated. Here games of `{EDITION}` with {PLAYERS} players are played the same "
            f"way, where every seat also checks every entry of the others; they are cut off "
            f"after {count(LONGEST)} turns (sooner in a quick study), and one that was cut off "
            "says nothing about termination. In addition, games are played in memory until they "
            "terminate, however long that takes, with every invariant of the kernel checked after "
            "every action."
        )
    ]
    rows = [["published", *(count(old[name]) for name in OLD[:2]), NOTHING, count(old[OLD[2]])]]
    on_git = _on_repositories(found)
    rows.append(["here", *(map(count, _counted(on_git)) if on_git else [NOTHING] * 4)])
    heads = ["games of three players", "games", "terminated", "cut off", "with a violation"]
    blocks.append(DataTable("Simulated games on repositories (section 5.1.2)", heads, rows))
    rows = []
    for policy in POLICIES:
        played = found.table("memory", policy=policy)
        actions = sum(int(row["actions"] or 0) for row in played)
        numbers = [*_counted(played), actions] if played else [None] * 5
        rows.append([policy, *map(count, numbers)])
    heads = ["policy", *heads[1:], "actions checked"]
    blocks.append(DataTable("Games of the same rules in memory", heads, rows, "Not published."))
    if found.table("memory"):
        blocks.append(finding(_seen(found)))
    return blocks


def _counted(played: Sequence[Row]) -> tuple[int, int, int, int]:
    """Games, those that terminated, those cut off, those with a violation."""
    ended = sum(bool(row["ended"]) for row in played)
    broken = sum(bool(row.get("violation") or row.get("refusals")) for row in played)
    return len(played), ended, len(played) - ended - broken, broken


def _seen(found: SectionResults) -> str:
    games, ended, _, broken = _counted(found.table("memory"))
    share = ranged(share_estimate(broken, games), percent)
    turns = found.values("memory", "turns")
    text = (
        f"{count(ended)} of {several(games, 'game')} in memory terminate, and {count(broken)} "
        f"violate an invariant: a share of {share}. "
    )
    if max(turns) > LONGEST:
        longer = sum(value > LONGEST for value in turns)
        text += (
            f"Termination can take very long: the median is {count(quantile(turns, 0.5))} turns, "
            f"but {several(longer, 'game')} last more than {count(LONGEST)} and the longest "
            f"{count(max(turns))}. The document says that all of its simulations terminated, not "
            "how long the longest took."
        )
    return text


def headlines(found: SectionResults) -> Sequence[Headline]:
    """Games with a violation on repositories, and whether those in memory terminate."""
    old = [int(published.figure("implementation", name)) for name in OLD]
    what = "simulated games on repositories with a violation"
    before = f"{count(old[2])} of {count(old[0])}"
    games, ended, _, broken = _counted(_on_repositories(found))
    if games:
        share = share_estimate(broken, games)
        more = difference(share, share_estimate(old[2], old[0]))
        text = f"{count(broken)} of {count(games)}: {ranged(share, percent)}"
        verdict = judge(more, 0.0, "fewer", "more", "no difference found")
        lines = [Headline(what, before, text, verdict)]
    else:
        lines = [Headline(what, before, NOTHING, NOT_MEASURED)]
    games, ended, _, broken = _counted(found.table("memory"))
    what = "games in memory that terminate"
    if not games:
        return [*lines, Headline(what, NOTHING, NOTHING, NOT_MEASURED)]
    share = share_estimate(ended, games)
    text = f"{count(ended)} of {count(games)}: {ranged(share, percent)}"
    return [*lines, Headline(what, NOTHING, text, BEYOND)]


def faults(found: SectionResults) -> Sequence[str]:
    """Games with a violation, or that never ended."""
    return [
        *(
            f"{r['policy']} game {r['game']}: {r['violation']} is violated"
            for r in found.table("memory")
            if r["violation"]
        ),
        *(
            f"{r['policy']} game {r['game']} never ended"
            for r in found.table("memory", ended=False)
            if not r["violation"]
        ),
        *(
            f"{r['policy']} game {r['game']}: {r['refusals']}"
            for r in found.table("games")
            if r["refusals"]
        ),
    ]


SECTION = Section(
    name="implementation",
    title="Simulated games of the implementation",
    replaces="section 5.1.2",
    tasks=tasks,
    tell=tell,
    headlines=headlines,
    faults=faults,
    side_by_side=True,
    needs=(("playing games to their very end", "wasmtime"),),
)
