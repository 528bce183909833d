"""Clients of a door, for tests: stock Git, and raw requests."""

from __future__ import annotations

import base64
import contextlib
import os
import socket
import subprocess
from pathlib import Path

from gitopoly.ledger.git import command
from tests.web.hosts import Host


def git(*words: str, capability: str = "", folder: Path | None = None) -> tuple[int, str]:
    """Run stock Git with a capability as its password: the exit code, and what it says."""
    settings = {"http.proxy": ""}
    if capability:
        secret = base64.b64encode(f"x:{capability}".encode()).decode()
        settings["http.extraHeader"] = f"Authorization: Basic {secret}"
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": os.devnull,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        **{
            f"GIT_{who}_{what}": "x"
            for who in ("AUTHOR", "COMMITTER")
            for what in ("NAME", "EMAIL")
        },
        **command.as_variables(settings.items()),
    }
    done = subprocess.run(
        ["git", *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=120
    )
    return done.returncode, done.stdout + done.stderr


def work(folder: Path, content: str = "x") -> Path:
    """A repository with a commit on main."""
    git("init", "-q", "-b", "main", str(folder))
    (folder / "file").write_text(content, encoding="utf-8")
    git("add", ".", folder=folder)
    assert git("commit", "-q", "-m", "x", folder=folder)[0] == 0
    return folder


def branches(host: Host, name: str) -> dict[str, str]:
    """The branches of a seat's repository."""
    every = ("for-each-ref", "--format=%(refname) %(objectname)")
    shown = git(*every, folder=host.hosting.repository(name))[1]
    return dict(line.split() for line in shown.splitlines())


def raw(host: Host, path: str, headers: dict[str, str], capability: str) -> socket.socket:
    """A connection on which the head of a POST was sent; its body comes in chunks."""
    connection = socket.create_connection(("127.0.0.1", host.door.port), 60)
    lines = [f"POST {path} HTTP/1.1", "Host: x", "Transfer-Encoding: chunked"]
    lines.append(f"Authorization: Bearer {capability}")
    lines += [f"{name}: {value}" for name, value in headers.items()]
    connection.sendall("\r\n".join([*lines, "", ""]).encode())
    return connection


def send_body(connection: socket.socket, body: bytes) -> None:
    """Send a whole body; the other side may refuse it before its end."""
    with contextlib.suppress(ConnectionError):
        connection.sendall(b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))


def children_named(name: str) -> list[str]:
    """Running processes that this one has started, with a name in their command."""
    shown = ["ps", "-o", "args=", "--ppid", str(os.getpid())]
    rows = subprocess.run(shown, capture_output=True, text=True, check=False).stdout
    return [row for row in rows.splitlines() if name in row]
