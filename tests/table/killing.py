"""A program that lets players be killed at random moments of a game, and counts what is lost.

Run as ``python -m tests.table.killing FOLDER TIMES SEED [early]``.
All seats play in processes of their own over bare repositories. One after the other is killed and
started again; then the game is played to its end. With ``early`` the players acknowledge entries
before they are written, which the count must show.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from gitopoly.ledger.git import export
from gitopoly.ledger.journal import MemoryJournal, read_journal
from gitopoly.ledger.store import Store
from tests.table.player import PATIENCE, Player
from tests.table.repositories import bare
from tests.table.tables import NAMES

SEATS = 3
FEWEST_TURNS, TURNS_FOR_A_KILL = 12, 0.5
"""How long a game has to be, and how much longer for each kill, so that it does not end before
the last: whoever kills may be kept waiting while the players go on."""
MOST_ENTRIES, LONGEST, LATER = 5, 1.0, 0.02
"""A player is killed after that many entries or seconds at most, and up to so much later."""


class Process:
    """A player in a process of its own, with what it has said."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.ended = False
        self._text = ""
        self.pipe, writing = os.pipe()
        self._id = os.fork()
        if self._id == 0:
            os.close(self.pipe)
            try:
                player.play(lambda line: _say(writing, line))
                os._exit(0)
            except BaseException as error:  # noqa: BLE001 a child must never go on as its parent
                _say(writing, f"{type(error).__name__}: {error}")
                os._exit(1)
        os.close(writing)

    @property
    def lines(self) -> list[str]:
        """Everything said; a line that was cut short acknowledges nothing."""
        return self._text.split("\n")[:-1]

    @property
    def acknowledged(self) -> list[str]:
        """The entries that are said to be written."""
        return [line for line in self.lines if len(line) == 40]

    def hear(self) -> None:
        """Take in what was said."""
        data = os.read(self.pipe, 1 << 16)
        self._text += data.decode()
        self.ended = not data

    def kill(self) -> None:
        """Kill it; what it had said before is heard."""
        os.kill(self._id, signal.SIGKILL)
        while not self.ended:
            self.hear()
        self.leave()

    def leave(self) -> None:
        """Let go of a process that has ended."""
        os.waitpid(self._id, 0)
        os.close(self.pipe)


def _say(pipe: int, line: str) -> None:
    os.write(pipe, line.encode() + b"\n")


def hear(processes: Sequence[Process], seconds: float) -> None:
    """Take in what anybody says, or wait so long."""
    pipes = {process.pipe: process for process in processes if not process.ended}
    for pipe in select.select(list(pipes), [], [], seconds)[0]:
        pipes[pipe].hear()


class Killing:
    """Players, and the counts of what they said and what is there."""

    def __init__(self, folder: Path, times: int, seed: int, early: bool) -> None:
        self.times, self.random = times, Random(seed)
        self.early = early
        urls = tuple(bare(folder, name) for name in NAMES[:SEATS])
        limit = FEWEST_TURNS + int(times * TURNS_FOR_A_KILL)
        players = [Player(str(folder), n, urls, turn_limit=limit) for n in range(SEATS)]
        self.processes = [Process(self._next(player)) for player in players]
        self.said: list[set[str]] = [set() for _ in players]
        self.lost: set[str] = set()
        self.kills = 0

    def _next(self, player: Player) -> Player:
        return replace(player, seed=self.random.randrange(2**31), early=self.early)

    def run(self) -> dict[str, Any]:
        """Kill so often, let the game come to its end, and say what was found."""
        self._hear_until(lambda: all(len(p.lines) > 1 for p in self.processes))
        while self.kills < self.times and not any(p.ended for p in self.processes):
            self._kill_one(self.random.randrange(SEATS))
        self.early = False
        self._hear_until(lambda: all(process.ended for process in self.processes))
        for process in self.processes:
            process.leave()
            self._compare(process)
        ends = [process.lines[-1] for process in self.processes]
        return {
            "kills": self.kills,
            "acknowledged": sum(map(len, self.said)),
            "lost": len(self.lost),
            "ends": [json.loads(end) if end.startswith("{") else end for end in ends],
        }

    def _hear_until(self, done: Any) -> None:
        quiet = time.monotonic()
        while not done():
            before = sum(len(process.lines) for process in self.processes)
            hear(self.processes, 0.5)
            if sum(len(process.lines) for process in self.processes) > before:
                quiet = time.monotonic()
            if time.monotonic() - quiet > PATIENCE:
                raise TimeoutError(str([process.lines[-1:] for process in self.processes]))

    def _kill_one(self, number: int) -> None:
        """Let a player go on for a moment, kill it, look what is there, and start it again."""
        process = self.processes[number]
        if self.early:
            # As soon as it has said something, however long a busy machine takes to let it.
            said = len(process.acknowledged)
            self._hear_until(lambda: len(process.acknowledged) > said or process.ended)
        else:
            self._wait_a_moment(process)
        process.kill()
        self.kills += 1
        self._compare(process)
        self.processes[number] = Process(self._next(process.player))

    def _wait_a_moment(self, process: Process) -> None:
        goal = len(process.lines) + self.random.randrange(MOST_ENTRIES)
        deadline = time.monotonic() + LONGEST * self.random.random()
        while len(process.lines) < goal and time.monotonic() < deadline and not process.ended:
            hear(self.processes, 0.05)
        time.sleep(self.random.random() * LATER)

    def _compare(self, process: Process) -> None:
        """Look in a player's journal, as it was left, for all that it ever acknowledged."""
        number = process.player.number
        self.said[number].update(process.acknowledged)
        there = written(process.player.game_folder)
        self.lost |= self.said[number] - there


def written(folder: Path) -> set[str]:
    """The entries that a seat comes back with."""
    data = (folder / ".git" / "gitopoly" / "journal").read_bytes()
    return set(Store(MemoryJournal(read_journal(data))).entries)


if __name__ == "__main__":
    export.PACK_EVERY = 19  # packing is a moment, too
    killing = Killing(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), "early" in sys.argv)
    print(json.dumps(killing.run()))
