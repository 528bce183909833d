"""A seat in a process of its own: it takes its seat or comes back to it, and plays to the end.

Run as ``python -m tests.table.player PLAYER`` with a `Player` as JSON.
It says the id of each own entry in a line of its own once that is acknowledged, and last, as
JSON, what it has seen of the end. Where the seats play at a host's door, the first one is the
host, and stays until all others have left.
"""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gitopoly.bots.table_policy import TablePolicy
from gitopoly.errors import NoRoom, StalledGame, UnknownGame, Unreachable
from gitopoly.ledger.entry import Sealed
from gitopoly.ledger.identity import Identity, from_seed
from gitopoly.rules import winner
from gitopoly.table.driver import GameDriver
from gitopoly.table.game_file import GameFile, SeatInfo
from gitopoly.table.remote_game import RemotePeers, begin_game, join_game, resume_game
from gitopoly.table.seat import AutoPlay
from tests.table.tables import NAMES
from tests.web.hosts import Host

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
    door: str = ""
    """How others reach the first one: by a `stream`, by `git` alone, or at no door."""
    early: bool = False
    """Whether entries are said before they are written, which is what a test must notice."""

    @property
    def game_folder(self) -> Path:
        """The folder of this seat."""
        return Path(self.folder) / NAMES[self.number]

    @property
    def identity(self) -> Identity:
        """The key of this seat."""
        return from_seed(NAMES[self.number].encode())

    @property
    def enough(self) -> Path:
        """The file that asks all but the first to resign, so that the game ends."""
        return Path(self.folder) / "enough"

    @property
    def left(self) -> Path:
        """The file that says that all but the host have left."""
        return Path(self.folder) / "left"

    def connect(self) -> GameDriver:
        """Take the seat, or come back to it."""
        if self.game_folder.exists():
            return resume_game(self.game_folder, self.identity)
        if self.number == 0:
            invited = tuple(map(SeatInfo, NAMES, self.urls))
            game = GameFile(self.edition, invited, (("turn_limit", self.turn_limit),))
            return begin_game(self.game_folder, game, self.identity)
        if self.door:
            return self._host().guest(NAMES[self.number])
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
        if self.door == "git":
            RemotePeers._streamed = lambda *_: None  # type: ignore[method-assign]
        if self.door and self.number == 0:
            self._play_as_host(say)
            return
        with self.connect() as driver:
            turns = self._turns(driver, say)
            while not turns.over(driver):
                driver.poll(0.05)
                turns.take(driver)
            end = _end(driver)
        say(json.dumps(end))

    def _play_as_host(self, say: Say) -> None:
        host = self._host().open()
        try:
            turns = host.in_room(lambda: self._turns(host.driver, say))
            while not host.in_room(lambda: turns.over(host.driver)):
                host.in_room(lambda: turns.take(host.driver))
                time.sleep(0.02)
            say(json.dumps(host.in_room(lambda: _end(host.driver))))
            while not self.left.exists():
                time.sleep(0.05)
        finally:
            host.close()

    def _host(self) -> Host:
        options = (("turn_limit", self.turn_limit),)
        names = NAMES[: len(self.urls)]
        return Host(Path(self.folder), names, edition=self.edition, options=options)

    def _turns(self, driver: GameDriver, say: Say) -> Turns:
        say("open")
        turns = Turns(driver, TablePolicy("random", self.number, self.seed), say, self.enough)
        if self.early:
            _say_too_early(driver, say)
        return turns


class Turns:
    """What a player does and says, in the thread of the game."""

    def __init__(self, driver: GameDriver, policy: TablePolicy, say: Say, enough: Path) -> None:
        assert driver.seat is not None
        driver.seat.auto_play = AutoPlay(single=False)
        self._seat, self._policy, self._say = driver.seat, policy, say
        self._enough = enough
        self._told, self._heard = len(driver.game.log), time.monotonic()

    def over(self, driver: GameDriver) -> bool:
        """Whether everybody who plays has seen the end."""
        return driver.game.started and driver.game.settled

    def take(self, driver: GameDriver) -> None:
        """Act if there is a choice, and say what is acknowledged."""
        seat, game = self._seat, driver.game
        if game.started and driver.may_write and seat.choices():
            # A full disk is told, and the person tries again.
            with contextlib.suppress(NoRoom):
                if seat.number and self._enough.exists():
                    driver.resign()
                else:
                    driver.act(self._policy.choose(seat.position.state, seat.choices()))
        if news := game.log.latest(len(game.log) - self._told):
            self._told, self._heard = len(game.log), time.monotonic()
        for entry in news:
            if entry.seat == seat.name:
                self._say(entry.id)
        if time.monotonic() - self._heard > PATIENCE:
            raise StalledGame(f"{seat.name} waits for {game.waiting_for()}: {driver.status}")


def command(player: Player) -> list[str]:
    """The command that lets a player play."""
    return [sys.executable, "-m", "tests.table.player", json.dumps(asdict(player))]


def _say_too_early(driver: GameDriver, say: Say) -> None:
    append = driver.game.store.append
    pauses = [TOO_EARLY]

    def said_first(sealed: Sealed, previous: str | None) -> None:
        say(sealed.entry.id)
        time.sleep(pauses.pop() if pauses else 0.0)
        append(sealed, previous)

    driver.game.store.append = said_first  # type: ignore[method-assign]


def _end(driver: GameDriver) -> dict[str, Any]:
    game = driver.game
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
