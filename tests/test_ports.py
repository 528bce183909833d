"""A port that a test holds is there for whoever names it, again and again."""

from __future__ import annotations

import socket
import sys

import pytest

from tests.ports import held_port


def test_servers_can_listen_on_it_one_after_the_other() -> None:
    with held_port() as port:
        for _ in range(3):
            with socket.create_server(("127.0.0.1", port)) as server:
                with socket.create_connection(("127.0.0.1", port)):
                    server.accept()[0].close()
                with pytest.raises(OSError, match="in use"):
                    socket.create_server(("127.0.0.1", port))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a port be held like this")
def test_nobody_is_given_it_who_asks_for_any() -> None:
    with held_port() as port, held_port() as other:
        assert port != other
        with socket.socket() as stubborn, pytest.raises(OSError, match="in use"):
            stubborn.bind(("127.0.0.1", port))  # as the system sees it: somebody is there
