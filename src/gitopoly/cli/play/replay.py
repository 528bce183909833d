"""``gitopoly replay``: replay a game in the browser, or export it to a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.extras import demand
from gitopoly.cli.play.game_source import source_of
from gitopoly.cli.play.page_options import PageOptions, page_options
from gitopoly.cli.usage import refuse
from gitopoly.words import languages

if TYPE_CHECKING:
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
        ("With each player's chance to win", "gitopoly replay latest --analyse"),
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
@click.option(
    "--analyse",
    "analysing",
    is_flag=True,
    help="Analyse the game first; an analysis that was kept is always shown.",
)
@click.option("--json", "as_json", is_flag=True, help="Print log and numbers as one JSON object.")
@page_options
def replay(
    game: str,
    exports: tuple[Path, ...],
    language: str,
    analysing: bool,
    as_json: bool,
    where: PageOptions,
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
    loaded = _load(game, analysing, quiet=as_json)
    for path in exports:
        _export(loaded, path, language)
        click.echo(f"wrote {path}", err=as_json)
    if as_json:
        click.echo(json.dumps(loaded.report(), indent=2))
    elif not exports:
        from gitopoly.cli.play.in_browser import show_replay

        show_replay(loaded.data(), where)


def _load(game: str, analysing: bool, quiet: bool) -> GameReplay:
    """Read a game from any source, with a progress bar for slow steps."""
    from gitopoly.cli.progress_bar import ProgressBar
    from gitopoly.web.replay import GameReplay

    source = source_of(game, quiet)
    with ProgressBar("replaying", source.count, quiet) as progress:
        loaded = GameReplay(source, progress.done)
    _add_chances(loaded, game, analysing, quiet)
    return loaded


def _add_chances(loaded: GameReplay, game: str, analysing: bool, quiet: bool) -> None:
    """Add the analysis of a game: computed now, or as it was kept."""
    from gitopoly.bots.analysis.report import fingerprint
    from gitopoly.cli.analyse import analysis_file
    from gitopoly.web.chances import chances_of

    steps = loaded.steps
    rules = loaded.source.rules
    if analysing:
        from gitopoly.cli.analyse.command import Wishes, analysis_of

        found = analysis_of(game, rules, steps, Wishes(), quiet)
    else:
        place = analysis_file.place_for(game, fingerprint(rules, steps))
        kept_one = analysis_file.read(place, rules, steps)
        if kept_one is None:
            return
        found = kept_one
    loaded.chances = chances_of(found, loaded.steps, loaded.positions)


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
