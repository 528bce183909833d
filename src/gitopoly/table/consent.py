"""Private addresses in somebody else's invitation.

The author of an invitation chooses the addresses that every player's machine contacts again and
again, and could thus reach what only this machine can. Private addresses are contacted only with
consent; what the person has typed needs none. The answer is kept in the game's folder.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from gitopoly.editions import Edition
from gitopoly.editions.data import digest
from gitopoly.errors import NeedsConsent, UnsafeUrl
from gitopoly.ledger.address import check_url
from gitopoly.ledger.git.files import write_durably
from gitopoly.table.game_file import GameFile

ANSWERS = "addresses"
"""The file with the addresses that were allowed, one per line, in a game's private area."""


class NearbySeat(NamedTuple):
    """A seat whose address leads to this machine or into a private network."""

    name: str
    url: str
    where: str
    """What it leads to, in a few words."""


Ask = Callable[[Sequence[NearbySeat]], bool]
"""Asks a person whether these may be contacted."""


def nearby_seats(game: GameFile, source: str, *typed: str) -> list[NearbySeat]:
    """The seats that must not be contacted without consent.

    `source` is where the invitation was read, `typed` what else the person has written. Folders
    need no consent if the invitation itself is in a folder, and neither does another repository
    on a host that the person has named.
    """
    written = [check_url(url) for url in (source, *typed)]
    hosts = {(address.host, address.service) for address in written if address.host}
    urls = {address.url for address in written}
    found = []
    for info in game.seats:
        address = check_url(info.url)
        local = address.path is not None and written[0].path is not None
        asked = address.host is not None and (address.host, address.service) in hosts
        if address.nearby and not (local or asked or info.url in urls):
            found.append(NearbySeat(info.name, info.url, address.nearby))
    return found


def demand_consent(found: Sequence[NearbySeat], ask: Ask | None) -> None:
    """Raise `NeedsConsent` unless the person agrees; without anybody to ask, the answer is no."""
    if found and not (ask is not None and ask(found)):
        seats = ", ".join(f"{seat.name} at {seat.url} ({seat.where})" for seat in found)
        options = " ".join(f"--allow-address {shlex.quote(seat.url)}" for seat in found)
        raise NeedsConsent(
            f"the invitation names private addresses: {seats}; "
            f"if you trust its author, add {options}"
        )


Accept = Callable[[Edition], bool]
"""Asks a person whether they play by an edition of the game's own."""


def demand_edition(game: GameFile, accept: Accept | None) -> None:
    """Raise `NeedsConsent` unless the person has seen the game's own edition and accepts it."""
    edition = game.edition
    if isinstance(edition, Edition) and not (accept is not None and accept(edition)):
        raise NeedsConsent(
            f"the game has an edition of its own, {edition.name}; if you want to play by it, "
            f"add --accept-edition {digest(edition)}"
        )


def keep_answers(private: Path, game: GameFile) -> None:
    """Record in a game's private area that all its addresses may be contacted."""
    write_durably(private / ANSWERS, "".join(f"{info.url}\n" for info in game.seats))


def kept_answers(private: Path) -> tuple[str, ...]:
    """The addresses that were allowed before."""
    try:
        text = (private / ANSWERS).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ()
    return tuple(line for line in text.splitlines() if _is_address(line))


def _is_address(line: str) -> bool:
    try:
        check_url(line)
    except UnsafeUrl:
        return False
    return True


def allowing(urls: Iterable[str], otherwise: Ask | None = None) -> Ask:
    """Agree to addresses that were named beforehand, and ask about the others."""
    allowed = set(urls)

    def ask(found: Sequence[NearbySeat]) -> bool:
        left = [seat for seat in found if seat.url not in allowed]
        return not left or (otherwise is not None and otherwise(left))

    return ask
