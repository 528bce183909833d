"""A game's Git repository, written from its journal so that everybody can read the game.

Nothing waits for it: entries are shown as loose objects, or many of them together, and packed now
and then. The next start believes in whole packs alone; what a crash may have taken follows from the
journal again.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from gitopoly.errors import InvalidRepository
from gitopoly.ledger.entry import Object
from gitopoly.ledger.git import files
from gitopoly.ledger.git.files import KEPT, OWN_REF, PEER
from gitopoly.ledger.git.object_files import ids_in, remove_pack, write_objects, write_pack
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.store import Store
from gitopoly.ledger.talk import NO_FILES

TOGETHER = 0.05
"""Seconds after which what was added is shown by itself; before that, whoever asks shows it."""
FEW = 8
"""More new objects than this are shown as one pack, in two files instead of as many.

A journal is durable only when the disk knows of all files that were made before.
"""
PACK_EVERY = 256
"""Entries after which they are packed."""
MOST_PACKS = 32
"""With more packs than that, all entries are packed into one at the next start."""
TALK = "refs/gitopoly/talk/"

ObjectsOf = Callable[[str], Sequence[Object]]
"""The objects of an entry: its files, their tree, and its commit."""


def talk_ref(seat: str) -> str:
    """The ref that shows what a seat has said."""
    return f"{TALK}{seat}"


class Export:
    """The repository in one Git folder."""

    def __init__(self, git_dir: Path, seat: str, *, waits: bool = False) -> None:
        """Write a repository; one that `waits` shows entries only when it packs them."""
        self.own = OwnRepository(git_dir)
        """The same for those who publish it."""
        self.own.show = self.show
        self._shown: dict[str, str | None] = {}
        """Where branches were left."""
        self._git_dir, self._seat, self._waits = git_dir, seat, waits
        self._objects = git_dir / "objects"
        self._packs = self._objects / "pack"
        self._lock = threading.RLock()
        self._unpacked: dict[str, Object] = {}
        self._loose: list[str] = []
        """What was shown in files of its own, which go when it is packed."""
        self._drafts: list[Path] = []
        """Packs that are not durable, and go when what they hold is."""
        self._news: dict[str, Object] = {}
        self._moved: dict[str, str] = {}
        self._entries = 0
        self._shown_at = 0.0

    @property
    def was_moved(self) -> bool:
        """Whether another program has moved the branch of our own log."""
        with self._lock:  # or it is we who are moving it
            return files.ref_target(self._git_dir, OWN_REF) != self._shown.get(OWN_REF)

    def ref(self, seat: str) -> str:
        """The ref that shows the log of a seat."""
        return OWN_REF if seat == self._seat else f"refs/remotes/{seat}/main"

    def add(self, objects: Sequence[Object], ref: str, head: str) -> None:
        """Add an entry, which a ref is to point at; in a quick game several are shown together."""
        with self._lock:
            new = {item.id: item for item in objects if item.id not in self._unpacked}
            self._unpacked |= new
            self._news |= new
            self._moved[ref] = head
            self._entries += 1
        if not self._waits:
            self.own.remember(objects, ref, head)
            if time.monotonic() - self._shown_at >= TOGETHER:
                self.show()

    def show(self) -> None:
        """Let Git see what was added; any thread may call this.

        All of it is in the journal: what cannot be shown now is shown with the next.
        """
        with self._lock, contextlib.suppress(OSError, InvalidRepository):
            if self._waits or not self._moved:
                return
            self._shown_at = time.monotonic()
            news = self._news.values()
            if len(news) > FEW:
                draft = write_pack(self._packs, news, sync=False)
                self._drafts += [draft] if draft else []
            else:
                write_objects(self._objects, list(news))
                self._loose += self._news
            for name, head in self._moved.items():
                self._point(name, head)
            self._news.clear()
            self._moved.clear()

    def end(self) -> None:
        """Show nothing more: the folder is no longer ours."""
        with self._lock:
            self._moved.clear()

    @property
    def is_due(self) -> bool:
        """Whether it is time to pack."""
        return self._entries >= (8 if self._waits else 1) * PACK_EVERY

    def pack(self, store: Store) -> None:
        """Pack what is loose; only then remove it."""
        store.sync()  # what is durable in a pack is durable in the journal
        with self._lock:
            made = write_pack(self._packs, self._unpacked.values())
            self._point_all(store)
            for object_id in self._loose:
                files.remove_loose(self._objects, object_id)
            for draft in self._drafts:
                if draft != made:
                    remove_pack(draft)
            self._unpacked.clear()
            self._loose.clear()
            self._drafts.clear()
            self._news.clear()
            self._moved.clear()
            self._entries = 0

    def close(self, store: Store) -> None:
        """Leave packs and nothing else."""
        if self._unpacked:
            self.pack(store)
        self.own.rest()
        if not self.was_moved:  # or somebody's work is in there
            files.remove_all_loose(self._objects)

    def mend(self, store: Store, objects_of: ObjectsOf) -> None:
        """Write what is missing, and remove what no log reaches."""
        files.remove_leftovers(self._git_dir)
        packed = self._packed()
        missing: list[Object] = []
        for entry in store.entries:
            if entry not in packed:
                missing += objects_of(entry)
        for line, data in store.lines.items():
            if line not in packed:
                missing += (NO_FILES, Object("commit", line, data))
        write_pack(self._packs, missing)
        self._point_all(store)
        files.remove_all_loose(self._objects)

    def _packed(self) -> set[str]:
        """What is in packs, each commit with its files.

        Packs that are damaged or too many are removed, because all can be written again.
        """
        found = {path: ids_in(path) for path in self._packs.glob("*.pack")}
        if len(found) > MOST_PACKS:
            files.remove_packs(self._packs)
            return set()
        for path in (path for path, ids in found.items() if ids is None):
            remove_pack(path)
        return set().union(*filter(None, found.values()))

    def _point(self, ref: str, head: str | None) -> None:
        # What somebody has put on our branch meanwhile is not ours to drop; we write no more then.
        if ref == OWN_REF and ref in self._shown and self.was_moved:
            return
        files.force_ref(self._git_dir, ref, head)
        self._shown[ref] = head

    def _point_all(self, store: Store) -> None:
        """Put every ref where it belongs."""
        wanted: dict[str, str | None] = {
            name: None
            for name in files.ref_names(self._git_dir)
            if name == OWN_REF or PEER.fullmatch(name) or name.startswith((KEPT, TALK))
        }
        wanted |= {self.ref(seat): head for seat, head in store.heads.items()}
        wanted |= {KEPT + entry: entry for entry in store.kept}
        wanted |= {talk_ref(seat): line for seat, line in store.last_lines.items()}
        for name, target in wanted.items():
            self._point(name, target)
