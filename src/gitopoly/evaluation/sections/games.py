"""Figures 5.2 to 5.4: commits of a game, size of a repository, size of a commit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gitopoly.evaluation import published
from gitopoly.evaluation.played import LONGEST, play
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
    at_least,
    count,
    figures,
    ranged,
    several,
    size,
)
from gitopoly.evaluation.sections.growth import POLICIES
from gitopoly.evaluation.study import Section, SectionResults, Settings, Task
from gitopoly.evaluation.verdicts import BEYOND, NOT_MEASURED, judge
from gitopoly.measurements.spread import Estimate, censored_median, mean_estimate

QUICK_TURNS = 100
"""Turns after which a quick study cuts a game off."""
QUICK_GAMES = 5
PUBLISHED_POLICY = "random"
"""How the published games were played; only these are comparable."""
MB = 1e6


def turns(settings: Settings) -> int:
    """The turns after which a game is cut off."""
    return int(settings.pick(QUICK_TURNS, LONGEST))


def tasks(settings: Settings) -> list[Task]:
    """Games on repositories."""
    number = min(settings.games, QUICK_GAMES) if settings.quick else settings.games
    return [
        Task(f"{policy} {game}", 10, play, (policy, game, turns(settings), settings.seed))
        for policy in POLICIES
        for game in range(number)
    ]


# What it shows.


def commits(found: SectionResults, policy: str) -> list[float]:
    """Commits of each game, up to where it was cut off."""
    return found.values("games", "commits", policy=policy)


def sizes(found: SectionResults, policy: str) -> list[float]:
    """Bytes of the repository of each game."""
    return [1024 * value for value in found.values("games", "kilobytes", policy=policy)]


def per_commit(found: SectionResults, policy: str) -> list[float]:
    """Bytes of a repository over its commits, for each game."""
    pairs = zip(sizes(found, policy), commits(found, policy), strict=True)
    return [weight / max(1.0, number) for weight, number in pairs]


def cut_off(found: SectionResults, policy: str) -> int:
    """How many games were not over when they were cut off."""
    return len(found.table("games", policy=policy, ended=False))


def mean_commits(found: SectionResults, policy: str) -> Estimate | None:
    """Mean commits of a game; a lower bound if games were cut off."""
    values = commits(found, policy)
    return mean_estimate(values) if values else None


def length_verdict(found: SectionResults, policy: str) -> str:
    """Whether games are longer or shorter than the published ones, on average."""
    mean = mean_commits(found, policy)
    if mean is None:
        return NOT_MEASURED
    if policy != PUBLISHED_POLICY:
        return BEYOND
    compared = mean.widened(int(published.figure("games", "games")))
    old = published.figure("games", "commits")
    return judge(compared, old, "shorter", "longer", cut_off=cut_off(found, policy))


def tell(found: SectionResults) -> Sequence[Block]:
    """Three figures and a table beside what was published."""
    old = {name: published.figure("games", name) for name in published.document()["games"]}
    blocks: list[Block] = [method(_how(found.settings))]
    for name, title, values, scale, label, marks in (
        (
            "figure-5-2-commits",
            "Figure 5.2 again: commits of a game; the dashed line is the published average",
            commits,
            1,
            "commits",
            {"published average": old["commits"]},
        ),
        (
            "figure-5-3-size",
            "Figure 5.3 again: size of a repository at the end of a game",
            sizes,
            MB,
            "megabytes",
            {"published: most": old["most_under_mb"], "worst": old["worst_over_mb"]},
        ),
        (
            "figure-5-4-per-commit",
            "Figure 5.4 again: size of a repository over its commits",
            per_commit,
            1000,
            "kilobytes a commit",
            {"published": old["kb_per_commit"]},
        ),
    ):
        samples = {p: [v / scale for v in values(found, p)] for p in POLICIES}
        samples = {policy: drawn for policy, drawn in samples.items() if drawn}
        if samples:
            caption = f"{title}. Diamonds are means; games that were cut off count as far as played"
            blocks.append(Picture(name, f"{caption}.", _drawer(samples, label, marks)))
    blocks.append(_table(found, old))
    if found.table("games"):
        blocks.append(finding(_seen(found, old)))
    return blocks


def _how(settings: Settings) -> str:
    number = several(len(tasks(settings)) // len(POLICIES), "game")
    return (
        "As in sections 5.2.3 and 5.2.4, three seats play `formal`, each with its own "
        "repository, with dice from the seed of the first commit; the published seats chose at "
        "random, so only the policy `random` is compared with them. Commits are those of "
        "`git rev-list --count`, the size is what `du -sk` counts for the folder of the first "
        "seat once the game has been closed, and the size of a commit is their ratio. "
        f"Each policy plays {number}, which are cut off after {count(turns(settings))} turns. The "
        "mean over games that include cut-off ones is a lower bound: it can show that games are "
        "longer than the published ones, never that they are shorter. The published average has no "
        "spread; its 50 games are assumed to vary as ours do."
    )


def _drawer(samples: dict[str, list[float]], label: str, marks: dict[str, float]) -> Any:
    return lambda: drawing.boxes(samples, label, marks, logarithmic=True)


def _table(found: SectionResults, old: dict[str, float]) -> DataTable:
    columns = []
    for policy in POLICIES:
        lengths, weights, each = (f(found, policy) for f in (commits, sizes, per_commit))
        if not lengths:
            columns.append([NOTHING] * 8)
            continue
        off = cut_off(found, policy)
        ended = [bool(row["ended"]) for row in found.table("games", policy=policy)]
        light = sum(e and w < 20 * MB for e, w in zip(ended, weights, strict=True))
        states = found.values("games", "state_bytes", policy=policy)
        columns.append(
            [
                count(len(lengths)),
                count(off),
                at_least(ranged(mean_estimate(lengths), count), off),
                count(censored_median(lengths, ended)),
                f"{count(light)} of {count(len(ended) - off)} that ended",
                at_least(size(max(weights)), off),
                ranged(mean_estimate(each), size),
                ranged(mean_estimate(states), size),
            ]
        )
    names = {
        "games": count(old["games"]),
        f"cut off after {count(turns(found.settings))} turns": "none",
        "commits of a game, mean (95 %)": f"about {count(old['commits'])}",
        "commits of a game, median": NOTHING,
        "repositories under 20 MB": "most",
        "largest repository": f"over {figures(old['worst_over_mb'])} MB",
        "size of a commit, mean (95 %)": f"about {figures(old['kb_per_commit'])} KB",
        "`state.yml`, mean (95 %)": f"about {figures(old['state_kb'])} KB",
    }
    rows = [[*pair, *here] for pair, *here in zip(names.items(), *columns, strict=True)]
    heads = ["", "published", *(f"here, {policy}" for policy in POLICIES)]
    return DataTable("Length and size of games (figures 5.2 to 5.4)", heads, rows)


def _seen(found: SectionResults, old: dict[str, float]) -> str:
    sentences = []
    for policy in POLICIES:
        mean, off = mean_commits(found, policy), cut_off(found, policy)
        if mean is None:
            continue
        beside = (
            f", beside the published average of {count(old['commits'])} "
            f"({length_verdict(found, policy)})"
        ) * (policy == PUBLISHED_POLICY)
        tail = f" ({off} of {several(mean.count, 'game')} cut off)" * bool(off)
        sentences.append(
            f"By policy `{policy}` a game has {at_least(ranged(mean, count), off)} commits on "
            f"average{tail}{beside}."
        )
    return " ".join(
        [
            *sentences,
            f"A commit takes {ranged(_commit_size(found), size)} on disk, beside the published "
            f"{size(1000 * old['kb_per_commit'])} ({_size_verdict(found)}). It is signed and "
            "carries the whole state, but entries are packed, and consecutive states differ "
            "little.",
        ]
    )


def _commit_size(found: SectionResults) -> Estimate:
    """Mean size of a commit, over the games of all policies."""
    return mean_estimate([value for policy in POLICIES for value in per_commit(found, policy)])


def _size_verdict(found: SectionResults) -> str:
    compared = _commit_size(found).widened(int(published.figure("games", "games")))
    return judge(compared, 1000 * published.figure("games", "kb_per_commit"), "smaller", "larger")


def headlines(found: SectionResults) -> Sequence[Headline]:
    """Commits and the size of a commit."""
    lines = []
    for policy in POLICIES:
        like = policy == PUBLISHED_POLICY
        old = f"about {count(published.figure('games', 'commits'))}" if like else NOTHING
        mean = mean_commits(found, policy)
        shown = at_least(ranged(mean, count), cut_off(found, policy)) if mean else NOTHING
        what = f"commits of a game, {policy}, mean"
        lines.append(Headline(what, old, shown, length_verdict(found, policy)))
    measured = bool(found.table("games"))
    shown = ranged(_commit_size(found), size) if measured else NOTHING
    verdict = _size_verdict(found) if measured else NOT_MEASURED
    theirs = size(1000 * published.figure("games", "kb_per_commit"))
    return [*lines, Headline("size of a commit, mean", theirs, shown, verdict)]


def faults(found: SectionResults) -> Sequence[str]:
    """Games in which a seat refused something."""
    refused = [row for row in found.table("games") if row["refusals"]]
    return [f"{row['policy']} game {row['game']}: {row['refusals']}" for row in refused]


SECTION = Section(
    name="games",
    title="Commits and disk usage",
    replaces="sections 5.2.3 and 5.2.4, figures 5.2 to 5.4",
    tasks=tasks,
    tell=tell,
    headlines=headlines,
    faults=faults,
    side_by_side=True,
)
