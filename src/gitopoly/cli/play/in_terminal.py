"""A game against bots in the terminal: start, leave, resume."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from gitopoly.cli.friends.seating import tell_end, usual_name
from gitopoly.cli.play.faults import FaultReporter
from gitopoly.cli.screen.display import run_session
from gitopoly.cli.terminal import Terminal
from gitopoly.editions import Edition
from gitopoly.rules import winner
from gitopoly.web.game_server import GameServer
from gitopoly.web.home import SavedGame, read

USUAL_DELAY = 0.4
"""Seconds after a bot's move if a person is watching."""


def play_here(
    name: str | None,
    bots: int,
    policy: str,
    options: dict[str, Any],
    edition: str | Edition,
    who: Sequence[str] = (),
    delay: float | None = None,
    hints: bool = False,
) -> None:
    """Start a game against bots and play it."""
    game_server = GameServer()
    saved = game_server.create(name or usual_name(), bots, policy, options, edition, who, hints)
    play_on_here(game_server, saved, delay)


def resume_here(game_server: GameServer, game: str) -> None:
    """Resume a game against bots."""
    play_on_here(game_server, read(game_server.home, game))


def play_on_here(game_server: GameServer, saved: SavedGame, delay: float | None = None) -> None:
    """Play until the person leaves or the game is over, then print where things stand."""
    console = Terminal()
    game_server.on_fault = faults = FaultReporter(at_once=False)
    table = game_server.table(saved)
    table.delay = (USUAL_DELAY if console.is_terminal else 0.0) if delay is None else delay
    game = table.game
    try:
        run_session(table, console)
    finally:
        table.close()
        faults.close()
    if not game.over:
        click.echo(f"You have left the table; resume with: gitopoly games {saved.id} --ui terminal")
        return
    best = winner(game.position.state)
    game_server.note_end(saved, True, game.names[best] if best >= 0 else "")
    tell_end(game)
