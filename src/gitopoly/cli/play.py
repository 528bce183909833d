"""``gitopoly play``: a game against bots in the browser, or of bots in the terminal as a story."""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from gitopoly.bots import playout
from gitopoly.bots.simulation import Series, choose_engine, course_of
from gitopoly.bots.strong import Course, without_search
from gitopoly.cli.compiling import compile_kernel
from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.options import game_options, rule_options
from gitopoly.cli.symbols import PLAYER_COLOURS as COLOURS
from gitopoly.editions import load
from gitopoly.kernel import Rules, is_over, winner
from gitopoly.kernel import actions as a
from gitopoly.kernel.checks import NAMES as INVARIANT_NAMES
from gitopoly.kernel.money import worth_at_the_end
from gitopoly.kernel.story import QUIET, tell

if TYPE_CHECKING:
    from gitopoly.cli.terminal import Terminal
    from gitopoly.kernel import State

TERMINAL_ONLY = ("players", "seed", "max_turns", "delay", "everything")
WEB_ONLY = ("bots", "name", "port", "no_browser")


@click.command(
    cls=ShowsExamples,
    examples=[
        ("Against three bots, in the browser", "gitopoly play"),
        ("Against one bot on the London board", "gitopoly play --bots 1 --option board=uk"),
        ("Watch three bots in the terminal", "gitopoly play --ui terminal"),
        ("The same game again, slowly", "gitopoly play --ui terminal --seed 7 --delay 0.5"),
    ],
)
@click.option(
    "--ui",
    type=click.Choice(("web", "terminal")),
    default="web",
    show_default=True,
    help="web: play yourself, on a page of your browser. terminal: watch bots.",
)
@click.option(
    "--bots", type=int, metavar="N", default=3, show_default=True, help="Opponents on the page."
)
@click.option("--name", metavar="NICK", help="Your name on the page.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    default=0,
    help="Where the page is served; by default on a free port.",
)
@click.option("--no-browser", is_flag=True, help="Only print the address of the page.")
@game_options(policy="sensible", seats="three, if the edition allows")
@click.option(
    "--delay",
    type=click.FloatRange(0, 60),
    metavar="SECONDS",
    default=0.0,
    help="Wait between two moves.",
)
@click.option("--all", "everything", is_flag=True, help="Tell also what only moves the game along.")
@click.pass_context
def play(
    context: click.Context,
    ui: str,
    bots: int,
    name: str | None,
    port: int,
    no_browser: bool,
    players: int | None,
    edition: str,
    policies: str,
    seed: int | None,
    max_turns: int,
    options: tuple[str, ...],
    delay: float,
    everything: bool,
) -> None:
    """Play against bots in the browser, or watch bots in the terminal.

    On the page every seat has a Git repository of its own, below GITOPOLY_HOME
    or your data folder; `gitopoly games` lists them. In the terminal, whoever
    has the greatest worth after --max-turns turns has won.
    """
    settings = dict(rule_options(options))
    if ui == "web":
        from gitopoly.cli.play_web import play_on_page

        refuse_for_other_ui(context, TERMINAL_ONLY, "terminal")
        play_on_page(name, bots, policies, settings, edition, port, not no_browser)
        return
    refuse_for_other_ui(context, WEB_ONLY, "web")
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


def refuse_for_other_ui(context: click.Context, names: tuple[str, ...], ui: str) -> None:
    """Refuse options that mean nothing here, instead of forgetting them."""
    for name in names:
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = next(p.opts[0] for p in context.command.params if p.name == name)
            raise click.UsageError(f"{option} goes with --ui {ui}")


def _usual_seats(edition: str) -> int:
    """Three make a good game to watch, where three are allowed."""
    return min(3, load(edition).most_players)


def tell_game(series: Series, game: int, delay: float = 0.0, everything: bool = False) -> None:
    """Play one game of a series, telling every move."""
    from gitopoly.cli.terminal import Terminal

    console = Terminal()
    rules = series.rules()
    engine = choose_engine("auto", 1, series.searches)
    if engine == "compiled":
        compile_kernel(series.searches)
    course = course_of(series, game, engine)
    console.print(f"[bold]{rules.edition}, {rules.num_players} players, seed {series.seed}[/]")
    turn = -1
    while True:
        before, done, running = course.state(), int(course.tally.actions), int(course.tally.turns)
        status = course.play(series.max_turns, 1, series.check)
        if course.tally.actions > done:
            if turn != running and (everything or a.kind_of(course.last[0]) not in QUIET):
                turn = running
                _print_turn(console, before, turn)
            _print_move(console, before, course, everything)
            if delay:
                time.sleep(delay)
        if status != playout.INTERRUPTED:
            break
    _print_end(console, course.state(), status, course.tally)


def _print_turn(console: Terminal, s: State, turn: int) -> None:
    purses = "  ".join(
        f"[{COLOURS[p]}]p{p + 1}[/] ${s.money[p]:,}"
        for p in range(s.rules.num_players)
        if not s.is_bankrupt[p]
    )
    console.print(f"\n[dim]turn {turn + 1:>4}[/]  {purses}")


def _print_move(console: Terminal, before: State, course: Course, everything: bool) -> None:
    code, outcome = course.last
    if a.kind_of(code) in QUIET and not everything:
        return
    sentence = tell(before, code, outcome, course.state())
    seat = a.player_of(code)
    name, _, rest = sentence.partition(" ")
    console.tell(name, COLOURS[seat], rest)


def _print_board(console: Terminal, s: State) -> None:
    """The board as it was left, for whoever looks at it."""
    from gitopoly.cli.board_view import board_columns
    from gitopoly.cli.symbols import symbols_for

    for line in board_columns(s, console.width, symbols_for(console.encoding)):
        console.print(line, no_wrap=True)
    console.print()


def _print_end(console: Terminal, s: State, status: int, tally: playout.Tally) -> None:
    console.print()
    if status == playout.VIOLATED:
        name = INVARIANT_NAMES[tally.violation]
        console.print(f"[red]{name} does not hold after action {tally.actions}.[/]")
        raise click.exceptions.Exit(1)
    if status == playout.STUCK:
        console.print(f"[red]Nobody can act after action {tally.actions}.[/]")
        raise click.exceptions.Exit(1)
    if console.is_terminal:
        _print_board(console, s)
    standings = sorted(
        range(s.rules.num_players), key=lambda p: worth_at_the_end(s, s.rules, p), reverse=True
    )
    for place, p in enumerate(standings, 1):
        worth = worth_at_the_end(s, s.rules, p)
        deeds = sum(owner == p for owner in s.owner)
        plural = "deed" if deeds == 1 else "deeds"
        state = "bankrupt" if s.is_bankrupt[p] else f"worth ${worth:,} with {deeds} {plural}"
        console.print(f"  {place}. [{COLOURS[p]}]p{p + 1}[/] {state}")
    turns, moves = tally.turns, tally.actions
    if not is_over(s):
        console.print(f"[bold]Nobody has won after {turns:,} turns ({moves:,} actions).[/]")
    elif winner(s) < 0:
        console.print(f"[bold]A tie after {turns:,} turns ({moves:,} actions).[/]")
    else:
        name = f"p{winner(s) + 1}"
        how = "has won" if sum(s.is_bankrupt) == s.rules.num_players - 1 else "has won by worth"
        console.print(f"[bold]{name} {how} after {turns:,} turns ({moves:,} actions).[/]")
