"""Save the games of ``gitopoly simulate`` as records for ``gitopoly verify``."""

from __future__ import annotations

from pathlib import Path

from gitopoly.bots.series import Series, moves
from gitopoly.cli.progress_bar import ProgressBar
from gitopoly.errors import NoRoom
from gitopoly.game.record import lines_of


def is_dataset(path: str) -> bool:
    """Whether --record names a dataset, not a folder of records."""
    return path.endswith(".npz")


def write_dataset(series: Series, games: range, path: Path, quiet: bool) -> None:
    """Write the choices of all games to one file, for learners."""
    from gitopoly.arena.environments.datasets import DatasetWriter

    names = [
        series.policies[seat % len(series.policies)] for seat in range(series.rules().num_players)
    ]
    with (
        DatasetWriter(path, names) as writer,
        ProgressBar("writing", len(games), quiet) as progress,
    ):
        for done, game in enumerate(games, 1):
            writer.add(game, moves(series, game))
            progress.done(done)


def write_records(series: Series, games: range, folder: Path, quiet: bool) -> None:
    """Write each game to its own file, named after its number in the series."""
    rules = series.rules()
    with ProgressBar("writing records", len(games), quiet) as progress:
        for done, game in enumerate(games, 1):
            text = "".join(lines_of(rules, (move.step for move in moves(series, game))))
            try:
                folder.mkdir(parents=True, exist_ok=True)
                (folder / f"game-{game}.jsonl").write_text(text, encoding="utf-8")
            except OSError as error:
                why = error.strerror or "it is not a folder"
                refusal = f"cannot write records to {folder}: {why}; choose another DIR"
                raise NoRoom(refusal) from None
            progress.done(done)
