"""A connection to the page or the door, closed when it stalls, or to make room for others.

Uvicorn waits forever for the rest of a request, so a client that opens connections and then
sends nothing could keep everyone else out.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, Protocol, TypeVar, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 10.0
"""Seconds for a whole request, from the opening or its first byte to its last."""
STALLED = 60.0
"""Seconds within which a client must read part of its response."""
MOST = 256
"""Connections at a time; a browser has about six to one server."""
MOMENT = 2.0
"""Seconds in which a new connection has time to show its link."""
WELCOME = "gitopoly.welcome"
"""Under this, a request's scope has whose link it has shown, once that is recognised."""


class Stranger(Protocol):
    """A connection of somebody who has shown nothing yet."""

    opened: float
    """When, by the clock of the event loop."""
    address: str
    """Where it comes from."""


S = TypeVar("S", bound=Stranger)


def first_to_go(strangers: Collection[S], now: float) -> S:
    """Who makes room: where most come from, whoever has had its moment, then the oldest."""
    crowds = Counter(one.address for one in strangers)
    return min(
        strangers,
        key=lambda one: (-crowds[one.address], now - one.opened < MOMENT, one.opened),
    )


def address_of(transport: asyncio.BaseTransport) -> str:
    """Where a connection comes from."""
    return household(str((transport.get_extra_info("peername") or ("",))[0]))


def household(address: str) -> str:
    """An address, or of version 6 its network: whoever has one there has all of them.

    >>> household("192.0.2.1"), household("::ffff:192.0.2.1"), household("2001:db8::1:2:3:4")
    ('192.0.2.1', '192.0.2.1', '2001:db8::/64')
    """
    if ":" not in address:
        return address
    found = ipaddress.IPv6Address(address.partition("%")[0])
    return str(found.ipv4_mapped or ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))


class Connection(H11Protocol):
    """Closes itself when a request is not completed, or its response is not read.

    Anybody can reach the door, and the page without its token. Where there are too many, those
    who have shown neither link nor token make room for whoever comes later. They have half of all
    places for themselves; beyond that the link with the most connections gives up its oldest, so
    that nobody can use one to keep the others out.
    """

    opened = 0.0
    address = ""
    _asked: asyncio.TimerHandle | None = None
    """Runs while a request is incomplete."""
    _answered: asyncio.TimerHandle | None = None
    """Runs while the client has not read enough of a response."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection; another one goes if there are too many."""
        super().connection_made(transport)
        self.opened, self.address = self.loop.time(), address_of(transport)
        if len(self.connections) > MOST:
            self._make_room()
        self._watch()

    def _make_room(self) -> None:
        others = [one for one in self.connections if isinstance(one, Connection)]
        others.remove(self)
        strangers = [one for one in others if one._shown() is None]
        welcome = [one for one in others if one._shown() is not None]
        if strangers and (len(strangers) >= MOST // 2 or not welcome):
            first_to_go(strangers, self.loop.time())._give_up()
        elif welcome:
            links = Counter(one._shown() for one in welcome)
            most = max(links, key=links.__getitem__)
            crowd = [one for one in welcome if one._shown() == most]
            min(crowd, key=lambda one: one.opened)._give_up()

    def _shown(self) -> str | None:
        """Whose link its last request has shown; None of strangers."""
        scope: Mapping[str, Any] | None = self.scope
        found = scope.get(WELCOME) if scope is not None else None
        return None if found is None else str(found)

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
SILENT = logging.getLogger("gitopoly.door")
"""Says nothing: what strangers do wrong is not for the host's terminal."""
SILENT.setLevel(logging.CRITICAL)


class DoorConnection(Connection):
    """A connection to the door, where the body of a request may take longer than its head."""

    _has_asked = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, of which nothing is logged."""
        super().connection_made(transport)
        self.logger = SILENT  # Uvicorn's own is one for all servers, as loud as the page's

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE and not self._has_asked:
            self._has_asked = True
            if self._asked is not None:
                self._asked.cancel()
                self._asked = None
                self._watch()

    def _patience(self) -> float:
        return PUSH if self.conn.their_state is h11.SEND_BODY else PATIENCE
