"""Who plays: a policy by its name, a class, an instance, a file, or an import path."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from gitopoly.bots import POLICIES
from gitopoly.errors import InvalidBot
from gitopoly.game.player import Player
from gitopoly.isolation.loading import run_file, run_module
from gitopoly.isolation.mistakes import OWN
from gitopoly.stopping import pass_on

POLICY = "policy"
CLASS = "class"
INSTANCE = "instance"
FILE = "file"
MODULE = "module"

PlayerSpec = str | type[Player] | Player
"""The ways to specify a player."""


@dataclass(frozen=True)
class Entrant:
    """A player before the game: its name, and how to create it."""

    name: str
    kind: str
    target: Any
    """The policy's name, the class, the instance, the file's path or the module's name."""
    class_name: str = ""

    @property
    def isolated(self) -> bool:
        """Whether it runs in its own process."""
        return self.kind in (FILE, MODULE)

    @property
    def in_process(self) -> bool:
        """Whether it is a class or an instance of the caller."""
        return self.kind in (CLASS, INSTANCE)


def entrants(players: Iterable[PlayerSpec]) -> tuple[Entrant, ...]:
    """Read all of them; duplicate names get numbers."""
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise InvalidBot('players must be a list, such as ["trader", "random"]')
    return numbered(entrant(player) for player in players)


def numbered(players: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """Number duplicate names, so that tables can tell them apart."""
    found: list[Entrant] = []
    for one in players:
        taken = {other.name.lower() for other in found}
        name, number = one.name, 2
        while name.lower() in taken:
            name, number = f"{one.name} {number}", number + 1
        found.append(replace(one, name=name))
    return tuple(found)


def entrant(player: PlayerSpec) -> Entrant:
    """Read one; raises `InvalidBot`.

    >>> entrant("trader").name, entrant("package.module:Saver").class_name
    ('trader', 'Saver')
    """
    if isinstance(player, str):
        return _written(player)
    if inspect.isclass(player):
        if not _decides(player):
            raise InvalidBot(f"{player.__name__} has no method decide(self, game, actions)")
        return Entrant(_name_of(player, player.__name__), CLASS, player)
    if _decides(player):
        return Entrant(_name_of(player, type(player).__name__), INSTANCE, player)
    raise InvalidBot(
        f"{player!r} is not a player; give a class with decide(self, game, actions), or a text: "
        f"file.py:Class, module:Class, or one of {', '.join(POLICIES)}"
    )


def _decides(player: object) -> bool:
    """Whether a class or an instance overrides `decide`."""
    decide = getattr(player, "decide", None)
    return callable(decide) and getattr(decide, "__func__", decide) is not Player.decide


def _name_of(player: object, usual: str) -> str:
    name = getattr(player, "name", "") or usual
    if not isinstance(name, str):
        raise InvalidBot(f"the name of {usual} must be a string, not {name!r}")
    return name


def _written(text: str) -> Entrant:
    if text in POLICIES:
        return Entrant(text, POLICY, text)
    path, _, class_name = text.rpartition(":")
    if not path.endswith(".py"):
        path, class_name = text, ""
    if path.endswith(".py") or os.sep in path or "/" in path:
        if not Path(path).is_file():
            raise InvalidBot(
                f"there is no file {path!r}; give a path to a Python file with a player"
            )
        return Entrant(class_name or Path(path).stem, FILE, str(Path(path).resolve()), class_name)
    module, colon, class_name = text.partition(":")
    if not colon or not module or not class_name.isidentifier():
        raise InvalidBot(
            f"{text!r} is not a player; give file.py:Class, module:Class, or one of "
            f"{', '.join(POLICIES)}"
        )
    return Entrant(class_name, MODULE, module, class_name)


def absolute_name(text: str) -> str:
    """A player's name made independent of the current folder; raises `InvalidBot`.

    >>> absolute_name("trader")
    'trader'
    """
    one = _written(text)
    if one.kind != FILE:
        return text
    return f"{one.target}:{one.class_name}" if one.class_name else str(one.target)


def make_player(kind: str, target: Any, class_name: str) -> Player:
    """Create a player in this process; raises `InvalidBot`."""
    if kind == INSTANCE:
        player: Player = target
        return player
    if kind in (FILE, MODULE):
        target = load_player(kind, target, class_name)
    try:
        made: Player = target()
    except OWN as error:
        pass_on(error)
        raise InvalidBot(f"{target.__name__}() failed: {type(error).__name__}: {error}") from None
    return made


def load_player(kind: str, target: str, class_name: str) -> type[Player]:
    """The class of a player in a file or a module, loaded into this process."""
    if kind == FILE:
        return find_player(run_file(Path(target)), class_name, Path(target).name)
    return find_player(run_module(target), class_name, target)


def find_player(module: ModuleType, class_name: str, where: str) -> type[Player]:
    """The named class, or the only class of the module with a method decide."""
    if class_name:
        found: Any = getattr(module, class_name, None)
        if not inspect.isclass(found) or not _decides(found):
            raise InvalidBot(f"{where} has no class {class_name} with decide(self, game, actions)")
        return cast("type[Player]", found)
    players: list[Any] = [
        value
        for value in vars(module).values()
        if inspect.isclass(value) and value.__module__ == module.__name__ and _decides(value)
    ]
    if len(players) == 1:
        return cast("type[Player]", players[0])
    if not players:
        raise InvalidBot(f"{where} has no class with decide(self, game, actions)")
    names = " or :".join(player.__name__ for player in players)
    raise InvalidBot(f"{where} has several players; choose one: {where}:{names}")
