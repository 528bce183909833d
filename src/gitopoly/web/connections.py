"""A connection to the server: what neither comes to an end nor goes on is closed.

Uvicorn waits for the rest of a request for ever, so that whoever opens connections and says
nothing more could keep all others out.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 10.0
"""Seconds for a whole request, from the opening or its first byte to its last."""
STALLED = 60.0
"""Seconds in which whoever asked for something must have read a part of it."""
MOST = 256
"""Connections at a time; a browser has about six to one server."""


class Connection(H11Protocol):
    """Closes itself when a request does not come to an end, or its answer is not read."""

    _asked: asyncio.TimerHandle | None = None
    """Runs while a request is not whole."""
    _answered: asyncio.TimerHandle | None = None
    """Runs while there is no room for more of an answer."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let somebody in, unless there are too many already."""
        super().connection_made(transport)
        if len(self.connections) > MOST:
            transport.abort()
            return
        self._watch()

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
        """Go on to the next request, which may be here in part."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self._watch()

    def pause_writing(self) -> None:
        """Wait until some of the answer has been read."""
        super().pause_writing()
        self._answered = self.loop.call_later(STALLED, self._give_up)

    def resume_writing(self) -> None:
        """Go on with the answer."""
        super().resume_writing()
        if self._answered is not None:
            self._answered.cancel()

    def _watch(self) -> None:
        """Let the time run as long as a request is not whole."""
        whole = self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)
        if whole and self._asked is not None:
            self._asked.cancel()
            self._asked = None
        elif not whole and self._asked is None:
            self._asked = self.loop.call_later(PATIENCE, self._give_up)

    def _give_up(self) -> None:
        cast(Any, self.transport).abort()
