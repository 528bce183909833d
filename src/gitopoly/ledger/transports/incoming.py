"""What a look at somebody's branch brings: its new commits, not judged yet.

Nothing else is read. What files an entry carries follows from its past, but for those of the
invitation, which travel beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from gitopoly.errors import InvalidEntry, RefusedObjects, Unreachable
from gitopoly.ledger.entry import FILES, MAX_COMMIT, MAX_FILE, Object, file_ids, links
from gitopoly.ledger.git.untrusted import BudgetExceeded, Damaged, TookTooLong, Trap
from gitopoly.ledger.objects import Held

LARGEST_TREE = 1024
MOST_INVITATIONS = 64
"""Commits without parents whose files are read, in one look; a game has one."""

Known = Callable[[str], bool]
"""Whether a commit need not be fetched; then neither need its past."""


@dataclass(frozen=True)
class HistoryLimits:
    """How much a peer may send at once."""

    commit: int = MAX_COMMIT
    """Bytes of one commit; a larger one is not read."""
    commits: int = 250_000
    """New commits."""
    total: int = 128 * 1024 * 1024
    """Bytes of all of them."""
    pack: int = 64 * 1024 * 1024
    """Bytes over the network, packed, with the files that Git sends along."""


LIMITS = HistoryLimits()


class ObjectSource(Protocol):
    """Where objects come from; what is not there is a KeyError."""

    def header(self, wanted: str) -> tuple[str, int]:
        """Kind and size; raise KeyError, Damaged or BudgetExceeded."""

    def read(self, wanted: str, largest: int) -> tuple[str, bytes]:
        """Kind and content; raise KeyError, TooLarge, Damaged or BudgetExceeded."""


class Incoming(Held):
    """Commits that are not judged yet, and of those that are no entries what they are."""

    def __init__(self, objects: Iterable[Object] = ()) -> None:
        super().__init__(objects)
        self._headers: dict[str, tuple[str, int]] = {}
        self.whole = True
        """Whether nothing was left out because it could not be read."""

    def holds(self, wanted: str) -> bool:
        """Whether anything is known of an object."""
        return wanted in self._headers or super().holds(wanted)

    def header(self, wanted: str) -> tuple[str, int]:
        """Kind and size, also of what was not read because it cannot be an entry."""
        return self._headers.get(wanted) or super().header(wanted)

    @property
    def refused(self) -> list[str]:
        """What was not read because it cannot be an entry."""
        return list(self._headers)

    def note(self, name: str, kind: str, size: int) -> None:
        """Remember what an object is that cannot be an entry."""
        self._headers[name] = kind, size


def gather(
    source: ObjectSource, head: str, known: Known, url: str, limits: HistoryLimits
) -> Incoming:
    """Read a commit and what of its past is not known.

    What cannot be read is left out, so that whoever judges the rest finds it missing.
    """
    look = _Look(source, head, url, limits)
    try:
        look.run(known)
    except (Trap, BudgetExceeded) as error:
        is_slow = isinstance(error, TookTooLong)
        raise RefusedObjects(url, str(error), is_slow=is_slow, offered=head) from error
    return look.found


class _Look:
    def __init__(self, source: ObjectSource, head: str, url: str, limits: HistoryLimits) -> None:
        self.source, self.head, self.url, self.limits = source, head, url, limits
        self.found = Incoming()
        self.total = self.invitations = 0

    def run(self, known: Known) -> None:
        waiting = [self.head]
        while waiting:
            name = waiting.pop()
            if self.found.holds(name) or known(name):
                continue
            if len(self.found) >= self.limits.commits:
                reason = f"more than {self.limits.commits:,} new commits at once"
                raise RefusedObjects(self.url, reason, offered=self.head)
            try:
                waiting += self.take(name)
            except Trap:
                raise
            except (KeyError, Damaged) as error:
                self.found.whole = False
                if name == self.head:
                    said = str(error) if isinstance(error, Damaged) else f"object {name} is missing"
                    raise Unreachable(self.url, "incomplete", said) from error

    def take(self, name: str) -> list[str]:
        """Read a commit; its parents."""
        kind, size = self.source.header(name)
        if kind != "commit" or size > self.limits.commit:
            self.found.note(name, kind, size)
            return []
        tree, *parents = links(kind, self.keep(name, kind, size)) or [""]
        if not parents and self.invitations < MOST_INVITATIONS:
            self.invitations += 1
            try:
                # The file of an invitation that nothing follows from.
                files = file_ids(self.take_small(tree, "tree", LARGEST_TREE))
                self.take_small(files[FILES[0]], "blob", MAX_FILE)
            except KeyError:
                self.found.whole = False
            except InvalidEntry:
                pass  # no invitation at all, as whoever judges it will find
        return parents

    def take_small(self, name: str, kind: str, largest: int) -> bytes:
        """Read an object of a kind; raise KeyError for anything else."""
        found, size = self.source.header(name)
        if found != kind or size > largest:
            raise KeyError(name)
        return self.keep(name, kind, size)

    def keep(self, name: str, kind: str, size: int) -> bytes:
        """Read and keep an object, as long as there is room for it."""
        self.total += size
        if self.total > self.limits.total:
            reason = f"more than {self.limits.total:,} bytes of new commits at once"
            raise RefusedObjects(self.url, reason, size=self.total, offered=self.head)
        content = self.source.read(name, size)[1]
        self.found.put(name, kind, content)
        return content
