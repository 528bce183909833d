"""How seats and games are addressed: as people type them, as links, and as they are reached here.

`NICK=URL` or `NICK=URL#FINGERPRINT` names a seat. A link to a seat or a game is one line that a
browser opens and `gitopoly join` reads; what is secret stands in its fragment, which no browser
sends to anybody. A game's addresses never change, but where they lead may: its host reaches its own
repositories as folders, and a peer needs a capability, or finds the host somewhere else. What is
written here about that belongs to this copy of the game alone and is never published.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from gitopoly.editions import Edition
from gitopoly.editions.data import digest
from gitopoly.errors import InvalidLink, InvalidRepository, InvalidSeat, UnsafeUrl
from gitopoly.ledger.address import check_nickname, check_url
from gitopoly.ledger.entry import is_seat
from gitopoly.ledger.git.files import write_durably
from gitopoly.ledger.git.untrusted import Damaged, read_regular
from gitopoly.ledger.transports.remote import Access, Remote
from gitopoly.table.game_file import GameFile, SeatInfo

_PINNED = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")
LONGEST_LINK = 400
_CAPABILITY = re.compile(r"[A-Za-z0-9_-]{22}")
_FINGERPRINT = re.compile(r"[A-Za-z0-9_-]{43}")
_TO_LINK = str.maketrans("+/", "-_")
_FROM_LINK = str.maketrans("-_", "+/")
FILE = "routes.json"
"""The file in a game's private area."""
LONGEST = 10_000


@dataclass(frozen=True)
class Routes:
    """Addresses that begin with `named` are reached at `at`, with what is asked for there."""

    named: str = ""
    at: str = ""
    access: Access | None = None

    def remote(self, game: GameFile, name: str) -> Remote:
        """The repository of a seat, as it is reached from here."""
        url = game.seats[game.seat(name)].url
        if not self.named or not url.startswith(self.named):
            return Remote(name, url, shared=game.shared)
        return Remote(name, self.at + url[len(self.named) :], self.access, game.shared)

    def keep(self, private: Path) -> None:
        """Write it into a game's private area, readable by its owner alone."""
        if self == DIRECT:
            return
        access = self.access
        facts = {
            "named": self.named,
            "at": self.at,
            "reads": access.reads if access else "",
            "writes": access.writes if access else "",
        }
        write_durably(private / FILE, json.dumps(facts), private=True)

    @classmethod
    def kept(cls, private: Path) -> Routes:
        """What `keep` wrote; direct ones if there is nothing."""
        path = private / FILE
        try:
            data = read_regular(path, LONGEST)
            if data is None:
                return DIRECT
            facts = {str(name): str(value) for name, value in json.loads(data).items()}
            reads, writes = facts["reads"], facts["writes"]
            if not all(is_capability(one) for one in (reads, writes) if one):
                raise ValueError("these are no capabilities")
            access = Access(reads, writes) if reads else None
            return cls(facts["named"], facts["at"], access)
        except (Damaged, ValueError, KeyError, AttributeError, RecursionError):
            raise InvalidRepository(
                f"{path} is damaged; join again with the link, in this folder"
            ) from None


DIRECT = Routes()
"""Every address is what it says."""


@dataclass(frozen=True)
class Link:
    """Where a game is, and what its holder may do there."""

    address: str
    """Scheme, host and port."""
    name: str
    """The seat; empty for spectators."""
    capability: str = field(repr=False)
    fingerprint: str
    """Of the inviting key, as `SHA256:…`."""

    @property
    def text(self) -> str:
        """The link itself.

        >>> Link("http://192.168.1.7:4000", "ben", "c" * 22, "SHA256:" + "f" * 43).text[:30]
        'http://192.168.1.7:4000/#ben.c'
        """
        key = self.fingerprint.removeprefix("SHA256:").translate(_TO_LINK)
        return f"{self.address}/#{self.name}.{self.capability}.{key}"


def is_capability(text: str) -> bool:
    """Whether a text can be a capability, whoever has written it.

    >>> is_capability("c" * 22), is_capability("\\ud800" * 22)
    (True, False)
    """
    return _CAPABILITY.fullmatch(text) is not None


def looks_like_link(text: str) -> bool:
    """Whether somebody means a link, right or wrong."""
    return text.startswith(("http://", "https://")) and "#" in text


def read_link(text: str) -> Link:
    """Read a link that anybody may have written; its secret is never repeated."""
    address, mark, fragment = text.strip().partition("#")
    if len(text) > LONGEST_LINK or not mark:
        raise InvalidLink("this is not a link to a game; copy it whole, with all after the #")
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 - raises where there can be none such
    except ValueError:
        raise InvalidLink(
            f"the link has no host and port that there can be: {address[:80]!r}"
        ) from None
    name, _, rest = fragment.partition(".")
    capability, _, key = rest.partition(".")
    if parts.scheme not in ("http", "https") or parts.path not in ("", "/") or parts.query:
        raise InvalidLink(f"a link to a game has nothing after its host and port: {address[:80]!r}")
    check_url(f"{parts.scheme}://{parts.netloc}/x")
    if name and not is_seat(name):
        raise InvalidLink("the link names no seat that there can be; copy it whole")
    if not is_capability(capability) or not _FINGERPRINT.fullmatch(key):
        raise InvalidLink("the link is cut short or damaged; copy it whole, with all after the #")
    fingerprint = "SHA256:" + key.translate(_FROM_LINK)
    return Link(f"{parts.scheme}://{parts.netloc}", name, capability, fingerprint)


def read_seat(text: str, here: Path) -> SeatInfo:
    """Read `NICK=URL` or `NICK=URL#SHA256:…`, which pins the key that the seat must have.

    >>> read_seat("ann=https://example.org/ann.git", Path("."))
    SeatInfo(name='ann', url='https://example.org/ann.git', fingerprint='', ...)
    """
    name, equals, rest = text.partition("=")
    if not equals or not rest.strip():
        raise InvalidSeat(
            f"{text[:80]!r} is not a seat; write NICK=URL, such as ann=https://example.org/ann.git"
        )
    url, mark, fingerprint = rest.partition("#SHA256:")
    if mark:
        fingerprint = f"SHA256:{fingerprint}"
        if not _PINNED.fullmatch(fingerprint):
            raise InvalidSeat(
                f"{fingerprint[:80]!r} is not a fingerprint: SHA256: and 43 letters and digits"
            )
    return SeatInfo(check_nickname(name.strip()), address_from(url.strip(), here), fingerprint)


def address_from(url: str, here: Path) -> str:
    """An address as all players must write it; a path becomes absolute."""
    address = check_url(url)
    if address.path is None:
        return url
    try:
        path = Path(address.path).expanduser()
    except RuntimeError:
        raise UnsafeUrl(url, "its ~ names nobody's folder here; write the path in full") from None
    return os.path.normpath(here.absolute() / path)


def leads_here(url: str) -> bool:
    """Whether an address leads every computer to itself."""
    return check_url(url).is_loopback


def join_command(game: GameFile, name: str) -> str:
    """What a player types to join, on any machine that reaches these addresses.

    >>> seats = SeatInfo("ann", "a.git"), SeatInfo("ben", "b c.git")
    >>> print(join_command(GameFile("classic", seats), "ben"))
    gitopoly join --me 'ben=b c.git' --from a.git
    """
    own, first = game.seats[game.seat(name)].url, game.seats[0].url
    line = f"gitopoly join --me {shlex.quote(f'{name}={own}')} --from {shlex.quote(first)}"
    if game.shared:
        line = f"gitopoly join --shared {shlex.quote(own)} --me {name} --from {game.names[0]}"
    if isinstance(game.edition, Edition):
        line += f" --accept-edition {digest(game.edition)}"
    return line


def is_path(url: str) -> bool:
    """Whether an address is a folder, reachable only from the same disk."""
    return check_url(url).path is not None
