"""``gitopoly simulate --on git``: games between seats on real repositories."""

from __future__ import annotations

import json
import os
import shlex
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
from rich.markup import escape

from gitopoly.bots.series import Series
from gitopoly.bots.table_policy import TablePolicy
from gitopoly.errors import GitopolyError, StalledGame
from gitopoly.game.table_player import TablePlayer, chooser
from gitopoly.processes import processes
from gitopoly.rules import winner
from gitopoly.table.driver import Chooser, GameDriver
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.local_game import SimulatedGame, SimulationOutcome, SimulationPlan, folder_name
from gitopoly.table.remote_game import resume_game
from gitopoly.table.seat import AutoPlay, Seat

LINGER = 3.0
"""Seconds without news after the end before a seat leaves without having heard from all."""
LONGEST_WAIT = 60.0
"""Seconds without any news before a seat in its own process gives up."""


@dataclass(frozen=True)
class GitGameTask:
    """One game of a series on Git."""

    out: str
    plan: SimulationPlan
    policies: tuple[str, ...]
    game: int
    concurrent: bool


@dataclass(frozen=True)
class GitGameResult:
    """The result of a game, and its cost."""

    outcome: SimulationOutcome
    seconds: float
    """To play and pack it."""
    size: int
    """Bytes of all its repositories."""


def simulate_on_git(
    series: Series,
    games: range,
    out: str | None,
    dice: str,
    concurrent: bool,
    jobs: int | None,
    as_json: bool,
) -> int:
    """Play the games of a series on repositories and return the exit code."""
    folder = out or tempfile.mkdtemp(prefix="gitopoly-")
    players = series.rules().num_players
    plan = SimulationPlan(
        series.edition, players, series.seed, series.options, dice, series.max_turns
    )
    if concurrent and not series.rules().turn_limit:
        # Seats in their own processes cannot be stopped from here, so the rules end the game.
        plan = replace(plan, options=(*plan.options, ("turn_limit", series.max_turns)))
    plan.invitation(0).check()
    tasks = [GitGameTask(folder, plan, series.policies, game, concurrent) for game in games]
    return play_all(tasks, jobs or (1 if concurrent else os.cpu_count() or 1), as_json)


def play_all(tasks: list[GitGameTask], jobs: int, as_json: bool) -> int:
    """Play games, print the results and return the exit code."""
    started = time.perf_counter()
    done = list(_with_progress(tasks, jobs, quiet=as_json))
    facts = _facts(tasks[0], done, time.perf_counter() - started)
    if as_json:
        click.echo(json.dumps(facts, indent=2))
    else:
        _print(facts)
    return 1 if facts["refusals"] else 0


def play_one(task: GitGameTask) -> GitGameResult:
    """Play one game to its end and pack it, however it ends."""
    started = time.perf_counter()
    game = SimulatedGame(Path(task.out), task.plan, task.game)
    try:
        if not task.concurrent:
            players = [_player(task, seat) for seat in range(task.plan.players)]
            outcome = game.play([_chooser(player) for player in players])
            outcome.faults = [fault for player in players for fault in _faults(player)]
    finally:
        game.close()
    if task.concurrent:
        outcome = _play_in_processes(task, game)
    return GitGameResult(outcome, time.perf_counter() - started, _size(game.folder))


def play_seat(task: GitGameTask, number: int) -> SimulationOutcome:
    """Run one seat in its own process until it has seen the end."""
    folder = Path(task.out) / f"monopoly_{task.game}" / folder_name(task.game, number)
    identity = task.plan.identity(task.game, number)
    with resume_game(folder, identity, publishes=False) as driver:
        game = driver.game
        if driver.seat is not None:
            driver.seat.auto_play = AutoPlay(single=False)
        broken: list[str] = []
        player = _player(task, number)
        try:
            _play_seat(driver, _chooser(player))
        except GitopolyError as error:
            broken.append(str(error))
        won = winner(game.position.state)
        name = game.names[won] if won >= 0 else None
        refusals = [f"{e.seat}: {e.reason}" for e in game.evidence]
        faults = _faults(player)
        return SimulationOutcome(
            task.game, len(game.log), 0, game.over, name, broken + refusals, faults
        )


def _play_seat(driver: GameDriver, choose: Chooser) -> None:
    game = driver.game
    heard = time.monotonic()
    while not _all_have_seen_the_end(game, time.monotonic() - heard):
        if driver.take_turn(choose, 0.05):
            heard = time.monotonic()
        if time.monotonic() - heard > LONGEST_WAIT:
            raise StalledGame(f"a seat waited too long for {', '.join(game.waiting_for())}")


def _all_have_seen_the_end(game: GameReplica, silence: float) -> bool:
    """Whether all have confirmed it for good, or have fallen silent."""
    return game.over and (game.settled or silence > LINGER)


def _play_in_processes(task: GitGameTask, game: SimulatedGame) -> SimulationOutcome:
    players = task.plan.players
    with processes(players) as pool:
        outcomes = list(pool.map(play_seat, [task] * players, range(players)))
    longest = max(outcomes, key=lambda outcome: outcome.entries)
    longest.refusals = [refusal for outcome in outcomes for refusal in outcome.refusals]
    longest.faults = [fault for outcome in outcomes for fault in outcome.faults]
    return longest


def _player(task: GitGameTask, number: int) -> TablePolicy | TablePlayer:
    seed = (task.plan.seed * 1_000_003 + task.game) * 64 + number
    who = task.policies[number % len(task.policies)]
    names = tuple(info.name for info in task.plan.invitation(task.game).seats)
    return chooser(who, number, seed, names)


def _chooser(player: TablePolicy | TablePlayer) -> Chooser:
    def choose(seat: Seat) -> int:
        return player.choose(seat.position.state, seat.choices())

    return choose


def _faults(player: TablePolicy | TablePlayer) -> list[str]:
    return [str(fault) for fault in player.faults] if isinstance(player, TablePlayer) else []


def _with_progress(tasks: list[GitGameTask], jobs: int, quiet: bool) -> Iterator[GitGameResult]:
    games = _play(tasks, jobs)
    if quiet or not sys.stderr.isatty():
        yield from games
        return
    with click.progressbar(games, len(tasks), label="games on git", file=sys.stderr) as bar:
        yield from bar


def _play(tasks: list[GitGameTask], jobs: int) -> Iterator[GitGameResult]:
    if jobs <= 1 or len(tasks) == 1:
        yield from map(play_one, tasks)
        return
    with processes(min(jobs, len(tasks))) as pool:
        yield from pool.map(play_one, tasks)


def _size(folder: Path) -> int:
    """The bytes of all files below a folder."""
    return sum(
        os.path.getsize(Path(where) / name) for where, _, names in os.walk(folder) for name in names
    )


def _facts(task: GitGameTask, done: list[GitGameResult], seconds: float) -> dict[str, Any]:
    entries = [game.outcome.entries for game in done]
    replicas = task.plan.players
    return {
        "edition": str(task.plan.edition),
        "players": replicas,
        "policies": list(task.policies),
        "dice": task.plan.dice,
        "seed": task.plan.seed,
        "out": task.out,
        "games": len(done),
        "terminated": sum(game.outcome.ended for game in done),
        "capped": sum(not game.outcome.ended for game in done),
        "winners": [game.outcome.winner for game in done],
        "entries": {"total": sum(entries), "median": statistics.median(entries)},
        "entries_per_second": round(sum(entries) / seconds, 1),
        "bytes_per_entry": round(
            statistics.median(g.size / replicas / g.outcome.entries for g in done)
        ),
        "seconds": round(seconds, 3),
        "refusals": [
            {"game": game.outcome.game, "reason": reason}
            for game in done
            for reason in game.outcome.refusals[:5]
        ],
        "faults": [
            {"game": game.outcome.game, "fault": fault}
            for game in done
            for fault in game.outcome.faults
        ],
    }


def _print(facts: dict[str, Any]) -> None:
    from gitopoly.cli.terminal import Terminal

    console = Terminal()
    games = f"{facts['games']:,} game{'' if facts['games'] == 1 else 's'}"
    console.print(
        f"[bold]{games}[/] of {facts['edition']} on Git, {facts['players']} seats, "
        f"policy {', '.join(facts['policies'])}, {facts['dice']} dice, seed {facts['seed']}"
    )
    rows = [
        ("terminated", f"{facts['terminated']:,}", ""),
        ("capped", f"{facts['capped']:,}", ""),
        ("entries", f"{facts['entries']['total']:,}", f"{facts['entries_per_second']:,} a second"),
        ("disk", f"{facts['bytes_per_entry']:,}", "bytes per entry in each repository"),
    ]
    for name, number, note in rows:
        console.print(f"{name:<14} {number:>13}  {note}".rstrip())
    console.print(f"repositories   {facts['out']}", soft_wrap=True)
    console.print("statistics     none: only games in memory collect them")
    for fault in facts["faults"][:5]:
        told = escape(fault["fault"])
        console.print(f"[yellow]game {fault['game']}[/]: {told}", soft_wrap=True)
    if len(facts["faults"]) > 5:
        console.print(f"  and {len(facts['faults']) - 5:,} more faults; --json lists them")
    if facts["refusals"]:
        for refusal in facts["refusals"][:5]:
            reason = escape(refusal["reason"])
            console.print(f"[red]game {refusal['game']}[/]: {reason}", soft_wrap=True)
        first = facts["refusals"][0]["game"]
        place = f"{facts['out']}/monopoly_{first}/{folder_name(first, 0)}"
        console.print(f"up to there: gitopoly log {shlex.quote(place)} --all", soft_wrap=True)
    else:
        console.print("every seat accepted every entry: [green]all rules hold[/]")
