"""``gitopoly arena tournament`` and ``report``: bots against each other, rated, with plots."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from gitopoly.arena.agents.roster import parse_bots
from gitopoly.arena.matches.calls import ResourceLimits
from gitopoly.arena.tournaments.page import title
from gitopoly.arena.tournaments.report import read_results, write_report
from gitopoly.arena.tournaments.schedule import FORMATS
from gitopoly.arena.tournaments.tournament import (
    TournamentPlan,
    check_bots,
    play_tournament,
    run_in_processes,
)
from gitopoly.cli.arena.options import (
    agent_options,
    fault_summary,
    seed_option,
    variant_of,
    variant_options,
)
from gitopoly.cli.arena.standings import standings_table
from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.extras import demand
from gitopoly.editions import Edition
from gitopoly.errors import InvalidMatch


@click.command(
    cls=ShowsExamples,
    examples=[
        ("All against all", "gitopoly arena tournament mybot.py random sensible"),
        (
            "Save the results for a report",
            "gitopoly arena tournament mybot.py random --games 400 --save cup.json",
        ),
        (
            "Your own players in the classic game",
            "gitopoly arena tournament saver.py:Saver trader random --edition classic",
        ),
        (
            "On a Ray cluster",
            "gitopoly arena tournament random sensible --cluster 127.0.0.1:6379",
        ),
    ],
)
@click.argument("bots", metavar="BOT...", nargs=-1, required=True)
@click.option(
    "--games",
    type=click.IntRange(1, 10**6),
    metavar="N",
    default=100,
    show_default=True,
    help="Games per pairing; an odd number is rounded up.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default=FORMATS[0],
    show_default=True,
    help="All against all, or a few rounds paired by the standings.",
)
@variant_options
@seed_option
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Number of processes; by default one per core. Results do not depend on it.",
)
@click.option("--cluster", metavar="ADDRESS", help="Play on the Ray cluster at this address.")
@click.option("--save", metavar="FILE", help="Write the results to this file, as JSON.")
@agent_options
@click.option("--json", "as_json", is_flag=True, help="Print the results as one JSON object.")
def tournament(
    bots: tuple[str, ...],
    games: int,
    form: str,
    edition: str | Edition | None,
    options: tuple[str, ...],
    seed: int | None,
    jobs: int | None,
    cluster: str | None,
    save: str | None,
    isolate: bool | None,
    memory: int,
    call_seconds: float,
    match_seconds: float,
    as_json: bool,
) -> None:
    """Run a tournament of bots and rate them.

    Games come in pairs with the same dice and the seats swapped, so that luck
    counts less. The same seed gives the same results with any number of jobs,
    as long as the bots answer in time. With --edition, BOT is a
    class derived from gitopoly.Player, or a policy.
    """
    demand("rating bots", "numpy", "arena")
    if cluster:
        demand("playing on a cluster", "ray", "cluster")
    variant = variant_of(edition, options)
    if variant is not None:
        isolate = isolate is not False
    chosen = secrets.randbits(32) if seed is None else seed
    plan = TournamentPlan(
        tuple(parse_bots(list(bots), isolate)),
        games,
        form,
        chosen,
        ResourceLimits(call_seconds, match_seconds),
        memory,
        variant,
    )
    with contextlib.redirect_stdout(sys.stderr):
        check_bots(plan.bots, variant)
        run = run_in_processes(jobs or os.cpu_count() or 1)
        if cluster:
            from gitopoly.arena.tournaments.cluster import run_on_cluster

            run = run_on_cluster(cluster)
        with progress_bar() as progress:
            results = play_tournament(plan, run, progress)
    text = json.dumps(results, indent=1)
    if save:
        _write(Path(save), text)
    if as_json:
        click.echo(text)
    else:
        _print(results, save)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise InvalidMatch(f"{path} cannot be written: {error.strerror}") from None


@contextlib.contextmanager
def progress_bar() -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=1, label="games", file=sys.stderr) as bar:

        def show(played: int, expected: int) -> None:
            bar.length = expected
            bar.update(played - bar.pos)

        yield show


def _faults(standing: dict[str, Any]) -> str:
    return fault_summary(standing["faults"]) or "none"


def _print(results: dict[str, Any], save: str | None) -> None:
    games = f"{results['games']:,} games"
    click.echo(f"{games}, {results['format']}, seed {results['seed']}")
    counts = ("won", "tied", "lost")
    for line in standings_table(results["standings"], counts, _faults, "faults"):
        click.echo(line)
    for meeting in results["meetings"]:
        first, second = meeting["bots"]
        click.echo(
            f"{first} against {second}: {meeting['score']:.0%} of {meeting['games']:,} games "
            f"({meeting['low']:.0%} to {meeting['high']:.0%}); {meeting['verdict']}"
        )
    click.echo(title(results))
    if save:
        click.echo(f"results in {save}; for a page with plots: gitopoly arena report {save}")


@click.command(
    cls=ShowsExamples,
    examples=[
        ("A report on a tournament", "gitopoly arena report cup.json"),
        ("Into another folder", "gitopoly arena report cup.json --into cup"),
    ],
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("report"),
    show_default=True,
    help="Folder to write to.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the names of the files as JSON.")
def report(file: Path, into: Path, as_json: bool) -> None:
    """Write a report with plots on a tournament.

    report.html is self-contained; the plots are also written as PNG files:
    ratings, head-to-head, money, faults.
    """
    demand("plotting", "matplotlib", "arena")
    written = write_report(read_results(file), into)
    if as_json:
        click.echo(json.dumps({"files": [str(path) for path in written]}, indent=2))
    else:
        click.echo(f"wrote {written[0]} and {len(written) - 1} plots")
