"""Figures 5.2 to 5.4: commits of a game, size of a repository, size of a commit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gitopoly.evaluation import published
from gitopoly.evaluation.played import LONGEST, PLAYERS, measure_lengths, play
from gitopoly.evaluation.reports import drawing
from gitopoly.evaluation.reports.blocks import (
    Block,
    DataTable,
    Headline,
    Picture,
    finding,
    method,
    note,
)
from gitopoly.evaluation.reports.wording import (
    NOTHING,
    count,
    figures,
    percent,
    several,
    size,
    times,
)
from gitopoly.evaluation.sections.growth import POLICIES
from gitopoly.evaluation.spread import box, quantile, share_within
from gitopoly.evaluation.study import Found, Section, Settings, Task

BROKEN_OFF = 50
"""Turns of a game on repositories in a quick study."""
QUICK_GAMES = 2
MB = 1e6


def tasks(settings: Settings) -> list[Task]:
    """Games on repositories; a quick study plays only their beginnings there."""
    turns = settings.pick(BROKEN_OFF, LONGEST)
    number = min(settings.games, QUICK_GAMES) if settings.quick else settings.games
    played = [
        Task(f"{policy} {game}", settings.pick(8, 70), play, (policy, game, turns, settings.seed))
        for policy in POLICIES
        for game in range(number)
    ]
    lengths = [
        Task(f"lengths {policy}", 4, measure_lengths, (policy, settings.games, settings.seed))
        for policy in POLICIES
    ]
    return [*played, *(lengths if settings.quick else [])]


# What it shows.


def per_commit(found: Found, policy: str) -> list[float]:
    """Bytes of a repository over its commits, for each game."""
    return [
        1024 * float(row["kilobytes"] or 0) / float(row["commits"] or 1)
        for row in found.table("games", policy=policy)
    ]


def commits(found: Found, policy: str) -> list[float]:
    """Commits of games: counted, or in a quick study computed from actions in memory."""
    if not found.settings.quick:
        return found.values("games", "commits", policy=policy)
    extra = _beside_actions()
    return [value + extra for value in found.values("lengths", "actions", policy=policy)]


def broken_off(found: Found, policy: str) -> int:
    """How many games were not over after so many turns."""
    return len(found.table(found.settings.pick("lengths", "games"), policy=policy, ended=False))


def sizes(found: Found, policy: str) -> list[float]:
    """Bytes of repositories of whole games: counted, or in a quick study computed."""
    if not found.settings.quick:
        measured = found.values("games", "kilobytes", policy=policy)
        return [1024 * value for value in measured]
    each = per_commit(found, policy)
    return [quantile(each, 0.5) * number for number in commits(found, policy)] if each else []


def _beside_actions() -> int:
    """Commits of a game that are no actions: invitation, start, and each seat's join and end."""
    return 2 + 2 * PLAYERS


def tell(found: Found) -> Sequence[Block]:
    """Three figures and a table beside what was published."""
    blocks: list[Block] = [method(_how(found.settings))]
    named = {policy: commits(found, policy) for policy in POLICIES}
    weights = {policy: sizes(found, policy) for policy in POLICIES}
    each = {policy: per_commit(found, policy) for policy in POLICIES}
    computed = " (computed)" if found.settings.quick else ""
    for name, title, values, scale, label, marks in (
        (
            "figure-5-2-commits",
            f"Figure 5.2 again: commits of a game{computed}",
            named,
            1,
            "commits",
            {"published": published.figure("games", "commits")},
        ),
        (
            "figure-5-3-size",
            f"Figure 5.3 again: size of a repository at the end of a game{computed}",
            weights,
            MB,
            "megabytes",
            {
                "published: most": published.figure("games", "most_under_mb"),
                "worst": published.figure("games", "worst_over_mb"),
            },
        ),
        (
            "figure-5-4-per-commit",
            "Figure 5.4 again: size of a repository over its commits",
            each,
            1000,
            "kilobytes a commit",
            {"published": published.figure("games", "kb_per_commit")},
        ),
    ):
        samples = {policy: [v / scale for v in found] for policy, found in values.items() if found}
        if samples:
            blocks.append(Picture(name, title, _drawer(samples, label, marks)))
    blocks.append(_table(found, named, weights, each))
    if any(each.values()):
        blocks.append(finding(_seen(found, named, weights, each)))
    if found.settings.quick:
        blocks.append(note(_caution(found)))
    return blocks


def _how(settings: Settings) -> str:
    text = (
        "As in the document, three seats play `formal` by a policy, each on a repository of its "
        "own, with dice from the seed of the first commit. Commits are those of "
        "`git rev-list --count`, the size is what `du -sk` counts for the folder of the first "
        "seat once the game has been closed, and the size of a commit is one over the other. "
    )
    if settings.quick:
        return text + (
            f"In this quick study games on repositories are broken off after {BROKEN_OFF} turns, "
            f"and serve for the size of a commit. How many commits a whole game has is computed "
            f"from {several(settings.games, 'game')} of each policy that were played to their end "
            f"(or for {count(LONGEST)} turns) in memory, by the same rules and policies: its "
            f"actions and {_beside_actions()} commits for invitation, joins, start and end. "
            "The size of a repository is computed as commits times the median size of a commit. "
            "The full study counts all of this."
        )
    return text + (
        f"Each policy plays {several(settings.games, 'game')} until termination, or for "
        f"{count(LONGEST)} turns."
    )


def _drawer(samples: dict[str, list[float]], label: str, marks: dict[str, float]) -> Any:
    return lambda: drawing.boxes(samples, label, marks, logarithmic=True)


def _table(
    found: Found,
    named: dict[str, list[float]],
    weights: dict[str, list[float]],
    each: dict[str, list[float]],
) -> DataTable:
    old = {
        name: published.figure("games", name)
        for name in ("games", "commits", "most_under_mb", "worst_over_mb", "kb_per_commit")
    }
    rows = [
        ["games", count(old["games"]), *(count(len(named[p])) for p in POLICIES)],
        [
            f"not over after {count(LONGEST)} turns",
            NOTHING,
            *(count(broken_off(found, p)) if named[p] else NOTHING for p in POLICIES),
        ],
        ["commits of a game, mean", f"about {count(old['commits'])}", *_means(named)],
        ["commits of a game, median", NOTHING, *_medians(named, count)],
        [
            "repositories under 20 MB",
            "most",
            *(percent(share_within(w, 20 * MB)) if w else NOTHING for w in weights.values()),
        ],
        [
            "largest repository",
            f"over {figures(old['worst_over_mb'])} MB",
            *(size(max(w)) if w else NOTHING for w in weights.values()),
        ],
        [
            "size of a commit, median",
            f"about {figures(old['kb_per_commit'])} KB",
            *_medians(each, size),
        ],
        [
            "`state.yml`",
            f"about {figures(published.figure('games', 'state_kb'))} KB",
            *_medians({p: found.values("games", "state_bytes", policy=p) for p in POLICIES}, size),
        ],
    ]
    heads = ["", "published", *(f"here, {policy}" for policy in POLICIES)]
    quick = "Commits and sizes of whole games are computed, not counted." * found.settings.quick
    return DataTable("Length and size of games (figures 5.2 to 5.4)", heads, rows, quick)


def _means(values: dict[str, list[float]]) -> list[str]:
    return [count(sum(v) / len(v)) if v else NOTHING for v in values.values()]


def _medians(values: dict[str, list[float]], shown: Any) -> list[str]:
    return [shown(quantile(v, 0.5)) if v else NOTHING for v in values.values()]


def _seen(
    found: Found,
    named: dict[str, list[float]],
    weights: dict[str, list[float]],
    each: dict[str, list[float]],
) -> str:
    old_commits = published.figure("games", "commits")
    old_size = 1000 * published.figure("games", "kb_per_commit")
    sentences = []
    for policy in POLICIES:
        if not named[policy]:
            continue
        five = box(named[policy])
        more = "more" if five.median > old_commits else "fewer"
        off = broken_off(found, policy)
        tail = f", and {off} of {five.count} were not over after {count(LONGEST)} turns" * bool(off)
        sentences.append(
            f"By policy `{policy}` a game has {count(five.median)} commits in the median (half of "
            f"them between {count(five.lower)} and {count(five.upper)}), {more} than the published "
            f"average of {count(old_commits)}{tail}."
        )
    both = [value for values in each.values() for value in values]
    middle = quantile(both, 0.5)
    ratio = old_size / middle
    compared = f"{times(ratio)} less" if ratio > 1 else f"{times(1 / ratio)} more"
    sentences.append(
        f"A commit takes {size(middle)} on disk, {compared} than the published {size(old_size)}, "
        "although it is signed and carries the whole state: entries are packed, and one state "
        "differs little from the next."
    )
    heavy = [value for values in weights.values() for value in values]
    if heavy:
        under = share_within(heavy, 20 * MB)
        sentences.append(
            f"So {percent(under)} of the repositories stay under 20 MB, and the largest has "
            f"{size(max(heavy))}, {'less' if max(heavy) < 40 * MB else 'no less'} than the "
            "published 40 MB."
        )
    return " ".join(sentences)


def _caution(found: Found) -> str:
    rows = found.table("games")
    turns = sum(found.values("games", "turns"))
    text = (
        f"The size of a commit comes from {several(len(rows), 'game')} on repositories with "
        f"{several(int(turns), 'turn')} in all; a short game spreads the fixed size of a "
        "repository over fewer commits, so that a whole game needs less for each. "
    )
    in_memory = sum(found.values("lengths", "turns"))
    if turns and in_memory:
        here, there = sum(found.values("games", "commits")), sum(found.values("lengths", "actions"))
        text += (
            f"On repositories a turn has {figures(here / turns)} commits, in memory "
            f"{figures(there / in_memory)} actions."
        )
    return text


def headlines(found: Found) -> Sequence[Headline]:
    """Commits and the size of a commit."""
    old = published.figure("games", "commits")
    lines = []
    for policy in POLICIES:
        values = commits(found, policy)
        what = f"commits of a game, {policy}"
        if not values:
            lines.append(Headline(what, f"about {count(old)}", NOTHING, "not measured"))
            continue
        middle = quantile(values, 0.5)
        how = "computed: " * found.settings.quick
        verdict = "longer" if middle > 1.1 * old else "shorter" if middle < 0.9 * old else "alike"
        lines.append(Headline(what, f"about {count(old)}", how + count(middle), verdict))
    both = [value for policy in POLICIES for value in per_commit(found, policy)]
    theirs = 1000 * published.figure("games", "kb_per_commit")
    ours = quantile(both, 0.5) if both else None
    verdict = "not measured" if ours is None else "better" if ours < theirs else "worse"
    return [*lines, Headline("size of a commit", size(theirs), size(ours), verdict)]


def faults(found: Found) -> Sequence[str]:
    """Games in which a seat refused something, or an invariant did not hold."""
    refused = [row for row in found.table("games") if row["refusals"]]
    broken = [row for row in found.table("lengths") if row["violation"]]
    return [
        *(f"{row['policy']} game {row['game']}: {row['refusals']}" for row in refused),
        *(f"{row['policy']} game {row['game']}: {row['violation']} is broken" for row in broken),
    ]


SECTION = Section(
    name="games",
    title="Commits and disk usage",
    replaces="figures 5.2, 5.3 and 5.4",
    tasks=tasks,
    tell=tell,
    headlines=headlines,
    faults=faults,
    side_by_side=True,
    needs=(("counting games in memory", "numba"),),
)
