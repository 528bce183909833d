"""``gitopoly games``: the games on this machine, and going on with one."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from gitopoly.cli.examples import ShowsExamples

if TYPE_CHECKING:
    from gitopoly.web.home import Saved


@click.command(
    cls=ShowsExamples,
    examples=[
        ("All games, the newest first", "gitopoly games"),
        ("Go on with one of them, in the browser", "gitopoly games 20260101-120000-0a1b"),
        ("Go on with the newest", "gitopoly games latest"),
    ],
)
@click.argument("game", required=False, metavar="[GAME]")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    default=0,
    help="Where the page is served; by default on a free port.",
)
@click.option("--no-browser", is_flag=True, help="Only print the address of the page.")
def games(game: str | None, as_json: bool, port: int, no_browser: bool) -> None:
    """List your games against bots, or go on with one in the browser.

    They lie below GITOPOLY_HOME or your data folder, each seat with a Git
    repository of its own.
    """
    from gitopoly.errors import InvalidGame
    from gitopoly.web.home import games_folder, saved_games

    home = games_folder()
    saved = saved_games(home)
    if game is None:
        if as_json:
            click.echo(json.dumps([asdict(one) for one in saved], indent=2))
        else:
            _print(saved, str(home))
        return
    if game == "latest":
        if not saved:
            raise InvalidGame(f"there is no game in {home} yet; begin one with gitopoly play")
        game = saved[0].id
    from gitopoly.cli.play_web import serve
    from gitopoly.web.hall import Hall

    hall = Hall(home)
    hall.room(game)
    serve(hall, game, port, not no_browser)


def _print(saved: list[Saved], home: str) -> None:
    if not saved:
        click.echo(f"There is no game in {home} yet; begin one with gitopoly play.")
    for one in saved:
        began = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.created))
        names = ", ".join([one.person, *one.bots])
        state = f"  {one.winner} has won" if one.winner else "  a tie" if one.over else ""
        click.echo(f"{one.id}  {began}  {names}{state}")
