"""``gitopoly simulate``: many games in memory, all invariants checked after every action."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gitopoly.bots.series import (
    ENGINES,
    Series,
    choose_engine,
    play_games,
    play_series,
    without_search,
)
from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.options import game_options, rule_options
from gitopoly.cli.simulate.output import StatisticsOutput
from gitopoly.cli.simulate.summary import Summary, print_summary
from gitopoly.cli.usage import refuse
from gitopoly.editions import Edition
from gitopoly.engine import native

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gitopoly.bots.series import Chunk

VIOLATION_FOUND = 1
SEATED = ("players", "policies")
"""Parameters that --player already determines."""
STATISTICS = ("statistics", "plot", "csv_folder")
"""Parameters about what is counted."""
NOT_OF_PLAYERS = (*SEATED, "engine", "out", "dice", "concurrent", "show")
"""Parameters that make no sense for players in memory."""
WORTH_PROCESSES = {"interpreted": 40, "compiled": 1000, "native": 1000}
"""Minimum number of games for several processes to pay off; a GPU needs only one."""
CHUNKS = {"interpreted": 2, "compiled": 200, "native": 200, "gpu": 1 << 20}
"""Maximum number of games an engine plays per batch; progress is reported after each."""


@click.command(
    cls=ShowsExamples,
    examples=[
        ("A thousand games with four players", "gitopoly simulate --games 1000 --players 4"),
        ("For a script", "gitopoly simulate --games 100 --json"),
        ("With a turn limit", "gitopoly simulate --option turn_limit=200"),
        ("Keep the games to verify them", "gitopoly simulate --games 3 --record games"),
        (
            "A dataset for learners",
            "gitopoly simulate --games 50 --policy trader --record games.npz",
        ),
        (
            "On real Git repositories, one for each seat",
            "gitopoly simulate --on git --players 3 --games 2 --out played",
        ),
        (
            "What a thousand games tell, as plots and as tables",
            "gitopoly simulate --games 1000 --policy trader --plot told.png --csv told",
        ),
        ("Print one game move by move", "gitopoly simulate --game 17 --show"),
        (
            "Your own player against policies",
            "gitopoly simulate --player saver.py:Saver --player trader --player random",
        ),
    ],
)
@click.option(
    "--games",
    type=click.IntRange(1, 10**9),
    metavar="N",
    default=100,
    show_default=True,
    help="Number of games.",
)
@game_options(policy="random", seed=0)
@click.option(
    "--player",
    "who",
    multiple=True,
    metavar="PLAYER",
    help="Player for the next seat: FILE.py:CLASS, MODULE:CLASS or a policy. Can be repeated.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Number of processes; by default one per core.",
)
@click.option("--check/--no-check", default=True, help="Check all invariants after every action.")
@click.option(
    "--engine",
    type=click.Choice(ENGINES),
    default="auto",
    show_default=True,
    help="How to run the rules; the results are the same.",
)
@click.option(
    "--game",
    type=click.IntRange(0, 2**31),
    metavar="N",
    help="Play only the game with this number, counted from 0.",
)
@click.option(
    "--record",
    "folder",
    type=click.Path(),
    metavar="DIR|FILE.npz",
    help="Save every game in DIR as a record for gitopoly verify, or all choices for learners.",
)
@click.option(
    "--on",
    "where",
    type=click.Choice(("memory", "git")),
    default="memory",
    show_default=True,
    help="Play in memory, or with a Git repository per seat.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Folder for the repositories of --on git.",
)
@click.option(
    "--dice",
    type=click.Choice(("seeded", "joint")),
    default="seeded",
    show_default=True,
    help="On git: draw from a seed, or jointly by all seats.",
)
@click.option("--concurrent", is_flag=True, help="On git: run the seats as separate processes.")
@click.option("--show", is_flag=True, help="Print the game move by move (needs --game).")
@click.option(
    "--statistics/--no-statistics",
    default=True,
    help="Report win rates, landings, income, rents, groups and auctions.",
)
@click.option(
    "--plot",
    type=click.Path(),
    metavar="FILE|DIR",
    help="Draw the statistics: on one sheet (.png, .svg, .pdf), or a file each in DIR.",
)
@click.option(
    "--csv",
    "csv_folder",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Write the statistics to DIR, a CSV file for each table.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def simulate(
    games: int,
    players: int | None,
    edition: str | Edition,
    policies: str,
    who: tuple[str, ...],
    seed: int,
    max_turns: int,
    jobs: int | None,
    check: bool,
    engine: str,
    options: tuple[str, ...],
    game: int | None,
    folder: str | None,
    where: str,
    out: str | None,
    dice: str,
    concurrent: bool,
    show: bool,
    statistics: bool,
    plot: str | None,
    csv_folder: str | None,
    as_json: bool,
) -> None:
    """Play many games in memory and check all invariants.

    A game ends when one player is left, or is reported as capped after
    --max-turns turns. The same seed gives the same games on every engine and with
    any number of jobs. Players given with --player run in separate processes; a
    fault costs them an answer, never the game.
    """
    context = click.get_current_context()
    files = StatisticsOutput(statistics, plot, csv_folder)
    files.check()
    if game is not None:
        refuse(context, ("games",), "cannot be combined with --game, which plays one game")
    if who and where == "memory":
        from gitopoly.cli.simulate.of_players import simulate_players

        refuse(context, NOT_OF_PLAYERS, "cannot be combined with --player")
        chosen_games = range(games) if game is None else range(game, game + 1)
        setting = rule_options(options)
        code = simulate_players(
            who,
            edition,
            setting,
            seed,
            max_turns,
            check,
            chosen_games,
            jobs or 1,
            folder,
            as_json,
            files,
        )
        raise click.exceptions.Exit(code)
    if who:
        from gitopoly.game.table_player import check_seats

        refuse(context, SEATED, "cannot be combined with --player")
        check_seats(who, edition, dict(rule_options(options)))
        players, policies = len(who), ",".join(who)
    series = Series(
        edition,
        players,
        tuple(name.strip() for name in policies.split(",")),
        seed,
        max_turns,
        check,
        rule_options(options),
        observed=statistics,
    )
    if not who:
        series.policy_numbers()  # refuse bad input before anything starts
    if notice := without_search(series.policies):
        click.echo(notice, err=True)
    first = 0
    if game is not None:
        first, games = game, 1
    if where == "git":
        from gitopoly.cli.simulate.on_git import simulate_on_git

        refuse(context, ("folder", "show", "check", "engine"), "cannot be combined with --on git")
        refuse(context, STATISTICS, "cannot be combined with --on git, which collects none")
        chosen_games = range(first, first + games)
        raise click.exceptions.Exit(
            simulate_on_git(series, chosen_games, out, dice, concurrent, jobs, as_json)
        )
    refuse(context, ("out", "dice", "concurrent"), "needs --on git")
    if show:
        if game is None:
            raise click.UsageError("--show prints one game; add --game N")
        texts = ("as_json", "folder", *STATISTICS)
        refuse(context, texts, "cannot be combined with --show, which prints text")
        from gitopoly.cli.play.bot_story import tell_game

        tell_game(series, game)
        return
    chosen = choose_engine(engine, games, series.searches)
    if chosen == "gpu":
        refuse(context, ("jobs",), "cannot be combined with --engine gpu, which uses one process")
    started = time.perf_counter()
    result = Summary(series, chosen)
    for chunk in _with_progress(series, chosen, first, games, jobs, quiet=as_json):
        result.add(chunk)
    result.seconds = time.perf_counter() - started
    if folder is not None:
        from gitopoly.cli.simulate.recording import is_dataset, write_dataset, write_records

        write = write_dataset if is_dataset(folder) else write_records
        write(series, range(first, first + games), Path(folder), quiet=as_json)
    if result.statistics is not None:
        files.write(result.statistics)
    if as_json:
        click.echo(json.dumps(result.as_dict(), indent=2))
    else:
        print_summary(result)
    if result.violations:
        raise click.exceptions.Exit(VIOLATION_FOUND)


def _with_progress(
    series: Series, engine: str, first: int, games: int, jobs: int | None, quiet: bool
) -> Iterator[Chunk]:
    """Play, with a progress bar on a terminal if it takes a while."""
    number = jobs or 1
    if jobs is None and games >= WORTH_PROCESSES.get(engine, games + 1):
        number = os.cpu_count() or 1
    size = CHUNKS[engine]
    if engine == "gpu":
        number = 1
    else:
        size = max(1, min(size, -(-games // (4 * number))))
    number = min(number, -(-games // size))
    _announce(engine, series)
    chunks = play_series(series, engine, first, games, number, size)
    if quiet or not sys.stderr.isatty():
        yield from chunks
        return
    with click.progressbar(length=games, label="games", file=sys.stderr) as bar:
        for chunk in chunks:
            yield chunk
            bar.update(len(chunk.games))


def _announce(engine: str, series: Series) -> None:
    """Say so if the engine has to be built first, which takes a while."""
    if engine == "gpu":
        from gitopoly.bots import gpu

        if not gpu.is_ready(series):
            click.echo("compiling the rules for the GPU, once for these rules …", err=True)
    elif engine == "native" and not native.is_built(play_games):
        click.echo("compiling the rules with the C++ compiler, once for this version …", err=True)
