"""``gitopoly edition check`` and ``list``."""

from __future__ import annotations

import json
from dataclasses import dataclass

import click

from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.exit_codes import in_one_line
from gitopoly.editions import EDITIONS, load
from gitopoly.game.edition_files import examine

INVALID = 2


@click.command(
    cls=ShowsExamples,
    examples=[
        ("What is wrong with a file?", "gitopoly edition check mycity.toml"),
        ("For a script", "gitopoly edition check mycity.toml --json"),
    ],
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def check(file: str, as_json: bool) -> None:
    """List everything that is wrong with FILE, with lines and reasons.

    The exit code is 0 if the edition can be played, otherwise 2.
    """
    edition, problems = examine(file)
    if as_json:
        click.echo(json.dumps({"file": file, "sound": not problems, "problems": problems}))
    else:
        for problem in problems:
            click.echo(in_one_line(f"{file}, {problem}"))
        if edition is not None and not problems:
            deeds = sum(square.type in ("street", "rail", "util") for square in edition.squares)
            click.echo(
                f"{edition.name} can be played: {len(edition.squares)} squares, {deeds} deeds, "
                f"{edition.least_players} to {edition.most_players} players"
            )
    if problems:
        click.get_current_context().exit(INVALID)


@dataclass(frozen=True)
class ListedEdition:
    """A shipped edition, as `list` shows it."""

    name: str
    squares: int
    players: tuple[int, int]
    summary: str


@click.command(
    "list",
    cls=ShowsExamples,
    examples=[("All editions", "gitopoly edition list")],
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def list_editions(as_json: bool) -> None:
    """List the editions that come with Gitopoly."""
    found = []
    for name in EDITIONS:
        data = load(name)
        players = data.least_players, data.most_players
        found.append(ListedEdition(name, len(data.squares), players, data.summary))
    if as_json:
        click.echo(json.dumps([vars(one) for one in found]))
        return
    width = max(len(one.name) for one in found)
    for one in found:
        least, most = one.players
        seats = f"{least} to {most}" if least < most else f"{least}"
        click.echo(
            f"{one.name:<{width}}  {one.squares} squares, {seats + ' players':<14}  {one.summary}"
        )
