"""A store on a real Git repository, which stock Git can read at any moment.

Our own log is the branch ``main``; what was accepted from a peer is ``refs/remotes/NICK/main``.
The source of truth is the private area ``.git/gitopoly``: the heads at the last packing, and a
journal of everything since, which the next start replays.
Loose objects and refs only show it to Git, so syncing one file makes a move durable.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Self

from gitopoly import posix
from gitopoly.errors import InvalidRepository, MissingObject, NoRoom
from gitopoly.ledger.entry import Object, Reader
from gitopoly.ledger.git import files, pack
from gitopoly.ledger.git.cat_file import CatFile
from gitopoly.ledger.git.files import KEPT, OWN_REF, PEER, compressed
from gitopoly.ledger.git.folder import (
    SavedState,
    find_game,
    make_repository,
    no_room,
    take_lock,
)
from gitopoly.ledger.git.journal import Journal, JournaledObjects, JournalRecord
from gitopoly.ledger.git.objects import GitObjects
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.git.recovery import Recovery
from gitopoly.ledger.git.self_contained import refuse_links, refuse_odd_files
from gitopoly.ledger.git.untrusted import AUDIT_BUDGET, Damaged, ReadBudget, UnlimitedBudget
from gitopoly.ledger.store import checked, compare, reachable

JOURNAL = "journal"
PACK_EVERY = 256
"""Accepted entries after which a store packs by itself."""


class GitStore(GitObjects):
    """Objects and heads in a repository that this process has locked."""

    def __init__(self, path: Path, *, durable: bool = True, mends: bool = True) -> None:
        """Open the game in a folder and repair what a crash has left.

        Without `durable` nothing is synced: only for simulations, and to see tests fail.
        Without `mends` nothing is changed until `mend`, so that a game whose entries turn out
        to be damaged stays as it is.
        """
        super().__init__()
        self._given: dict[str, tuple[str, bytes]] = {}
        """What was put in and no accepted head reaches yet."""
        self.path = path
        self.durable = durable
        self.git_dir, self.seat = find_game(path)
        refuse_links(path, self.git_dir)
        self.private = self.git_dir / "gitopoly"
        """The folder for what belongs only to this copy."""
        self.own = OwnRepository(self.git_dir)
        """The same for those who publish it."""
        self._loose = files.LooseObjects(self.git_dir)
        self._packs = self.git_dir / "objects" / "pack"
        # Until it has been checked, somebody else may have written it.
        budget = ReadBudget(AUDIT_BUDGET, seconds=math.inf)
        self.objects = CatFile(self.git_dir / "objects", budget, whole=True)
        self._outdated: list[str] = []
        self._lock = take_lock(path, self.private / "lock")
        try:
            self._journal = self._open_journal()
            try:
                self._open()
                if mends:
                    self.mend()
            except BaseException:
                self._journal.close()
                raise
        except OSError as error:
            os.close(self._lock)
            raise no_room(path, error) from error
        except BaseException:
            os.close(self._lock)
            raise

    @classmethod
    def create(cls, path: Path, seat: str, *, bare: bool = False, durable: bool = True) -> Self:
        """Create a repository for a seat in a folder without one."""
        make_repository(path, seat, bare=bare, durable=durable)
        return cls(path, durable=durable)

    def head(self, seat: str) -> str | None:
        """Give the newest accepted entry of a seat."""
        return self._heads.get(seat)

    def heads(self) -> dict[str, str]:
        """Give the newest accepted entry of every seat that has one."""
        return dict(self._heads)

    def put(self, objects: Iterable[Object]) -> None:
        """Add objects; they are dropped unless an accepted head reaches them."""
        for item in checked(objects):
            if item.id not in self._safe:
                self._given[item.id] = item.kind, item.data

    def has(self, object_id: str) -> bool:
        """Tell whether an object is here."""
        if object_id in self._safe or object_id in self._unpacked or object_id in self._given:
            return True
        return any(objects.holds(object_id) for objects in self._alternates.values())

    def header(self, object_id: str) -> tuple[str, int]:
        """Give kind and size of an object without reading it."""
        if object_id in self._given:
            kind, data = self._given[object_id]
            return kind, len(data)
        return super().header(object_id)

    def read(self, object_id: str) -> tuple[str, bytes]:
        """Give kind and bytes of an object; a damaged one counts as missing."""
        return self._given.get(object_id) or super().read(object_id)

    def append(
        self, seat: str, expected: str | None, objects: Iterable[Object], new_head: str
    ) -> None:
        """Extend our own log; durable when this returns, with everything accepted before."""
        self._move(seat, expected, new_head, objects, sync=True)

    def accept(
        self, seat: str, expected: str | None, new_head: str, objects: Iterable[Object] = ()
    ) -> None:
        """Move the accepted head of a seat; durable with the next `append` or `sync`."""
        self._move(seat, expected, new_head, objects, sync=False)

    def keep(self, object_id: str) -> None:
        """Keep an entry that no head reaches."""
        if object_id not in self._kept:
            record = JournalRecord(self._generation, "", object_id, self._needs(object_id, {}))
            try:
                self._secure(record, sync=False)
            except OSError as error:
                raise no_room(self.path, error) from error
            self._kept[object_id] = None
            files.force_ref(self.git_dir, KEPT + object_id, object_id)

    def kept(self) -> tuple[str, ...]:
        """List what was given to `keep`."""
        return tuple(self._kept)

    def note(self, record: Mapping[str, object]) -> None:
        """Record a piece of evidence."""
        # On its own line, even after one that a crash has truncated.
        line = "\n" + json.dumps(dict(record), ensure_ascii=True)
        try:
            with (self.private / "evidence").open("ab") as file:
                file.write(line.encode())
        except OSError as error:
            raise no_room(self.path, error) from error

    def notes(self) -> list[dict[str, object]]:
        """List the evidence, oldest first."""
        return files.read_notes(self.private / "evidence")

    def sync(self) -> None:
        """Make everything that was accepted durable."""
        if self.durable:
            self._journal.sync()
            if (self.private / "evidence").exists():
                posix.sync_file(self.private / "evidence")

    def pack(self) -> None:
        """Write everything accepted into one pack; only then drop loose objects and the journal."""
        try:
            old, packed = self._index, self._write_pack(self.read, remember=self.durable)
            self.objects.rest()  # where files that are read cannot be removed
            # Another process may still read the old pack, but not the one before it.
            files.remove_packs(self._packs, self._outdated)
            self._outdated = [old.name] if old.name not in ("", self._index.name) else []
        except OSError as error:
            raise no_room(self.path, error) from error
        for object_id in packed:
            self._loose.remove(object_id)

    def close(self) -> None:
        """Leave one pack and nothing else, and let another process open the game."""
        if self._lock < 0:
            return
        try:
            self._write_pack(self.read, remember=True)
            self._drop_rubbish()
        except OSError as error:
            raise no_room(self.path, error) from error
        finally:
            self.release()

    def release(self) -> None:
        """Let another process open the game, and leave everything as it is."""
        self.objects.rest()
        if self._lock >= 0:
            self._journal.close()
            os.close(self._lock)
            self._lock = -1

    def __enter__(self) -> GitStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Opening.

    def _open_journal(self) -> Journal:
        try:
            return Journal(self.private / "journal")
        except Damaged as error:
            raise self._damaged(str(error)) from None

    def _open(self) -> None:
        """Read everything first: a damaged game is refused as it is."""
        refuse_odd_files(self.path, self.git_dir)
        saved = SavedState.read(self.private / "state") or SavedState(heads=self._heads_of_refs())
        self.set_alternate(
            JOURNAL, JournaledObjects((*self._journal.records, *self._journal.beyond))
        )
        branch = files.ref_target(self.git_dir, OWN_REF)
        if self._journal.is_torn and files.is_garbled(self.git_dir, OWN_REF):
            raise self._damaged("neither its journal nor its branch main can be read")
        found = Recovery(self.seat, saved, self._packs, self.read)
        try:
            found.replay(self._journal, branch)
        except MissingObject as error:
            raise self._damaged(f"object {error.object_id} is missing") from None
        self._generation, self._heads, self._kept = saved.generation, found.heads, found.kept
        self._safe, self._unpacked = found.safe, found.unpacked
        self._index: pack.Index = found.index
        if branch is not None and branch not in found.safe and branch not in found.unpacked:
            self._refuse_branch(branch)

    def mend(self) -> None:
        """Repair what a crash has left, once everything has been validated."""
        try:
            files.remove_stale_locks(self.git_dir)
            self._journal.mend()
            self._write_pack(self.read, remember=self.durable)
            self._drop_rubbish()
        except OSError as error:
            raise no_room(self.path, error) from error
        self.set_alternate(JOURNAL, None)
        self.objects.rest()
        self.objects = CatFile(self.git_dir / "objects", UnlimitedBudget())

    def _damaged(self, what: str) -> InvalidRepository:
        return InvalidRepository(
            f"the game in {self.path} is damaged: {what}; "
            "restore a copy of the folder, an older one will do"
        )

    def _is_secured(self, object_id: str) -> bool:
        return object_id in self._safe

    def _heads_of_refs(self) -> dict[str, str]:
        heads = {}
        for name in files.ref_names(self.git_dir):
            peer = PEER.fullmatch(name)
            target = files.ref_target(self.git_dir, name)
            if target and (name == OWN_REF or peer):
                heads[peer[1] if peer else self.seat] = target
        return heads

    def _refuse_branch(self, found: str) -> None:
        """Refuse a branch that somebody has moved by hand: we must not drop their work."""
        wanted = self._heads.get(self.seat)
        remedy = f"git update-ref refs/heads/main {wanted}" if wanted else "git branch -D main"
        raise InvalidRepository(
            f"main of {self.path} was moved to {found} by another program; undo it: {remedy}"
        )

    def _drop_rubbish(self) -> None:
        """Remove all objects that are not in the pack, and the refs that need them."""
        self._mend_refs()
        files.remove_other_packs(self._packs, self._index.name)
        self._loose.remove_all()

    def _mend_refs(self) -> None:
        wanted: dict[str, str | None] = {}
        for name in files.ref_names(self.git_dir):
            if name == OWN_REF or PEER.fullmatch(name) or name.startswith(KEPT):
                wanted[name] = None
        wanted |= {self._ref(seat): head for seat, head in self._heads.items()}
        wanted |= {KEPT + entry: entry for entry in self._kept}
        for name, target in wanted.items():
            files.force_ref(self.git_dir, name, target)

    # Writing.

    def _ref(self, seat: str) -> str:
        return OWN_REF if seat == self.seat else f"refs/remotes/{seat}/main"

    def _move(
        self,
        seat: str,
        expected: str | None,
        new_head: str,
        objects: Iterable[Object],
        *,
        sync: bool,
    ) -> None:
        compare(seat, expected, self._heads.get(seat))
        needs = self._needs(new_head, {item.id: item for item in checked(objects)})
        try:
            with files.RefLock(self.git_dir, self._ref(seat)) as ref:
                compare(seat, expected, ref.target())
                # Our branch must never be ahead of what a start after a crash would find.
                sync = sync or seat == self.seat
                self._secure(JournalRecord(self._generation, seat, new_head, needs), sync=sync)
                ref.move(new_head)
        except OSError as error:
            raise no_room(self.path, error) from error
        self._heads[seat] = new_head
        self._entries += 1
        if self._entries >= PACK_EVERY:
            # The request is done and safe, so the next writer reports a full disk.
            with contextlib.suppress(NoRoom):
                self.pack()

    def _needs(self, head: str, given: Mapping[str, Object]) -> dict[str, bytes]:
        """Give what an entry needs and no earlier record or pack holds, compressed."""

        def read(object_id: str) -> tuple[str, bytes]:
            item = given.get(object_id)
            return (item.kind, item.data) if item else self.read(object_id)

        found = reachable(head, read, self._is_secured)
        self.own.remember(found)
        return {item.id: compressed(item) for item in found}

    def _secure(self, record: JournalRecord, *, sync: bool) -> None:
        for object_id, data in record.objects.items():
            self._loose.write(object_id, data)
            self._given.pop(object_id, None)
        if self.durable:
            self._journal.add(record)
            if sync:
                self._journal.sync()
        self._safe.update(record.objects)
        self._unpacked.update(dict.fromkeys(record.objects))

    def _write_pack(self, read: Reader, *, remember: bool) -> list[str]:
        """Write the pack and the heads, then empty the journal; give what was packed.

        Without `remember` the next start relies on the refs.
        """
        if self._index.name and not pack.paths(self._packs, self._index.name)[0].exists():
            # Somebody has run `git gc`, which wrote another pack of the same objects.
            self._index, self._safe = pack.Index(), set()
            tops = (*self._heads.values(), *self._kept)
            found = (item.id for top in tops for item in reachable(top, read, self._is_secured))
            self._unpacked = dict.fromkeys(found)
        new = list(self._unpacked)
        objects = (Object(kind, i, data) for i in new for kind, data in (read(i),))
        self._index = pack.grow(self._packs, self._index, objects)
        self._generation += 1
        if remember:
            saved = SavedState(self._generation, self._heads, self._kept, self._index.name)
            saved.write(self.private / "state")
        else:
            (self.private / "state").unlink(missing_ok=True)
        self._journal.clear()
        self._safe.update(new)
        self._unpacked.clear()
        self._entries = 0
        return new
