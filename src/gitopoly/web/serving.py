"""Running the server on this machine: a free port, an address with a token, a browser."""

from __future__ import annotations

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
from gitopoly.web.guard import Guard, new_token
from gitopoly.web.hall import Hall

ADDRESS = "127.0.0.1"
START = 30.0
"""Seconds until the server must answer."""


class Server:
    """A hall, served in a thread of its own until it is closed."""

    def __init__(self, hall: Hall, port: int = 0, token: str = "", host: str = "") -> None:
        """Serve on loopback, or on another address of this machine that is named."""
        self.hall = hall
        self.token = token or new_token()
        self._socket = _listening(host or ADDRESS, port)
        address, self.port = self._socket.getsockname()[:2]
        self.exposed = not ipaddress.ip_address(address).is_loopback
        """Whether other machines can reach it."""
        names = [host.lower()] if host else [ADDRESS, "localhost"]
        self._name = _in_url(names[0])
        config = uvicorn.Config(
            Guard(make_app(hall), self.token, _hosts(names, self.port)),
            log_level="error",
            access_log=False,
            lifespan="off",
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        self._uvicorn = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._uvicorn.run, kwargs={"sockets": [self._socket]}, daemon=True
        )
        self._thread.start()
        self._wait_until_it_serves()

    def url(self, game: str = "") -> str:
        """The address to open; a game's own one if it is named."""
        place = f"#{game}" if game else ""
        return f"http://{self._name}:{self.port}/{self.token}/{place}"

    def wait(self) -> None:
        """Serve until the process is interrupted."""
        while self._thread.is_alive():
            self._thread.join(0.5)

    def close(self) -> None:
        """Stop, and leave all tables."""
        self._uvicorn.should_exit = True
        self._thread.join(10)
        self.hall.close()
        self._socket.close()

    def _wait_until_it_serves(self) -> None:
        deadline = time.monotonic() + START
        while not self._uvicorn.started:
            if not self._thread.is_alive() or time.monotonic() > deadline:
                raise NoRoom(f"the server on port {self.port} did not start")
            time.sleep(0.01)


def open_browser(url: str, opener: Callable[[str], bool] = webbrowser.open) -> bool:
    """Open an address where a person can see it; whether that was possible."""
    if os.environ.get("GITOPOLY_BROWSER") == "none":
        return False
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False  # a text browser would take the terminal over
    try:
        return opener(url)
    except webbrowser.Error:
        return False


def _hosts(names: list[str], port: int) -> frozenset[str]:
    """What browsers say in Host when they mean this server; they leave port 80 out."""
    found = {f"{_in_url(name)}:{port}" for name in names}
    return frozenset(found | ({_in_url(name) for name in names} if port == 80 else set()))


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _listening(host: str, port: int) -> socket.socket:
    """A socket on one address; a free port unless one is named."""
    try:
        family, kind, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as error:
        raise NoRoom(f"cannot listen on {host}: {error}") from None
    if ipaddress.ip_address(place[0]).is_unspecified:
        # The check of Host would have to let every name through, and so would rebinding.
        raise NoRoom(f"{host} stands for every address; name the one that others will open")
    found = socket.socket(family, kind)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind(place)
    except (OSError, OverflowError) as error:
        found.close()
        raise NoRoom(f"cannot listen on {host}, port {port}: {error}") from None
    found.listen(64)
    found.setblocking(False)
    return found
