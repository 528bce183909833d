"""``gitopoly replay``: replay a game in the browser, or export it to a file."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.extras import demand
from gitopoly.cli.play.page_options import PageOptions, page_options
from gitopoly.cli.usage import refuse
from gitopoly.errors import UnknownGame
from gitopoly.words import languages

if TYPE_CHECKING:
    from gitopoly.verify.games.audit import AuditReport
    from gitopoly.web.replay import GameReplay

KINDS = (".html", ".svg", ".png")


@click.command(
    cls=ShowsExamples,
    examples=[
        ("A game between friends, from its folder or any address", "gitopoly replay ann.git"),
        ("Your newest game against bots", "gitopoly replay latest"),
        ("As one file to keep or send", "gitopoly replay ann.git --export game.html"),
        ("As a picture", "gitopoly replay ann.git --export game.svg"),
        ("In German", "gitopoly replay ann.git --export game.svg --language de"),
        ("With the landings, if matplotlib is there", "gitopoly replay ann.git --export game.png"),
        ("A game recorded by simulate", "gitopoly replay games/game-0.jsonl"),
        ("The numbers for a script", "gitopoly replay ann.git --json"),
    ],
)
@click.argument("game", metavar="DIR|URL|FILE|GAME")
@click.option(
    "--export",
    "exports",
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write FILE.html, one page that works offline, FILE.svg or FILE.png. Can be repeated.",
)
@click.option(
    "--language",
    type=click.Choice(languages()),
    default="en",
    show_default=True,
    help="Language of a picture; a page uses its reader's.",
)
@click.option("--json", "as_json", is_flag=True, help="Print log and numbers as one JSON object.")
@page_options
def replay(
    game: str, exports: tuple[Path, ...], language: str, as_json: bool, where: PageOptions
) -> None:
    """Replay a game in the browser, or export it.

    Shows the board, wealth over time, a heat map of landings and key moments. GAME
    is a repository (every entry is checked first), a record from `gitopoly simulate
    --record`, or one of your games against bots as `gitopoly games` lists them.
    """
    for path in exports:
        if path.suffix.lower() not in KINDS:
            raise click.BadParameter(
                f"{path.name} must end with {', '.join(KINDS[:-1])} or {KINDS[-1]}",
                param_hint="--export",
            )
    kinds = {path.suffix.lower() for path in exports}
    if ".png" in kinds:
        demand("drawing a picture as PNG (SVG needs nothing)", "matplotlib", "evaluate")
    if not kinds & {".svg", ".png"}:
        refuse(click.get_current_context(), ("language",), "needs --export FILE.svg or FILE.png")
    loaded = _load(game, quiet=as_json)
    for path in exports:
        _export(loaded, path, language)
        click.echo(f"wrote {path}", err=as_json)
    if as_json:
        click.echo(json.dumps(loaded.report(), indent=2))
    elif not exports:
        from gitopoly.cli.play.in_browser import show_replay

        show_replay(loaded.data(), where)


def _load(game: str, quiet: bool) -> GameReplay:
    """Read a game from any source, with a progress bar for slow steps."""
    from gitopoly.cli.progress_bar import ProgressBar
    from gitopoly.game.record import read_record
    from gitopoly.table.link import looks_like_link
    from gitopoly.table.recorded_talk import recorded_talk
    from gitopoly.table.sources import read_source
    from gitopoly.verify.games.audit import audit, entries_to_check, opened
    from gitopoly.web.replay import GameReplay
    from gitopoly.web.replay_source import source_of_game, source_of_record

    if Path(game).is_file():
        record = read_record(Path(game))
        with ProgressBar("replaying", len(record.entries), quiet) as progress:
            return GameReplay(source_of_record(record, Path(game).name, progress.done))
    logs = read_source(_place(game))
    place = logs.url
    title = place if looks_like_link(game) else game
    with opened(logs) as repository:
        total = entries_to_check(repository)
        with ProgressBar("checking", total, quiet) as progress:
            report, found = audit(repository, progress.done)
        said = recorded_talk(found, logs)
        source = source_of_game(found, title, offences=report.offences, said=said)
    _warn(place, report)
    with ProgressBar("replaying", source.count, quiet) as progress:
        return GameReplay(source, progress.done)


def _warn(place: str, report: AuditReport) -> None:
    """Say that a game does not hold; what is replayed is what the rules accept of it."""
    if report.offences:
        from gitopoly.cli.verify.ledger_game import offence_line

        others = len(report.offences) - 1
        more = f", and {others:,} more" if others else ""
        click.echo(
            f"gitopoly: this game breaks the rules: {offence_line(report.offences[0])}{more}; "
            f"the rest is replayed; gitopoly verify {shlex.quote(place)} lists everything",
            err=True,
        )


def _place(game: str) -> str:
    """The named repository: a folder, an address, or one of the person's own games."""
    from gitopoly.table.local_game import SEATS
    from gitopoly.web.home import games_folder, saved_games

    path = Path(game)
    if path.is_dir():
        seats = sorted((path / SEATS).glob("*/")) if (path / SEATS).is_dir() else []
        return str(seats[0] if seats else path)
    if ":" in game or game.endswith(".git"):
        return game
    home = games_folder()
    for saved in saved_games(home):
        if game in (saved.id, "latest"):
            return str(home / saved.id / SEATS / saved.person)
    raise UnknownGame(
        f"there is no game {game}; give a folder, an address or a record; "
        "`gitopoly games` lists your own"
    )


def _export(loaded: GameReplay, path: Path, language: str) -> None:
    from gitopoly.web import export

    if path.suffix.lower() == ".html":
        export.write(path, export.as_page(loaded.data()).encode())
    elif path.suffix.lower() == ".svg":
        from gitopoly.web.poster import as_poster

        export.write(path, as_poster(loaded, language))
    else:
        from gitopoly.web.picture import as_picture

        export.write(path, as_picture(loaded, language))
