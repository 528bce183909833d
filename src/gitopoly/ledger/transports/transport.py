"""What both transports have in common."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pygit2
from pygit2.enums import ObjectType

from gitopoly.errors import RefusedObjects
from gitopoly.ledger.entry import Object, is_seat
from gitopoly.ledger.git.files import RefLock
from gitopoly.ledger.git.object_files import write_objects
from gitopoly.ledger.transports.history import HistoryLimits, ObjectSource, copy_history
from gitopoly.ledger.transports.incoming import Incoming

MOST_SEATS = 64
"""More branches than that are not looked at; a game has at most eight seats."""
OWN_BRANCH = "refs/heads/main"
MAIN = "main"
"""The branch that carries a seat's log."""
INCOMING = "refs/gitopoly/incoming/"
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


class Transport(Protocol):
    """Talks to one branch of one repository; raises Unreachable when it cannot."""

    def probe(self) -> Probe:
        """Whether the repository exists, whether it is empty, and where its branch is."""

    def may_have_moved(self) -> bool:
        """Whether a fetch is worth it; False only if nothing can have changed."""

    def fetch(
        self, repository: pygit2.Repository, nickname: str, into: Incoming | None = None
    ) -> str | None:
        """Fetch the objects of the other's branch and return its head.

        They go `into` a separate place until they are judged; without one, into the
        repository, held by a private ref.
        """

    def push(
        self, repository: pygit2.Repository, source: str = OWN_BRANCH, over: str | None = None
    ) -> None:
        """Publish a branch of a repository of ours, overwriting nothing but the commit `over`."""

    def stop(self) -> None:
        """Abort a running conversation, from another thread; none starts after this."""


class OwnObjects:
    """The objects of our own repository."""

    def __init__(self, repository: pygit2.Repository) -> None:
        self._database = repository.odb
        self._folder = f"{repository.path}objects"

    def has(self, wanted: str) -> bool:
        """Whether the object is there."""
        return bool(self._database.exists(wanted))

    def read(self, wanted: str, largest: int) -> tuple[str, bytes]:
        """Kind and content, whatever the size, because these are our own."""
        kind, content = self._database.read(wanted)
        return ObjectType(kind).name.lower(), content

    def write(self, objects: list[Object]) -> None:
        """Add objects."""
        write_objects(self._folder, objects)


def incoming(repository: pygit2.Repository) -> Incoming:
    """A place for the objects of one poll that a repository lacks."""
    return Incoming(OwnObjects(repository), repository.path)


def seats_among(branches: Iterable[str]) -> tuple[str, ...]:
    """The seats whose branches are among these.

    >>> seats_among(["refs/heads/main", "refs/heads/seats/ann", "refs/heads/seats/a/b"])
    ('ann',)
    """
    prefix = f"refs/heads/{SEATS}/"
    names = (name.removeprefix(prefix) for name in branches if name.startswith(prefix))
    return tuple(sorted(name for name in names if is_seat(name)))[:MOST_SEATS]


def own_head(repository: pygit2.Repository, source: str = OWN_BRANCH) -> str | None:
    """The newest entry of our own chain, or of another branch."""
    return _target(repository, source)


def incoming_head(repository: pygit2.Repository, nickname: str) -> str | None:
    """The newest commit fetched from a peer, accepted or not."""
    return _target(repository, INCOMING + nickname)


def take_over(
    source: ObjectSource,
    repository: pygit2.Repository,
    nickname: str,
    head: str,
    into: Incoming | None,
    url: str,
    limits: HistoryLimits,
) -> None:
    """Copy the history of a branch `into` its place, or into our repository."""
    if into is not None:
        copy_history(source, into, head, url, limits)
        return
    with _keep_incoming(repository, nickname, head):
        copy_history(source, OwnObjects(repository), head, url, limits)


@contextlib.contextmanager
def _keep_incoming(repository: pygit2.Repository, nickname: str, head: str) -> Iterator[None]:
    """Point our private ref at what was fetched, so that Git does not garbage-collect it.

    When objects were refused, it points at the newest commit that was accepted.
    """
    try:
        yield
    except RefusedObjects as refusal:
        if refusal.head is not None:
            _point(repository, INCOMING + nickname, refusal.head)
        raise
    _point(repository, INCOMING + nickname, head)


def _target(repository: pygit2.Repository, name: str) -> str | None:
    try:
        return str(repository.references[name].target)
    except KeyError:
        return None


def _point(repository: pygit2.Repository, name: str, head: str) -> None:
    if _target(repository, name) != head:
        # A fifth of what it takes libgit2, which a fetch would feel.
        with RefLock(Path(repository.path), name) as lock:
            lock.move(head)
