"""What a program that joins by a link asks its host for, before Git does anything.

The capability is sent to the address in the link and to no other: redirects are not followed, and
no proxy sees it unencrypted.
"""

from __future__ import annotations

import http.client
import json
import socket
import ssl
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gitopoly.errors import InvalidLink, Unreachable
from gitopoly.ledger.entry import is_seat
from gitopoly.ledger.git.folder import find_game
from gitopoly.ledger.transports.remote import Access
from gitopoly.ledger.transports.timed_socket import TimedConnection, TimedSecureConnection
from gitopoly.table.routes import Link, Routes, is_capability

TIMEOUT = 10.0
"""Seconds for the whole answer."""
LONGEST = 100_000


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


class _Timed(urllib.request.HTTPHandler, urllib.request.HTTPSHandler):
    def http_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(TimedConnection, request)

    def https_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(TimedSecureConnection, request, context=ssl.create_default_context())


@dataclass(frozen=True)
class DoorFacts:
    """What the host says about a link."""

    role: str
    """`free` or `taken`; of a guest's seat `guest`, `elsewhere` or `freed`; `spectator`."""
    host: str
    """The nickname of whoever invites."""
    routes: Routes
    """How the game's addresses are reached through this link."""

    def source(self) -> str:
        """Where the invitation is, as it is reached from here."""
        return f"{self.routes.at}{self.host}.git"

    def url(self, name: str) -> str:
        """The address of a seat, as the game's file has it."""
        return f"{self.routes.named}{name}.git"


def ask_door(link: Link) -> DoorFacts:
    """Ask the host of a link; raises Unreachable, or InvalidLink if it does not know the link."""
    request = urllib.request.Request(
        f"{link.address}/api/door", headers={"Authorization": f"Bearer {link.capability}"}
    )
    handlers: list[Any] = [_Stay(), _Timed()]
    if link.address.startswith("http://"):
        handlers.append(urllib.request.ProxyHandler({}))
    try:
        with urllib.request.build_opener(*handlers).open(request, timeout=TIMEOUT) as answer:
            facts = json.loads(answer.read(LONGEST))
    except urllib.error.HTTPError as error:
        if error.code == 401:
            raise InvalidLink(
                f"the host at {link.address} does not know this link; copy it whole, or ask for a "
                "new one"
            ) from None
        raise Unreachable(link.address, "door_mixed") from None
    except (OSError, http.client.HTTPException, ValueError, RecursionError) as error:
        raise Unreachable(link.address, *_obstacle(error)) from None
    return _read(link, facts)


def _obstacle(error: Exception) -> tuple[str, str]:
    """Why a host cannot be asked: a key of the words, and what the system says about it."""
    found = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(found, ssl.SSLCertVerificationError):
        return "door_certificate", found.verify_message
    if isinstance(found, TimeoutError):
        return "door_silent", f"{TIMEOUT:.0f}"
    if isinstance(found, ConnectionRefusedError):
        return "door_closed", ""
    if isinstance(found, socket.gaierror):
        return "door_host", ""
    if isinstance(found, ssl.SSLError | ConnectionError) or not isinstance(found, OSError):
        return "door_mixed", ""
    return "door_network", " ".join((found.strerror or str(found)).split())


def _read(link: Link, facts: Any) -> DoorFacts:
    """What was answered, by whoever is at that address."""
    try:
        role, host, base, reads = (str(facts[name]) for name in ("role", "host", "base", "reads"))
    except (KeyError, TypeError):
        raise InvalidLink(f"there is no game of this program at {link.address}") from None
    scheme, mark, rest = base.partition("://")
    path = rest.partition("/")[2]
    named = mark and scheme in ("http", "https") and path
    if not named or not is_seat(host) or not is_capability(reads):
        raise InvalidLink(f"there is no game of this program at {link.address}")
    access = Access(reads, link.capability if link.name else "")
    return DoorFacts(role, host, Routes(base, f"{link.address}/{path}", access))


def follow_link(folder: Path, link: Link) -> None:
    """Find the host of a game that was joined before where a new link says."""
    git_dir, name = find_game(folder)
    private = git_dir / "gitopoly"
    facts = ask_door(link)
    if link.name != name or facts.routes.named != Routes.kept(private).named:
        raise InvalidLink(f"this link is not for {name} in this game; ask for that one")
    facts.routes.keep(private)
