"""Flips by the thousand: ``python -m tests.hostile.flips --count 2000 --seed 1``.

The flip of a number depends on the seed and the number alone, so ``--only`` repeats one.
"""

from __future__ import annotations

import contextlib
import json
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

WALL = 120.0
"""Seconds without an answer after which a reader waits for ever."""


@dataclass
class Tally:
    """What came of the flips."""

    tried: int = 0
    wrong: list[str] = field(default_factory=list)
    ends: dict[str, int] = field(default_factory=dict)
    """How often each reader ended in which way."""

    def add(self, result: dict[str, object]) -> None:
        """Count one."""
        self.tried += 1
        key = f"{result['reader']}: {str(result.get('said', 'WRONG')).partition(':')[0]}"
        self.ends[key] = self.ends.get(key, 0) + 1
        if "wrong" in result:
            where = "flip {flip} of {scene} for {reader} ({did})".format(**result)
            self.wrong.append(f"{where}: {result['wrong']}")


class Worker:
    """A process that tries flips; it is started anew when one has ended it."""

    def __init__(self, scenes: Path, seed: str, wall: float = WALL) -> None:
        self.command = [sys.executable, "-m", "tests.hostile.flips.worker", str(scenes), seed]
        self._wall = wall
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()

    def attempt(self, number: int) -> dict[str, object]:
        """Try one flip, whatever it does to the process."""
        process = self._process or self._start()
        assert process.stdin is not None
        process.stdin.write(f"{number}\n")
        process.stdin.flush()
        result: dict[str, object] = {"flip": number, "scene": "?", "reader": "?", "did": "?"}
        while True:
            try:
                line = self._lines.get(timeout=self._wall)
            except queue.Empty:
                self.close()
                return {**result, "wrong": f"no answer in {self._wall:.0f} seconds"}
            if line is None:
                return {**result, "wrong": self._why_ended()}
            result = json.loads(line)
            if result.pop("end", False):
                return result

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _start(self) -> subprocess.Popen[str]:
        self._lines = lines = queue.Queue()
        self._process = process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

        def read() -> None:
            assert process.stdout is not None
            for line in process.stdout:
                lines.put(line)
            lines.put(None)

        threading.Thread(target=read, daemon=True).start()
        return process

    def _why_ended(self) -> str:
        assert self._process is not None
        code = self._process.wait()
        self._process = None
        if code == -signal.SIGPROF:
            return "it computes without end"
        return f"killed by signal {-code}" if code < 0 else f"ended with {code}"


@contextlib.contextmanager
def worker(scenes: Path, seed: str, wall: float = WALL) -> Iterator[Worker]:
    """A worker that ends with the block."""
    one = Worker(scenes, seed, wall)
    try:
        yield one
    finally:
        one.close()


def try_all(scenes: Path, seed: str, numbers: Iterable[int], wall: float = WALL) -> Tally:
    """Try flips one after the other."""
    tally = Tally()
    with worker(scenes, seed, wall) as one:
        for number in numbers:
            tally.add(one.attempt(number))
    return tally
