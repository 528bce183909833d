"""What both ways to talk to a repository have in common."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import pygit2

from gitopoly.errors import RefusedObjects

OWN_BRANCH = "refs/heads/main"
INCOMING = "refs/gitopoly/incoming/"


@dataclass(frozen=True)
class Probe:
    """What a look at a repository showed."""

    head: str | None
    """The commit of its branch main, None if it has none."""
    empty: bool
    """Whether it has no branch and no tag at all."""


class Transport(Protocol):
    """Talks to one repository; raises Unreachable when it cannot."""

    def probe(self) -> Probe:
        """Say whether the repository is there, empty, and where its branch is."""

    def may_have_moved(self) -> bool:
        """Whether a fetch is worth it; False only if nothing can have changed."""

    def fetch(
        self, repository: pygit2.Repository, nickname: str, branch: str = "main"
    ) -> str | None:
        """Bring the objects of the other's branch here and return its head."""

    def push(self, repository: pygit2.Repository) -> None:
        """Publish our own branch; never overwrite."""

    def stop(self) -> None:
        """End a conversation that is under way, from another thread; nothing begins after it."""


def own_head(repository: pygit2.Repository) -> str | None:
    """The newest entry of our own chain."""
    return _target(repository, OWN_BRANCH)


def incoming_head(repository: pygit2.Repository, nickname: str) -> str | None:
    """The newest commit fetched from a peer, accepted or not."""
    return _target(repository, INCOMING + nickname)


@contextlib.contextmanager
def keep_incoming(repository: pygit2.Repository, nickname: str, head: str) -> Iterator[None]:
    """Point our private ref at what was fetched, so that Git does not tidy it away.

    When objects were refused, it points at the newest commit that was taken over.
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
        repository.references.create(name, head, force=True)
