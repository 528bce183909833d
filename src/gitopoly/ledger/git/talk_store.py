"""The lines of talk in a small bare repository of their own, inside a game's private folder.

A game's own repository holds nothing but what its log reaches. Nothing here is needed to play:
a repository that cannot be read is made again, and filled from the seats' branches.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from gitopoly.errors import InvalidEntry, InvalidRepository, MissingObject, NoRoom
from gitopoly.ledger.entry import Object
from gitopoly.ledger.git.cat_file import CatFile
from gitopoly.ledger.git.files import OWN_REF, PEER, force_ref, ref_names, ref_target
from gitopoly.ledger.git.folder import first_files, init_repository, no_room
from gitopoly.ledger.git.object_files import write_loose
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.git.ref_files import git_folder
from gitopoly.ledger.git.self_contained import TALK, refuse_links, refuse_odd_files
from gitopoly.ledger.git.untrusted import Damaged, files_below, read_regular
from gitopoly.ledger.identity import PublicKey
from gitopoly.ledger.objects import Borrowed, Objects
from gitopoly.ledger.talk import MOST_LINES, NO_FILES, Thread, read_line

FOLDER = TALK
"""The name of the repository in the private folder."""
_MADE = first_files(bare=True)


class TalkStore(Borrowed):
    """The accepted lines of all seats: our own on `main`, others' on `refs/remotes/NICK/main`."""

    def __init__(self, private: Path, seat: str = "") -> None:
        """Read the repository in a private folder; `seat` is whose copy it is."""
        super().__init__()
        self.folder, self._seat = private / FOLDER, seat
        self._read_from_folder()
        self.own = OwnRepository(self.folder)
        """The same for those who publish it."""

    @classmethod
    def prepare(cls, private: Path, seat: str = "") -> TalkStore:
        """The same to write to; what is missing or broken is made again from what can be read.

        Git may be run on it, so it must hold nothing but what its branches need.
        """
        store = cls(private, seat)
        try:
            kept = store._branches()
            if not store._holds_only(kept):
                store._make_again(kept)
        except OSError as error:
            raise no_room(store.folder, error) from error
        return store

    def thread(self, seat: str, game: str, key: PublicKey) -> Thread:
        """The lines of a seat; they are checked, because somebody else may have written them."""
        found = Thread(seat, game)
        head = ref_target(self.folder, self._ref(seat))
        self.objects.renew()
        if head is not None:
            with contextlib.suppress(InvalidEntry, MissingObject):
                found.extend(head, self.read, key)
        return found

    def extend(
        self,
        thread: Thread,
        head: str,
        arrived: Objects | None,
        key: PublicKey,
        *,
        whole: bool = False,
    ) -> None:
        """Accept and keep what a branch adds to a thread; raise InvalidEntry where that ends.

        With `whole`, nothing is kept unless all of it was accepted.
        """
        known = len(thread.lines)
        self.objects.renew()
        self.borrow(thread.seat, arrived)
        try:
            thread.extend(head, self.read, key)
        finally:
            new = [
                Object("commit", line.id, self.read(line.id)[1]) for line in thread.lines[known:]
            ]
            self.borrow(thread.seat, None)
            if not whole or thread.head == head:
                self.keep(thread, new)

    def keep(self, thread: Thread, lines: Iterable[Object]) -> None:
        """Store new lines of a thread, and let its branch end at the newest."""
        new = [NO_FILES, *lines]
        if thread.head is None or len(new) == 1:
            return
        try:
            for kind, name, data in new:
                write_loose(str(self.folder / "objects"), kind, name, data)
            self.own.remember(new)
            force_ref(self.folder, self._ref(thread.seat), thread.head)
        except OSError as error:
            raise no_room(self.folder, error) from error
        except Damaged as error:
            raise NoRoom(f"cannot write {self.folder}: {error}") from error

    def _ref(self, seat: str) -> str:
        return OWN_REF if seat == self._seat else f"refs/remotes/{seat}/main"

    # Whether it can be trusted.

    def _branches(self) -> dict[str, list[Object]]:
        """The branches whose lines are all there, each with its commits."""
        self.objects.renew()
        own = re.compile(rf"{OWN_REF}|{PEER.pattern}")
        names = (name for name in ref_names(self.folder) if own.fullmatch(name))
        found = ((name, self._commits(ref_target(self.folder, name))) for name in names)
        return {name: commits for name, commits in found if commits}

    def _commits(self, head: str | None) -> list[Object]:
        """The commits of a branch, newest first; none if one cannot be read, or is no line."""
        found: list[Object] = []
        while head is not None and len(found) <= MOST_LINES:
            try:
                data = self.read(head)[1]
                line = read_line(head, self.read)
            except (InvalidEntry, MissingObject):
                return []
            found.append(Object("commit", head, data))
            head = line.previous
        return found if head is None else []

    def _holds_only(self, kept: Mapping[str, Sequence[Object]]) -> bool:
        """Whether the folder is a repository of these branches, and nothing else is in it."""
        try:
            refuse_odd_files(self.folder, self.folder)
            refuse_links(self.folder, self.folder)
            found = {name: read_regular(self.folder / name, 1 + len(_MADE[name])) for name in _MADE}
        except (InvalidRepository, Damaged, OSError):
            return False
        if git_folder(self.folder) != (self.folder, True):
            return False
        if found != {name: text.encode() for name, text in _MADE.items()}:
            return False
        ids = {item.id for commits in kept.values() for item in commits}
        objects = {f"objects/{name[:2]}/{name[2:]}" for name in (NO_FILES.id, *ids)}
        files = {*_MADE, *kept, *(objects if ids else ())}
        paths = (Path(item.path) for item in files_below(self.folder))
        there = {path.relative_to(self.folder).as_posix() for path in paths}
        return {name for name in there if not name.startswith("hooks/")} == files

    def _make_again(self, kept: Mapping[str, Sequence[Object]]) -> None:
        draft = self.folder.with_name(f"{FOLDER}.new")
        _remove(draft)
        init_repository(draft, bare=True)
        for name, commits in kept.items():
            for kind, object_id, data in (NO_FILES, *commits):
                write_loose(str(draft / "objects"), kind, object_id, data)
            (draft / name).parent.mkdir(parents=True, exist_ok=True)
            (draft / name).write_text(f"{commits[0].id}\n", encoding="ascii")
        _remove(self.folder)
        draft.rename(self.folder)
        self._read_from_folder()

    def _read_from_folder(self) -> None:
        self.objects = CatFile(self.folder / "objects")
        self.borrow(FOLDER, self.objects)


def _remove(path: Path) -> None:
    """Remove whatever is there; a link, not what it leads to."""
    if path.is_symlink() or not path.is_dir():
        path.unlink(missing_ok=True)
        return
    folders = [str(path)]
    for folder in folders:  # which grows meanwhile: they may be too deep for a recursion
        for item in list(os.scandir(folder)):
            if item.is_dir(follow_symlinks=False):
                folders.append(item.path)
            else:
                os.unlink(item.path)
    for folder in reversed(folders):
        os.rmdir(folder)
