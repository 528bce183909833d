"""Somebody's repository as a read-only store, for audits.

What is found valid is recorded in memory; the repository itself is not touched.
"""

from __future__ import annotations

import contextlib
import math
from functools import cached_property
from pathlib import Path

from gitopoly.errors import InvalidRepository
from gitopoly.ledger.entry import Object
from gitopoly.ledger.git.cat_file import CatFile
from gitopoly.ledger.git.files import logs_shown
from gitopoly.ledger.git.folder import find_game
from gitopoly.ledger.git.ref_files import git_folder, read_ref, unreadable_kind
from gitopoly.ledger.git.untrusted import AUDIT_BUDGET, Damaged, ReadBudget, read_regular
from gitopoly.ledger.identity import PublicKey
from gitopoly.ledger.journal import LARGEST_JOURNAL, MemoryJournal, records_in
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

    def shown(self) -> list[tuple[str, str]]:
        """The logs in the repository, each with its alleged owner, or "": one's own first."""
        return logs_shown(self.git_dir, self._owner(), _target)

    @cached_property
    def of_owner(self) -> Store:
        """What the owner of a game's folder has noted and heard, as the journal there has it."""
        with contextlib.suppress(Damaged):
            data = read_regular(self.git_dir / "gitopoly" / "journal", LARGEST_JOURNAL) or b""
            records = [one for one in records_in(data)[0] if one.startswith(BESIDE)]
            return Store(MemoryJournal(records))
        return Store(MemoryJournal())

    def thread(self, seat: str, game: str, key: PublicKey) -> Thread:
        """What a seat has said, as far as the owner of a game's folder has heard it."""
        return self.of_owner.thread(seat, game, key)

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

    def _owner(self) -> str:
        """The owner of this copy of a game; empty for a repository that is only published to."""
        try:
            return find_game(self.git_dir)[1]
        except InvalidRepository:
            return ""


def _target(git_dir: Path, name: str) -> str | None:
    try:
        return read_ref(git_dir, name)
    except Damaged:
        raise InvalidRepository(f"{name} in {git_dir} is damaged; run git fsck there") from None
