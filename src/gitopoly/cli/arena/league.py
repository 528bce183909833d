"""``gitopoly arena league``: bots, versions and games over time."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import sys
from pathlib import Path
from typing import Any

import click

from gitopoly.arena.agents.roster import parse_bots
from gitopoly.arena.league.folder import League, replace_file
from gitopoly.arena.league.page import PAGE, page, title
from gitopoly.arena.league.playing import play_more, standings_of
from gitopoly.arena.matches.calls import ResourceLimits
from gitopoly.arena.tournaments.tournament import check_bot, run_in_processes
from gitopoly.cli.arena.options import agent_options, seed_option
from gitopoly.cli.arena.standings import standings_table
from gitopoly.cli.arena.tournament import progress_bar
from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.extras import demand
from gitopoly.errors import InvalidBot, InvalidRun


@click.command(
    cls=ShowsExamples,
    examples=[
        ("Begin a league", "gitopoly arena league cup mybot.py trader builder"),
        ("Continue, with new versions of its bots", "gitopoly arena league cup --games 200"),
        ("Retire a bot", "gitopoly arena league cup --retire builder"),
    ],
)
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.argument("bots", metavar="[BOT...]", nargs=-1)
@click.option(
    "--games",
    type=click.IntRange(0, 10**6),
    metavar="N",
    default=100,
    show_default=True,
    help="Games to add; an odd number is rounded up, 0 only renews the page.",
)
@click.option(
    "--retire", metavar="NAME", multiple=True, help="Retire this bot: it plays no more games."
)
@seed_option
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Number of processes; by default one per core. Results do not depend on it.",
)
@agent_options
@click.option("--json", "as_json", is_flag=True, help="Print the standings as one JSON object.")
def league(
    folder: Path,
    bots: tuple[str, ...],
    games: int,
    retire: tuple[str, ...],
    seed: int | None,
    jobs: int | None,
    isolate: bool | None,
    memory: int,
    call_seconds: float,
    match_seconds: float,
    as_json: bool,
) -> None:
    """Keep bots, their versions and their games in a folder, and add games.

    A bot whose file has changed continues as a new version; its old versions
    keep their games and ratings. Games are added where they tell most about
    the ratings. DIR/index.html shows the standings. The folder says which
    files are run, so use only your own.
    """
    demand("rating bots", "numpy", "arena")
    named = parse_bots(list(bots), isolate)
    chosen = secrets.randbits(32) if seed is None else seed
    faults: dict[str, int] = {}
    with League(folder, chosen) as found, contextlib.redirect_stdout(sys.stderr):
        if seed not in (None, found.seed):
            raise InvalidRun(
                f"this league began with seed {found.seed}, which cannot change; omit --seed"
            )
        new = found.enrol(named)
        for name in retire:
            _retire(found, name)
        new += found.renew()
        playing = found.active()
        if games and len(playing) < 2:
            raise InvalidBot("a league needs at least two bots that play; name more of them")
        for bot in playing:
            if bot.entrant in new:
                check_bot(bot.bot())
        found.save()
        if games:
            with progress_bar() as progress:
                run = run_in_processes(jobs or os.cpu_count() or 1)
                limits = ResourceLimits(call_seconds, match_seconds)
                faults = play_more(found, games, run, limits, memory, progress)
        standings = standings_of(found)
        replace_file(folder / PAGE, page(found, standings))
    if as_json:
        click.echo(json.dumps({**standings, "faults": faults}, indent=1))
    else:
        _print(standings, new, folder)
        for name, count in faults.items():
            click.echo(f"{name} made {count} faults in these games; arena play shows them")


def _retire(found: League, name: str) -> None:
    for bot in found.bots:
        if name in (bot.name, bot.entrant):
            bot.retired = True
            return
    known = ", ".join(bot.name for bot in found.bots)
    raise InvalidBot(f"{name!r} is not in this league; it has {known or 'no bots yet'}")


def _print(standings: dict[str, Any], new: list[str], folder: Path) -> None:
    for name in new:
        click.echo(f"new version: {name}")
    click.echo(f"{standings['games']:,} games: {title(standings)}")
    counts = ("games", "won", "tied", "lost")
    for line in standings_table(standings["standings"], counts, _note):
        click.echo(line)
    click.echo(f"the page is {folder / PAGE}")


def _note(standing: dict[str, Any]) -> str:
    return "" if standing["plays"] else "no longer plays"
