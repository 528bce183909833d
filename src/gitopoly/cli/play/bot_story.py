"""A game between bots, printed move by move."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from gitopoly.bots import playout
from gitopoly.bots.simulation import Series, choose_engine, policy_game_of
from gitopoly.bots.strong import PolicyGame
from gitopoly.cli.compiling import compile_kernel
from gitopoly.cli.screen.symbols import PLAYER_COLOURS as COLOURS
from gitopoly.kernel import is_over, is_quiet, seat_of, tell, violated_invariants, winner, worth

if TYPE_CHECKING:
    from gitopoly.cli.terminal import Terminal
    from gitopoly.kernel import State


def tell_game(series: Series, game: int, delay: float = 0.0, everything: bool = False) -> None:
    """Play one game of a series, printing every move."""
    from gitopoly.cli.terminal import Terminal

    console = Terminal()
    rules = series.rules()
    engine = choose_engine("auto", 1, series.searches)
    if engine == "compiled":
        compile_kernel(series.searches)
    played = policy_game_of(series, game, engine)
    console.print(f"[bold]{rules.edition}, {rules.num_players} players, seed {series.seed}[/]")
    turn = -1
    while True:
        before, done, running = played.state(), int(played.tally.actions), int(played.tally.turns)
        status = played.play(series.max_turns, 1, series.check)
        if played.tally.actions > done:
            if turn != running and (everything or not is_quiet(played.last[0])):
                turn = running
                _print_turn(console, before, turn)
            _print_move(console, before, played, everything)
            if delay:
                time.sleep(delay)
        if status != playout.INTERRUPTED:
            break
    _print_end(console, played.state(), status, played.tally)


def _print_turn(console: Terminal, s: State, turn: int) -> None:
    purses = "  ".join(
        f"[{COLOURS[p]}]p{p + 1}[/] {s.rules.currency}{s.money[p]:,}"
        for p in range(s.rules.num_players)
        if not s.is_bankrupt[p]
    )
    console.print(f"\n[dim]turn {turn + 1:>4}[/]  {purses}")


def _print_move(console: Terminal, before: State, played: PolicyGame, everything: bool) -> None:
    code, outcome = played.last
    if is_quiet(code) and not everything:
        return
    sentence = tell(before, code, outcome, played.state())
    seat = seat_of(code)
    name, _, rest = sentence.partition(" ")
    console.tell(name, COLOURS[seat], rest)


def _print_board(console: Terminal, s: State) -> None:
    """Print the final board on a terminal."""
    from gitopoly.cli.screen.board_view import board_columns
    from gitopoly.cli.screen.symbols import symbols_for

    for line in board_columns(s, console.width, symbols_for(console.encoding)):
        console.print(line, no_wrap=True)
    console.print()


def _print_end(console: Terminal, s: State, status: int, tally: playout.PlayoutTally) -> None:
    console.print()
    if status == playout.VIOLATED:
        name = violated_invariants(s)[0]
        console.print(f"[red]{name} does not hold after action {tally.actions}.[/]")
        raise click.exceptions.Exit(1)
    if status == playout.STUCK:
        console.print(f"[red]Nobody can act after action {tally.actions}.[/]")
        raise click.exceptions.Exit(1)
    if console.is_terminal:
        _print_board(console, s)
    standings = sorted(range(s.rules.num_players), key=lambda p: worth(s, p), reverse=True)
    for place, p in enumerate(standings, 1):
        deeds = sum(owner == p for owner in s.owner)
        plural = "deed" if deeds == 1 else "deeds"
        state = (
            "bankrupt"
            if s.is_bankrupt[p]
            else f"worth {s.rules.currency}{worth(s, p):,} with {deeds} {plural}"
        )
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
