"""``gitopoly play``: a game against bots, in the browser or the terminal; or watch bots play."""

from __future__ import annotations

import re
import secrets
from typing import Any

import click

from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.options import game_options, hints_option, rule_options
from gitopoly.cli.play.page_options import ON_THE_PAGE, WEB, PageOptions, ui_option
from gitopoly.cli.usage import refuse
from gitopoly.editions import Edition
from gitopoly.game.edition_files import edition_for
from gitopoly.rules import Rules

WATCHING = ("players", "seed", "max_turns", "everything")
PLAYING = ("bots", "name", "hints")
HERE = ("delay",)


@click.command(
    cls=ShowsExamples,
    examples=[
        ("Against three bots, in the browser", "gitopoly play"),
        ("Against one bot on the London board", "gitopoly play --bots 1 --option board=uk"),
        ("Against three bots, in the terminal", "gitopoly play --ui terminal"),
        ("Against your own player and a policy", "gitopoly play --bots saver.py:Saver,trader"),
        ("Watch three bots", "gitopoly play --watch"),
        ("The same game again, slowly", "gitopoly play --watch --seed 7 --delay 0.5"),
    ],
)
@ui_option
@click.option("--watch", is_flag=True, help="Watch bots in the terminal instead of playing.")
@click.option(
    "--bots",
    metavar="N|PLAYER[,PLAYER…]",
    default="3",
    show_default=True,
    help="Number of opponents, or who they are: policies, FILE.py:CLASS or MODULE:CLASS.",
)
@click.option("--name", metavar="NICK", help="Your name.")
@game_options(
    policy="trader", seats="With --watch: number of seats; by default three, if the edition allows."
)
@click.option(
    "--delay",
    type=click.FloatRange(0, 60),
    metavar="SECONDS",
    help="Pause between bot moves in the terminal.",
)
@hints_option
@click.option("--all", "everything", is_flag=True, help="Include bookkeeping moves.")
@click.pass_context
def play(
    context: click.Context,
    ui: str,
    watch: bool,
    bots: str,
    name: str | None,
    players: int | None,
    edition: str | Edition,
    policies: str,
    seed: int | None,
    max_turns: int,
    options: tuple[str, ...],
    delay: float | None,
    hints: bool,
    everything: bool,
    where: PageOptions,
) -> None:
    """Play against bots in the browser or terminal, or watch bots.

    Every seat has its own Git repository, below GITOPOLY_HOME or your data
    folder; `gitopoly games` lists them. With --watch, bots play in memory, and
    the highest net worth after --max-turns turns wins.
    """
    settings = dict(rule_options(options))
    if watch:
        shown = ("ui",) if ui == WEB else ()  # bots are watched in the terminal
        refuse(context, (*PLAYING, *shown, *ON_THE_PAGE), "cannot be combined with --watch")
        _watch(edition, players, policies, seed, max_turns, settings, delay or 0.0, everything)
        return
    refuse(context, WATCHING, "needs --watch")
    number, who = opponents(bots)
    if who:
        refuse(context, ("policies",), "cannot be combined with players named by --bots")
    if ui == WEB:
        from gitopoly.cli.play.in_browser import play_on_page

        refuse(context, HERE, "needs --ui terminal or --watch")
        play_on_page(name, number, policies, settings, edition, where, who, hints)
        return
    from gitopoly.cli.play.in_terminal import play_here

    play_here(name, number, policies, settings, edition, who, delay, hints)


def opponents(text: str) -> tuple[int, tuple[str, ...]]:
    """Parse `--bots`: how many, and who they are if they are named.

    >>> opponents("3"), opponents("trader, saver.py:Saver")
    ((3, ()), (2, ('trader', 'saver.py:Saver')))
    """
    if re.fullmatch(r"[+-]?[0-9]{1,9}", text.strip()):
        return int(text), ()
    who = tuple(one.strip() for one in text.split(",") if one.strip())
    return len(who), who


def _watch(
    edition: str | Edition,
    players: int | None,
    policies: str,
    seed: int | None,
    max_turns: int,
    settings: dict[str, Any],
    delay: float,
    everything: bool,
) -> None:
    from gitopoly.bots.series import Series, without_search
    from gitopoly.cli.play.bot_story import tell_game

    if not Rules.of(edition).turn_limit:
        settings.setdefault("turn_limit", max_turns)
    series = Series(
        edition,
        players or _usual_seats(edition),
        tuple(name.strip() for name in policies.split(",")),
        secrets.randbelow(2**32) if seed is None else seed,
        max_turns,
        True,
        tuple(settings.items()),
    )
    series.policy_numbers()
    if notice := without_search(series.policies):
        click.echo(notice, err=True)
    tell_game(series, 0, delay, everything)


def _usual_seats(edition: str | Edition) -> int:
    """Three make a good game to watch, where three are allowed."""
    return min(3, edition_for(edition, {}).most_players)
