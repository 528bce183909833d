"""``gitopoly resume``: resume a game."""

from __future__ import annotations

from pathlib import Path

import click

from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.friends import seating
from gitopoly.cli.play.page_options import PageOptions, ui_option
from gitopoly.errors import UnknownGame


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
@ui_option
def resume(
    folder: Path | None,
    identity: Path | None,
    allowed: tuple[str, ...],
    ui: str,
    where: PageOptions,
) -> None:
    """Resume a game.

    Unpublished moves are published; moves made from another copy are adopted.
    """
    from gitopoly.table.opening import check_seat_folder
    from gitopoly.table.remote_game import resume_game
    from gitopoly.table.trust import known_key

    folder = folder or found_game()
    check_seat_folder(folder)
    table = resume_game(folder, known_key(identity), ask=seating.consent(allowed))
    seating.play_on(table, folder, identity, ui, where)


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
