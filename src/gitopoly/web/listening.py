"""Sockets that wait for browsers and for Git."""

from __future__ import annotations

import socket

from gitopoly.errors import NoRoom

WAITING = 128
"""Connections that may wait until they are accepted."""


def listening_socket(host: str, port: int, advice: str = "") -> socket.socket:
    """A socket on an address of this machine, or on all; port 0 is any free one.

    It is made with its protocol: without that, the event loop does not turn off Nagle's algorithm,
    and every answer in two parts waits 40 ms for the acknowledgement of the first.
    Raises NoRoom, with the advice, if somebody else has the port.
    """
    try:
        places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family, kind, protocol, _, place = places[0]
        found = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise NoRoom(f"cannot listen on {host}: {error}") from None
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind(place)
    except (OSError, OverflowError) as error:
        found.close()
        raise NoRoom(f"cannot listen on {host}, port {port}: {error}{advice}") from None
    found.listen(WAITING)
    found.setblocking(False)
    return found
