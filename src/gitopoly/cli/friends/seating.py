"""What the commands for games on repositories share: options, questions, joining, leaving."""

from __future__ import annotations

import getpass
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gitopoly.cli.invocation import program
from gitopoly.cli.play.page_options import WEB, PageOptions, chosen_ui
from gitopoly.cli.screen.keyboard import is_terminal
from gitopoly.editions import Edition, tokens
from gitopoly.errors import GitopolyError, InvalidSeat

if TYPE_CHECKING:
    from gitopoly.cli.screen.session import Session
    from gitopoly.table.game_file import SeatInfo
    from gitopoly.table.game_replica import GameReplica
    from gitopoly.table.open_game import OpenGame
    from gitopoly.table.opening import Ask, NearbySeat

_Answer = TypeVar("_Answer")
NOBODY_IN_PARTICULAR = "Player"


def identity_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option for the player's key file."""
    return click.option(
        "--identity",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Your key file, created on first use. By default one key for all games.",
    )(command)


def me_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option for the player's nickname and repository."""
    return click.option(
        "--me", metavar="NICK=URL", help="Your nickname, and the repository you publish to."
    )(command)


def token_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option for the player's token."""
    wishes = f"Preferred token: {', '.join(tokens())}."
    return click.option("--token", default="", metavar="NAME", help=wishes)(command)


def folder_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option for the game's folder."""
    return click.option(
        "--dir",
        "folder",
        type=click.Path(path_type=Path, file_okay=False),
        metavar="DIR",
        help="Folder of your copy of the game; by default ./monopoly_NICK.",
    )(command)


# Ask for what is missing.


def can_ask() -> bool:
    """Whether there is a person to answer questions."""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


def ask_seat(given: str | None, option: str, whose: str) -> SeatInfo:
    """The seat from an option, or from a question."""
    from gitopoly.table.routes import read_seat

    if given is not None:
        return read_seat(given, Path.cwd())
    if not can_ask():
        raise InvalidSeat(f"{whose} seat is missing; add {option} NICK=URL")
    name = _asked(f"{whose} nickname", lambda text: read_seat(f"{text}=x", Path.cwd()).name)
    return _ask_address_of(name)


def nickname(text: str) -> str:
    """A nickname without an address, as a game on one computer has it."""
    from gitopoly.table.routes import read_seat

    if "=" in text:
        raise InvalidSeat(f"{text[:80]!r} has an address; with --here, write only NICK")
    return read_seat(f"{text}=x", Path.cwd()).name


def ask_nickname(prompt: str, default: str | None = None) -> str:
    """Ask for a nickname; with a default, Enter is an answer, too."""
    return _asked(prompt, lambda text: nickname(text) if text else "", default=default)


def ask_here() -> bool:
    """Ask whether a game is kept on this computer."""
    click.echo(
        "A game can be kept on this computer: every friend gets a link, and a browser will do."
    )
    click.echo(
        "Or every player has a repository on a Git host, and nobody's computer has to stay on."
    )
    try:
        return click.confirm("Keep it on this computer?", default=True)
    except click.Abort:
        raise KeyboardInterrupt from None


def ask_one_more() -> SeatInfo | None:
    """Ask for one more seat; None if that is all."""
    from gitopoly.table.routes import read_seat

    def nickname(text: str) -> str:
        return read_seat(f"{text}=x", Path.cwd()).name if text else ""

    name = _asked("Nickname of one more player (Enter if that is all)", nickname, default="")
    return _ask_address_of(name) if name else None


def _ask_address_of(name: str) -> SeatInfo:
    """Ask where a player publishes."""
    from gitopoly.table.routes import read_seat

    prompt = f"Repository of {name} (an empty one: a folder, ssh or https)"
    return _asked(prompt, lambda text: read_seat(f"{name}={text}", Path.cwd()))


def ask_link_or_address() -> tuple[str | None, str | None]:
    """What a friend has sent, from a question: a link, or else the address of a repository."""
    from gitopoly.table.routes import address_from, looks_like_link, read_link

    def read(text: str) -> tuple[str | None, str | None]:
        if looks_like_link(text):
            return read_link(text).text, None
        return None, address_from(text, Path.cwd())

    if not can_ask():
        raise InvalidSeat("your friend's link is missing; add it, or their repository: --from URL")
    return _asked("Your friend's link, or their repository", read)


def ask_address(given: str | None, option: str, what: str) -> str:
    """The address from an option, or from a question."""
    from gitopoly.table.routes import address_from

    if given is not None:
        return address_from(given, Path.cwd())
    if not can_ask():
        raise InvalidSeat(f"{what} is missing; add {option} URL")
    return _asked(what[0].upper() + what[1:], lambda text: address_from(text, Path.cwd()))


def _asked(prompt: str, read: Callable[[str], _Answer], default: str | None = None) -> _Answer:
    """Ask until the answer is valid."""
    while True:
        try:
            typed = click.prompt(prompt, default=default, show_default=False, prompt_suffix=": ")
            return read(typed.strip())
        except GitopolyError as refusal:
            click.echo(str(refusal))
        except click.Abort:
            # Ctrl-C at a prompt is reported like everywhere else.
            raise KeyboardInterrupt from None


def usual_name() -> str:
    """The user's login name, if it is a valid nickname."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return NOBODY_IN_PARTICULAR
    fits = re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,23}", name) and name not in ("root", "origin")
    return name.capitalize() if fits else NOBODY_IN_PARTICULAR


def allow_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option that allows addresses in advance; passed as `allowed`."""
    return click.option(
        "--allow-address",
        "allowed",
        multiple=True,
        metavar="URL",
        help="Allow this address on your own machine or network, which the invitation names.",
    )(command)


def consent(allowed: tuple[str, ...], *, quiet: bool = False) -> Ask:
    """Ask about addresses not allowed yet, if there is a person to answer."""
    from gitopoly.table.opening import allowing

    return allowing(allowed, _ask_about if can_ask() and not quiet else None)


def _ask_about(found: Sequence[NearbySeat]) -> bool:
    click.echo("The invitation names addresses on your own machine or network:")
    for seat in found:
        click.echo(f"  {seat.name} at {seat.url}: {seat.where}")
    try:
        return click.confirm("Your machine would contact them repeatedly. Allow that?")
    except click.Abort:
        raise KeyboardInterrupt from None


def accepting(accepted: str | None) -> Callable[[Edition], bool]:
    """Show a game's own edition, and accept it by its hash or by a person's answer."""

    def accept(edition: Edition) -> bool:
        from gitopoly.cli.edition.showing import lines_about
        from gitopoly.editions.data import digest

        click.echo("The game has an edition of its own:\n")
        for line in lines_about(edition):
            click.echo(line)
        if accepted is not None or not can_ask():
            return accepted == digest(edition)
        try:
            return click.confirm("\nDo you want to play by it?")
        except click.Abort:
            raise KeyboardInterrupt from None

    return accept


# At the table.


def default_folder(name: str) -> Path:
    """The default folder of a player's copy of a game."""
    return Path(f"monopoly_{name}")


def resume_command(folder: Path, identity: Path | None) -> str:
    """The command that resumes a game."""
    words = ["resume", str(folder)]
    if identity is not None:
        words += ["--identity", str(identity)]
    return f"{program()} {shlex.join(words)}"


def play_on(
    table: OpenGame, folder: Path, identity: Path | None, ui: str, where: PageOptions
) -> None:
    """Play until the person leaves or the game is over, then print where things stand."""
    again = f"{resume_command(folder, identity)}{chosen_ui()}"
    if ui == WEB:
        from gitopoly.cli.play.in_browser import show_on_page

        show_on_page(table, folder.name, again, where, f"seat {folder.absolute()}")
        return
    from gitopoly.cli.screen.display import run_session
    from gitopoly.cli.terminal import Terminal

    console = Terminal()
    try:
        session = run_session(table, console)
    finally:
        published = table.close()
    _farewell(session, published, again)


def tell_end(game: GameReplica) -> None:
    """Print who won, and how the others did."""
    from gitopoly.cli.screen.players_view import standing_lines
    from gitopoly.cli.screen.situation import headline

    state, has_left = game.position.state, game.position.absent
    click.echo(f"{headline(state, game.names)}.")
    for line in standing_lines(state, game.names, game.gone(), has_left):
        click.echo(f"  {line.plain}")


def _farewell(session: Session, published: bool, again: str) -> None:
    if session.game.over:
        tell_end(session.game)
    else:
        click.echo(f"You have left the table; resume with: {again}")
    if not published:
        click.echo(
            f"Not everything could be published; your moves are kept. Publish them with: {again}"
        )
