"""A game's folder: its journal, and the Git repository that shows the game to everybody."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Self

from gitopoly.errors import InvalidRepository, MissingObject, StaleHead
from gitopoly.ledger.entry import COMMIT, Entry, Object, Sealed, object_id
from gitopoly.ledger.git import files
from gitopoly.ledger.git.cat_file import CatFile
from gitopoly.ledger.git.export import TALK, Export, ObjectsOf, talk_ref
from gitopoly.ledger.git.files import KEPT, OWN_REF
from gitopoly.ledger.git.folder import (
    find_game,
    make_repository,
    no_room,
    refuse_links,
    refuse_odd_files,
    take_lock,
)
from gitopoly.ledger.git.untrusted import AUDIT_BUDGET, Damaged, ReadBudget
from gitopoly.ledger.inspection import first_parents, unknown_past
from gitopoly.ledger.journal import FileJournal, MemoryJournal
from gitopoly.ledger.store import LINE, NOTE, Store, objects_in
from gitopoly.ledger.talk import MAX_LINE, NO_FILES, Line, read_branch

JOURNAL = "journal"
NOWHERE = "0" * 40
SHOWN = "what the repository shows"


class GitStore(Store):
    """What the folder of a seat holds, locked by this process."""

    def __init__(self, path: Path, *, durable: bool = True, waits: bool = False) -> None:
        """Open the game in a folder and read its journal; nothing is changed until `mend`.

        Without `durable` nothing is synced: only for simulations, and to see tests fail.
        A repository that `waits` shows entries only when it packs them.
        """
        self.path = path
        self.git_dir, self.seat = find_game(path)
        refuse_links(path, self.git_dir)
        self.private = self.git_dir / "gitopoly"
        """The folder for what belongs only to this copy."""
        self._lock = take_lock(path, self.private / "lock")
        self._export = Export(self.git_dir, self.seat, waits=waits)
        self.own = self._export.own
        """The same for those who publish it."""
        self._adopted = MemoryJournal()
        """What the repository shows and the journal lacks, until it is mended."""
        with contextlib.ExitStack() as opened, self._room():
            opened.callback(os.close, self._lock)
            refuse_odd_files(path, self.git_dir)
            try:
                self._file = FileJournal(self.private / JOURNAL, durable=durable)
                opened.callback(self._file.close)
                super().__init__(self._file)
            except Damaged as error:
                raise self.damaged(str(error)) from None
            opened.pop_all()

    @classmethod
    def create(
        cls, path: Path, seat: str, *, bare: bool = False, durable: bool = True, waits: bool = False
    ) -> Self:
        """Create a repository for a seat in a folder without one."""
        make_repository(path, seat, bare=bare, durable=durable)
        return cls(path, durable=durable, waits=waits)

    @property
    def branch(self) -> str | None:
        """What the repository shows as our own log; a damaged branch shows nothing."""
        return files.ref_target(self.git_dir, OWN_REF)

    def shown(self) -> list[tuple[str, str]]:
        """What the repository shows and the journal lacks: seats and heads, one's own first.

        Objects can be read from there, and what is accepted is not written, until `mend`.
        What is not whole is left out: that a crash has taken some of it is nobody's fault.
        """
        branch = self.branch
        lacks = self._file.is_torn or not (self.entries and (not branch or branch in self.entries))
        if not lacks:
            return []
        self.journal = self._adopted
        budget = ReadBudget(AUDIT_BUDGET, seconds=math.inf)
        self.borrow(SHOWN, CatFile(self.git_dir / "objects", budget))
        for name in files.ref_names(self.git_dir):
            if name.startswith(TALK) and (head := files.ref_target(self.git_dir, name)):
                self._adopt_lines(head)
        found = []
        for seat, head in files.logs_shown(self.git_dir, self.seat, files.ref_target):
            past = unknown_past(head, self, self.entries.__contains__)
            entries = [entry for _, entry in past if isinstance(entry, Entry)]
            if entries and len(entries) == len(past):
                found.append((seat or entries[-1].seat, head))
        return found

    def mend(self, objects_of: ObjectsOf) -> None:
        """Repair what a crash has left, once everything has been validated."""
        if not all(map(self._has, self._file.beyond)):
            raise self.damaged("its journal cannot be read, and its branches do not hold the rest")
        branch = self.branch
        # Of a branch that was garbled to nothing, as Git has it, nothing can be lost.
        if branch not in (None, NOWHERE) and not self._is_ours(branch):
            self._refuse_branch(branch)
        with self._room():
            self._file.mend(self._adopted.read_all())
            self.journal = self._file
            self._export.mend(self, objects_of)
        self.borrow(SHOWN, None)

    def append(self, sealed: Sealed, previous: str | None) -> None:
        """Extend our own log; durable when this returns, with everything accepted before."""
        if self._export.was_moved:
            raise StaleHead(sealed.entry.seat, previous, self.branch)
        super().append(sealed, previous)

    def say(self, line: Line) -> None:
        """Add a line of talk, and show it in the repository."""
        super().say(line)
        with contextlib.suppress(OSError, InvalidRepository):
            self._export.add((NO_FILES, line.commit), talk_ref(line.seat), line.id)

    def show(self) -> None:
        """Let Git see what was written."""
        self._export.show()

    def close(self) -> None:
        """Leave everything durable and packed, and let another process open the game."""
        if self._lock >= 0:
            try:
                with self._room():
                    self.sync()
                    self._export.close(self)
            finally:
                self.release()

    def release(self) -> None:
        """Let another process open the game, and leave everything as it is."""
        self.own.rest()
        self._export.end()
        self.borrow(SHOWN, None)
        if self._lock >= 0:
            self._file.close()
            os.close(self._lock)
            self._lock = -1

    def __enter__(self) -> GitStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _record(self, objects: Sequence[tuple[str, bytes]], *, sync: bool = False) -> None:
        with self._room():
            super()._record(objects, sync=sync)

    def _write(self, entry: Entry, objects: Sequence[Object], *, sync: bool) -> None:
        """Write an entry to the journal, and then show it in the repository."""
        super()._write(entry, objects, sync=sync)
        if self.journal is not self._file:  # then all that is missing is shown by `mend`
            return
        is_head = self.head(entry.seat) == entry.id
        ref = self._export.ref(entry.seat) if is_head else KEPT + entry.id
        # It is written; what cannot be shown now is shown with the next, or at the next start.
        with contextlib.suppress(OSError, InvalidRepository):
            self._export.add(objects, ref, entry.id)
            if self._export.is_due:
                self._export.pack(self)

    @contextlib.contextmanager
    def _room(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise no_room(self.path, error) from error

    def _has(self, record: bytes) -> bool:
        """Whether all that a record holds is here; evidence and talk are not needed to play."""
        with contextlib.suppress(Damaged):
            held = objects_in(record)
            ids = (object_id(kind, data) for kind, data in held if kind not in (LINE, NOTE))
            return all(map(self.held.holds, ids))
        return False

    def _adopt_lines(self, head: str) -> None:
        """Take what a seat has said, if all of it is there; whoever reads it checks it."""
        with contextlib.suppress(MissingObject):
            found, _ = read_branch(head, self.lines, lambda name: self.read(name, MAX_LINE))
            for _, data in found if all(COMMIT.match(data) for _, data in found) else ():
                self._hear(data)

    def _is_ours(self, branch: str) -> bool:
        """Whether a commit is the newest entry of our log, or lies below it."""
        head = self.head(self.seat)
        return head is not None and branch in (head, *first_parents(head, self))

    def damaged(self, what: str) -> InvalidRepository:
        """The refusal of a game that cannot be read."""
        return InvalidRepository(
            f"the game in {self.path} is damaged: {what}; "
            "restore a copy of the folder, an older one will do"
        )

    def _refuse_branch(self, found: str) -> None:
        """Refuse a branch that somebody has moved by hand: we must not drop their work."""
        wanted = self.head(self.seat)
        remedy = f"git update-ref refs/heads/main {wanted}" if wanted else "git branch -D main"
        raise InvalidRepository(
            f"main of {self.path} was moved to {found} by another program; undo it: {remedy}"
        )
