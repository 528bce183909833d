"""Begins games that are hosted on this computer, for the page and for commands."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gitopoly.editions.features import usual_with
from gitopoly.errors import FolderTaken
from gitopoly.table.game_file import HELD_SEATS, GameFile, SeatInfo
from gitopoly.table.host_game import HostDriver, begin_hosted_game
from gitopoly.table.hosting import Hosting
from gitopoly.table.trust import own_key
from gitopoly.web.addresses import own_addresses

FEATURES = usual_with(HELD_SEATS)
"""Those of a hosted game, unless its facts name others."""


def check_seats(names: Sequence[str], facts: dict[str, Any]) -> None:
    """Refuse what cannot be played, before anything is opened or written."""
    draft = tuple(SeatInfo(name, f"{name}.git") for name in names)
    GameFile(seats=draft, **{"features": FEATURES, **facts}).check()


def usual_address(port: int) -> str:
    """What others on the same network would open; nobody has tried it."""
    own = next(iter(own_addresses()), "127.0.0.1")
    return f"http://{f'[{own}]' if ':' in own else own}:{port}"


def begin(
    folder: Path,
    names: Sequence[str],
    facts: dict[str, Any],
    address: str,
    listens: tuple[str, int],
    identity: Path | None = None,
    token: str = "",
    certificate: tuple[str, str] | None = None,
) -> HostDriver:
    """Begin a game in a new folder, with everything for others beside it; or leave nothing."""
    if folder.exists() and any(folder.iterdir()):
        raise FolderTaken(f"{folder} already exists; resume it, or name another folder")
    key = own_key(identity)
    beside = folder.absolute().with_name(f"{folder.name}_hosted")
    hosting = Hosting.create(beside, names, address, listens, certificate)
    try:
        seats = tuple(SeatInfo(name, hosting.url(name)) for name in names)
        invitation = GameFile(seats=seats, **{"features": FEATURES, **facts})
        return begin_hosted_game(folder, invitation, hosting, key, token)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise
