"""A program that lets writers be killed in the midst of their appends, and counts what is lost.

Run as ``python -m tests.ledger.writer FOLDER TIMES SEED [early]``.
Each writer is a process of its own that says which entries it has acknowledged; with ``early``
it says so too soon, which the count must show.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path
from random import Random

from gitopoly.ledger.git import export
from gitopoly.ledger.git.store import GitStore
from tests.ledger.offers import offer
from tests.ledger.seats import opened, sealed

SAID, TOO_EARLY = 3, 60.0
"""Whoever says it too early pauses before it writes this entry, for so many seconds: long enough
to be killed then, also on a busy machine.
"""


def append_for_ever(folder: Path, say: int, early: bool) -> None:
    """Append, with news of a peer now and then, and say each entry once it is acknowledged."""
    _, mine = opened(folder)
    os.write(say, b"open\n")
    first = len(mine.log)
    for number in range(first, sys.maxsize):
        entry = sealed("alice", mine.log.frontier("alice"), f"move-{number}")
        if early:
            os.write(say, entry.entry.id.encode() + b"\n")
            time.sleep(TOO_EARLY if number - first + 1 == SAID else 0.0)
        mine.append(entry)
        if not early:
            os.write(say, entry.entry.id.encode() + b"\n")
        if number % 3 == 0:
            peer = sealed("bob", mine.log.frontier("bob"), f"move-{number}")
            offer(mine.store, peer.objects)
            mine.receive("bob", peer.entry.id)


def killed_writer(folder: Path, random: Random, early: bool) -> list[str]:
    """Let a writer make some moves, kill it in the midst of the next, and give what it said."""
    reading, writing = os.pipe()
    writer = os.fork()
    if writer == 0:
        try:
            append_for_ever(folder, writing, early)
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading, "r", encoding="ascii") as said:
        assert said.readline() == "open\n"
        text = "".join(said.readline() for _ in range(SAID if early else random.randrange(12)))
        time.sleep(random.random() * 0.01)
        os.kill(writer, signal.SIGKILL)
        text += said.read()
    assert os.WIFSIGNALED(os.waitpid(writer, 0)[1])
    # A line that was cut short acknowledges nothing.
    return text.split("\n")[:-1]


def main(folder: Path, times: int, seed: int, early: bool) -> None:
    """Kill writers, count acknowledged and lost entries, and print both."""
    export.PACK_EVERY, export.TOGETHER = 7, 0.005
    random = Random(seed)
    GitStore.create(folder, "alice").close()
    acknowledged = lost = forks = 0
    for _ in range(times):
        said = killed_writer(folder, random, early)
        store, again = opened(folder)
        with store:
            acknowledged += len(said)
            lost += sum(entry not in again.log for entry in said)
            forks += len(again.log.forks())
    print(json.dumps({"acknowledged": acknowledged, "lost": lost, "forks": forks}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), "early" in sys.argv)
