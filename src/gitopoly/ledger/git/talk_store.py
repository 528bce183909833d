"""The lines of talk in a small bare repository of their own, inside a game's private folder.

A game's own repository holds nothing but what its log reaches. Nothing here is needed to play:
a repository that cannot be read is made again, and filled from the seats' branches.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterable
from pathlib import Path

import pygit2

from gitopoly.errors import InvalidEntry, InvalidRepository, MissingObject, NoRoom
from gitopoly.ledger.git.files import OWN_REF, force_ref, ref_target
from gitopoly.ledger.git.folder import no_room, refuse_odd_files
from gitopoly.ledger.git.object_files import ObjectFolder
from gitopoly.ledger.git.objects import AlternateObjects, GitObjects
from gitopoly.ledger.git.untrusted import Damaged
from gitopoly.ledger.identity import PublicKey
from gitopoly.ledger.signed_commit import Object
from gitopoly.ledger.talk import NO_FILES, Thread

FOLDER = "talk.git"
"""The name of the repository in the private folder."""


class TalkStore(GitObjects):
    """The accepted lines of all seats: our own on `main`, others' on `refs/remotes/NICK/main`."""

    def __init__(self, private: Path, seat: str = "") -> None:
        """Read the repository in a private folder; `seat` is whose copy it is."""
        super().__init__()
        self.folder, self._seat = private / FOLDER, seat
        self.objects = ObjectFolder(self.folder / "objects")

    @classmethod
    def prepare(cls, private: Path, seat: str = "") -> TalkStore:
        """The same to write to; a missing or broken repository is made."""
        store = cls(private, seat)
        try:
            with contextlib.suppress(InvalidRepository, pygit2.GitError):
                refuse_odd_files(store.folder, store.folder)
                pygit2.Repository(str(store.folder))
                return store
            shutil.rmtree(store.folder, ignore_errors=True)
            pygit2.init_repository(str(store.folder), bare=True, initial_head="main")
        except pygit2.GitError as error:
            raise NoRoom(f"cannot write {store.folder}: {error}") from error
        except OSError as error:
            raise no_room(store.folder, error) from error
        return store

    def thread(self, seat: str, game: str, key: PublicKey) -> Thread:
        """The lines of a seat; they are checked, because somebody else may have written them."""
        found = Thread(seat, game)
        head = ref_target(self.folder, self._ref(seat))
        self.objects.renew_budget()
        if head is not None:
            with contextlib.suppress(InvalidEntry, MissingObject):
                found.extend(head, self.read, key)
        return found

    def extend(
        self, thread: Thread, head: str, arrived: AlternateObjects | None, key: PublicKey
    ) -> None:
        """Accept and keep what a branch adds to a thread; raise InvalidEntry where that ends."""
        known = len(thread.lines)
        self.objects.renew_budget()
        self.set_alternate(thread.seat, arrived)
        try:
            thread.extend(head, self.read, key)
        finally:
            new = [
                Object("commit", line.id, self.read(line.id)[1]) for line in thread.lines[known:]
            ]
            self.set_alternate(thread.seat, None)
            self.keep(thread, new)

    def keep(self, thread: Thread, lines: Iterable[Object]) -> None:
        """Store new lines of a thread, and let its branch end at the newest."""
        new = [NO_FILES, *lines]
        if thread.head is None or len(new) == 1:
            return
        try:
            self.objects.write(new)
            repository = pygit2.Repository(str(self.folder))
            force_ref(repository, self.folder, self._ref(thread.seat), thread.head)
        except OSError as error:
            raise no_room(self.folder, error) from error
        except (pygit2.GitError, Damaged) as error:
            raise NoRoom(f"cannot write {self.folder}: {error}") from error

    def _ref(self, seat: str) -> str:
        return OWN_REF if seat == self._seat else f"refs/remotes/{seat}/main"
