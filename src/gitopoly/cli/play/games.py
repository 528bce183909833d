"""``gitopoly games``: list the games on this machine, or resume one."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.play.page_options import TERMINAL, PageOptions, ui_option
from gitopoly.cli.usage import refuse

if TYPE_CHECKING:
    from gitopoly.web.home import SavedGame


@click.command(
    cls=ShowsExamples,
    examples=[
        ("All games, the newest first", "gitopoly games"),
        ("Resume one of them, in the browser", "gitopoly games 20260101-120000-0a1b"),
        ("Resume the newest", "gitopoly games latest"),
        ("The same in the terminal", "gitopoly games latest --ui terminal"),
        ("Replay one, move by move", "gitopoly replay 20260101-120000-0a1b"),
    ],
)
@click.argument("game", required=False, metavar="[GAME]")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
@ui_option
def games(game: str | None, as_json: bool, ui: str, where: PageOptions) -> None:
    """List your games against bots, or resume one.

    They are stored below GITOPOLY_HOME or your data folder; each seat has its
    own Git repository.
    """
    from gitopoly.errors import UnknownGame
    from gitopoly.web.home import find_games, games_folder

    home = games_folder()
    found = find_games(home)
    saved = found.games
    if found.damaged and game in (None, "latest"):
        click.echo(f"gitopoly: {found.complaint(home)}", err=True)
    if game is None:
        if as_json:
            click.echo(json.dumps([asdict(one) for one in saved], indent=2))
        else:
            _print(saved, str(home))
        return
    refuse(click.get_current_context(), ("as_json",), "prints the list; omit GAME")
    if game == "latest":
        if not saved:
            raise UnknownGame(f"no games in {home} yet; start one with gitopoly play")
        game = saved[0].id
    from gitopoly.cli.invocation import program
    from gitopoly.web.game_server import GameServer

    game_server = GameServer(home, program=program())
    if ui == TERMINAL:
        from gitopoly.cli.play.in_terminal import resume_here

        resume_here(game_server, game)
        return
    from gitopoly.cli.play.in_browser import serve

    game_server.room(game)
    serve(game_server, game, where)


def _print(saved: list[SavedGame], home: str) -> None:
    if not saved:
        click.echo(f"No games in {home} yet; start one with gitopoly play.")
    for one in saved:
        began = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.created))
        names = ", ".join([one.person, *one.bots])
        state = f"  {one.winner} has won" if one.winner else "  a tie" if one.over else ""
        click.echo(f"{one.id}  {began}  {names}{state}")
    if saved:
        click.echo("Resume one: gitopoly games GAME. Replay one: gitopoly replay GAME.")
