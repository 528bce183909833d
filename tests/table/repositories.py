"""Games on real repositories, in a folder for a test."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from gitopoly.ledger.git.folder import init_repository
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.identity import from_seed
from gitopoly.ledger.transports.remote import transport
from gitopoly.table.driver import GameDriver
from gitopoly.table.game_file import GameFile, SeatInfo
from gitopoly.table.remote_game import begin_game, join_game
from tests.ledger.servers import git
from tests.table.tables import NAMES, choose_at_random

PATIENCE = 240.0
"""Seconds without any news after which nothing more will come, on a very busy machine."""
PUBLISHED = "everything is published"


def bare(folder: Path, name: str) -> str:
    """An empty bare repository; its address."""
    path = folder / f"{name}.git"
    init_repository(path, bare=True)
    return str(path)


def publish(store: GitStore, url: str) -> None:
    """Publish the log of a seat, once."""
    transport(url, store.path).push(store.own)


def branch_at(place: Path, name: str) -> str | None:
    """Where stock Git sees a branch, if it is there."""
    return git("for-each-ref", "--format=%(objectname)", name, at=place).strip() or None


def invitation(folder: Path, players: int = 3, edition: str = "formal", **more: object) -> GameFile:
    """An invitation to seats that each have an empty repository."""
    invited = tuple(SeatInfo(name, bare(folder, name)) for name in NAMES[:players])
    return GameFile(edition, invited, **more)  # type: ignore[arg-type]


def open_all(folder: Path, game: GameFile) -> list[GameDriver]:
    """All seats of a game, joined and connected; close them."""
    first = begin_game(folder / "m0", game, from_seed(game.names[0].encode()))
    wait_for(lambda: first.status.published == PUBLISHED, [first])
    seats = [first]
    for number, info in enumerate(game.seats[1:], 1):
        seats.append(
            join_game(
                folder / f"m{number}",
                info.name,
                info.url,
                game.seats[0].url,
                from_seed(info.name.encode()),
            )
        )
    wait_for(lambda: all(seat.game.started for seat in seats), seats)
    return seats


def wait_for(done: Callable[[], bool], seats: Sequence[GameDriver]) -> None:
    """Let all seats take in what arrives until something holds."""
    deadline = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < deadline, "it did not come about"
        for seat in seats:
            seat.poll(0.01)


def act(driver: GameDriver, random: Random) -> None:
    """Do something at random, if there is a choice."""
    assert driver.seat is not None
    code = choose_at_random(driver.seat, random)
    if code is not None:
        driver.act(code)


def play(seats: Sequence[GameDriver], random: Random, entries: int) -> None:
    """Let all seats act at random until one has so many entries."""
    known, deadline = 0, time.monotonic()
    while len(seats[0].game.log) < entries and not seats[0].game.over:
        if len(seats[0].game.log) > known:
            known, deadline = len(seats[0].game.log), time.monotonic() + PATIENCE
        assert time.monotonic() < deadline, "the game does not move"
        for seat in seats:
            seat.poll(0.002)
            act(seat, random)
