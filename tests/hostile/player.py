"""An honest player: the real program in a process of its own, told by lines what to do."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

from tests.hostile.program import PATIENCE, command

OPTION = re.compile(r" {1,2}(\d+)\. (.*)")
BID = re.compile(r"Your bid, \$(\d+) to .*")
SETTLED = 0.05
"""Seconds after which a list of choices has been printed to its end, nearly always."""
NOT_CHOSEN = ("bid", "offer a trade", "mortgage", "build", "buy a house", "pass for me")
"""What an honest player who wants the game to go on does not begin."""


class Player:
    """A process that plays, and what it has printed."""

    def __init__(self, name: str, folder: Path, *words: str) -> None:
        self.name = name
        self.repository = folder / name
        self.lines: list[str] = []
        self.options: list[str] = []
        """What it has asked last and was not told yet."""
        self._bid = ""
        self._changed = threading.Condition()
        self._heard = time.monotonic()
        self.process = subprocess.Popen(
            command(*words),
            cwd=folder,
            env=os.environ | {"COLUMNS": "500", "PYTHONUNBUFFERED": "1", "GITOPOLY_UI": "terminal"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @classmethod
    def resume(cls, name: str, folder: Path, *words: str) -> Player:
        """A player who comes back to a folder."""
        return cls(name, folder, "resume", name, "--identity", f"{name}.key", *words)

    @property
    def said(self) -> str:
        """All that it has printed, for whoever asks what went wrong."""
        return f"{self.name} said:\n" + "\n".join(self.lines[-40:])

    def check(self) -> None:
        """Demand that it lives, and has not complained about itself."""
        code = self.process.poll()
        assert code is None, f"{self.name} ended with {code}; {self.said}"
        assert not any("Traceback" in line for line in self.lines), self.said

    def say(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # `check` says why
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()

    def go_on(self) -> None:
        """Choose something that moves the game on, if there is a choice.

        The only thing that there is to do it does by itself.
        """
        if not self.chooses:
            return
        with self._changed:
            options, self.options = self.options, []
            bid, self._bid = self._bid, ""
        likely = [n for n, label in enumerate(options) if not label.startswith(NOT_CHOSEN)]
        self.say(bid or str(1 + (likely or [0])[0]))

    @property
    def chooses(self) -> bool:
        """Whether it is asked to choose among several things."""
        with self._changed:
            settled = time.monotonic() - self._heard >= SETTLED
            return settled and (len(self.options) > 1 or bool(self._bid))

    def answers(self, line: str = "") -> bool:
        """Ask it for the evidence, which it must print: it is neither dead nor deaf."""
        with self._changed:
            before = len(self.lines)
        self.say("evidence")
        self.wait(lambda: any(line in said for said in self.lines[before:]), line or "an answer")
        return True

    def wait(self, done: Callable[[], bool], what: str) -> None:
        """Wait until something holds that it prints."""
        with self._changed:
            done_in_time = self._changed.wait_for(
                lambda: done() or self.process.poll() is not None, PATIENCE
            )
        self.check()
        assert done_in_time, f"{self.name} does not show {what}; {self.said}"

    def pause(self) -> None:
        """Let it see and do nothing for a while."""
        self.process.send_signal(signal.SIGSTOP)

    def wake(self) -> None:
        """Let it go on."""
        self.process.send_signal(signal.SIGCONT)

    def leave(self) -> None:
        """Let it leave the table in order."""
        self.wake()
        self.check()
        self.say("quit")
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert code == 0, f"{self.name} left with {code}; {self.said}"
        assert not any("Traceback" in line for line in self.lines), self.said

    def end(self) -> None:
        """Be rid of it, whatever it does."""
        self.wake()
        self.process.kill()
        self.process.wait()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._changed:
                self.lines.append(line.rstrip("\n"))
                self._heard = time.monotonic()
                if (bid := BID.fullmatch(self.lines[-1])) is not None:
                    self._bid = bid[1]
                if (found := OPTION.fullmatch(self.lines[-1])) is not None:
                    if found[1] == "1":
                        self.options = []
                    self.options.append(found[2])
                self._changed.notify_all()
        with self._changed:
            self._changed.notify_all()
