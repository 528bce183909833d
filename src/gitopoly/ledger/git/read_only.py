"""Somebody's repository as a store that is only read: for audits.

What is found good is noted in memory; the repository itself is not touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import pygit2

from gitopoly.errors import InvalidRepository
from gitopoly.ledger.entry import Object
from gitopoly.ledger.evidence import Evidence
from gitopoly.ledger.git.files import KEPT, OWN_REF, PEER, read_notes, ref_names
from gitopoly.ledger.git.folder import find_game
from gitopoly.ledger.git.objects import GitObjects
from gitopoly.ledger.store import compare


class Shown(NamedTuple):
    """A log that a repository shows."""

    seat: str
    """Whose it is said to be; empty if that is not said."""
    head: str
    """Its newest commit."""


class ReadOnlyStore(GitObjects):
    """Objects of a repository, and heads as an audit finds them good."""

    def __init__(self, path: Path) -> None:
        try:
            self.repo = pygit2.Repository(str(path))
        except pygit2.GitError:
            raise InvalidRepository(
                f"there is no repository in {path}; name a game's folder or its address"
            ) from None
        self._heads: dict[str, str] = {}
        self._kept: dict[str, None] = {}
        self._notes: list[dict[str, object]] = []

    def shown(self) -> list[Shown]:
        """What the repository shows: its branch main, what others wrote, and proofs of forks."""
        found = [Shown(self._owner(), head) for head in self._targets(OWN_REF)]
        for name in ref_names(Path(self.repo.path)):
            peer = PEER.fullmatch(name)
            if peer is not None:
                found += [Shown(peer[1], head) for head in self._targets(name)]
            elif name.startswith(KEPT):
                found += [Shown("", head) for head in self._targets(name)]
        return found

    def noted(self) -> list[Evidence]:
        """What the owner of a game's folder has refused, as that was noted when it was seen."""
        notes = read_notes(Path(self.repo.path) / "gitopoly" / "evidence")
        return [Evidence.from_record(note) for note in notes]

    def _targets(self, name: str) -> list[str]:
        try:
            return [str(self.repo.references[name].resolve().target)]
        except KeyError:
            return []
        except (ValueError, pygit2.GitError):
            raise InvalidRepository(
                f"{name} in {self.repo.path} is damaged; run git fsck there"
            ) from None

    def _owner(self) -> str:
        """Whose copy of a game this is; empty for a repository that is only published to."""
        try:
            return find_game(Path(self.repo.path))[1]
        except InvalidRepository:
            return ""

    def read(self, object_id: str) -> tuple[str, bytes]:
        """Give kind and bytes of an object, in whatever state the repository is."""
        return self.read_with_care(object_id)

    def head(self, seat: str) -> str | None:
        """Give the newest entry of a seat that was found good."""
        return self._heads.get(seat)

    def heads(self) -> dict[str, str]:
        """Give the newest good entry of every seat that has one."""
        return dict(self._heads)

    def put(self, objects: Iterable[Object]) -> None:
        """Refuse: nothing is written here."""
        raise InvalidRepository("an audit writes nothing")

    def append(
        self, seat: str, expected: str | None, objects: Iterable[Object], new_head: str
    ) -> None:
        """Refuse: nothing is written here."""
        raise InvalidRepository("an audit writes nothing")

    def accept(
        self, seat: str, expected: str | None, new_head: str, objects: Iterable[Object] = ()
    ) -> None:
        """Note the newest good entry of a seat."""
        compare(seat, expected, self._heads.get(seat))
        self._heads[seat] = new_head

    def keep(self, object_id: str) -> None:
        """Note a second branch."""
        self._kept[object_id] = None

    def kept(self) -> tuple[str, ...]:
        """List what was given to `keep`."""
        return tuple(self._kept)

    def note(self, record: Mapping[str, object]) -> None:
        """Note a piece of evidence."""
        self._notes.append(dict(record))

    def notes(self) -> list[dict[str, object]]:
        """List the evidence, oldest first."""
        return list(self._notes)

    def sync(self) -> None:
        """Do nothing: nothing is written."""

    def pack(self) -> None:
        """Do nothing: nothing is written."""

    def close(self) -> None:
        """Let go of the repository."""
        self.repo.free()
