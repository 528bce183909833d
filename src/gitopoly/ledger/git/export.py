"""A game's Git repository, written from its journal so that everybody can read the game.

Entries are shown at once, as loose objects and refs that nothing waits for, and packed now and
then. A note says how far packs go, so that the next start knows what a crash may have taken;
whatever is missing then follows from the journal again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from gitopoly.ledger.entry import Object
from gitopoly.ledger.git import files, pack
from gitopoly.ledger.git.cat_file import CatFile
from gitopoly.ledger.git.files import KEPT, OWN_REF, PEER, compressed
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.git.untrusted import Damaged, UnlimitedBudget, read_regular
from gitopoly.ledger.store import Store

PACK_EVERY = 256
"""Entries after which they are packed."""
MOST_PACKS = 32
"""With more packs than that, all entries are packed into one at the next start."""
LARGEST_NOTE = 64 * 1024

ObjectsOf = Callable[[str], Sequence[Object]]
"""The objects of an entry: its files, their tree, and its commit."""


class Export:
    """The repository in one Git folder."""

    def __init__(self, git_dir: Path, seat: str, *, waits: bool = False) -> None:
        """Write a repository; one that `waits` shows entries only when it packs them."""
        self.own = OwnRepository(git_dir)
        """The same for those who publish it."""
        self._git_dir, self._seat, self._waits = git_dir, seat, waits
        self._loose = files.LooseObjects(git_dir)
        self._packs = git_dir / "objects" / "pack"
        self._note = git_dir / "gitopoly" / "exported"
        self._unpacked: dict[str, Object] = {}
        self._entries = 0
        self.lags = waits
        """Whether the repository may show less than there is."""

    def ref(self, seat: str) -> str:
        """The ref that shows the log of a seat."""
        return OWN_REF if seat == self._seat else f"refs/remotes/{seat}/main"

    def show(self, objects: Iterable[Object], ref: str, head: str) -> None:
        """Add the objects of an entry, and let a ref point at it."""
        new = {item.id: item for item in objects}
        self._unpacked |= new
        self._entries += 1
        if self._waits:
            return
        self.own.remember(new.values())
        written = self._unpacked if self.lags else new
        self.lags = True
        for item in written.values():
            self._loose.write(item.id, compressed(item))
        files.force_ref(self._git_dir, ref, head)
        self.lags = False

    @property
    def is_due(self) -> bool:
        """Whether it is time to pack."""
        return self._entries >= (8 if self._waits else 1) * PACK_EVERY

    def pack(self, store: Store) -> None:
        """Pack what is loose; only then remove it."""
        pack.write_pack(self._packs, self._unpacked.values())
        self._point(store)
        for object_id in self._unpacked:
            self._loose.remove(object_id)
        self._unpacked.clear()
        self._entries, self.lags = 0, self._waits
        self._remember(store)

    def close(self, store: Store) -> None:
        """Leave packs and nothing else."""
        if self._unpacked:
            self.pack(store)
        self.own.rest()
        self._loose.remove_all()

    def mend(self, store: Store, objects_of: ObjectsOf) -> None:
        """Write what is missing, and remove what no log reaches."""
        files.remove_stale_locks(self._git_dir)
        packs = self._whole_packs()
        known = self._noted(packs)
        if len(packs) > MOST_PACKS:
            known = 0
            files.remove_other_packs(self._packs)
        if not known:
            self._loose.remove_all()
        missing = [item for entry in list(store.entries)[known:] for item in objects_of(entry)]
        if missing and not known:
            missing = self._lacking(missing)
        pack.write_pack(self._packs, missing)
        self._point(store)
        if missing or known != len(store.entries):
            self._remember(store)
        self._loose.remove_all()

    def _lacking(self, objects: Sequence[Object]) -> list[Object]:
        there = CatFile(self._git_dir / "objects", UnlimitedBudget())
        there.expect(item.id for item in objects)
        try:
            return [item for item in objects if not there.holds(item.id)]
        finally:
            there.rest()

    def _whole_packs(self) -> dict[str, int]:
        """The packs and their sizes; damaged ones are removed, because all can be written again."""
        found: dict[str, int] = {}
        for path in sorted(self._packs.glob("*.pack")):
            if pack.is_whole(path):
                found[path.name] = path.stat().st_size
            else:
                path.with_suffix(".idx").unlink(missing_ok=True)
                path.unlink()
        return found

    def _noted(self, packs: Mapping[str, int]) -> int:
        """How many entries are in packs, if these are the ones that were left."""
        try:
            note = json.loads(read_regular(self._note, LARGEST_NOTE) or b"")
            return int(note["entries"]) if note["packs"] == packs else 0
        except (Damaged, ValueError, KeyError, TypeError, RecursionError):
            return 0  # then all of it is looked at

    def _remember(self, store: Store) -> None:
        note = {"entries": len(store.entries), "packs": self._whole_packs()}
        files.write_durably(self._note, json.dumps(note) + "\n")

    def _point(self, store: Store) -> None:
        """Put every ref where it belongs."""
        wanted: dict[str, str | None] = {
            name: None
            for name in files.ref_names(self._git_dir)
            if name == OWN_REF or PEER.fullmatch(name) or name.startswith(KEPT)
        }
        wanted |= {self.ref(seat): head for seat, head in store.heads().items()}
        wanted |= {KEPT + entry: entry for entry in store.kept()}
        for name, target in wanted.items():
            files.force_ref(self._git_dir, name, target)
