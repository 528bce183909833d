"""Real processes play a game and are harmed at random moments; what is lost is counted.

Run as ``python -m tests.table.pain FOLDER WAY KILLS SEED [HARM …]``, which prints what was found,
and says it in a line. Every kill is preceded by one of the harms, or by none; then the player is
started again; at last all but one resign, which ends the game. With ``early`` in place of harms the
players acknowledge entries before they are written, which the count must show.

If the game stalls, or a player meets what it does not expect, all show where they are, and end.
"""

from __future__ import annotations

import contextlib
import faulthandler
import itertools
import json
import os
import resource
import select
import signal
import stat
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from gitopoly.errors import GameInUse, GitopolyError
from gitopoly.evaluation.servers import TRANSPORTS
from gitopoly.ledger.entry import object_id
from gitopoly.ledger.git import export
from gitopoly.ledger.journal import records_in
from gitopoly.ledger.store import objects_in
from gitopoly.table.opening import resume
from tests.ledger.servers import bare_repository
from tests.table.player import PATIENCE, Player
from tests.table.tables import NAMES

SEATS = 3
MOST_TURNS = 5_000
"""The game is ended when all kills are done, and not before."""
MOST_ENTRIES, LONGEST, LATER = 5, 1.0, 0.02
"""A player is killed after that many entries or seconds at most, and up to so much later."""
HOSTED = {"door": "git", "stream": "stream"}
"""The ways to a host's door; the host is one of the players."""
QUIET = PATIENCE + 30.0
"""Seconds without a word of anybody after which a game has stalled; a player says so before."""
READ_ONLY, CLOCK = signal.SIGUSR1, signal.SIGUSR2
JUMPS = (-86_400.0, -3_600.0, -10.0, 10.0, 3_600.0)
"""Seconds by which a clock is moved."""
WRITES = {"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.truncate", "os.link", "os.symlink"}


class Process:
    """A player in a process of its own, with what it has said."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.ended = False
        self._code: int | None = None
        self._text = ""
        self.pipe, writing = os.pipe()
        self.id = os.fork()
        if self.id == 0:
            os.close(self.pipe)
            _live(player, writing)
        os.close(writing)

    @property
    def lines(self) -> list[str]:
        """Everything said; a line that was cut short acknowledges nothing."""
        return self._text.split("\n")[:-1]

    @property
    def acknowledged(self) -> list[str]:
        """The entries that are said to be written."""
        return [line for line in self.lines if len(line) == 40]

    @property
    def has_come_to_the_end(self) -> bool:
        """Whether it has said what it has seen of the end."""
        return self._text.endswith("}\n")

    @property
    def refused_room(self) -> bool:
        """Whether it has ended because a disk was full, as it is told."""
        return any("NoRoom: " in line for line in self.lines[-1:])

    def check(self) -> None:
        """Raise RuntimeError if it has ended in another way that it should not."""
        for line in self.lines[-1:]:
            if line.startswith(("mistake", "refused")) and not self.refused_room:
                raise RuntimeError(f"{NAMES[self.player.number]}: {line}")

    def hear(self) -> None:
        """Take in what was said."""
        data = os.read(self.pipe, 1 << 16)
        self._text += data.decode()
        self.ended = not data

    def send(self, number: signal.Signals) -> None:
        """Send it a signal; a process that has ended is still there until it is left."""
        os.kill(self.id, number)

    def kill(self, number: signal.Signals = signal.SIGKILL) -> bool:
        """Kill it, unless it has just ended; what it had said before is heard."""
        self.send(number)
        while not self.ended:
            self.hear()
        return self.leave() == -number

    def abort(self) -> None:
        """End it, if it is still there, and let it show where it is."""
        if self._code is None:
            self.send(signal.SIGCONT)
            self.kill(signal.SIGABRT)

    def leave(self) -> int:
        """Let go of a process that has ended; returns how it did."""
        if self._code is None:
            os.close(self.pipe)
            self._code = os.waitstatus_to_exitcode(os.waitpid(self.id, 0)[1])
        return self._code


def _live(player: Player, pipe: int) -> None:
    """Play as a child of this process; a child must never go on as its parent."""

    def say(line: str) -> None:
        os.write(pipe, line.encode() + b"\n")

    code = 1
    faulthandler.enable()  # so that it shows where it is if it is told to abort
    try:
        _take_harm(player)
        player.play(say)
        code = 0
    except GitopolyError as error:
        say(f"refused: {type(error).__name__}: {error}")
    except BaseException:  # noqa: BLE001
        say(f"mistake: {traceback.format_exc()!r}")
    os._exit(code)


def _take_harm(player: Player) -> None:
    """Let signals make the own folder read-only, and move the clock."""
    state = {"read-only": False, "jump": 0.0}
    jumps, place = Random(player.seed), str(player.game_folder)
    real_time, real_write = time.time, os.write

    def refuse() -> None:
        raise OSError(30, "Read-only file system", place)

    def look(event: str, arguments: tuple[Any, ...]) -> None:
        if not state["read-only"]:
            return
        writes = event in WRITES or (event == "open" and arguments[2] & (os.O_RDWR | os.O_WRONLY))
        if writes and str(arguments[0]).startswith(place):
            refuse()

    def write(file: int, data: Any) -> int:
        if state["read-only"] and stat.S_ISREG(os.fstat(file).st_mode):
            refuse()
        return real_write(file, data)

    def toggle(*_: object) -> None:
        state["read-only"] = not state["read-only"]

    def jump(*_: object) -> None:
        state["jump"] = jumps.choice(JUMPS)

    sys.addaudithook(look)
    os.write = write
    time.time = lambda: real_time() + state["jump"]
    signal.signal(READ_ONLY, toggle)
    signal.signal(CLOCK, jump)


def hear(processes: Sequence[Process], seconds: float) -> None:
    """Take in what anybody says, or wait so long."""
    pipes = {process.pipe: process for process in processes if not process.ended}
    for pipe in select.select(list(pipes), [], [], seconds)[0]:
        pipes[pipe].hear()
        pipes[pipe].check()


class Pain:
    """Players, and the counts of what they said and what is there."""

    def __init__(
        self, folder: Path, way: str, kills: int, seed: int, harms: Sequence[str] = ()
    ) -> None:
        self.folder, self.way, self.harms, self.random = folder, way, harms, Random(seed)
        self.early = "early" in harms
        self.most_kills = kills
        self.done: Counter[str] = Counter()
        self.said: list[set[str]] = [set() for _ in range(SEATS)]
        self.lost: set[str] = set()
        self.refusals = 0
        """How often a player has ended because a disk was full, as it is told."""
        self.processes: list[Process] = []

    def run(self) -> dict[str, Any]:
        """Kill so often, let the game come to its end, and say what was found."""
        began = time.monotonic()
        with self._served() as urls:
            try:
                self._play(urls)
            except BaseException:
                for process in self.processes:
                    process.abort()
                raise
        ends = [process.lines[-1] for process in self.processes]
        return {
            "done": dict(self.done),
            "acknowledged": sum(map(len, self.said)),
            "lost": len(self.lost),
            "refusals": self.refusals,
            "seconds": round(time.monotonic() - began),
            "ends": [json.loads(end) if end.startswith("{") else end for end in ends],
        }

    def _play(self, urls: tuple[str, ...]) -> None:
        first = Player(str(self.folder), 0, urls, turn_limit=MOST_TURNS)
        first = replace(first, door=HOSTED.get(self.way, ""))
        for number in range(SEATS):
            self.processes.append(Process(self._next(replace(first, number=number))))
        self._hear_until(lambda: all(len(p.lines) > 1 for p in self.processes))
        numbers = itertools.cycle(range(SEATS))
        while self.done["kill"] < self.most_kills and not self._is_over():
            self._kill_one(next(numbers) if self.early else self.random.randrange(SEATS))
        self.early = False
        self._go_on_to_the_end(first)

    @contextlib.contextmanager
    def _served(self) -> Iterator[tuple[str, ...]]:
        """The addresses of all seats; a host makes its own."""
        if self.way in HOSTED:
            yield ("",) * SEATS
            return
        for name in NAMES[:SEATS]:
            bare_repository(self.folder / f"{name}.git")
        with TRANSPORTS[self.way](self.folder) as base:
            yield tuple(f"{base}/{name}.git" for name in NAMES[:SEATS])

    def _next(self, player: Player) -> Player:
        return replace(player, seed=self.random.randrange(2**31), early=self.early)

    def _is_over(self) -> bool:
        return any(process.has_come_to_the_end for process in self.processes)

    def _go_on_to_the_end(self, host: Player) -> None:
        """Nobody is harmed any more, and all but one resign; the host leaves last."""
        host.enough.touch()
        self._restart_those_who_left()
        self._hear_until(lambda: all(p.has_come_to_the_end or p.ended for p in self.processes))
        host.left.touch()
        self._hear_until(lambda: all(process.ended for process in self.processes))
        for process in self.processes:
            process.leave()
            self._compare(process)

    def _restart_those_who_left(self) -> None:
        """Whoever was refused what it needed is started again by its person."""
        for number, process in enumerate(self.processes):
            if process.ended and not process.has_come_to_the_end:
                process.leave()
                self._start_again(number)

    def _start_again(self, number: int) -> None:
        process = self.processes[number]
        self._compare(process)
        self.processes[number] = Process(self._next(process.player))

    def _hear_until(self, done: Callable[[], bool]) -> None:
        quiet = time.monotonic()
        while not done():
            before = sum(len(process.lines) for process in self.processes)
            hear(self.processes, 0.5)
            if sum(len(process.lines) for process in self.processes) > before:
                quiet = time.monotonic()
            if time.monotonic() - quiet > QUIET:
                raise TimeoutError(str([process.lines[-1:] for process in self.processes]))

    def _kill_one(self, number: int) -> None:
        """Let a player go on for a moment, harm and kill it, look what is there, start it again.

        Whoever has ended meanwhile, for want of room, is not killed but started again.
        """
        process = self.processes[number]
        if self.early:
            # As soon as it has said something, however long a busy machine takes to let it.
            said = len(process.acknowledged)
            self._hear_until(lambda: len(process.acknowledged) > said or process.ended)
        else:
            self._wait_a_moment(process)
            names = ["", *self.harms]
            harm = names[self.done["kill"] % len(names)]
            if harm:  # then it takes harm from its first word on
                self._hear_until(lambda: bool(process.lines) or process.ended)
                if not process.ended:
                    HARMS[harm](self, process)
                    self.done[harm] += 1
        if process.kill():
            self.done["kill"] += 1
            self._start_again(number)
        self._restart_those_who_left()

    def _acknowledged(self) -> int:
        return sum(len(process.acknowledged) for process in self.processes)

    def _wait_a_moment(self, process: Process) -> None:
        if self.random.random() < 0.8:  # or it is killed while it starts
            said = self._acknowledged()
            # The others may wait for one that has ended.
            self._hear_until(
                lambda: self._acknowledged() > said or any(one.ended for one in self.processes)
            )
        goal = len(process.lines) + self.random.randrange(MOST_ENTRIES)
        deadline = time.monotonic() + LONGEST * self.random.random()
        while len(process.lines) < goal and time.monotonic() < deadline and not process.ended:
            hear(self.processes, 0.05)
        time.sleep(self.random.random() * LATER)

    def _compare(self, process: Process) -> None:
        """Look in a player's journal, as it was left, for all that it ever acknowledged."""
        number = process.player.number
        self.said[number].update(process.acknowledged)
        self.lost |= self.said[number] - written(process.player.game_folder)
        self.refusals += process.refused_room
        process.check()

    # Harms.

    def stop(self, process: Process) -> None:
        """Let it stand still for a while, as a machine does that sleeps."""
        process.send(signal.SIGSTOP)
        self._rest(0.5 + 2 * self.random.random())
        process.send(signal.SIGCONT)
        self._maybe_go_on(process)

    def fill_the_disk(self, process: Process) -> None:
        """Let no file grow beyond the journal, or a part of its next record."""
        size = journal_of(process.player.game_folder).stat().st_size
        unlimited = resource.RLIM_INFINITY
        room = size + self.random.choice([0, 10, 100, 1000])
        resource.prlimit(process.id, resource.RLIMIT_FSIZE, (room, unlimited))
        self._rest(self.random.random())
        if self.random.random() < 0.5:
            resource.prlimit(process.id, resource.RLIMIT_FSIZE, (unlimited, unlimited))
            self._maybe_go_on(process)

    def make_read_only(self, process: Process) -> None:
        """Let nothing in the folder be written, for a while or until the end."""
        process.send(READ_ONLY)
        self._rest(self.random.random())
        if self.random.random() < 0.5:
            process.send(READ_ONLY)
            self._maybe_go_on(process)

    def move_the_clock(self, process: Process) -> None:
        """Let its clock jump by up to a day."""
        process.send(CLOCK)
        self._rest(self.random.random())

    def open_twice(self, process: Process) -> None:
        """Open the folder that it plays in: that is refused in one line, and changes nothing."""
        try:
            store, _ = resume(process.player.game_folder, process.player.identity, time.time)
        except GameInUse:
            pass
        else:
            store.release()
            hear(self.processes, 0.05)
            if not process.ended:
                raise RuntimeError("a folder was open twice")

    def _rest(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0 and any(
            not process.ended for process in self.processes
        ):
            hear(self.processes, left)

    def _maybe_go_on(self, process: Process) -> None:
        if self.random.random() < 0.5:
            self._wait_a_moment(process)


HARMS: dict[str, Callable[[Pain, Process], None]] = {
    "stop": Pain.stop,
    "full": Pain.fill_the_disk,
    "read-only": Pain.make_read_only,
    "clock": Pain.move_the_clock,
    "twice": Pain.open_twice,
}


def journal_of(folder: Path) -> Path:
    """The journal of a seat."""
    return folder / ".git" / "gitopoly" / "journal"


def written(folder: Path) -> set[str]:
    """The entries in the journal of a seat, whoever wrote them."""
    records = records_in(journal_of(folder).read_bytes())[0]
    return {
        object_id(kind, data)
        for record in records
        for kind, data in objects_in(record)
        if kind == "commit"
    }


def in_a_line(way: str, seed: int, found: dict[str, Any]) -> str:
    """What was done, and what came of it."""
    done = ", ".join(f"{count} {what}" for what, count in sorted(found["done"].items()))
    return (
        f"{way}, seed {seed}: {done}; {found['acknowledged']} entries acknowledged, "
        f"{found['lost']} lost; {found['refusals']} times no room; {found['seconds']} seconds"
    )


if __name__ == "__main__":
    export.PACK_EVERY = 19  # packing is a moment, too
    place, way, kills, seed, *harms = sys.argv[1:]
    found = Pain(Path(place), way, int(kills), int(seed), harms).run()
    print(json.dumps(found))
    print(in_a_line(way, int(seed), found), file=sys.stderr)
