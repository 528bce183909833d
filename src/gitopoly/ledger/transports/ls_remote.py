"""``git ls-remote`` for a server on this machine, without running the ``git`` command.

It saves two processes each time nothing has changed.
Only for loopback over ``http`` and ``git``: no login and no proxy is needed there.
The result is only a hint whether to fetch; nothing else is taken from it.
"""

from __future__ import annotations

import http.client
import re
import socket
from collections.abc import Iterator
from typing import IO
from urllib.parse import urlsplit

from gitopoly.errors import GitopolyError
from gitopoly.ledger.transports.timed_socket import TimedConnection, TimedSocket

LONGEST = 256 * 1024
TIMEOUT = 5.0
"""Seconds for the whole of it."""
_REF = re.compile(rb"([0-9a-f]{40}) ([^\0\n]+)")


class UnclearAnswer(GitopolyError):
    """The answer cannot be understood; ask the git command."""


def can_ls_remote(url: str) -> bool:
    """Whether this kind of address can be asked; the host must be a loopback one."""
    return url.startswith(("http://", "git://"))


def ls_remote(url: str, branch: str, header: str = "") -> str | None:
    """The commit of a branch, None if there is none, or raise UnclearAnswer.

    `header` is the value of Authorization, where the server wants one.
    """
    try:
        refs = _refs_over_http(url, header) if url.startswith("http://") else _refs_over_git(url)
        return refs.get(branch)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise UnclearAnswer(str(error)) from error


def _refs_over_http(url: str, header: str) -> dict[str, str]:
    parts = urlsplit(url)
    connection = TimedConnection(parts.hostname or "", parts.port, timeout=TIMEOUT)
    try:
        address = f"{parts.path.rstrip('/')}/info/refs?service=git-upload-pack"
        headers = {"User-Agent": "git/gitopoly"}
        if header:
            headers["Authorization"] = header
        connection.request("GET", address, headers=headers)
        answer = connection.getresponse()
        kind = answer.getheader("Content-Type", "")
        if answer.status != 200 or kind != "application/x-git-upload-pack-advertisement":
            raise UnclearAnswer(f"status {answer.status}")
        if list(_pkt_lines(answer)) != [b"# service=git-upload-pack\n"]:
            raise UnclearAnswer("not a Git server")
        return _refs(_pkt_lines(answer))
    finally:
        connection.close()


def _refs_over_git(url: str) -> dict[str, str]:
    parts = urlsplit(url)
    place = (parts.hostname or "", parts.port or 9418)
    request = f"git-upload-pack {parts.path}\0host={parts.netloc}\0".encode()
    with socket.create_connection(place, timeout=TIMEOUT) as connection:
        timed = TimedSocket(connection, TIMEOUT)
        timed.sendall(b"%04x" % (len(request) + 4) + request)
        with timed.makefile() as answer:
            refs = _refs(_pkt_lines(answer))
        timed.sendall(b"0000")  # a polite end: nothing is requested
    return refs


def _pkt_lines(answer: IO[bytes] | http.client.HTTPResponse) -> Iterator[bytes]:
    """The lines of Git's own framing (pkt-lines) up to the next flush."""
    total = 0
    while total < LONGEST:
        size = int(answer.read(4), 16)
        if size == 0:
            return
        line = answer.read(size - 4) if size > 4 else b""
        if size < 4 or len(line) != size - 4:
            raise UnclearAnswer("cut short")
        total += size
        yield line
    raise UnclearAnswer("too long")


def _refs(lines: Iterator[bytes]) -> dict[str, str]:
    found = {}
    for line in lines:
        if line.startswith(b"ERR "):
            raise UnclearAnswer("refused")
        match = _REF.match(line)
        if match:
            found[match[2].decode("utf-8", "replace")] = match[1].decode()
    return found
