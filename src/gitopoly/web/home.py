"""Where this user's games are, and what is known about each without opening it."""

from __future__ import annotations

import json
import os
import re
import secrets
import sys
import time
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

from gitopoly import posix
from gitopoly.errors import InvalidRepository, NoRoom, UnknownGame
from gitopoly.words import worded

FACTS = "game.json"
LATEST = 1 << 34
"""No game begins after this time, which every system can convert to a date."""
_ID = re.compile(r"[0-9]{8}-[0-9]{6}-[0-9a-f]{4}")


@dataclass
class SavedGame:
    """A game against bots, as described in its folder."""

    id: str
    person: str
    """The person's seat."""
    bots: dict[str, str]
    """The policy of each bot, by seat."""
    created: int
    edition: str = "classic"
    own_edition: str = ""
    """All of the edition (`gitopoly.editions.data`), unless it is a shipped one."""
    turns: str = ""
    """How it stood when last left, in one line."""
    over: bool = False
    winner: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    hints: bool = False
    """Whether its players may ask for hints."""


_KNOWN = {fact.name for fact in fields(SavedGame)}


def games_folder() -> Path:
    """The folder of all games: below GITOPOLY_HOME or the user's data folder."""
    home = os.environ.get("GITOPOLY_HOME")
    if home:
        return Path(home) / "games"
    if sys.platform == "win32":  # pragma: no cover
        data = os.environ.get("LOCALAPPDATA") or str(posix.home_folder() / "AppData" / "Local")
    else:
        data = os.environ.get("XDG_DATA_HOME") or str(posix.home_folder() / ".local" / "share")
    return Path(data) / "gitopoly" / "games"


def new_id(home: Path) -> str:
    """A name for a new game's folder: its start time, and a random suffix."""
    while True:
        found = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}"
        if not (home / found).exists():
            return found


def folder_of(home: Path, game_id: str) -> Path:
    """The folder of a game; never one outside."""
    if not _ID.fullmatch(game_id):
        raise worded(UnknownGame, "error.not_a_game", name=repr(game_id[:40]))
    return home / game_id


def save(home: Path, saved: SavedGame) -> None:
    """Save the facts about a game."""
    path = folder_of(home, saved.id) / FACTS
    draft = path.with_suffix(".new")
    draft.write_text(json.dumps(asdict(saved), indent=1), encoding="utf-8")
    draft.replace(path)


def read(home: Path, game_id: str) -> SavedGame:
    """Read the facts about a game."""
    path = folder_of(home, game_id) / FACTS
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
        # A newer version may store more.
        known = {name: value for name, value in facts.items() if name in _KNOWN}
        saved = _checked(SavedGame(**{**known, "id": game_id}))
    except FileNotFoundError:
        raise worded(UnknownGame, "error.no_game", name=game_id) from None
    except (OSError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise InvalidRepository(f"cannot read {path}: {error}") from None
    return saved


def _checked(saved: SavedGame) -> SavedGame:
    """Refuse what no version has written."""
    if not isinstance(saved.bots, dict) or not isinstance(saved.options, dict):
        raise TypeError("no bots or no options")
    texts = (
        saved.person,
        saved.edition,
        saved.own_edition,
        saved.turns,
        saved.winner,
        *saved.bots.values(),
    )
    if not all(isinstance(text, str) for text in texts) or type(saved.over) is not bool:
        raise TypeError("a value is not text")
    if type(saved.hints) is not bool:
        raise TypeError("hints are on or off")
    json.dumps(asdict(saved), ensure_ascii=False).encode("utf-8")  # no lone surrogates
    if type(saved.created) is not int or not 0 <= saved.created < LATEST:
        raise ValueError("the start time is missing")
    return saved


def _folders(home: Path) -> list[str]:
    """The contents of the folder of all games, which may not exist yet."""
    try:
        return os.listdir(home)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise no_home(home, error) from None


def no_home(home: Path, error: OSError) -> NoRoom:
    """Say why games cannot be kept, and what to do."""
    return worded(NoRoom, "error.no_home", folder=str(home), detail=error.strerror)


class FoundGames(NamedTuple):
    """The games in a folder."""

    games: list[SavedGame]
    """Newest first."""
    damaged: list[str]
    """Those of which `game.json` is missing or cannot be read."""

    def complaint(self, home: Path) -> str:
        """The damaged games in one line; empty if there is none."""
        if not self.damaged:
            return ""
        places = ", ".join(str(home / name / FACTS) for name in self.damaged)
        return f"not listed, because these files cannot be read: {places}"


def saved_games(home: Path) -> list[SavedGame]:
    """All readable games, newest first."""
    return find_games(home).games


def find_games(home: Path) -> FoundGames:
    """All games, including the damaged ones."""
    found, damaged = [], []
    for name in _folders(home):
        try:
            found.append(read(home, name))
        except (UnknownGame, InvalidRepository):
            if _ID.fullmatch(name):
                damaged.append(name)
    # Not by their names, which are in local time: people travel, and clocks are set back.
    found.sort(key=lambda saved: (saved.created, saved.id), reverse=True)
    return FoundGames(found, sorted(damaged))
