"""The public Python interface: `Game`, `Action`, `Player`, series of games, records.

Start reading at `game` (push and undo), then `position` (what can be inspected).
`import gitopoly` offers the names that everyone needs; the others are here.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gitopoly.bots.analysis.report import GameAnalysis
    from gitopoly.game.action import Action
    from gitopoly.game.board import Board, Square
    from gitopoly.game.chances import Chance, NextRound, RankedAction
    from gitopoly.game.game import Game
    from gitopoly.game.history import PlayedStep
    from gitopoly.game.loading import load
    from gitopoly.game.match import Match, play_match
    from gitopoly.game.outcome import Outcome
    from gitopoly.game.player import Fault, Player
    from gitopoly.game.position import Position
    from gitopoly.game.result import Result, Termination
    from gitopoly.game.seats import Seat, Seats
    from gitopoly.game.series import SeatRecord, Simulation, simulate
    from gitopoly.game.situation import Auction, Debt
    from gitopoly.game.statistics import Statistics

_HOMES = {
    "Action": "action",
    "Auction": "situation",
    "Board": "board",
    "Chance": "chances",
    "Debt": "situation",
    "Fault": "player",
    "Game": "game",
    "GameAnalysis": "chances",
    "Match": "match",
    "NextRound": "chances",
    "Outcome": "outcome",
    "PlayedStep": "history",
    "Player": "player",
    "Position": "position",
    "RankedAction": "chances",
    "Result": "result",
    "Seat": "seats",
    "SeatRecord": "series",
    "Seats": "seats",
    "Simulation": "series",
    "Square": "board",
    "Statistics": "statistics",
    "Termination": "result",
    "load": "loading",
    "play_match": "match",
    "simulate": "series",
}

__all__ = [
    "Action",
    "Auction",
    "Board",
    "Chance",
    "Debt",
    "Fault",
    "Game",
    "GameAnalysis",
    "Match",
    "NextRound",
    "Outcome",
    "PlayedStep",
    "Player",
    "Position",
    "RankedAction",
    "Result",
    "Seat",
    "SeatRecord",
    "Seats",
    "Simulation",
    "Square",
    "Statistics",
    "Termination",
    "load",
    "play_match",
    "simulate",
]


def __getattr__(name: str) -> Any:
    """Import on first use, so that an isolated player's process starts quickly."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
