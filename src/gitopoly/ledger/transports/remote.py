"""Repositories of this game: a name, an address, and the matching transport.

Addresses on this machine are handled in-process, all others by the ``git`` command.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gitopoly.ledger.address import check_nickname, check_url
from gitopoly.ledger.transports.access import Access
from gitopoly.ledger.transports.by_git import GitTransport
from gitopoly.ledger.transports.by_path import PathTransport
from gitopoly.ledger.transports.incoming import LIMITS, HistoryLimits
from gitopoly.ledger.transports.transport import MAIN, SEATS, Transport

__all__ = [
    "SEATS",
    "Access",
    "Remote",
    "Transport",
    "check_url",
    "transport",
]


@dataclass(frozen=True)
class Remote:
    """A peer's repository; creating one checks both parts."""

    name: str
    """The nickname of the seat."""
    url: str
    """The address; a relative path starts at the game's folder."""
    access: Access | None = None
    """What its server wants to see, if anything."""
    shared: bool = False
    """Whether all seats have branches in this one repository."""

    def __post_init__(self) -> None:
        check_nickname(self.name)
        check_url(self.url)

    def branch(self, kind: str = MAIN) -> str:
        """The branch that carries the seat's log, or its talk.

        >>> Remote("ann", "a.git").branch(), Remote("ann", "a.git", shared=True).branch()
        ('main', 'seats/ann')
        """
        if not self.shared:
            return kind
        return f"{SEATS if kind == MAIN else kind}/{self.name}"

    def transport(self, base: Path, limits: HistoryLimits = LIMITS, kind: str = MAIN) -> Transport:
        """The transport for one of its branches."""
        return transport(self.url, base, limits, self.branch(kind), self.access)


def transport(
    url: str,
    base: Path,
    limits: HistoryLimits = LIMITS,
    branch: str = MAIN,
    access: Access | None = None,
) -> Transport:
    """The transport for an address; keep it, because it remembers what it has seen.

    The branch is the one in the other repository; what is published is our `main`, unless a push
    names another one.
    """
    address = check_url(url)
    if address.path is not None:
        return PathTransport(address, base, limits, branch)
    return GitTransport(address, limits, branch=branch, access=access)
