"""A program in a terminal of its own, and a reader of its screen."""

from __future__ import annotations

import codecs
import contextlib
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable
from pathlib import Path

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x07|\r")
HOME = "\x1b[H"
"""What every drawing of the screen begins with."""
PATIENCE = 200.0
"""Seconds: far more than anything here takes, so that a busy machine fails nothing."""


class Played:
    """One `gitopoly` in a pseudo-terminal."""

    def __init__(
        self, folder: Path, *arguments: str, columns: int = 80, rows: int = 24, **more: str
    ) -> None:
        self._own, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        usual = {"TERM": "xterm-256color", "GITOPOLY_UI": "terminal"}
        environment = {**os.environ, **usual, **more}
        for name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR"):
            if name not in more:
                environment.pop(name, None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gitopoly", *arguments],
            cwd=folder,
            env=environment,
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
        )
        os.close(terminal)
        self.output = ""
        """All that was printed."""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        """Take in what is printed, always: a program that nobody reads would wait."""
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        with contextlib.suppress(OSError):  # the other end is closed
            while chunk := os.read(self._own, 65536):
                self.output += decoder.decode(chunk)

    @property
    def screen(self) -> str:
        """What is to be seen now, as plain text."""
        return ESCAPES.sub("", self.output.rpartition(HOME)[2])

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._own, f"{line}\r".encode())

    def wait_for(self, *words: str, seconds: float = PATIENCE) -> None:
        """Wait until all of these words are to be seen."""
        self.wait_until(lambda: all(word in self.screen for word in words), str(words), seconds)

    def wait_until(self, done: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
        """Wait until something holds."""
        deadline = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < deadline, f"{what} did not come:\n{self.screen}"
            time.sleep(0.02)

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        self.process.send_signal(signal.SIGINT)

    def end(self, seconds: float = PATIENCE) -> int:
        """Wait for the end; the exit code."""
        deadline = time.monotonic() + seconds
        while self.process.poll() is None:
            assert time.monotonic() < deadline, f"it does not end:\n{self.screen}"
            time.sleep(0.02)
        self._reader.join(PATIENCE)
        return self.process.returncode

    def kill(self) -> None:
        """Make sure that nothing is left running."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._own)

    @property
    def last_words(self) -> str:
        """What was printed after the screen was given back."""
        return ESCAPES.sub("", self.output.rpartition("\x1b[?1049l")[2])


def published(folder: Path, name: str) -> bool:
    """Whether somebody has published to a repository in a folder; only then others can join."""
    return (folder / f"{name}.git" / "refs" / "heads" / "main").exists()


LIKED = ("buy", "pay", "throw", "nothing more", "pass", "stand", "end your turn", "continue")

QUESTIONS = ("back)", "Press Enter to go back", "Your bid, ")
"""What is in questions that have no numbers."""


def choice(screen: str) -> str | None:
    """What to type at a screen so that the game moves along, None if nothing is asked."""
    found = dict(re.findall(r"(?:^|  )[ \d]?(\d{1,2})\. (\S.*?)(?=   |$)", screen, re.MULTILINE))
    for start in LIKED:
        for number, label in found.items():
            if label.startswith(start) and "for me until" not in label:
                return str(number)
    if found:
        return "1"
    # A number that was typed for an older screen may have opened a dialog.
    return "back" if any(words in screen for words in QUESTIONS) else None
