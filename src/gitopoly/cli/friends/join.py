"""``gitopoly join``: join a game that a friend has started."""

from __future__ import annotations

from pathlib import Path

import click

from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.friends import seating
from gitopoly.cli.play.page_options import PageOptions, ui_option


@click.command(
    cls=ShowsExamples,
    examples=[
        ("With the link that a friend has sent", "gitopoly join 'http://…/#ben.…'"),
        ("Asks for everything that is missing", "gitopoly join"),
        (
            "As ben, invited by ann",
            "gitopoly join --me ben=https://example.org/b.git --from git@example.org:ann/m.git",
        ),
    ],
)
@click.argument("link", required=False, metavar="[LINK]")
@seating.me_option
@click.option(
    "--from",
    "source",
    metavar="URL",
    help="Repository of the friend who started it; with --shared, their nickname.",
)
@click.option("--shared", metavar="URL", help="The one repository of all players.")
@seating.token_option
@seating.folder_option
@seating.identity_option
@seating.allow_option
@click.option(
    "--accept-edition",
    "accepted",
    metavar="HASH",
    help="Accept the game's own edition if it has this hash, without a question.",
)
@ui_option
def join(
    link: str | None,
    me: str | None,
    source: str | None,
    shared: str | None,
    token: str,
    folder: Path | None,
    identity: Path | None,
    allowed: tuple[str, ...],
    accepted: str | None,
    ui: str,
    where: PageOptions,
) -> None:
    """Join a game that a friend has started, and play.

    A link is all that it takes; the key of whoever sent it is then required.
    On a computer that you share, paste it when asked instead: others there can
    read the arguments of a running command. Without a link, nickname and
    repository must match the invitation. If it names addresses on your own
    machine or network that you have not typed, you are asked before they are
    contacted. An edition of the game's own is shown, and you are asked
    whether you want to play by it.
    """
    from gitopoly.cli.screen.pages import key_lines
    from gitopoly.table.game_file import SeatInfo
    from gitopoly.table.remote_game import join_game
    from gitopoly.table.routes import address_from
    from gitopoly.table.sources import Source
    from gitopoly.table.trust import joins_of, own_key

    if link is None and me is None and source is None and shared is None:
        link, source = seating.ask_link_or_address()
    if link is not None:
        if me is not None or source is not None or shared is not None:
            raise click.UsageError("a link says everything; leave out --me and --from")
        _join_by_link(link, token, folder, identity, allowed, accepted, ui, where)
        return
    inviter = ""
    if shared is not None:
        if me is None or source is None:
            raise click.UsageError("--shared needs --me NICK and --from NICK")
        inviter, source = seating.nickname(source), address_from(shared, Path.cwd())
        own = SeatInfo(seating.nickname(me), source)
    else:
        source = seating.ask_address(source, "--from", "your friend's repository")
        own = seating.ask_seat(me, "--me", "Your")
    folder = folder or seating.default_folder(own.name)
    key = own_key(identity)
    ask = seating.consent(allowed)
    accept = seating.accepting(accepted)
    table = join_game(
        *(folder, own.name, own.url, Source(source, inviter=inviter), key, token, ask, accept),
        joins=joins_of(identity),
    )
    click.echo("Compare these keys with what your friends see:")
    for line in key_lines(table.game):
        click.echo(f"  {line.plain}")
    seating.play_on(table, folder, identity, ui, where)


def _join_by_link(
    text: str,
    token: str,
    folder: Path | None,
    identity: Path | None,
    allowed: tuple[str, ...],
    accepted: str | None,
    ui: str,
    where: PageOptions,
) -> None:
    """Take the seat that a link is for."""
    from gitopoly.cli.screen.pages import key_lines
    from gitopoly.errors import InvalidLink
    from gitopoly.table.door_facts import ask_door
    from gitopoly.table.remote_game import join_game
    from gitopoly.table.routes import read_link
    from gitopoly.table.sources import Source
    from gitopoly.table.trust import joins_of, own_key

    link = read_link(text)
    if not link.name:
        raise InvalidLink(
            "this link is for spectators; open it in a browser, or type: gitopoly watch LINK"
        )
    facts = ask_door(link)
    if facts.role in ("guest", "elsewhere", "freed"):
        raise InvalidLink(f"{link.name} plays as a guest; open the link in a browser")
    folder = folder or seating.default_folder(link.name)
    table = join_game(
        folder,
        link.name,
        facts.url(link.name),
        Source(facts.source(), facts.routes, link.fingerprint),
        own_key(identity),
        token,
        seating.consent(allowed),
        seating.accepting(accepted),
        joins=joins_of(identity),
    )
    click.echo(
        f"{facts.host} has the key that the link names. Compare the others with your friends:"
    )
    for line in key_lines(table.game):
        click.echo(f"  {line.plain}")
    seating.play_on(table, folder, identity, ui, where)
