"""A game's folder: its journal, and the Git repository that shows the game to everybody."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Self

from gitopoly.errors import InvalidRepository, MissingObject, StaleHead
from gitopoly.ledger.entry import COMMIT, Entry, Object, Sealed, links, object_id
from gitopoly.ledger.git import files
from gitopoly.ledger.git.cat_file import CatFile
from gitopoly.ledger.git.export import TALK, Export, ObjectsOf, talk_ref
from gitopoly.ledger.git.files import KEPT, OWN_REF, PEER
from gitopoly.ledger.git.folder import find_game, make_repository, no_room, take_lock
from gitopoly.ledger.git.self_contained import refuse_links, refuse_odd_files
from gitopoly.ledger.git.untrusted import AUDIT_BUDGET, Damaged, ReadBudget
from gitopoly.ledger.inspection import unknown_past
from gitopoly.ledger.journal import FileJournal
from gitopoly.ledger.store import LINE, NOTE, Store, objects_in
from gitopoly.ledger.talk import MAX_LINE, MOST_LINES, NO_FILES, Line

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
        try:
            refuse_odd_files(path, self.git_dir)
            self._file = FileJournal(self.private / JOURNAL, durable=durable)
            try:
                super().__init__(self._file)
            except BaseException:
                self._file.close()
                raise
        except Damaged as error:
            os.close(self._lock)
            raise self.damaged(str(error)) from None
        except OSError as error:
            os.close(self._lock)
            raise no_room(path, error) from error
        except BaseException:
            os.close(self._lock)
            raise

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

    @property
    def lacks(self) -> bool:
        """Whether the journal may lack what the repository still shows."""
        branch = self.branch
        there = branch is None or branch in self.entries
        return self._file.is_torn or not (self.entries and there)

    def shown(self) -> list[tuple[str, str]]:
        """What the repository shows and the journal lacks: seats and heads, one's own first.

        Objects can be read from there, and what is accepted is not written, until `mend`.
        What is not whole is left out: that a crash has taken some of it is nobody's fault.
        """
        self._file.hold()
        budget = ReadBudget(AUDIT_BUDGET, seconds=math.inf)
        self.borrow(SHOWN, CatFile(self.git_dir / "objects", budget))
        found = [(self.seat, self.branch)]
        for name in files.ref_names(self.git_dir):
            if peer := PEER.fullmatch(name):
                found.append((peer[1], files.ref_target(self.git_dir, name)))
            elif name.startswith(KEPT) and (head := files.ref_target(self.git_dir, name)):
                found.append((self._author(head), head))
            elif name.startswith(TALK) and (head := files.ref_target(self.git_dir, name)):
                self._take_lines(head)
        return [(seat, head) for seat, head in found if seat and head and self._is_news(head)]

    def mend(self, objects_of: ObjectsOf) -> None:
        """Repair what a crash has left, once everything has been validated."""
        if not all(map(self._has, self._file.beyond)):
            raise self.damaged("its journal cannot be read, and its branches do not hold the rest")
        branch = self.branch
        # Of a branch that was garbled to nothing, as Git has it, nothing can be lost.
        if branch not in (None, NOWHERE) and not self._is_ours(branch):
            self._refuse_branch(branch)
        with self._room():
            self._file.mend()
            self._export.mend(self, objects_of)
        self.borrow(SHOWN, None)

    def append(self, sealed: Sealed, previous: str | None) -> None:
        """Extend our own log; durable when this returns, with everything accepted before."""
        if self._export.was_moved:
            raise StaleHead(sealed.entry.seat, previous, self.branch)
        super().append(sealed, previous)

    def say(self, line: Line) -> None:
        """Add a line of talk, and show it in the repository."""
        with self._room():
            super().say(line)
        with contextlib.suppress(OSError, InvalidRepository):
            self._export.add((NO_FILES, line.commit), talk_ref(line.seat), line.id)

    def note(self, record: Mapping[str, object]) -> None:
        """Record a piece of evidence."""
        with self._room():
            super().note(record)

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
            self.journal.close()
            os.close(self._lock)
            self._lock = -1

    def __enter__(self) -> GitStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, entry: Entry, objects: Sequence[Object], *, sync: bool) -> None:
        """Write an entry to the journal, and then show it in the repository."""
        with self._room():
            super()._write(entry, objects, sync=sync)
        if self._file.is_held:  # then all that is missing is shown by `mend`
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

    def _author(self, head: str) -> str:
        """Who has signed a commit, as it says itself; empty if it cannot be read."""
        with contextlib.suppress(MissingObject):
            found = COMMIT.match(self.read(head)[1])
            return found[3].decode() if found else ""
        return ""

    def _take_lines(self, head: str) -> None:
        """Adopt what a seat has said; whoever reads it checks it."""
        missing: list[bytes] = []
        name: str | None = head
        with contextlib.suppress(MissingObject):
            while name is not None and name not in self.lines() and len(missing) < MOST_LINES:
                kind, data = self.read(name, MAX_LINE)
                if kind != "commit" or COMMIT.match(data) is None:
                    return
                missing.append(data)
                name = next(iter(links(kind, data)[1:]), None)
            for data in reversed(missing):
                self._hear(data)

    def _is_news(self, head: str) -> bool:
        """Whether a log that the repository shows is not in the journal, and whole."""
        past = unknown_past(head, self, self.entries.__contains__)
        return bool(past) and all(isinstance(entry, Entry) for _, entry in past)

    def _is_ours(self, branch: str) -> bool:
        """Whether a commit is the newest entry of our log, or lies below it."""
        name = self.head(self.seat)
        while name is not None and name != branch:
            name = next(iter(links(*self.held.read(name))[1:]), None)
        return name is not None

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
