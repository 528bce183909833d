"""``gitopoly bench run`` and ``table``: run the benchmarks in a checkout, and print the figures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click

from gitopoly.cli.examples import ShowsExamples

__all__ = ["checkout", "default_history", "history_option", "run", "table"]


def checkout() -> Path | None:
    """The source folder this program runs from, None if it is installed."""
    folder = Path(__file__).resolve().parents[4]
    return folder if (folder / "bench" / "__main__.py").is_file() else None


def default_history() -> Path:
    """Where the bench keeps its runs: in the checkout, or below the current folder."""
    return (checkout() or Path()) / "bench" / "history.jsonl"


history_option = click.option(
    "--history",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where runs are kept, instead of bench/history.jsonl of the checkout.",
)


@click.command(
    cls=ShowsExamples,
    examples=[
        ("Everything; about ten minutes", "gitopoly bench run"),
        ("Two parts, with more samples", "gitopoly bench run kernel ledger --repeats 9"),
    ],
)
@click.argument("parts", nargs=-1, metavar="[PART]...")
@click.option(
    "--repeats", type=click.IntRange(min=1), default=5, metavar="N", help="Samples of each figure."
)
@history_option
def run(parts: tuple[str, ...], repeats: int, history: Path | None) -> None:
    """Run benchmarks; needs a checkout.

    PART is a part of the bench, such as kernel; by default all are run.
    """
    from gitopoly.errors import InvalidMeasurement

    folder = checkout()
    if folder is None:
        raise InvalidMeasurement(
            "the bench is not installed; run `make bench` in a checkout of the sources"
        )
    command = [sys.executable, "-m", "bench", "--repeats", str(repeats)]
    command += ["--history", str((history or default_history()).resolve()), "--", *parts]
    raise click.exceptions.Exit(subprocess.run(command, cwd=folder, check=False).returncode)


@click.command(
    cls=ShowsExamples,
    examples=[
        ("Print it", "gitopoly bench table"),
        ("Put it into a page, between its markers", "gitopoly bench table --write PAGE.md"),
    ],
)
@history_option
@click.option(
    "--write",
    "page",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="PAGE",
    help="Replace the table of this page, such as docs/performance.md.",
)
def table(history: Path | None, page: Path | None) -> None:
    """Print the newest figures as a table.

    Shows the last measurement of each figure on the machine of the newest run.
    """
    from gitopoly.measurements import performance_table, read, with_table

    made = performance_table(read(history or default_history()))
    if page is None:
        click.echo(made, nl=False)
        return
    page.write_text(with_table(page.read_text(encoding="utf-8"), made), encoding="utf-8")
    click.echo(f"wrote the table of {page}")
