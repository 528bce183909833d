"""``gitopoly edition new``: a commented file to start from."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import click

from gitopoly import editions
from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.options import EDITION_FILE, EditionChoice
from gitopoly.editions import EDITIONS, Edition, load
from gitopoly.editions.data import as_data
from gitopoly.errors import InvalidRules, NoRoom

STARTER = "starter.toml"


@click.command(
    cls=ShowsExamples,
    examples=[
        ("Changes to the classic edition", "gitopoly edition new mycity"),
        ("Every square and card, to change sizes", "gitopoly edition new mycity --full"),
        ("Start from another edition", "gitopoly edition new mytown --extends harbour --full"),
        ("Start from a file", "gitopoly edition new ourtown --extends mytown.toml"),
    ],
)
@click.argument("name")
@click.option(
    "--extends",
    "base",
    type=EditionChoice(),
    default="classic",
    show_default=True,
    help="Edition to start from, or a file with one of your own.",
)
@click.option("--full", is_flag=True, help="Write every square and card, so that sizes can change.")
def new(name: str, base: str | Edition, full: bool) -> None:
    """Write NAME.toml, a commented edition to start from."""
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,31}", name):
        raise InvalidRules(
            f"{name[:40]!r} is not a name of an edition; use 1 to 32 small letters, digits, hyphens"
        )
    if name in EDITIONS:
        raise InvalidRules(f"{name} comes with Gitopoly; choose another name")
    text = resources.files(editions).joinpath(STARTER).read_text("utf-8")
    named = click.get_current_context().meta.get(EDITION_FILE, base)
    text = text.replace("NAME", name).replace('"BASE"', _value(named)).replace("BASE", named)
    if full:
        text += everything(load(base) if isinstance(base, str) else base)
    place = Path(f"{name}.toml")
    try:
        with place.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise NoRoom(f"cannot write {place}: {error.strerror}; choose another name") from None
    click.echo(f"wrote {place}; next:")
    click.echo(f"  gitopoly edition check {place}")
    click.echo(f"  gitopoly simulate --edition {place} --games 10")


def everything(edition: Edition) -> str:
    """All squares and cards as lists of tables, a line each."""
    data = as_data(edition)
    lines = []
    for name in ("squares", "chance", "community_chest"):
        lines.append(f"\n# {len(data[name])} in all; a number is the place in this list, from 0.")
        for number, entry in enumerate(data[name]):
            lines.append(f"[[{name}]]  # {number}")
            lines += [f"{key} = {_value(value)}" for key, value in entry.items()]
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)
