"""Serve games in the browser until the person stops the program."""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from typing import Any

import click

from gitopoly.cli.friends.seating import usual_name
from gitopoly.cli.invocation import program
from gitopoly.cli.play.faults import FaultReporter
from gitopoly.cli.play.page_options import ON_LOOPBACK, PageOptions
from gitopoly.editions import Edition
from gitopoly.errors import NoRoom
from gitopoly.stopping import forget
from gitopoly.table.open_game import OpenGame
from gitopoly.web.game_server import GameServer
from gitopoly.web.http_server import HttpServer, has_browser, open_browser
from gitopoly.web.page_address import AddressFile

REPLAYED = "game"
GAMES = "games"
"""The page of all games against bots."""
GAME_WORDS = ("The game is", "play")
LATER = "; resume the game later with: "
KEPT = "The game is saved."
EXPOSED = (
    "Warning: other machines can reach this page. Anyone who knows its address can play for you, "
    "and anyone on the network path can read it."
)


def play_on_page(
    name: str | None,
    bots: int,
    policy: str,
    options: dict[str, Any],
    edition: str | Edition,
    where: PageOptions,
    who: Sequence[str] = (),
    hints: bool = False,
) -> None:
    """Start a game against bots and show it."""
    game_server = GameServer(program=program())

    def begin() -> str:
        chosen = (bots, policy, options, edition, who, hints)
        room = game_server.begin(name or usual_name(), *chosen)
        room.await_page()
        return room.name

    # Start the game only once the page can be served; a failure would leave it behind.
    _serve(game_server, begin, where, GAME_WORDS, f"{LATER}{program()} games latest", KEPT, GAMES)


def show_on_page(table: OpenGame, name: str, again: str, where: PageOptions, page: str) -> None:
    """Show a game on repositories to a player or a spectator; `page` identifies it."""
    game_server = GameServer()
    game_server.add(name, table, again)
    # The same folder or address is the same page, whichever command opens it.
    serve(game_server, name, where, again, page)


def show_replay(replay: dict[str, Any], where: PageOptions) -> None:
    """Show a replay."""
    game_server = GameServer()
    game_server.replays[REPLAYED] = replay
    _serve(game_server, lambda: f"replay/{REPLAYED}", where, ("The replay is", "see it"), "", "")


def serve(
    game_server: GameServer,
    game: str,
    where: PageOptions = ON_LOOPBACK,
    again: str = "",
    page: str = GAMES,
) -> None:
    """Show a game in the browser, and serve the page until Ctrl-C."""
    _serve(
        game_server,
        lambda: game,
        where,
        GAME_WORDS,
        f"{LATER}{again or program() + ' games latest'}",
        KEPT,
        page,
    )


def _serve(
    game_server: GameServer,
    place: Callable[[], str],
    where: PageOptions,
    words: tuple[str, str],
    later: str,
    end: str,
    page: str = "",
) -> None:
    address_file = AddressFile.of(game_server.home, page) if page else None
    try:
        server = HttpServer(game_server, where.port, host=where.host, address_file=address_file)
    except NoRoom:
        if address_file is not None:
            address_file.release()
        game_server.close()  # leaves a game between friends cleanly, so that it can be resumed
        raise
    game_server.on_fault = faults = FaultReporter(at_once=True)
    try:
        game = place()
        url = server.url(game)
        shown = where.browser and has_browser() and (server.comes_back(game) or open_browser(url))
        said = f"{words[0]} open in your browser" if shown else f"Open this page to {words[1]}"
        click.echo(f"{said}: {url}")
        if server.exposed:
            click.echo(EXPOSED, err=True)
        click.echo(f"Ctrl-C ends the program{later}{'' if later else '.'}")
        server.wait()
    except KeyboardInterrupt:
        forget(signal.SIGINT)  # the normal way to end it; other signals are reported
        click.echo(f"\n{end}" if end else "")
    finally:
        server.close()
        faults.close()
