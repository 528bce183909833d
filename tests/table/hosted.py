"""A hosted game without its door, for tests: ann and the guests whose seats she holds."""

from __future__ import annotations

import math
import random
from pathlib import Path

from gitopoly.editions.features import USUAL
from gitopoly.ledger.identity import Identity, from_seed
from gitopoly.table.driver import GameDriver
from gitopoly.table.game_file import HELD_SEATS, GameFile, SeatInfo
from gitopoly.table.host_game import (
    HostDriver,
    begin_hosted_game,
    hosted_folder,
    resume_hosted_game,
)
from gitopoly.table.hosting import Hosting
from gitopoly.table.remote_game import join_game
from gitopoly.table.sources import Source
from tests.ledger.repositories import probe

FEATURES = tuple(sorted((*USUAL, HELD_SEATS)))
ANN = from_seed(b"ann")


def host_in(folder: Path, *names: str, key: Identity = ANN, **facts: object) -> HostDriver:
    """A new game of ann, with seats for others."""
    place = "http://127.0.0.1:4711"
    hosting = Hosting.create(folder / "ann_hosted", ["ann", *names], place, ("127.0.0.1", 4711))
    seats = tuple(SeatInfo(name, hosting.url(name)) for name in hosting.names)
    game = GameFile("classic", seats, features=FEATURES, **facts)  # type: ignore[arg-type]
    return begin_hosted_game(folder / "ann", game, hosting, key)


def resumed(folder: Path) -> HostDriver:
    """The same game by the next run of the program."""
    place = hosted_folder(folder / "ann")
    assert place is not None
    return resume_hosted_game(folder / "ann", Hosting.load(place), ANN)


def play(host: HostDriver, moves: int, seed: int = 1, polls: float = math.inf) -> None:
    """Let all seats of the host act at random, until then or for so many polls."""
    chance = random.Random(seed)
    while moves and polls > 0 and not host.game.over:
        polls -= 1
        host.poll()
        for seat in (host.seat, *host.held.values()):
            assert seat is not None
            plain = [choice for choice in seat.asked() if isinstance(choice, int)]
            if plain:
                table = host if seat is host.seat else host.table_of(seat.name)
                table.act(chance.choice(plain))
                moves -= 1
                break


def published(host: HostDriver) -> dict[str, str]:
    """Where the seats' repositories are."""
    found = {name: probe(str(host.hosting.repository(name))).head for name in host.hosting.names}
    return {name: head for name, head in found.items() if head is not None}


def peer_of(host: HostDriver, folder: Path, name: str) -> GameDriver:
    """A peer who reaches the host's repositories as folders."""
    hosting = host.hosting
    source = Source(str(hosting.repository("ann")), hosting.routes)
    key = from_seed(name.encode())
    return join_game(folder / name, name, hosting.url(name), source, key)


def playing_on(host: HostDriver, *peers: GameDriver) -> bool:
    """Let everybody but the silent ones act for a moment."""
    play(host, 1, polls=3)
    for peer in peers:
        peer.poll(0.01)
        assert peer.seat is not None
        plain = [choice for choice in peer.seat.asked() if isinstance(choice, int)]
        if plain:
            peer.act(plain[0])
    return True
