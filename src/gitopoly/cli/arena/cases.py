"""``gitopoly arena test`` and ``new-bot``: test cases for bots, and a starter bot."""

from __future__ import annotations

import contextlib
import json
import keyword
import sys
from pathlib import Path

import click

from gitopoly.arena.cases import run_cases
from gitopoly.arena.starter import starter_files
from gitopoly.bots import POLICIES
from gitopoly.cli.examples import ShowsExamples
from gitopoly.errors import InvalidBot

FAILS = 1


@click.command(
    cls=ShowsExamples,
    examples=[
        ("Run all cases of a file", "gitopoly arena test test_mybot.py"),
        ("Cases as data", "gitopoly arena test cases.yml --json"),
    ],
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def test(file: Path, as_json: bool) -> None:
    """Run test cases: given dice and cards, expected state.

    A Python FILE has functions test…(adjudicator) that return True if they
    pass. A YAML or JSON FILE has a list of cases with the keys agents, dice,
    chance, community_chest, seed, name and expect; expect has winner, turn,
    cash, positions, properties or state. Exit code 1 if a case fails.
    """
    with contextlib.redirect_stdout(sys.stderr):
        verdicts = list(run_cases(file))
    failed = sum(verdict.fails for verdict in verdicts)
    idle = sum(not verdict.ran for verdict in verdicts)
    if as_json:
        cases = [
            {"name": v.name, "passes": v.passes, "ran": v.ran, "complaint": v.complaint}
            for v in verdicts
        ]
        click.echo(json.dumps({"cases": cases, "failed": failed, "not_run": idle}, indent=2))
    else:
        for verdict in verdicts:
            mark = "FAIL" if verdict.fails else "ok  " if verdict.ran else "-   "
            click.echo(f"{mark} {verdict.name}")
            if verdict.complaint:
                click.echo(f"     {verdict.complaint}")
        rest = f", {idle} not run" if idle else ""
        click.echo(f"{len(verdicts) - failed - idle} passed, {failed} failed{rest}")
    if failed:
        raise click.exceptions.Exit(FAILS)


@click.command(
    cls=ShowsExamples,
    examples=[("Write mybot.py and test_mybot.py", "gitopoly arena new-bot mybot")],
)
@click.argument("name")
def new_bot(name: str) -> None:
    """Write a starter bot with a test.

    NAME.py and test_NAME.py are written to the current folder; existing files
    are never overwritten.
    """
    if not name.isidentifier() or keyword.iskeyword(name) or name.startswith("test_"):
        raise InvalidBot(
            f"{name!r} is not a valid bot name; use letters, digits and _, starting with a letter; "
            "no Python keyword, no test_ prefix"
        )
    if name in POLICIES:
        raise InvalidBot(f"{name} is the name of a built-in bot; choose another")
    files = starter_files(name)
    taken = [file for file in files if Path(file).exists()]
    if taken:
        raise InvalidBot(f"{taken[0]} already exists; choose another name")
    for file, text in files.items():
        Path(file).write_text(text, encoding="utf-8")
    click.echo(f"wrote {' and '.join(files)}; next:")
    click.echo(f"  gitopoly arena test test_{name}.py")
    click.echo(f"  gitopoly arena play {name}.py sensible --games 10")
