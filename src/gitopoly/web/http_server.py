"""Runs the server on this machine: a free port, an address with a token, a browser."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable

import uvicorn

from gitopoly.errors import NoRoom
from gitopoly.web.app import make_app
from gitopoly.web.connections import Connection
from gitopoly.web.game_server import GameServer
from gitopoly.web.guard import Guard, new_token
from gitopoly.web.listening import listening_socket
from gitopoly.web.page_address import AddressFile, PageAddress

ADDRESS = "127.0.0.1"
START = 30.0
"""Seconds until the server must answer."""
BACK = 5.0
"""Seconds in which an open page finds a new run; it looks every three."""


class HttpServer:
    """A game server over HTTP, running in its own thread until it is closed."""

    def __init__(
        self,
        game_server: GameServer,
        port: int = 0,
        token: str = "",
        host: str = "",
        address_file: AddressFile | None = None,
    ) -> None:
        """Serve on loopback, or on another given address of this machine.

        With an address file the page is served where it was before, if that port is free.
        """
        self.game_server = game_server
        before = address_file.read() if address_file and not host else None
        self._socket, found = _listening_again(before, port, host or ADDRESS)
        self.token = token or (found.token if found else new_token())
        self._before = found.open if found else ()
        address, self.port = self._socket.getsockname()[:2]
        self.exposed = not ipaddress.ip_address(address).is_loopback
        """Whether other machines can reach it."""
        self._address_file = address_file
        # On a network, unencrypted, others could read the token of the next run.
        self._next = new_token() if address_file and not host else ""
        self._keep()
        names = [host.lower()] if host else [ADDRESS, "localhost"]
        self._name = _in_url(names[0])
        config = uvicorn.Config(
            Guard(make_app(game_server, self._next), self.token, _hosts(names, self.port)),
            http=Connection,
            ws="none",
            log_level="error",
            access_log=False,
            lifespan="off",
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        self._uvicorn = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=serve, args=(self._uvicorn, self._socket), daemon=True
        )
        self._thread.start()
        self._wait_until_it_serves()

    def url(self, game: str = "") -> str:
        """The address to open; of a certain game if one is given."""
        place = f"#{game}" if game else ""
        return f"http://{self._name}:{self.port}/{self.token}/{place}"

    def wait(self) -> None:
        """Serve until the process is interrupted."""
        while self._thread.is_alive():
            self._thread.join(0.5)

    def comes_back(self, game: str, seconds: float = BACK) -> bool:
        """Whether a page that showed a game when the last run ended shows it again."""
        deadline = time.monotonic() + seconds
        while game in self._before and time.monotonic() < deadline:
            if game in self.game_server.watched():
                return True
            time.sleep(0.02)
        return False

    def close(self) -> None:
        """Stop, and leave all tables."""
        self._keep()
        self._uvicorn.should_exit = True
        # The stream of a page ends with its game; it would be waited for, and then cut off.
        self.game_server.close()
        self._thread.join(10)
        self._socket.close()
        if self._address_file is not None:
            self._address_file.release()

    def _keep(self) -> None:
        """Save what the next run needs so that this run's pages find it."""
        if self._address_file is not None and self._next:
            self._address_file.write(
                PageAddress(self.port, self._next, tuple(self.game_server.watched()))
            )

    def _wait_until_it_serves(self) -> None:
        deadline = time.monotonic() + START
        while not self._uvicorn.started:
            if not self._thread.is_alive() or time.monotonic() > deadline:
                raise NoRoom(f"the server on port {self.port} did not start")
            time.sleep(0.01)


def serve(server: uvicorn.Server, listening: socket.socket) -> None:
    """Serve until told to stop; what fails after that, in a hurry, is nobody's concern."""
    try:
        server.run(sockets=[listening])
    except Exception:
        if not server.should_exit:
            raise


def open_browser(url: str, opener: Callable[[str], bool] = webbrowser.open) -> bool:
    """Open an address in a browser; returns whether that was possible."""
    if not has_browser():
        return False
    try:
        return opener(url)
    except webbrowser.Error:
        return False


def has_browser() -> bool:
    """Whether a browser could show something to a person here."""
    if os.environ.get("GITOPOLY_BROWSER") == "none":
        return False
    # Without a screen a text browser would take over the terminal.
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(screen) or not sys.platform.startswith("linux")


def _hosts(names: list[str], port: int) -> frozenset[str]:
    """What browsers send as Host for this server; they omit port 80."""
    found = {f"{_in_url(name)}:{port}" for name in names}
    return frozenset(found | ({_in_url(name) for name in names} if port == 80 else set()))


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _listening_again(
    before: PageAddress | None, port: int, host: str
) -> tuple[socket.socket, PageAddress | None]:
    """A socket at the page's earlier address, with that address; otherwise on any free port."""
    if before is not None and port in (0, before.port):
        with contextlib.suppress(NoRoom):
            return _listening(host, before.port), before
    return _listening(host, port), None


def _listening(host: str, port: int) -> socket.socket:
    """A socket on one address; a free port unless one is given."""
    found = listening_socket(host, port)
    if ipaddress.ip_address(found.getsockname()[0]).is_unspecified:
        # The Host check would have to admit every name, which would allow DNS rebinding.
        found.close()
        raise NoRoom(f"{host} means every address; give the one that others will open")
    return found
