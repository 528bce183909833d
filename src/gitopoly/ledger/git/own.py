"""A repository of ours as its publishers see it: branches, and the objects below them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable
from pathlib import Path

from gitopoly.errors import MissingObject
from gitopoly.ledger.entry import Object, links
from gitopoly.ledger.git.cat_file import CatFile
from gitopoly.ledger.git.ref_files import read_ref
from gitopoly.ledger.git.untrusted import Damaged, UnlimitedBudget

MOST_RECENT = 512
"""Objects that are remembered because they were written last: nearly all that is published."""
_ANY_SIZE = 1 << 31


class OwnRepository:
    """Its branches and objects, for any thread."""

    def __init__(self, path: Path) -> None:
        """Use the Git folder of a repository that only we write to."""
        self.path = path.absolute()  # Git runs elsewhere
        self.objects = self.path / "objects"
        self.show: Callable[[], None] = lambda: None
        """Called before Git is to read what was written last."""
        self._heads: dict[str, str] = {}
        self._recent: OrderedDict[str, tuple[str, bytes]] = OrderedDict()
        self._stored = CatFile(self.objects, UnlimitedBudget())
        self._lock = threading.Lock()

    @property
    def base(self) -> Path:
        """The folder that relative addresses start from."""
        return self.path.parent if self.path.name == ".git" else self.path

    def head(self, branch: str) -> str | None:
        """The newest commit of a branch; raise Damaged."""
        return self._heads.get(branch) or read_ref(self.path, branch)

    def remember(self, objects: Iterable[Object], branch: str = "", head: str = "") -> None:
        """Keep at hand what was just written, and where a branch is now."""
        with self._lock:
            if branch:
                self._heads[branch] = head
            for kind, name, data in objects:
                self._recent[name] = kind, data
            while len(self._recent) > MOST_RECENT:
                self._recent.popitem(last=False)

    def read(self, wanted: str) -> tuple[str, bytes]:
        """Kind and content of an object."""
        with self._lock:
            found = self._recent.get(wanted)
            if found is not None:
                return found
            self.show()
            try:
                return self._stored.read(wanted, _ANY_SIZE)
            except (KeyError, Damaged):
                raise MissingObject(wanted) from None

    def rest(self) -> None:
        """Read nothing more for now."""
        with self._lock:
            self._stored.rest()

    def parents(self, commit: str) -> list[str]:
        """What a commit names as its past, the previous one of its seat first."""
        return links(*self.read(commit))[1:]

    def past(self, head: str, stop: Collection[str] = ()) -> list[str]:
        """A commit and what it stands on, but for some and their pasts; parents come first."""
        found: dict[str, None] = {}
        waiting = [(head, False)]
        while waiting:
            name, is_done = waiting.pop()
            if is_done:
                found[name] = None
            elif name not in found and name not in stop:
                waiting.append((name, True))
                waiting += [(parent, False) for parent in reversed(self.parents(name))]
        return list(found)
