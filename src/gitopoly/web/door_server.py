"""Runs the door on a port that other machines reach, beside the page that only this one does."""

from __future__ import annotations

import socket
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from gitopoly.errors import NoRoom
from gitopoly.table.host_game import HostDriver
from gitopoly.web.app import make_app
from gitopoly.web.connections import DoorConnection
from gitopoly.web.door import Door
from gitopoly.web.game_server import GameServer
from gitopoly.web.handshakes import encrypted_with, server_context
from gitopoly.web.http_server import serve
from gitopoly.web.listening import listening_socket
from gitopoly.web.room import Room

START = 30.0
"""Seconds until the server must answer."""
TAKEN = "; the game's addresses name this port, so end the program that has it"


@dataclass(frozen=True)
class Certificate:
    """The files of a TLS certificate and its key."""

    chain: Path
    key: Path

    def check(self) -> None:
        """Raise NoRoom unless they can be used; nothing is waited for or asked."""
        for path in (self.chain, self.key):
            if path.exists() and not path.is_file():  # a pipe would be waited for
                raise NoRoom(f"cannot use the certificate {self.chain}: {path} is not a file")
        try:
            server_context(str(self.chain), str(self.key))
        except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
            raise NoRoom(f"cannot use the certificate {self.chain}: {error}") from None


def listen(host: str, port: int) -> socket.socket:
    """A socket for the door; port 0 is any free one."""
    return listening_socket(host, port, TAKEN)


class _Server(uvicorn.Server):
    """A server whose streams end when it stops; it would wait for them, and then cut them off."""

    def __init__(self, config: uvicorn.Config, door: Door) -> None:
        super().__init__(config)
        self._door = door

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop serving."""
        self._door.end_streams()
        await super().shutdown(sockets)


class DoorServer:
    """A door that is open until it is closed, in its own thread."""

    def __init__(
        self,
        game_server: GameServer,
        room: Room,
        host: HostDriver,
        listening: socket.socket,
        certificate: Certificate | None = None,
    ) -> None:
        self.door = Door(make_app(game_server), room, host)
        self._socket = listening
        files = (str(certificate.chain), str(certificate.key)) if certificate else None
        config = uvicorn.Config(
            self.door,
            http=encrypted_with(*files) if files else DoorConnection,
            ws="none",
            log_level="critical",
            access_log=False,
            lifespan="off",
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=1,
        )
        self._uvicorn = _Server(config, self.door)
        self._thread = threading.Thread(
            target=serve, args=(self._uvicorn, listening), daemon=True, name="door"
        )
        self._thread.start()
        deadline = time.monotonic() + START
        while not self._uvicorn.started:
            if not self._thread.is_alive() or time.monotonic() > deadline:
                raise NoRoom("the door did not open")
            time.sleep(0.01)

    @property
    def port(self) -> int:
        """The port on which it listens."""
        port: int = self._socket.getsockname()[1]
        return port

    def close(self) -> None:
        """Close it; the room stays."""
        self._uvicorn.should_exit = True
        self._thread.join(10)
        self._socket.close()
