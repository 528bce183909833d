"""TLS at the door: connections are counted before they are encrypted, and not only after.

The event loop's own TLS servers show a connection once its handshake is done, so those who never
begin one would be counted by nobody, and could use up all the files that a process may open.
"""

from __future__ import annotations

import asyncio
import ssl
from typing import ClassVar

from gitopoly.web import connections
from gitopoly.web.connections import DoorConnection


class EncryptedConnection(DoorConnection):
    """A connection to the door that begins with a TLS handshake."""

    context: ClassVar[ssl.SSLContext]
    waiting: ClassVar[dict[EncryptedConnection, asyncio.Transport]]
    """Those whose handshake is not done."""
    _handshake: asyncio.Task[None] | None = None
    _is_encrypted = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin the handshake; another one ends if there are too many."""
        self._early: list[bytes] = []
        self.opened, self.address = self.loop.time(), connections.address_of(transport)
        if len(self.waiting) >= connections.MOST:
            self.waiting.pop(connections.first_to_go(self.waiting, self.opened)).abort()
        self.waiting[self] = transport
        transport.pause_reading()  # until there is somebody to decrypt
        self._handshake = self.loop.create_task(self._encrypt(transport))

    async def _encrypt(self, transport: asyncio.Transport) -> None:
        try:
            encrypted = await self.loop.start_tls(
                transport,
                self,
                self.context,
                server_side=True,
                ssl_handshake_timeout=connections.PATIENCE,
            )
        except (OSError, asyncio.CancelledError):
            transport.abort()
            return
        finally:
            self.waiting.pop(self, None)
        if encrypted is None or encrypted.is_closing():
            transport.abort()
            return
        self._is_encrypted = True
        super().connection_made(encrypted)
        for data in self._early:
            super().data_received(data)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request; the first may come in the same breath as the handshake."""
        if self._is_encrypted:
            super().data_received(data)
        else:
            self._early.append(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        if self._is_encrypted:
            super().connection_lost(exc)
        else:
            self.waiting.pop(self, None)

    def eof_received(self) -> None:
        """Nothing more comes; what was asked is answered."""
        if self._is_encrypted:
            super().eof_received()


def encrypted_with(chain: str, key: str) -> type[EncryptedConnection]:
    """Connections encrypted with a certificate, which wait for each other's handshakes alone."""
    context = server_context(chain, key)
    context.set_alpn_protocols(["http/1.1"])
    return type("Encrypted", (EncryptedConnection,), {"context": context, "waiting": {}})


def server_context(chain: str, key: str) -> ssl.SSLContext:
    """What a certificate encrypts with; one whose key needs a password is refused."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    # Without this OpenSSL would ask on the terminal, and wait.
    context.load_cert_chain(chain, key, password="")
    return context
