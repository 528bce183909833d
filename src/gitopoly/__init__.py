"""Gitopoly: Monopoly with no server.

>>> import gitopoly
>>> game = gitopoly.Game("classic", seats=["Ann", "Ben"], seed=7)
>>> game.push("roll")
>>> game.undo()
Action('roll for start', seat='Ann')

Nothing is imported before it is used, so that ``import gitopoly`` is instant.
The layers below are packages of their own, such as ``gitopoly.rules``.
"""

TYPE_CHECKING = False  # as type checkers know it, without importing typing for it
if TYPE_CHECKING:
    from gitopoly.editions.data import Edition
    from gitopoly.game.action import Action
    from gitopoly.game.game import Game
    from gitopoly.game.loading import load
    from gitopoly.game.match import play_match
    from gitopoly.game.player import Player
    from gitopoly.game.result import Result
    from gitopoly.game.series import simulate

__version__ = "0.1.0"
"""The only place where the version is written; the build reads it from here."""

__all__ = ["Action", "Edition", "Game", "Player", "Result", "load", "play_match", "simulate"]

_HOMES = {
    "Action": "gitopoly.game.action",
    "Edition": "gitopoly.editions.data",
    "Game": "gitopoly.game.game",
    "Player": "gitopoly.game.player",
    "Result": "gitopoly.game.result",
    "load": "gitopoly.game.loading",
    "play_match": "gitopoly.game.match",
    "simulate": "gitopoly.game.series",
}


def __getattr__(name: str) -> object:
    """Import a name on first use, and keep it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
