"""A connection to the server, closed when it stalls.

Uvicorn waits forever for the rest of a request, so a client that opens connections and then
sends nothing could keep everyone else out.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 10.0
"""Seconds for a whole request, from the opening or its first byte to its last."""
STALLED = 60.0
"""Seconds within which a client must read part of its response."""
MOST = 256
"""Connections at a time; a browser has about six to one server."""


class Connection(H11Protocol):
    """Closes itself when a request is not completed, or its response is not read."""

    _asked: asyncio.TimerHandle | None = None
    """Runs while a request is incomplete."""
    _answered: asyncio.TimerHandle | None = None
    """Runs while the client has not read enough of a response."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, unless there are too many already."""
        super().connection_made(transport)
        if len(self.connections) > MOST and not self._make_room():
            transport.abort()
            return
        self._watch()

    def _make_room(self) -> bool:
        """Close another connection instead of a new one; returns whether there was one to close."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        for timer in (self._asked, self._answered):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Continue with the next request, part of which may have arrived."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self._watch()

    def pause_writing(self) -> None:
        """Wait until some of the response has been read."""
        super().pause_writing()
        self._answered = self.loop.call_later(STALLED, self._give_up)

    def resume_writing(self) -> None:
        """Continue the response."""
        super().resume_writing()
        if self._answered is not None:
            self._answered.cancel()

    def _watch(self) -> None:
        """Run the timer while a request is incomplete."""
        whole = self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)
        if whole and self._asked is not None:
            self._asked.cancel()
            self._asked = None
        elif not whole and self._asked is None:
            self._asked = self.loop.call_later(self._patience(), self._give_up)

    def _patience(self) -> float:
        return PATIENCE

    def _give_up(self) -> None:
        cast(Any, self.transport).abort()


PUSH = 60.0
"""Seconds in which what is pushed must have arrived."""


WELCOME = "gitopoly.welcome"
"""Under this, a request's scope has whose link it has shown, once that is recognised."""


class DoorConnection(Connection):
    """A connection to the door, which strangers find too.

    Where there are too many, those of strangers make room for those who come later, so that they
    keep nobody out: first who has asked for nothing, then who has shown no link. After them, the
    link with the most connections gives up its oldest: nobody can use one to keep the others out.
    """

    _opened = 0.0
    _has_asked = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection; a stranger's goes if there are too many."""
        self._opened = self.loop.time()
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request; a body may take longer than what comes before it."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE and not self._has_asked:
            self._has_asked = True
            if self._asked is not None:
                self._asked.cancel()
                self._asked = None
                self._watch()

    def _make_room(self) -> bool:
        others = [
            other
            for other in self.connections
            if isinstance(other, DoorConnection) and other is not self
        ]
        shown = Counter(other._shown() for other in others)
        del shown[None]
        most = max(shown, key=shown.__getitem__, default=None)
        found = [other for other in others if other._shown() in (None, most)]
        if not found:
            return False
        first = min(
            found,
            key=lambda other: (other._shown() is not None, other._has_asked, other._opened),
        )
        first._give_up()
        return True

    def _shown(self) -> str | None:
        """Whose link its last request has shown; None of strangers."""
        scope: Mapping[str, Any] | None = self.scope
        found = scope.get(WELCOME) if scope is not None else None
        return None if found is None else str(found)

    def _patience(self) -> float:
        return PUSH if self.conn.their_state is h11.SEND_BODY else PATIENCE
