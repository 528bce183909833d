"""``gitopoly new``: invite friends to a game, and play."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.friends import here, seating
from gitopoly.cli.options import (
    EditionChoice,
    hints_option,
    options_of_the_rules,
    rule_options,
)
from gitopoly.cli.play.page_options import WEB, PageOptions, ui_option
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
            "On this computer: every friend gets a link",
            "gitopoly new --here --me ann --player ben --player cleo",
        ),
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
    help="Another player, with the fingerprint of their key if you know it; "
    "with --here just NICK. Can be repeated.",
)
@click.option(
    "--shared",
    metavar="URL",
    help="One repository with a branch for every player, who is then named by NICK alone.",
)
@here.here_option
@here.door_options
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
@hints_option
@seating.token_option
@seating.folder_option
@seating.identity_option
@ui_option
def new(
    me: str | None,
    players: tuple[str, ...],
    shared: str | None,
    edition: str | Edition,
    options: tuple[str, ...],
    absence: str,
    hints: bool,
    token: str,
    folder: Path | None,
    identity: Path | None,
    ui: str,
    where: PageOptions,
    door: here.HereOptions,
) -> None:
    """Invite friends to a game, and play.

    Every player has their own empty repository that the others can read, or,
    with --here, you keep them all on this computer, and every friend gets a
    link: to play in a browser as your guest, or with `gitopoly join LINK`. You
    play first, unless the edition rolls for it. Relative paths start in the
    current folder.
    """
    here.refuse_without_here(door)
    if shared is not None and door.here:
        raise click.UsageError("--shared and --here exclude each other")
    unsaid = me is None and not players and shared is None
    asks = unsaid and ui == WEB and seating.can_ask()
    from gitopoly.editions.features import usual_with
    from gitopoly.table.game_file import HELD_SEATS, HINTS

    if door.here or (asks and seating.ask_here()):
        names = here.names_of(me, players)
        facts: dict[str, Any] = {
            "edition": edition,
            "options": tuple(sorted(rule_options(options))),
            "retire_after": retire_after(absence),
        }
        if hints:
            facts["features"] = usual_with(HELD_SEATS, HINTS)
        new_here(names, facts, token, folder, identity, ui, where, door)
        return
    from gitopoly.table.game_file import SHARED, GameFile, SeatInfo
    from gitopoly.table.remote_game import begin_game
    from gitopoly.table.routes import address_from, join_command
    from gitopoly.table.trust import own_key

    if shared is not None:
        address = address_from(shared, Path.cwd())
        seats = [SeatInfo(name, address) for name in here.names_of(me, players)]
    else:
        seats = [seating.ask_seat(me, "--me", "Your"), *_others(players)]
    own = seats[0]
    invitation = GameFile(
        edition,
        tuple(seats),
        tuple(sorted(rule_options(options))),
        retire_after=retire_after(absence),
        features=usual_with(*[SHARED] * (shared is not None), *[HINTS] * hints),
    )
    invitation.check()
    folder = folder or seating.default_folder(own.name)
    key = own_key(identity)
    table = begin_game(folder, invitation, key, token)
    click.echo(f"Your key is {key.public.fingerprint}; your friends should see the same.")
    for info in invitation.seats[1:]:
        click.echo(f"{info.name} joins with: {join_command(invitation, info.name)}")
    seating.play_on(table, folder, identity, ui, where)


def new_here(
    names: list[str],
    facts: dict[str, Any],
    token: str,
    folder: Path | None,
    identity: Path | None,
    ui: str,
    where: PageOptions,
    door: here.HereOptions,
) -> None:
    """Begin a game whose repositories are all on this computer, and play."""
    from gitopoly.table.trust import own_key
    from gitopoly.web import hosting

    if ui != WEB:
        raise click.UsageError(here.NEEDS_PAGE.format(what="--here"))
    folder = folder or seating.default_folder(names[0])
    hosting.check_seats(names, facts)
    listening, address, listens = here.open_door(door)
    try:
        place = address, listens, identity, token, door.certificate
        host = hosting.begin(folder, names, facts, *place)
    except BaseException:
        listening.close()
        raise
    key = own_key(identity)
    click.echo(f"Your key is {key.public.fingerprint}; your friends should see the same.")
    here.tell_links(host.hosting, key.public.fingerprint, host.game.joined)
    again = seating.resume_command(folder, identity)
    here.host_on_page(host, folder, again, where, listening)


def _others(players: tuple[str, ...]) -> list[SeatInfo]:
    """The other seats, from options or from questions."""
    from gitopoly.table.routes import read_seat

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
