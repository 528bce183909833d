"""Serving games on a page of the browser until the person stops the program."""

from __future__ import annotations

import getpass
import re
from typing import Any

import click

from gitopoly.bots.strong import able
from gitopoly.cli.compiling import compile_kernel
from gitopoly.table.connection import Connection
from gitopoly.web.hall import Hall
from gitopoly.web.serving import Server, open_browser

NOBODY_IN_PARTICULAR = "Player"


def play_on_page(
    name: str | None,
    bots: int,
    policy: str,
    options: dict[str, Any],
    edition: str,
    port: int,
    browser: bool,
) -> None:
    """Begin a game against bots and show it."""
    hall = Hall()
    if policy == "strong" and able():
        compile_kernel(searches=True)
    room = hall.begin(name or usual_name(), bots, policy, options, edition)
    serve(hall, room.name, port, browser)


def show_on_page(connection: Connection, name: str, again: str) -> None:
    """Show a game on repositories, as a seat of it or to watch."""
    hall = Hall()
    hall.add(name, connection)
    serve(hall, name, again=again)


def serve(
    hall: Hall, game: str, port: int = 0, browser: bool = True, again: str = "gitopoly games latest"
) -> None:
    """Show a game in the browser, and serve the page until Ctrl-C."""
    server = Server(hall, port)
    try:
        url = server.url(game)
        shown = browser and open_browser(url)
        where = "The game is open in your browser" if shown else "Open this page to play"
        click.echo(f"{where}: {url}")
        click.echo(f"Ctrl-C ends the program; go on with the game later: {again}")
        server.wait()
    except KeyboardInterrupt:
        click.echo("\nThe game is kept.")
    finally:
        server.close()


def usual_name() -> str:
    """The user's own name, if a seat can have it."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return NOBODY_IN_PARTICULAR
    fits = re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,23}", name) and name not in ("root", "origin")
    return name.capitalize() if fits else NOBODY_IN_PARTICULAR
