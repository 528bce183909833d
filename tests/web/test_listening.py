"""Sockets that wait for browsers and for Git."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor

import pytest

from gitopoly.errors import NoRoom
from gitopoly.web.listening import listening_socket


class Sender(asyncio.Protocol):
    """Notes whether a connection holds small answers back."""

    def __init__(self) -> None:
        self.at_once: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        accepted = transport.get_extra_info("socket")
        self.at_once.set_result(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        transport.close()


def sends_at_once(listening: socket.socket) -> bool:
    """In a thread of its own, because the browser of other tests has a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, connect_once(listening)).result()


async def connect_once(listening: socket.socket) -> bool:
    sender = Sender()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: sender, sock=listening)
    with socket.create_connection(listening.getsockname()):
        at_once = await asyncio.wait_for(sender.at_once, 60)
    server.close()
    return bool(at_once)


def test_small_answers_are_sent_at_once() -> None:
    assert sends_at_once(listening_socket("127.0.0.1", 0))


@pytest.mark.skipif(not hasattr(socket, "TCP_QUICKACK"), reason="other systems do it anyway")
def test_a_socket_without_its_protocol_would_hold_them_back() -> None:
    plain = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    plain.bind(("127.0.0.1", 0))
    plain.listen(1)
    plain.setblocking(False)
    assert not sends_at_once(plain)


def test_a_port_that_is_taken_is_refused_with_the_advice() -> None:
    with listening_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(NoRoom, match=f"port {port}.*; end the other"):
            listening_socket("127.0.0.1", port, "; end the other")
