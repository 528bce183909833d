"""Seats and addresses as people type them: `NICK=URL`, or `NICK=URL#FINGERPRINT`; how to join."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

from gitopoly.editions import Edition
from gitopoly.editions.data import digest
from gitopoly.errors import InvalidSeat, UnsafeUrl
from gitopoly.ledger.address import check_nickname, check_url
from gitopoly.table.game_file import GameFile, SeatInfo

_FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")


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
        if not _FINGERPRINT.fullmatch(fingerprint):
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
