"""``gitopoly resume``: resume a game."""

from __future__ import annotations

from pathlib import Path

import click

from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.friends import here, seating
from gitopoly.cli.play.page_options import WEB, PageOptions, ui_option
from gitopoly.cli.usage import refuse
from gitopoly.errors import UnknownGame

NOT_HOSTED = "is only for a game that is hosted here"
HOSTED = "is not for a game that is hosted here"


@click.command(
    cls=ShowsExamples,
    examples=[
        ("The only game in this folder", "gitopoly resume"),
        ("A particular game", "gitopoly resume monopoly_ann"),
    ],
)
@click.argument("folder", required=False, metavar="[DIR]", type=click.Path(path_type=Path))
@seating.identity_option
@seating.allow_option
@here.door_options
@click.option("--link", metavar="LINK", help="A new link, if the host's address has changed.")
@click.option(
    "--new-link",
    "renewed",
    multiple=True,
    metavar="NICK",
    help="Give a seat of your hosted game a new link; the old one opens nothing any more.",
)
@click.option(
    "--take-published",
    is_flag=True,
    help="If another copy of DIR was played, go on with its moves, and keep DIR beside it.",
)
@ui_option
def resume(
    folder: Path | None,
    identity: Path | None,
    allowed: tuple[str, ...],
    ui: str,
    where: PageOptions,
    door: here.HereOptions,
    link: str | None,
    renewed: tuple[str, ...],
    take_published: bool,
) -> None:
    """Resume a game.

    Unpublished moves are published; moves made from another copy are adopted.
    """
    from gitopoly.table.door_facts import follow_link
    from gitopoly.table.host_game import hosted_folder
    from gitopoly.table.opening import check_seat_folder
    from gitopoly.table.remote_game import resume_game
    from gitopoly.table.routes import read_link
    from gitopoly.table.trust import known_key

    folder = folder or found_game()
    check_seat_folder(folder)
    hosted = hosted_folder(folder)
    if hosted is not None:
        refuse(click.get_current_context(), ("take_published",), HOSTED)
        _host_again(folder, hosted, identity, ui, where, door, renewed)
        return
    options = ("at", "listen", "tls_cert", "tls_key", "renewed")
    refuse(click.get_current_context(), options, NOT_HOSTED)
    if link is not None:
        follow_link(folder, read_link(link))
    if take_published:
        folder = folder.resolve()  # "." has no name, and would follow it to its new place
    table = resume_game(
        folder, known_key(identity), ask=seating.consent(allowed), published=take_published
    )
    seating.play_on(table, folder, identity, ui, where)


def _host_again(
    folder: Path,
    hosted: Path,
    identity: Path | None,
    ui: str,
    where: PageOptions,
    door: here.HereOptions,
    renewed: tuple[str, ...],
) -> None:
    """Open the door of a hosted game again; guests and peers go on by themselves."""
    from gitopoly.table.host_game import resume_hosted_game
    from gitopoly.table.hosting import Hosting
    from gitopoly.table.trust import known_key

    if ui != WEB:
        raise click.UsageError(here.NEEDS_PAGE.format(what="a game that is hosted here"))
    key, kept = known_key(identity), Hosting.load(hosted)
    for name in renewed:
        if name not in kept.seats:
            raise click.UsageError(f"--new-link must be one of {', '.join(kept.seats)}, not {name}")
    listening, hosting = here.resumed(kept, door)
    try:
        host = resume_hosted_game(folder, hosting, key)
        for name in renewed:
            hosting.renew(name)
    except BaseException:
        listening.close()
        raise
    settled = [name for name in host.game.joined if name not in renewed]
    here.tell_links(hosting, key.public.fingerprint, settled)
    again = seating.resume_command(folder, identity)
    here.host_on_page(host, folder, again, where, listening)


def found_game() -> Path:
    """The only game in the current folder."""
    games = sorted(path.parent for path in Path().glob("monopoly_*/.git"))
    if len(games) == 1:
        return games[0]
    if not games:
        raise UnknownGame("there is no game in this folder; give the folder of one")
    listed = ", ".join(map(str, games))
    if not seating.can_ask():
        raise UnknownGame(f"there are several games here: {listed}; choose one")
    return Path(click.prompt("Which game", type=click.Choice([str(game) for game in games])))
