"""What both transports have in common."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from gitopoly.ledger.entry import is_seat
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.transports.incoming import Incoming, Known

MOST_SEATS = 64
"""More branches than that are not looked at; a game has at most eight seats."""
OWN_BRANCH = "refs/heads/main"
MAIN = "main"
"""The branch that carries a seat's log."""
SEATS = "seats"
"""The folder of the seats' branches in a repository that all of them share."""


@dataclass(frozen=True)
class Probe:
    """The result of probing a repository."""

    head: str | None
    """The commit of the branch, None if it has none."""
    empty: bool
    """Whether it has no branch and no tag at all."""
    seats: tuple[str, ...] = ()
    """The seats that have a branch there, in a repository that all share."""


class Fetched(NamedTuple):
    """Where a branch is, and what was new of it."""

    head: str | None
    objects: Incoming


class Transport(Protocol):
    """Talks to one branch of one repository; raises Unreachable when it cannot."""

    def probe(self) -> Probe:
        """Whether the repository exists, whether it is empty, and where its branch is."""

    def may_have_moved(self) -> bool:
        """Whether a fetch is worth it; False only if nothing can have changed."""

    def fetch(self, known: Known, own: OwnRepository | None = None) -> Fetched:
        """Read what is new on the other's branch; raises RefusedObjects if that is too much.

        What `own` holds need not be sent again.
        """

    def copy(self, scratch: Path, name: str) -> tuple[Path, str | None]:
        """A repository that holds the whole branch, in `scratch` if need be, and its head."""

    def push(
        self, own: OwnRepository, source: str = OWN_BRANCH, over: str | None = None
    ) -> str | None:
        """Publish a branch of a repository of ours, overwriting nothing but the commit `over`.

        Returns what is there now, None if there is nothing to publish yet.
        """

    def stop(self) -> None:
        """Abort a running conversation, from another thread; none starts after this."""


def seats_among(branches: Iterable[str]) -> tuple[str, ...]:
    """The seats whose branches are among these.

    >>> seats_among(["refs/heads/main", "refs/heads/seats/ann", "refs/heads/seats/a/b"])
    ('ann',)
    """
    prefix = f"refs/heads/{SEATS}/"
    names = (name.removeprefix(prefix) for name in branches if name.startswith(prefix))
    return tuple(sorted(name for name in names if is_seat(name)))[:MOST_SEATS]
