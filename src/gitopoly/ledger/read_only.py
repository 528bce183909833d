"""Somebody's repository as a store that is only read: for audits.

What is found good is noted in memory; the repository itself is not touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import pygit2

from gitopoly.errors import InvalidRepository
from gitopoly.ledger.entry import Object
from gitopoly.ledger.git_objects import GitObjects
from gitopoly.ledger.store import compare

OWN = "refs/heads/main"


class ReadOnlyStore(GitObjects):
    """Objects of a repository, and heads as an audit finds them good."""

    def __init__(self, path: Path) -> None:
        try:
            self.repo = pygit2.Repository(str(path))
        except pygit2.GitError:
            raise InvalidRepository(f"there is no repository in {path}") from None
        self._heads: dict[str, str] = {}
        self._kept: dict[str, None] = {}
        self._notes: list[dict[str, object]] = []

    def shown(self) -> dict[str, str]:
        """What the repository shows: its branch main, then what it says that others wrote."""
        refs = self.repo.references
        names = [OWN, *(n for n in sorted(refs) if n.startswith("refs/remotes/"))]
        return {
            name: str(refs[name].resolve().target)
            for name in names
            if name in refs and not name.endswith("/HEAD")
        }

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
