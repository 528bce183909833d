"""Servers of every kind show what is in a folder, and stop in order."""

from __future__ import annotations

import os
import shlex
import shutil
import socket
from pathlib import Path

import pytest

from gitopoly.errors import Unreachable
from gitopoly.evaluation import servers
from gitopoly.evaluation.servers import TRANSPORTS, bare_repository, git_daemon
from gitopoly.ledger.transports.remote import transport
from tests.ledger.repositories import act, game


@pytest.mark.parametrize("name", TRANSPORTS)
def test_what_is_pushed_can_be_fetched(tmp_path: Path, name: str) -> None:
    bare_repository(tmp_path / "origin.git")
    own = game(tmp_path / "own")
    new = act(own)
    with TRANSPORTS[name](tmp_path) as base:
        url = f"{base}/origin.git"
        transport(url, tmp_path).push(own)
        fetched = transport(url, tmp_path).fetch(set().__contains__)
        assert fetched.head == new
        assert fetched.objects.read(new) == own.read(new)
    if name != "local path":
        with pytest.raises(Unreachable):
            transport(url, tmp_path).fetch(set().__contains__)


@pytest.mark.skipif(os.name != "posix", reason="programs are scripts otherwise here")
@pytest.mark.parametrize("pause", ["0", "0.5"])
def test_a_port_that_somebody_else_took_meanwhile_is_left_to_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pause: str
) -> None:
    """Also by a server that takes long to notice, as on a busy machine."""
    slow = tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text(
        f'#!/bin/sh\nsleep {pause}\nexec {shlex.quote(shutil.which("git") or "git")} "$@"\n'
    )
    slow.chmod(0o755)
    path = os.pathsep.join([str(slow.parent), os.environ["PATH"]])
    monkeypatch.setattr(servers, "ENVIRONMENT", {**servers.ENVIRONMENT, "PATH": path})
    bare_repository(tmp_path / "origin.git")
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        taken = stranger.getsockname()[1]
        ports = iter([taken])
        free = servers._free_port
        monkeypatch.setattr(servers, "_free_port", lambda: next(ports, 0) or free())
        with git_daemon(tmp_path) as base:
            assert not base.endswith(f":{taken}")
            assert transport(f"{base}/origin.git", tmp_path).probe().empty
