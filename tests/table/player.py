"""A seat in a process of its own: it takes its seat or comes back to it, and plays to the end.

Run as ``python -m tests.table.player PLAYER`` with a `Player` as JSON.
It says the id of each own entry in a line of its own once that is acknowledged, and last, as
JSON, what it has seen of the end.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gitopoly.bots.table_policy import TablePolicy
from gitopoly.errors import StalledGame, UnknownGame, Unreachable
from gitopoly.ledger.entry import Sealed
from gitopoly.ledger.identity import Identity, from_seed
from gitopoly.rules import winner
from gitopoly.table.driver import GameDriver
from gitopoly.table.game_file import GameFile, SeatInfo
from gitopoly.table.remote_game import begin_game, join_game, resume_game
from gitopoly.table.seat import AutoPlay
from tests.table.tables import NAMES

Say = Callable[[str], None]
PATIENCE = 120.0
"""Seconds without any news after which a player gives up."""
TOO_EARLY = 5.0
"""Seconds between saying and doing the first entry of a player who says it too early."""


@dataclass(frozen=True)
class Player:
    """Who plays what, and where."""

    folder: str
    """Where the folders of all seats are."""
    number: int
    urls: tuple[str, ...]
    edition: str = "formal"
    turn_limit: int = 2
    seed: int = 0
    early: bool = False
    """Whether entries are said before they are written, which is what a test must notice."""

    @property
    def game_folder(self) -> Path:
        """The folder of this seat."""
        return Path(self.folder) / f"m{self.number}"

    @property
    def identity(self) -> Identity:
        """The key of this seat."""
        return from_seed(NAMES[self.number].encode())

    def connect(self) -> GameDriver:
        """Take the seat, or come back to it."""
        if self.game_folder.exists():
            return resume_game(self.game_folder, self.identity)
        if self.number == 0:
            invited = tuple(map(SeatInfo, NAMES, self.urls))
            game = GameFile(self.edition, invited, (("turn_limit", self.turn_limit),))
            return begin_game(self.game_folder, game, self.identity)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return join_game(
                    self.game_folder,
                    NAMES[self.number],
                    self.urls[self.number],
                    self.urls[0],
                    self.identity,
                )
            except (UnknownGame, Unreachable):  # the game has not been published yet
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def play(self, say: Say) -> None:
        """Play until all have seen the end."""
        with self.connect() as connection:
            say("open")
            if self.early:
                _say_too_early(connection, say)
            _play(connection, TablePolicy("random", self.number, self.seed), say)
            end = _end(connection)
        say(json.dumps(end))


def command(player: Player) -> list[str]:
    """The command that lets a player play."""
    return [sys.executable, "-m", "tests.table.player", json.dumps(asdict(player))]


def _play(connection: GameDriver, policy: TablePolicy, say: Say) -> None:
    seat, game = connection.seat, connection.game
    assert seat is not None
    seat.auto_play = AutoPlay(single=False)
    heard = time.monotonic()
    while not (game.started and game.settled):
        events = connection.poll(0.05)
        if game.started and connection.may_write and seat.choices():
            events.append(connection.act(policy.choose(seat.position.state, seat.choices())))
        for event in events:
            heard = time.monotonic()
            if event.seat == seat.name:
                say(event.id)
        if time.monotonic() - heard > PATIENCE:
            raise StalledGame(f"{seat.name} waits for {game.waiting_for()}: {connection.status}")


def _say_too_early(connection: GameDriver, say: Say) -> None:
    append = connection.game.store.append
    pauses = [TOO_EARLY]

    def said_first(sealed: Sealed, previous: str | None) -> None:
        say(sealed.entry.id)
        time.sleep(pauses.pop() if pauses else 0.0)
        append(sealed, previous)

    connection.game.store.append = said_first  # type: ignore[method-assign]


def _end(connection: GameDriver) -> dict[str, Any]:
    game = connection.game
    return {
        "winner": winner(game.position.state),
        "entries": len(game.log),
        "finished": [times > 0 for times in game.position.finished],
        "state": game.position.to_yaml(),
        "evidence": [f"{e.seat} {e.code}: {e.reason}" for e in game.evidence],
    }


if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    Player(**{**given, "urls": tuple(given["urls"])}).play(lambda line: print(line, flush=True))
