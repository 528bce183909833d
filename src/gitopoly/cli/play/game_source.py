"""Games that a command looks at: a repository, a record, or one of the person's own games."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gitopoly.errors import UnknownGame

if TYPE_CHECKING:
    from gitopoly.proof.games.audit import AuditReport
    from gitopoly.web.replay_source import ReplaySource


def source_of(game: str, quiet: bool) -> ReplaySource:
    """A game from any source, checked; with a progress bar if that takes long."""
    from gitopoly.cli.progress_bar import ProgressBar
    from gitopoly.game.record import read_record
    from gitopoly.proof.games.audit import audit, entries_to_check, opened
    from gitopoly.table.conversation import recorded_talk
    from gitopoly.table.routes import looks_like_link
    from gitopoly.table.sources import read_source
    from gitopoly.web.replay_source import source_of_game, source_of_record

    if Path(game).is_file():
        record = read_record(Path(game))
        with ProgressBar("replaying", len(record.steps), quiet) as progress:
            return source_of_record(record, Path(game).name, progress.done)
    logs = read_source(place_of(game))
    title = logs.url if looks_like_link(game) else game
    with opened(logs) as repository:
        total = entries_to_check(repository)
        with ProgressBar("checking", total, quiet) as progress:
            report, found = audit(repository, progress.done)
        said = recorded_talk(found, logs)
        source = source_of_game(found, title, offences=report.offences, said=said)
    _warn(logs.url, report)
    return source


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


def place_of(game: str) -> str:
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
