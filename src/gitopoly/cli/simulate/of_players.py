"""``gitopoly simulate --player``: games between players of any kind."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from gitopoly.cli.simulate.output import StatisticsOutput
from gitopoly.cli.simulate.recording import is_dataset
from gitopoly.cli.simulate.statistics_view import print_statistics
from gitopoly.cli.terminal import Terminal
from gitopoly.editions import Edition
from gitopoly.errors import NoRoom
from gitopoly.game.edition_files import edition_for
from gitopoly.game.entrants import entrants
from gitopoly.game.match import SeriesPlan, match_of
from gitopoly.game.series import Simulation, SomeGames, batch_of, play_all

VIOLATION_FOUND = 1


def simulate_players(
    who: Sequence[str],
    edition: str | Edition,
    options: tuple[tuple[str, Any], ...],
    seed: int,
    max_turns: int,
    check: bool,
    games: range,
    jobs: int,
    folder: str | None,
    as_json: bool,
    files: StatisticsOutput,
) -> int:
    """Play the games, print the results and return the exit code."""
    setting = dict(options)
    data = edition_for(edition, setting)
    plan = SeriesPlan(
        entrants(who), data, seed, max_turns, options=options, check=check, observed=files.wanted
    )
    plan.check_players()
    result = Simulation(plan.names, data.name, seed, plan=plan)
    if not folder:
        played = play_all(plan, games, jobs)
    elif is_dataset(folder):
        played = _in_dataset(plan, games, Path(folder))
    else:
        played = _recorded(plan, games, Path(folder))
    for some in _with_progress(played, len(games), quiet=as_json):
        result.add(some)
    if files.wanted:
        files.write(result.statistics)
    if as_json:
        click.echo(json.dumps(facts(result, options, max_turns), indent=2))
    else:
        _print(result, check)
    return VIOLATION_FOUND if any(game.violation for game in result.games) else 0


def _recorded(plan: SeriesPlan, games: range, folder: Path) -> Iterator[SomeGames]:
    """The games in order, each saved to a file named after its number."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = error.strerror or "it is not a folder"
        raise NoRoom(f"cannot write records to {folder}: {why}; choose another DIR") from None
    with plan.processes() as processes:
        for number in games:
            match = match_of(plan, number, processes)
            match.game.save(folder / f"game-{number}.jsonl")
            yield batch_of(plan, number, match)


def _in_dataset(plan: SeriesPlan, games: range, path: Path) -> Iterator[SomeGames]:
    """The games in order, all choices in one file."""
    from gitopoly.arena.environments.datasets import DatasetWriter
    from gitopoly.game.history import replayed

    with plan.processes() as processes, DatasetWriter(path, plan.names) as writer:
        for number in games:
            match = match_of(plan, number, processes)
            writer.add(number, replayed(match.game))
            yield batch_of(plan, number, match)


def _with_progress(played: Iterator[SomeGames], games: int, quiet: bool) -> Iterator[SomeGames]:
    if quiet or not sys.stderr.isatty():
        yield from played
        return
    with click.progressbar(length=games, label="games", file=sys.stderr) as bar:
        for some in played:
            yield some
            bar.update(len(some.games))


def facts(
    result: Simulation, options: tuple[tuple[str, Any], ...], max_turns: int
) -> dict[str, Any]:
    """Everything, for scripts."""
    return {
        "edition": result.edition,
        "players": list(result.names),
        "seed": result.seed,
        "max_turns": max_turns,
        "options": dict(options),
        "games": len(result.games),
        "ties": result.ties,
        "capped": result.capped,
        "violations": [
            {"game": game.number, "invariant": game.violation}
            for game in result.games
            if game.violation
        ],
        "seats": [
            {
                "name": seat.name,
                "wins": seat.wins,
                "win_rate": round(seat.win_rate, 4),
                "interval": [round(seat.low, 4), round(seat.high, 4)],
                "faults": seat.faults,
            }
            for seat in result.seats
        ],
        "turns": [game.turns for game in result.games],
        "faults": list(result.faults),
        "statistics": result.statistics.tables() if result.observed else None,
    }


def _print(result: Simulation, checked: bool) -> None:
    console = Terminal()
    for line in result.table().splitlines():
        console.print(line, markup=False, soft_wrap=True)
    for line in result.faults[:5]:
        console.print(f"  {line}", markup=False, soft_wrap=True)
    if result.observed:
        print_statistics(console, result.statistics)
    broken = [game for game in result.games if game.violation]
    if not checked:
        console.print("invariants: [yellow]not checked[/] (--no-check)")
    elif not broken:
        console.print("invariants: [green]all hold after every choice[/]")
    for game in broken[:5]:
        console.print(f"[red]{game.violation} does not hold[/] in game {game.number}")
