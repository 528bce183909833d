"""Non-blocking input: a thread reads while the game continues.

Two kinds: `Keys` reads single keys of a terminal, so that a half-typed line survives a
redraw; `Lines` reads whole lines from anything else.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from typing import TextIO

from gitopoly import posix

_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|O.|.|$)")
ENTER, BACKSPACE, CLEAR, END = "\r\n", "\x7f\b", "\x15\x17", "\x04"


class Input:
    """Lines that were typed but not yet taken."""

    def __init__(self, scripted: bool = False) -> None:
        self.scripted = scripted
        """Whether the lines come from a file or a pipe, not from a person at a screen."""
        self.typed = ""
        """The line that is being typed."""
        self.closed = False
        """Whether nothing more will come."""
        self._lines: list[str] = []
        self._lock = threading.Lock()

    @property
    def waiting(self) -> str | None:
        """The oldest pending line, if there is one."""
        with self._lock:
            return self._lines[0] if self._lines else None

    def take(self, most: int | None = None) -> list[str]:
        """Take pending lines, oldest first: all of them, or at most this many."""
        with self._lock:
            lines = self._lines[:most]
            del self._lines[:most]
            return lines

    def feed(self, text: str) -> None:
        """Edit the line by what was typed: letters, backspace, Ctrl-U, Enter, Ctrl-D."""
        with self._lock:
            for letter in _ESCAPES.sub("", text):
                if letter in ENTER:
                    self._lines.append(self.typed)
                    self.typed = ""
                elif letter in BACKSPACE:
                    self.typed = self.typed[:-1]
                elif letter in CLEAR:
                    self.typed = ""
                elif letter == END:
                    self.closed = self.closed or not self.typed
                elif letter.isprintable():
                    self.typed += letter

    def end(self) -> None:
        """Nothing more will come; an unfinished line counts."""
        with self._lock:
            if self.typed:
                self._lines.append(self.typed)
                self.typed = ""
            self.closed = True


@contextlib.contextmanager
def keys(descriptor: int, wake: Callable[[], None]) -> Iterator[Input | None]:
    """Read single keys of a terminal; None if that is not possible."""
    with posix.single_keys(descriptor) as possible:
        yield _started(Input(), lambda put: _read_keys(descriptor, put), wake) if possible else None


def lines(stream: TextIO | None, wake: Callable[[], None]) -> Input:
    """Read whole lines, by default from standard input."""
    source = sys.stdin if stream is None else stream
    found = Input(scripted=not is_terminal(source))
    return _started(found, lambda put: _read_lines(source, put), wake)


def is_terminal(stream: TextIO) -> bool:
    """Whether there may be a person at the other end."""
    try:
        return os.isatty(stream.fileno())
    except (OSError, ValueError):
        return False


def _started(
    found: Input, read: Callable[[Input], Iterator[None]], wake: Callable[[], None]
) -> Input:
    """Read in a separate thread, which ends with the program."""

    def run() -> None:
        for _ in read(found):
            wake()
        found.end()
        wake()

    threading.Thread(target=run, name="keyboard", daemon=True).start()
    return found


def _read_keys(descriptor: int, found: Input) -> Iterator[None]:
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    while not found.closed:
        try:
            chunk = os.read(descriptor, 1024)
        except OSError:
            return
        if not chunk:
            return
        found.feed(decoder.decode(chunk))
        yield


def _read_lines(stream: TextIO, found: Input) -> Iterator[None]:
    with contextlib.suppress(OSError, ValueError):
        while line := stream.readline():
            found.feed(line.rstrip("\r\n").replace("\x04", "") + "\n")
            yield
