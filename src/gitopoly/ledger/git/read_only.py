"""Somebody's repository as a read-only store, for audits.

What is found valid is recorded in memory; the repository itself is not touched.
"""

from __future__ import annotations

import contextlib
import math
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from gitopoly.errors import InvalidRepository
from gitopoly.ledger.entry import Object
from gitopoly.ledger.evidence import Evidence
from gitopoly.ledger.git.cat_file import CatFile
from gitopoly.ledger.git.files import KEPT, OWN_REF, PEER, ref_names
from gitopoly.ledger.git.folder import find_game
from gitopoly.ledger.git.ref_files import git_folder, read_ref, unreadable_kind
from gitopoly.ledger.git.untrusted import AUDIT_BUDGET, Damaged, ReadBudget, read_regular
from gitopoly.ledger.identity import PublicKey
from gitopoly.ledger.journal import LARGEST_JOURNAL, MemoryJournal, read_journal
from gitopoly.ledger.store import LINE, NOTE, Store
from gitopoly.ledger.talk import Thread

OF_KIND = {
    "alternates": "borrows objects from another repository; copy it with git clone",
    "sha256": "names objects by SHA-256, and a game does not",
    "reftable": "keeps its branches as a reftable; copy it with git clone --ref-format=files",
    "shallow": "holds only the newest part of its history; run git fetch --unshallow there",
}
"""What kinds of repositories cannot be read, and what to do."""


BESIDE = tuple(f"{kind} ".encode() for kind in (LINE, NOTE))
"""How records of a journal begin that hold no entry."""


class ShownLog(NamedTuple):
    """A log that a repository shows."""

    seat: str
    """Its alleged owner; empty if unknown."""
    head: str
    """Its newest commit."""


class ReadOnlyStore(Store):
    """What an audit finds valid, in memory, and the objects of the repository."""

    def __init__(self, path: Path) -> None:
        """Read only files: neither its settings nor its alternates are used."""
        super().__init__(MemoryJournal())
        found = git_folder(path)
        if found is None:
            raise InvalidRepository(f"no repository in {path}; name a game's folder or its address")
        self.git_dir = found[0]
        if kind := unreadable_kind(self.git_dir):
            raise InvalidRepository(f"{path} {OF_KIND[kind]}")
        budget = ReadBudget(AUDIT_BUDGET, seconds=math.inf)
        self._stored = CatFile(self.git_dir / "objects", budget, whole=True)
        self.borrow("repository", self._stored)
        self._found = ""
        """The `game.yml` of the last entry, which hardly ever changes."""

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
        return [Evidence.from_record(note) for note in self._of_owner.notes()]

    def thread(self, seat: str, game: str, key: PublicKey) -> Thread:
        """What a seat has said, as far as the owner of a game's folder has heard it."""
        return self._of_owner.thread(seat, game, key)

    @cached_property
    def _of_owner(self) -> Store:
        """What the journal in a game's folder holds besides what the repository shows."""
        with contextlib.suppress(Damaged):
            data = read_regular(self.git_dir / "gitopoly" / "journal", LARGEST_JOURNAL) or b""
            records = (one for one in read_journal(data) if one.startswith(BESIDE))
            return Store(MemoryJournal(list(records)))
        return Store(MemoryJournal())

    def carry(self, files: tuple[Object, ...]) -> None:
        """Find the files that an entry must carry: nothing is written here."""
        for item in files:
            if item.id != self._found:
                self.read(item.id)
        self._found = files[0].id if files else ""
        super().carry(files)

    def close(self) -> None:
        """Read nothing more."""
        self._stored.rest()

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
