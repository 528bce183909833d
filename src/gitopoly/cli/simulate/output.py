"""Where the statistics of a series go besides the screen: CSV files and plots."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gitopoly.errors import NoRoom

if TYPE_CHECKING:
    from gitopoly.game.statistics import Statistics

FORMATS = (".pdf", ".png", ".svg")
"""Endings by which --plot knows a file from a folder."""


@dataclass(frozen=True)
class StatisticsOutput:
    """What was asked for."""

    wanted: bool = True
    plot: str | None = None
    csv: str | None = None

    def check(self) -> None:
        """Refuse what cannot be had, before anything is played."""
        files = [name for name, path in (("--plot", self.plot), ("--csv", self.csv)) if path]
        if files and not self.wanted:
            raise click.UsageError(f"{files[0]} needs statistics; leave out --no-statistics")
        if self.plot:
            ending = Path(self.plot).suffix.lower()
            if ending and ending not in FORMATS:
                raise click.UsageError(
                    f"--plot writes {', '.join(FORMATS)}, not {ending}; without an ending it is "
                    "a folder"
                )
            folder = Path(self.plot).parent
            if ending and not folder.is_dir():
                raise NoRoom(
                    f"cannot write {self.plot}: there is no folder {folder}; make it first"
                )
            from gitopoly.cli.simulate.plots import require_matplotlib

            require_matplotlib()

    def write(self, told: Statistics) -> None:
        """Write the files."""
        if self.csv:
            write_csv(told, Path(self.csv))
        if self.plot:
            from gitopoly.cli.simulate.plots import write_plots

            write_plots(told, Path(self.plot))


def write_csv(told: Statistics, folder: Path) -> None:
    """Write one file for each table, named after it."""
    for name, rows in told.tables().items():
        text = io.StringIO()
        writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        write_file(folder / f"{name}.csv", text.getvalue().encode())


def write_file(path: Path, content: bytes) -> None:
    """Write a file and its folder; raises `NoRoom` in one line."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        why = error.strerror or "it is not a file"
        raise NoRoom(f"cannot write {path}: {why}; choose another place") from None
