"""Games for the evaluation: on repositories, measured at their end, and in memory."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from gitopoly.bots.play import TERMINATED
from gitopoly.bots.series import Series, play_chunk
from gitopoly.evaluation.seats import chooser
from gitopoly.evaluation.servers import ENVIRONMENT
from gitopoly.evaluation.study import Row, Rows, Tick, now
from gitopoly.table.local_game import SimulatedGame, SimulationPlan, folder_name

EDITION = "formal"
PLAYERS = 3
CHUNK = 25
"""Games in memory between two progress updates."""
LONGEST = 1000
"""Turn limit of a game; a few would last for tens of thousands of turns."""


def play(tick: Tick, policy: str, game: int, turns: int, seed: int) -> Rows:
    """Play a game on repositories to its end, and measure the repositories."""
    folder = Path(tempfile.mkdtemp(prefix="gitopoly-"))
    try:
        return {"games": [play_in(folder, policy, game, turns, seed)]}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def play_in(folder: Path, policy: str, game: int, turns: int, seed: int) -> Row:
    """The row of a game whose repositories stay in a folder."""
    plan = SimulationPlan(EDITION, PLAYERS, seed, max_turns=turns)
    started = now()
    simulated = SimulatedGame(folder, plan, game)
    numbers = range(PLAYERS)
    outcome = simulated.play([chooser(policy, seat, seed * 1_000_003 + game) for seat in numbers])
    seconds = now() - started
    simulated.close()
    repository = simulated.folder / folder_name(game, 0)
    return {
        "policy": policy,
        "game": game,
        "ended": outcome.ended,
        "turns": outcome.turns,
        "commits": int(_git(repository, "rev-list", "--count", "HEAD")),
        "kilobytes": disk_usage(repository) / 1024,
        "state_bytes": int(_git(repository, "cat-file", "-s", "HEAD:state.yml")),
        "seconds": round(seconds, 3),
        "refusals": " | ".join(outcome.refusals),
    }


def play_in_memory(tick: Tick, series: Series, games: int, engine: str) -> list[Row]:
    """Rows of the first games of a series in which all seats use one policy."""
    rows: list[Row] = []
    for first in range(0, games, CHUNK):
        number = min(CHUNK, games - first)
        for game in play_chunk(series, engine, first, number).games:
            rows.append(
                {
                    "edition": str(series.edition),
                    "policy": series.policies[0],
                    "game": game.game,
                    "ended": game.status == TERMINATED,
                    "turns": game.turns,
                    "actions": game.actions,
                    "violation": game.violation,
                }
            )
        tick((first + number) / games)
    return rows


def disk_usage(folder: Path) -> int:
    """Disk usage of a folder in bytes, including folders, as `du -sk` counts it."""
    total = 0
    for where, _, names in os.walk(folder):
        for path in (where, *(os.path.join(where, name) for name in names)):
            found = os.lstat(path)
            blocks = getattr(found, "st_blocks", None)
            total += found.st_size if blocks is None else 512 * blocks
    return total


def _git(repository: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(repository), *arguments],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()
