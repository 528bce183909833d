"""Analyses kept beside their games, so that they are computed once.

A kept analysis is only a shortcut: one that cannot be read, is of another game, another seed or
another version, or judges what nobody did, is computed again.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gitopoly.bots.analysis.report import (
    GameAnalysis,
    dumped,
    fingerprint,
    from_data,
)
from gitopoly.engine.builds import cache_folder
from gitopoly.errors import NoRoom
from gitopoly.rules import Rules, Taken

ENDING = ".analysis.json"
MOST_BYTES = 64 << 20


def place_for(game: str, identity: str) -> Path | None:
    """The file for the analysis of a game: beside it, or in the cache if it is an address.

    None if there is no place for it.
    """
    from gitopoly.table.local_game import SEATS
    from gitopoly.web.home import games_folder, saved_games

    path = Path(game)
    with contextlib.suppress(OSError, ValueError):
        if path.exists():
            path = path.absolute()
            return path.with_name(path.name + ENDING)
        home = games_folder()
        for saved in saved_games(home) if "/" not in game else ():
            if game in (saved.id, "latest") and (home / saved.id / SEATS).is_dir():
                return home / saved.id / ENDING[1:]
    try:
        return cache_folder() / "analyses" / f"{identity[:32]}.json"
    except NoRoom:
        return None


def settings_of(
    policies: Sequence[str], seed: int, effort: float, decisions: bool
) -> dict[str, Any]:
    """What an analysis was asked for."""
    return {
        "policies": list(policies),
        "seed": seed,
        "effort": effort,
        "decisions": decisions,
    }


def read(
    place: Path | None,
    rules: Rules,
    steps: Sequence[Taken],
    settings: dict[str, Any] | None = None,
) -> GameAnalysis | None:
    """A complete analysis of exactly this game, with these settings or any, if it was kept."""
    if place is None:
        return None
    try:
        if not place.is_file() or place.stat().st_size > MOST_BYTES:
            return None  # a pipe would be waited for
        data = json.loads(place.read_bytes())
        if data["game"] != fingerprint(rules, steps):
            return None
        if settings is not None and data["settings"] != settings:
            return None
        found = from_data(data["analysis"], rules, steps)
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return None
    return found if found.complete else None


def keep(
    place: Path | None,
    rules: Rules,
    steps: Sequence[Taken],
    settings: dict[str, Any],
    found: GameAnalysis,
) -> bool:
    """Write an analysis, completely or not at all; returns whether that worked."""
    if place is None:
        return False
    data = {"game": fingerprint(rules, steps), "settings": settings, "analysis": found.data()}
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".analysis-", dir=place.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(dumped(data))
            Path(name).replace(place)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError:
        return False
    return True
