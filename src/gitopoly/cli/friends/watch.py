"""``gitopoly watch`` and ``gitopoly log``: a game for spectators."""

from __future__ import annotations

import json
import shlex
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.friends import seating
from gitopoly.cli.invocation import program
from gitopoly.cli.play.page_options import ON_THE_PAGE, WEB, PageOptions, chosen_ui, ui_option
from gitopoly.cli.usage import refuse

if TYPE_CHECKING:
    from gitopoly.table.events import Event
    from gitopoly.table.game_replica import GameReplica
    from gitopoly.table.open_game import OpenGame

PATIENCE = 1.0
"""Seconds that one poll for news lasts."""


@click.command(
    cls=ShowsExamples,
    examples=[
        ("A game that is under way, from any player's repository", "gitopoly watch ann.git"),
        ("In the terminal", "gitopoly watch ann.git --ui terminal"),
        ("With the link that a host has for spectators", "gitopoly watch 'http://…/#.…'"),
        ("Every step as a JSON line", "gitopoly watch ann.git --json"),
    ],
)
@click.argument("place", metavar="DIR|URL|LINK")
@click.option("--json", "as_json", is_flag=True, help="Print every step as a JSON line.")
@seating.allow_option
@ui_option
def watch(place: str, as_json: bool, allowed: tuple[str, ...], ui: str, where: PageOptions) -> None:
    """Watch a game on Git repositories until it is over.

    Every step is checked just as the players check it; nothing is ever published.
    The address of a repository that all players share will do, and so will any link
    of a host, whose key must then be the one that it names.
    """
    from gitopoly.table.remote_game import watch_game
    from gitopoly.table.routes import looks_like_link
    from gitopoly.table.sources import read_source

    if as_json:
        refuse(click.get_current_context(), ("ui", *ON_THE_PAGE), "cannot be combined with --json")
    ask = seating.consent(allowed, quiet=as_json)
    source = read_source(place)
    # What is shown and kept names no secret.
    named = source.url if looks_like_link(place) else place
    with (
        tempfile.TemporaryDirectory(prefix="gitopoly_", ignore_cleanup_errors=True) as scratch,
        watch_game(Path(scratch), source, Path.cwd(), ask) as table,
    ):
        if as_json:
            _tell_as_json(table)
        elif ui == WEB:
            from gitopoly.cli.play.in_browser import show_on_page

            typed = "LINK" if looks_like_link(place) else shlex.quote(place)
            again = f"{program()} watch {typed}{chosen_ui()}"
            show_on_page(table, "watched", again, where, f"watch {Path.cwd()} {named}")
        else:
            _look_on(table)


@click.command(
    cls=ShowsExamples,
    examples=[
        ("What has happened", "gitopoly log monopoly_ann"),
        ("Every step, including bookkeeping moves", "gitopoly log monopoly_ann --all"),
        ("For a script", "gitopoly log monopoly_ann --json"),
    ],
)
@click.argument("place", metavar="DIR|URL|LINK")
@click.option("--all", "everything", is_flag=True, help="Include bookkeeping moves.")
@click.option("--json", "as_json", is_flag=True, help="Print every step as a JSON line.")
def log(place: str, everything: bool, as_json: bool) -> None:
    """Print the log of a game on Git repositories.

    Every line is derived from the signed moves, with its commit.
    """
    from gitopoly.table.opening import clone_to_watch, is_seat_folder, open_read_only
    from gitopoly.table.sources import read_source

    if is_seat_folder(place):
        folder, game = open_read_only(Path(place))
        _tell(game, everything or as_json, as_json)
        folder.close()
        return
    with tempfile.TemporaryDirectory(prefix="gitopoly_", ignore_cleanup_errors=True) as scratch:
        store, game = clone_to_watch(Path(scratch), read_source(place), Path.cwd())
        try:
            _tell(game, everything or as_json, as_json)
        finally:
            store.close()


def _tell(game: GameReplica, everything: bool, as_json: bool) -> None:
    from gitopoly.cli.screen.pages import event_line, open_words
    from gitopoly.cli.terminal import Terminal
    from gitopoly.table.trust import noticed, warning

    console = Terminal()
    firm = 0
    for event in game.story():
        firm += game.final_level(event.id) == len(game.names)
        if as_json:
            click.echo(as_line(game, event))
        elif everything or not event.quiet:
            console.print(event_line(event, game.names, open_words(game, event.id)))
    if not as_json:
        for found in noticed(game):
            console.print(f"noticed: {warning(found)}", soft_wrap=True, markup=False)
        console.print(f"{firm:,} of {len(game.log):,} entries can no longer be taken back.")
    if game.over and not as_json:
        seating.tell_end(game)


def as_line(game: GameReplica, event: Event) -> str:
    """A step of a game as one line of JSON; `final` says whether it can still be taken back."""
    from gitopoly.table.events import how_final

    level = game.final_level(event.id)
    told = {
        "commit": event.id,
        "seat": event.seat,
        "time": event.time,
        "sentence": event.sentence,
        "quiet": event.quiet,
        "level": level,
        "final": how_final(level, len(game.names)),
    }
    return json.dumps(told, ensure_ascii=False)


def _tell_as_json(table: OpenGame) -> None:
    game = table.game
    for event in game.story():
        click.echo(as_line(game, event))
    while not game.over:
        for event in table.poll(PATIENCE):
            click.echo(as_line(game, event))


def _look_on(table: OpenGame) -> None:
    from gitopoly.cli.screen.display import run_session
    from gitopoly.cli.terminal import Terminal

    session = run_session(table, Terminal())
    if session.game.over:
        seating.tell_end(session.game)
