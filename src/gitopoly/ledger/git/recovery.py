"""What a game's folder holds when it is opened: the last pack, and the journal since then.

Only complete records are used, and nothing is written.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from gitopoly.errors import MissingObject
from gitopoly.ledger.entry import Reader, links
from gitopoly.ledger.git import pack
from gitopoly.ledger.git.folder import SavedState
from gitopoly.ledger.git.journal import Journal, JournalRecord
from gitopoly.ledger.store import reachable


class Recovery:
    """Heads and objects of a store, as found on disk."""

    def __init__(self, seat: str, saved: SavedState, packs: Path, read: Reader) -> None:
        self.heads, self.kept = saved.heads, saved.kept
        self.index = pack.read_index(packs, saved.pack) or pack.Index()
        self.safe = set(self.index.places)
        """What a pack or the journal holds, and so survives a crash."""
        self.unpacked: dict[str, None] = {}
        """What no pack holds yet."""
        self._seat, self._generation, self._read = seat, saved.generation, read

    def replay(self, journal: Journal, branch: str | None) -> None:
        """Replay the journal; raise MissingObject where something is missing."""
        for record in filter(self._is_news, journal.records):
            self.unpacked.update(dict.fromkeys(record.objects))
            self._move(record)
        with contextlib.suppress(MissingObject):
            for record in filter(self._is_news, journal.beyond):
                self._demand(record.head)
                self._move(record)
        if journal.is_torn and branch is not None:
            self._adopt(branch)
        for head in (*self.heads.values(), *self.kept):
            self._demand(head)

    def _is_news(self, record: JournalRecord) -> bool:
        """Without the heads of a packing, all records are new."""
        return self._generation in (0, record.generation)

    def _move(self, record: JournalRecord) -> None:
        if record.seat:
            self.heads[record.seat] = record.head
        else:
            self.kept[record.head] = None

    def _demand(self, head: str) -> None:
        for item in reachable(head, self._read, self.safe.__contains__):
            self.unpacked[item.id] = None

    def _adopt(self, branch: str) -> None:
        """Where the end of the journal cannot be read, use the branch that shows it to Git.

        It is ours if it continues where we were.
        """
        known = self.heads.get(self._seat)
        name: str | None = branch
        with contextlib.suppress(MissingObject):
            while name is not None and name != known:
                kind, data = self._read(name)
                parents = links(kind, data)[1:] if kind == "commit" else []
                name = parents[0] if parents else None
            if name == known:
                self.heads[self._seat] = branch
