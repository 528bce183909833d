"""What an attack declares: what is written, and what every honest seat must make of it.

A module of `tests.hostile.attacks` holds one attack, as `ATTACK`, with its docstring as the title;
those on files are a table of functions, as `ATTACKS`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.hostile import attacks
from tests.hostile.rival import NAME, Rival
from tests.hostile.table import FLOOR, Table
from tests.hostile.wire.entries import Entry

EVERYWHERE = ("folder", "daemon", "http")


@dataclass(frozen=True)
class OnLog:
    """An entry that cleo shows as the newest of her log."""

    write: Callable[[Rival], Entry]
    code: str
    """How honest seats file it."""
    reason: str
    """A part of what they say about it."""
    moment: str = FLOOR
    rule: str = ""
    """What ``gitopoly verify`` names; the code again where it is no rule of the game."""
    hosts: tuple[str, ...] = ("folder",)
    """Where `make test` tries it; `make test-long` does everywhere."""
    sent_by_git: bool = True
    """Whether a server of Git's sends it: not where it names what is missing or of another kind."""
    verify: int = 1
    """How ``gitopoly verify`` ends; 2 where not even the parents of the commit can be read."""
    log_of: str = NAME
    """On whose log ``gitopoly verify`` finds it, to whom nobody says whose repository it is."""


@dataclass(frozen=True)
class OnFiles:
    """What cleo does to the files of her repository."""

    spoil: Callable[[Rival], object]
    says: str = ""
    """A part of what ``gitopoly verify`` says about it."""
    codes: tuple[int, ...] = (1, 2)
    """How ``gitopoly verify`` may end."""
    long: bool = False


@dataclass(frozen=True)
class AtTable:
    """A story of its own, at a table of its own."""

    play: Callable[[Table], None]
    options: tuple[str, ...] = ()
    """Options of the game, as ``gitopoly new`` takes them."""
    hosts: tuple[str, ...] = ("folder",)


@dataclass(frozen=True)
class InFolder:
    """A story without a table, in a folder of its own."""

    play: Callable[[Path], None]


Attack = OnLog | OnFiles | AtTable | InFolder


def all_attacks() -> dict[str, Attack]:
    """Every attack, by the name of its module or in its table."""
    names = sorted(item.name for item in pkgutil.iter_modules(attacks.__path__))
    modules = {name: importlib.import_module(f"{attacks.__name__}.{name}") for name in names}
    found: dict[str, Attack] = {}
    for name, module in modules.items():
        found |= getattr(module, "ATTACKS", None) or {name: module.ATTACK}
    return found
