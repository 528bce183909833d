"""Somebody's repository as a read-only store, for audits.

What is found valid is recorded in memory; the repository itself is not touched.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from gitopoly.errors import InvalidRepository, MissingObject
from gitopoly.ledger.entry import Object
from gitopoly.ledger.evidence import Evidence
from gitopoly.ledger.git.cat_file import CatFile
from gitopoly.ledger.git.files import KEPT, OWN_REF, PEER, read_notes, ref_names
from gitopoly.ledger.git.folder import find_game
from gitopoly.ledger.git.objects import GitObjects
from gitopoly.ledger.git.ref_files import git_folder, read_ref, unreadable_kind
from gitopoly.ledger.git.untrusted import AUDIT_BUDGET, Damaged, ReadBudget
from gitopoly.ledger.store import compare

OF_KIND = {
    "alternates": "borrows objects from another repository; copy it with git clone",
    "sha256": "names objects by SHA-256, and a game does not",
    "reftable": "keeps its branches as a reftable; copy it with git clone --ref-format=files",
    "shallow": "holds only the newest part of its history; run git fetch --unshallow there",
}
"""What kinds of repositories cannot be read, and what to do."""


class ShownLog(NamedTuple):
    """A log that a repository shows."""

    seat: str
    """Its alleged owner; empty if unknown."""
    head: str
    """Its newest commit."""


class ReadOnlyStore(GitObjects):
    """Objects of a repository, and heads as an audit validates them."""

    def __init__(self, path: Path) -> None:
        """Read only files: neither its settings nor its alternates are used."""
        super().__init__()
        found = git_folder(path)
        if found is None:
            raise InvalidRepository(f"no repository in {path}; name a game's folder or its address")
        self.git_dir = found[0]
        if kind := unreadable_kind(self.git_dir):
            raise InvalidRepository(f"{path} {OF_KIND[kind]}")
        budget = ReadBudget(AUDIT_BUDGET, seconds=math.inf)
        self.objects = CatFile(self.git_dir / "objects", budget, whole=True)
        self._heads: dict[str, str] = {}
        self._kept: dict[str, None] = {}
        self._notes: list[dict[str, object]] = []

    def shown(self) -> list[ShownLog]:
        """The logs in the repository: its branch main, those of others, and proofs of forks."""
        found = [ShownLog(self._owner(), head) for head in self._targets(OWN_REF)]
        for name in ref_names(self.git_dir):
            peer = PEER.fullmatch(name)
            if peer is not None:
                found += [ShownLog(peer[1], head) for head in self._targets(name)]
            elif name.startswith(KEPT):
                found += [ShownLog("", head) for head in self._targets(name)]
        return found

    def noted(self) -> list[Evidence]:
        """What the owner of a game's folder has refused, as recorded at the time."""
        notes = read_notes(self.git_dir / "gitopoly" / "evidence")
        return [Evidence.from_record(note) for note in notes]

    def _targets(self, name: str) -> list[str]:
        try:
            head = read_ref(self.git_dir, name)
        except Damaged:
            raise InvalidRepository(
                f"{name} in {self.git_dir} is damaged; run git fsck there"
            ) from None
        return [] if head is None else [head]

    def _owner(self) -> str:
        """The owner of this copy of a game; empty for a repository that is only published to."""
        try:
            return find_game(self.git_dir)[1]
        except InvalidRepository:
            return ""

    def head(self, seat: str) -> str | None:
        """Give the newest valid entry of a seat."""
        return self._heads.get(seat)

    def heads(self) -> dict[str, str]:
        """Give the newest valid entry of every seat that has one."""
        return dict(self._heads)

    def put(self, objects: Iterable[Object]) -> None:
        """Find them: nothing is written here, so whatever would have to be is missing."""
        for item in objects:
            if not self.has(item.id):
                raise MissingObject(item.id)

    def append(
        self, seat: str, expected: str | None, objects: Iterable[Object], new_head: str
    ) -> None:
        """Refuse: nothing is written here."""
        raise InvalidRepository("an audit writes nothing")

    def accept(
        self, seat: str, expected: str | None, new_head: str, objects: Iterable[Object] = ()
    ) -> None:
        """Record the newest valid entry of a seat."""
        compare(seat, expected, self._heads.get(seat))
        self._heads[seat] = new_head

    def keep(self, object_id: str) -> None:
        """Record a second branch."""
        self._kept[object_id] = None

    def kept(self) -> tuple[str, ...]:
        """List what was given to `keep`."""
        return tuple(self._kept)

    def note(self, record: Mapping[str, object]) -> None:
        """Record a piece of evidence."""
        self._notes.append(dict(record))

    def notes(self) -> list[dict[str, object]]:
        """List the evidence, oldest first."""
        return list(self._notes)

    def sync(self) -> None:
        """Do nothing: nothing is written."""

    def pack(self) -> None:
        """Do nothing: nothing is written."""

    def close(self) -> None:
        """Read nothing more."""
        self.objects.rest()
