"""Save the games of ``gitopoly simulate`` as records for ``gitopoly verify``."""

from __future__ import annotations

from pathlib import Path

from gitopoly.bots.recording import moves
from gitopoly.bots.simulation import Series
from gitopoly.cli.progress_bar import ProgressBar
from gitopoly.errors import NoRoom
from gitopoly.game.record import entry_of, lines_of


def write_records(series: Series, games: range, folder: Path, quiet: bool) -> None:
    """Write each game to its own file, named after its number in the series."""
    rules = series.rules()
    with ProgressBar("writing records", len(games), quiet) as progress:
        for done, game in enumerate(games, 1):
            entries = (entry_of(before, *move) for before, *move in moves(series, game))
            text = "".join(lines_of(rules, entries))
            try:
                folder.mkdir(parents=True, exist_ok=True)
                (folder / f"game-{game}.jsonl").write_text(text, encoding="utf-8")
            except OSError as error:
                why = error.strerror or "it is not a folder"
                refusal = f"cannot write records to {folder}: {why}; choose another DIR"
                raise NoRoom(refusal) from None
            progress.done(done)
