"""A game between bots, printed move by move."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from gitopoly.bots.series import Series, moves
from gitopoly.cli.screen.symbols import PLAYER_COLOURS as COLOURS
from gitopoly.rules import (
    Taken,
    actions as a,
    actors,
    is_over,
    tell,
    violated_invariants,
    winner,
    worth,
)

if TYPE_CHECKING:
    from gitopoly.cli.terminal import Terminal
    from gitopoly.rules import State


def tell_game(series: Series, game: int, delay: float = 0.0, everything: bool = False) -> None:
    """Play one game of a series, printing every move."""
    from gitopoly.cli.terminal import Terminal

    console = Terminal()
    rules = series.rules()
    console.print(f"[bold]{rules.edition}, {rules.num_players} players, seed {series.seed}[/]")
    turn, number = -1, 0
    for move in moves(series, game):
        number += 1
        if everything or not a.ACTIONS[a.kind_of(move.code)].is_quiet:
            if turn != move.before.turns:
                turn = move.before.turns
                _print_turn(console, move.before, turn)
            _print_move(console, move)
        if delay:
            time.sleep(delay)
    _print_end(console, move.after, number)


def _print_turn(console: Terminal, s: State, turn: int) -> None:
    purses = "  ".join(
        f"[{COLOURS[p]}]p{p + 1}[/] {s.rules.currency}{s.money[p]:,}"
        for p in range(s.rules.num_players)
        if not s.is_bankrupt[p]
    )
    console.print(f"\n[dim]turn {turn + 1:>4}[/]  {purses}")


def _print_move(console: Terminal, move: Taken) -> None:
    name, _, rest = tell(*move).partition(" ")
    console.tell(name, COLOURS[move.seat], rest)


def _print_board(console: Terminal, s: State) -> None:
    """Print the final board on a terminal."""
    from gitopoly.cli.screen.board_view import board_columns
    from gitopoly.cli.screen.symbols import symbols_for

    for line in board_columns(s, console.width, symbols_for(console.encoding)):
        console.print(line, no_wrap=True)
    console.print()


def _print_end(console: Terminal, s: State, actions: int) -> None:
    console.print()
    if broken := violated_invariants(s):
        console.print(f"[red]{broken[0]} does not hold after action {actions:,}.[/]")
        raise click.exceptions.Exit(1)
    if not is_over(s) and not actors(s):
        console.print(f"[red]Nobody can act after action {actions:,}.[/]")
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
    if not is_over(s):
        console.print(f"[bold]Nobody has won after {s.turns:,} turns ({actions:,} actions).[/]")
    elif winner(s) < 0:
        console.print(f"[bold]A tie after {s.turns:,} turns ({actions:,} actions).[/]")
    else:
        name = f"p{winner(s) + 1}"
        how = "has won" if sum(s.is_bankrupt) == s.rules.num_players - 1 else "has won by worth"
        console.print(f"[bold]{name} {how} after {s.turns:,} turns ({actions:,} actions).[/]")
