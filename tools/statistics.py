"""Write docs/statistics.md: what a token, a house and a group are worth, computed and played.

    make statistics

solves the landing chain and plays 100,000 games: half a minute or so.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import gitopoly
from gitopoly.bots.landings import (
    BuildingReturn,
    LandingShares,
    building_returns,
    landing_shares,
)
from gitopoly.editions import load
from gitopoly.game.statistics import Statistics, group_names
from gitopoly.rules import Rules

PAGE = Path(__file__).parent.parent / "docs" / "statistics.md"
EDITION = "classic"
PLAYERS = 4
GAMES = 100_000
SEED = 1
REACH = 1.96
"""Standard errors to either side of a value that make a 95 % interval."""
LEVELS = ("1st house", "2nd house", "3rd house", "4th house", "hotel")


def page(games: int = GAMES, jobs: int = 1) -> str:
    """The whole page."""
    rules = Rules.of(EDITION, PLAYERS)
    exact = {stay: landing_shares(rules, stay) for stay in (False, True)}
    returns = building_returns(rules, exact[True])
    told = gitopoly.simulate(["trader"] * PLAYERS, EDITION, games=games, seed=SEED, jobs=jobs)
    return "\n".join(
        [
            *introduction(),
            *landings(rules, exact, told.statistics),
            *houses(rules, returns),
            *groups(told.statistics, games),
            *going_first(told.statistics),
            *auctions(told.statistics),
        ]
    )


def introduction() -> Iterable[str]:
    """What the page is, and how it was made."""
    return [
        "# Statistics",
        "",
        prose(
            f"""
            Where tokens land, what a house earns, and what a group is worth in `classic`.
            `make statistics` writes this page: it solves the landing chain, and plays {GAMES:,}
            games; every table says how exact it is.
            For series of your own, `gitopoly simulate` tells all of this and more, `--plot`
            draws it, `--json` and `--csv` write it, and `gitopoly.simulate(…).statistics`
            returns it ([Games in Python](python.md)).
            An interval after ± covers the true value in 95 of 100 cases.
            """
        ),
        "",
    ]


def prose(text: str) -> str:
    """A paragraph with one sentence per line, as all our pages have them."""
    return re.sub(r"(?<=[.:]) (?=[A-Z`])", "\n", " ".join(text.split()))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table of Markdown, its numbers to the right."""
    rule = ["---", *["---:"] * (len(heads) - 1)]
    return [f"| {' | '.join(row)} |" for row in (heads, rule, *rows)] + [""]


def percent(share: float, digits: int = 4) -> str:
    """A share in percent."""
    return f"{100 * share:.{digits}f}"


def landings(rules: Rules, exact: dict[bool, LandingShares], told: Statistics) -> Iterable[str]:
    """The chain beside games."""
    played = [f"{percent(row.share)} ± {percent((row.high - row.low) / 2)}" for row in told.squares]
    rows = [
        [name, *(percent(exact[stay].all[place]) for stay in (False, True)), cell]
        for place, (name, cell) in enumerate(
            zip([*rules.names, "in jail"], [*played, "-"], strict=True)
        )
    ]
    heads = ["square", "short stay, exact", "long stay, exact", "of moves in games (±)"]
    return [
        "## Where tokens land",
        "",
        prose(
            """
            The share of all rolls, in percent, that end on a square.
            A player in jail leaves at once, by the fine or a card (short stay), or rolls for
            doubles as long as the rules allow (long stay); being there counts as a square of
            its own.
            """
        ),
        "",
        prose(
            """
            The exact columns are the stationary distribution of a Markov chain over squares,
            doubles in a row and rolls missed in jail, made from the edition's own board and decks;
            rounding is their only error, but they draw every card with the same chance.
            The last column is the share of all moves in the games below, where players leave jail
            as `trader` likes, decks keep their order, and rolls missed in jail are no moves.
            """
        ),
        "",
        prose(
            """
            By the rules a long stay means 9.3855 % of all rolls in jail.
            The figure of 9.457 % that one often reads counts the doubles that free a player as the
            first of three in a row; they are not (JAIL-4).
            """
        ),
        "",
        *table(heads, rows),
    ]


def houses(rules: Rules, returns: list[BuildingReturn]) -> Iterable[str]:
    """What every building earns, and when it has paid for itself."""
    colours = group_names(rules, load(EDITION))
    streets: dict[int, list[BuildingReturn]] = {}
    for each in returns:
        streets.setdefault(each.square, []).append(each)

    def rows(cell: str, digits: int, scale: float = 1.0) -> list[list[str]]:
        return [
            [
                rules.names[square],
                colours[rules.group[square]],
                str(buildings[0].cost),
                *(f"{scale * getattr(each, cell):.{digits}f}" for each in buildings),
            ]
            for square, buildings in streets.items()
        ]

    heads = ["street", "group", "cost", *LEVELS]
    return [
        "## What a house returns",
        "",
        prose(
            """
            Each building adds to the rent of a street whose group its owner has; the first one is
            compared with the doubled rent of the bare street.
            Landings are those of a long stay.
            Nothing here is random, and rounding is the only error of the visits; returns and rolls
            are as exact as the landings.
            """
        ),
        "",
        prose(
            """
            Percent of its cost that a building earns per 100 rolls of opponents:
            """
        ),
        "",
        *table(heads, rows("per_roll", 1, 10_000)),
        prose(
            """
            Break-even visits: how often somebody must land there before it has paid for itself:
            """
        ),
        "",
        *table(heads, rows("visits", 2)),
        prose(
            """
            Rolls of opponents after which that is to be expected:
            """
        ),
        "",
        *table(heads, rows("rolls", 0)),
    ]


def groups(told: Statistics, games: int) -> Iterable[str]:
    """What a whole group is worth in games."""
    rows = [
        [
            row.name,
            percent(row.share, 1),
            whole(row.median),
            f"{percent(row.win_rate, 1)} ± {percent((row.high - row.low) / 2, 1)}"
            if row.completed
            else "-",
            f"{row.mean_rent:.1f} ± {REACH * row.rent_error:.1f}" if row.rents > 1 else "-",
        ]
        for row in told.groups
    ]
    error = REACH * math.sqrt(0.25 / games)
    return [
        "## Groups in the hands of `trader`",
        "",
        prose(
            f"""
            {games:,} games of {PLAYERS} seats, all played by `trader`, seed {SEED}.
            An average seat wins {percent(1 / PLAYERS, 0)} % of them.
            A group counts as completed when one seat first owns all of it before the game is over;
            turns are those of all seats together.
            Errors of rents and prices follow from how games differ, because what happens within
            one game depends on itself.
            The error of a share of all games is at most {percent(error, 1)} points, and the median
            turn is exact for these games.
            """
        ),
        "",
        *table(
            [
                "group",
                "completed in % of games (played)",
                "in turn (played)",
                "% won by its first owner (±)",
                "mean rent in $ (±)",
            ],
            rows,
        ),
    ]


def going_first(told: Statistics) -> Iterable[str]:
    """The order of play."""
    rows = [
        [row.name, f"{percent(row.rate, 2)} ± {percent((row.high - row.low) / 2, 2)}"]
        for row in told.wins
        if row.by == "order"
    ]
    (length,) = told.lengths
    return [
        "## Going first",
        "",
        prose(
            """
            In the same games, by the order of play:
            """
        ),
        "",
        *table(["to play", "% won (±)"], rows),
        prose(
            f"""
            They took {length.mean:.1f} ± {REACH * length.error:.1f} turns on average, and half of
            them {whole(length.first_quartile)} to {whole(length.third_quartile)}.
            """
        ),
        "",
    ]


def auctions(told: Statistics) -> Iterable[str]:
    """Prices against list."""
    rows = [
        [
            row.kind,
            f"{row.sold:,}",
            f"{row.unsold:,}",
            f"{percent(row.ratio, 1)} ± {percent((row.high - row.low) / 2, 1)}"
            if row.sold > 1 and math.isfinite(row.high)
            else "-",
        ]
        for row in told.auctions
        if row.square == "all"
    ]
    return [
        "## Auctions",
        "",
        prose(
            """
            In the same games: deeds that nobody bought at the printed price, estates of bankrupts,
            and buildings when they ran short.
            """
        ),
        "",
        *table(
            ["what", "sold (played)", "not sold (played)", "price in % of list (±)"],
            rows,
        ),
    ]


def whole(value: float) -> str:
    """A number without digits after the point, if there is one."""
    return f"{value:.0f}" if math.isfinite(value) else "-"


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    PAGE.write_text(page(given.games, given.jobs).rstrip() + "\n", encoding="utf-8")
    print(f"wrote {PAGE.relative_to(Path.cwd())}", file=sys.stderr)


if __name__ == "__main__":
    main()
