"""Section 5.1.2: whole games of three players, every invariant checked after every action."""

from __future__ import annotations

from collections.abc import Sequence

from gitopoly.bots.simulation import Series, choose_engine
from gitopoly.evaluation import published
from gitopoly.evaluation.played import EDITION, LONGEST, PLAYERS, play_in_memory
from gitopoly.evaluation.played import play as play_on_git
from gitopoly.evaluation.reports.blocks import Block, DataTable, Headline, finding, method
from gitopoly.evaluation.reports.wording import NOTHING, count, percent, several
from gitopoly.evaluation.sections.growth import POLICIES
from gitopoly.evaluation.spread import quantile, share_interval
from gitopoly.evaluation.study import Found, Row, Rows, Section, Settings, Task, Tick

ENDLESS = 10_000_000
"""Turns after which even a game in memory is given up."""
PER_GAME = 4
"""Games in memory for each game of the other sections: 200 for the published 50."""
MANY = 1_000_000
"""More games than need be to make compiling worth while: a single one can be endlessly long."""


def tasks(settings: Settings) -> list[Task]:
    """Games in memory to their very end; a full study plays further games on repositories."""
    number = PER_GAME * settings.games
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


def _on_repositories(found: Found) -> list[Row]:
    """Games on repositories, those of the section on disk usage included."""
    other = found.others.get("games")
    return [*(other.table("games") if other else []), *found.table("games")]


def tell(found: Found) -> Sequence[Block]:
    """How many games ended, and how many broke something."""
    old = {
        name: int(published.figure("implementation", name))
        for name in ("games", "terminated", "violations")
    }
    blocks: list[Block] = [
        method(
            f"The document simulated {old['games']} games of three players on repositories, with "
            "the invariants of the specification checked before each commit. Here games of "
            f"`{EDITION}` with {PLAYERS} players are played in memory until they terminate, "
            "however long that takes, with every invariant of the kernel checked after every "
            "action; and on repositories, where every seat also checks every entry of the others, "
            f"for at most {count(LONGEST)} turns (a quick study breaks them off sooner)."
        )
    ]
    rows = [
        [
            "published",
            count(old["games"]),
            count(old["terminated"]),
            count(old["violations"]),
            NOTHING,
        ]
    ]
    for policy in POLICIES:
        played = found.table("memory", policy=policy)
        if played:
            ended = sum(bool(row["ended"]) for row in played)
            broken = sum(bool(row["violation"]) for row in played)
            actions = count(sum(int(row["actions"] or 0) for row in played))
            rows.append(
                [f"in memory, {policy}", count(len(played)), count(ended), count(broken), actions]
            )
        else:
            rows.append([f"in memory, {policy}", *[NOTHING] * 4])
    on_git = _on_repositories(found)
    if on_git:
        ended = sum(bool(row["ended"]) for row in on_git)
        broken = sum(bool(row["refusals"]) for row in on_git)
        commits = count(sum(int(row["commits"] or 0) for row in on_git))
        rows.append(["on repositories", count(len(on_git)), count(ended), count(broken), commits])
    heads = ["games of three players", "games", "terminated", "with a violation", "actions checked"]
    remark = "Games on repositories that did not terminate were broken off after their turns."
    blocks.append(
        DataTable("Simulated games (section 5.1.2)", heads, rows, remark if on_git else "")
    )
    if found.table("memory"):
        blocks.append(finding(_seen(found)))
    return blocks


def _seen(found: Found) -> str:
    played = found.table("memory")
    ended = sum(bool(row["ended"]) for row in played)
    broken = [row for row in played if row["violation"]]
    low, high = share_interval(len(broken), len(played))
    turns = found.values("memory", "turns")
    text = (
        f"{count(ended)} of {several(len(played), 'game')} in memory terminate, and "
        f"{count(len(broken))} break an invariant; {percent(low)} to {percent(high)} of all such "
        "games would break one, 19 times out of 20. "
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


def headlines(found: Found) -> Sequence[Headline]:
    """Terminated games and violations."""
    games = int(published.figure("implementation", "games"))
    before = f"{games} of {games}, 0 violations"
    played = found.table("memory")
    if not played:
        return [Headline("simulated games that terminate", before, NOTHING, "not measured")]
    ended = sum(bool(row["ended"]) for row in played)
    broken = sum(bool(row["violation"]) for row in played)
    text = f"{count(ended)} of {count(len(played))}, {count(broken)} violations"
    good = ended == len(played) and not broken
    return [
        Headline("simulated games that terminate", before, text, "the same" if good else "worse")
    ]


def faults(found: Found) -> Sequence[str]:
    """Games that broke something, or never ended."""
    return [
        *(
            f"{r['policy']} game {r['game']}: {r['violation']} is broken"
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
    needs=(("playing games to their very end", "numba"),),
)
