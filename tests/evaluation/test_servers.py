"""Servers of every kind show what is in a folder, and stop in order."""

from __future__ import annotations

import socket
from pathlib import Path

import pygit2
import pytest

from gitopoly.errors import Unreachable
from gitopoly.evaluation import servers
from gitopoly.evaluation.servers import TRANSPORTS, bare_repository, git_daemon
from gitopoly.ledger.transports.remote import transport


@pytest.mark.parametrize("name", TRANSPORTS)
def test_what_is_pushed_can_be_fetched(tmp_path: Path, name: str) -> None:
    bare_repository(tmp_path / "origin.git")
    own = pygit2.init_repository(str(tmp_path / "own"))
    other = pygit2.init_repository(str(tmp_path / "other"))
    author = pygit2.Signature("anna", "anna@gitopoly", 1, 0)
    blob = own.create_blob(b"state\n")
    tree = own.TreeBuilder()
    tree.insert("state.yml", blob, pygit2.enums.FileMode.BLOB)
    new = own.create_commit("refs/heads/main", author, author, "move\n", tree.write(), [])
    with TRANSPORTS[name](tmp_path) as base:
        url = f"{base}/origin.git"
        transport(url, tmp_path).push(own)
        assert transport(url, tmp_path).fetch(other, "anna") == str(new)
    if name != "local path":
        with pytest.raises(Unreachable):
            transport(url, tmp_path).fetch(other, "anna")


def test_a_port_that_somebody_else_took_meanwhile_is_left_to_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare_repository(tmp_path / "origin.git")
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        taken = stranger.getsockname()[1]
        ports = [servers._free_port(), taken]
        monkeypatch.setattr(servers, "_free_port", ports.pop)
        with git_daemon(tmp_path) as base:
            assert not base.endswith(f":{taken}")
            assert transport(f"{base}/origin.git", tmp_path).probe().empty
