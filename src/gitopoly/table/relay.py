"""What a host has accepted, told at once to those who hold a stream."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gitopoly.ledger.entry import Entry
from gitopoly.ledger.log import Log
from gitopoly.ledger.transports.by_stream import frame

Listener = Callable[[bytes], None]
"""Takes frames, in the thread of the game; it must not wait."""
END = frame(b"")


class Relay:
    """Those who listen, and what they have been told; used in the thread of the game."""

    def __init__(self, log: Log) -> None:
        self._log, self._told = log, len(log)
        self._listeners: list[Listener] = []

    def join(self, listener: Listener, heads: Sequence[str]) -> bytes:
        """Tell somebody everything from now on; returns what they lack until then."""
        self._listeners.append(listener)
        return _framed(self._log.since(heads))

    def leave(self, listener: Listener) -> None:
        """Tell somebody no more."""
        self._listeners.remove(listener)

    def tell(self) -> None:
        """Tell all what is new since the last time."""
        news = len(self._log) - self._told
        self._told = len(self._log)
        if news and self._listeners:
            data = _framed(self._log.latest(news))
            for listener in list(self._listeners):
                listener(data)


def _framed(entries: Sequence[Entry]) -> bytes:
    return b"".join(frame(entry.commit.data) for entry in entries) + END
