"""``gitopoly new``: invite friends to a game, and play."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.friends import seating
from gitopoly.cli.options import EditionChoice, options_of_the_rules, rule_options
from gitopoly.cli.play.page_options import PageOptions, ui_option
from gitopoly.editions import Edition

if TYPE_CHECKING:
    from gitopoly.table.game_file import SeatInfo

EDITIONS = ("classic", "london", "us-2008", "harbour", "formal", "formal-small")
"""Editions for games between people."""


@click.command(
    cls=ShowsExamples,
    examples=[
        ("Asks for everything that is missing", "gitopoly new"),
        (
            "A game of two, each with a repository",
            "gitopoly new --me ann=git@example.org:ann/m.git --player ben=https://example.org/b.git",
        ),
        (
            "London names, and nobody waits longer than an hour",
            "gitopoly new --me ann=a.git --player ben=b.git --player cleo=c.git "
            "--option board=uk --absence 3600",
        ),
    ],
)
@seating.me_option
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NICK=URL[#FINGERPRINT]",
    help="Another player, with the fingerprint of their key if you know it. Can be repeated.",
)
@click.option(
    "--edition",
    type=EditionChoice(EDITIONS),
    default="classic",
    show_default=True,
    help="Edition to play, or a file with one of your own.",
)
@options_of_the_rules
@click.option(
    "--absence",
    default="wait",
    show_default=True,
    metavar="wait|SECONDS",
    help="What to do when a player goes silent: wait, or continue without them after this time.",
)
@seating.token_option
@seating.folder_option
@seating.identity_option
@ui_option
def new(
    me: str | None,
    players: tuple[str, ...],
    edition: str | Edition,
    options: tuple[str, ...],
    absence: str,
    token: str,
    folder: Path | None,
    identity: Path | None,
    ui: str,
    where: PageOptions,
) -> None:
    """Invite friends to a game on Git repositories, and play.

    Every player has their own empty repository that the others can read. You
    play first, unless the edition rolls for it. Relative paths start in the
    current folder.
    """
    from gitopoly.table.game_file import GameFile
    from gitopoly.table.remote_game import begin_game
    from gitopoly.table.seat_arguments import join_command
    from gitopoly.table.trust import own_key

    own = seating.ask_seat(me, "--me", "Your")
    invitation = GameFile(
        edition,
        (own, *_others(players)),
        tuple(sorted(rule_options(options))),
        retire_after=retire_after(absence),
    )
    invitation.check()
    folder = folder or seating.default_folder(own.name)
    key = own_key(identity)
    table = begin_game(folder, invitation, key, token)
    click.echo(f"Your key is {key.public.fingerprint}; your friends should see the same.")
    for info in invitation.seats[1:]:
        click.echo(f"{info.name} joins with: {join_command(invitation, info.name)}")
    seating.play_on(table, folder, identity, ui, where)


def _others(players: tuple[str, ...]) -> list[SeatInfo]:
    """The other seats, from options or from questions."""
    from gitopoly.table.seat_arguments import read_seat

    if players:
        return [read_seat(text, Path.cwd()) for text in players]
    others = [seating.ask_seat(None, "--player", "The other player's")]
    while (info := seating.ask_one_more()) is not None:
        others.append(info)
    return others


def retire_after(absence: str) -> int:
    """Seconds after which the others continue without a silent player; 0: never."""
    if absence == "wait":
        return 0
    if not re.fullmatch(r"[1-9]\d{0,8}", absence):
        raise click.UsageError(f"--absence must be wait or a number of seconds, not {absence!r}")
    return int(absence)
