"""What a host has accepted, told at once to those who hold a stream."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

from gitopoly.ledger.entry import Entry
from gitopoly.ledger.git.untrusted import Damaged
from gitopoly.ledger.log import Log
from gitopoly.ledger.talk import Line
from gitopoly.ledger.transports.by_stream import (
    ALIVE,
    HEADS,
    KIND,
    MOST_AT_ONCE,
    PATH,
    frame,
    frames,
    heads_in,
)

__all__ = [
    "ALIVE",
    "END",
    "HEADS",
    "KIND",
    "MOST_AT_ONCE",
    "PATH",
    "Listener",
    "Relay",
    "entries_in",
    "heads_in",
]

Listener = Callable[[bytes], None]
"""Takes frames, in the thread of the game; it must not wait."""
END = frame(b"")


class Relay:
    """Those who listen, and what they have been told; used in the thread of the game."""

    def __init__(self, log: Log) -> None:
        self._log, self._told = log, len(log)
        self._listeners: list[Listener] = []

    def join(self, listener: Listener, heads: Sequence[str]) -> bytes:
        """Tell somebody everything from now on; returns what they lack until then.

        Whoever lacks much gets that with Git: it would be kept here for as long as they read.
        """
        self._listeners.append(listener)
        lacking = _framed(self._log.since(heads))
        return lacking if len(lacking) <= MOST_AT_ONCE else END

    def leave(self, listener: Listener) -> None:
        """Tell somebody no more."""
        if listener in self._listeners:
            self._listeners.remove(listener)

    def tell(self) -> None:
        """Tell all what is new since the last time."""
        news = len(self._log) - self._told
        self._told = len(self._log)
        if news and self._listeners:
            self._send(self._log.latest(news))

    def tell_lines(self, lines: Sequence[Line]) -> None:
        """Tell all what somebody has said."""
        if lines:
            self._send(lines)

    def _send(self, signed: Sequence[Entry] | Sequence[Line]) -> None:
        data = _framed(signed)
        for listener in list(self._listeners):
            listener(data)


def entries_in(body: bytes) -> list[bytes]:
    """The commits that somebody has sent; none if there is anything else."""
    try:
        commits = list(frames(io.BytesIO(body).read))
    except Damaged:
        return []
    return commits if all(commits) else []


def _framed(signed: Sequence[Entry] | Sequence[Line]) -> bytes:
    return b"".join(frame(one.commit.data) for one in signed) + END
