"""The checks that an entry from a stranger must pass, one by one; `replica` puts them in order."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from gitopoly.errors import InvalidEntry, MissingObject
from gitopoly.ledger.entry import MAX_COMMIT, MAX_FILE, Entry, file_ids, links, read_commit
from gitopoly.ledger.log import Log
from gitopoly.ledger.store import Store

MOST_NEWS = 64 * 1024 * 1024
"""Bytes of commits in one fetch of a log; a game of 50,000 entries has less."""


class Rejection(NamedTuple):
    """Why an entry is not accepted."""

    code: str
    """One of `gitopoly.ledger.evidence.CODES`."""
    reason: str
    """What is wrong, for people."""
    size: int = 0
    """Bytes of what is wrong, as far as they are known."""
    rule: str = ""
    """The rule of the game that it breaks, if it is one of these."""


def unknown_past(
    head: str, store: Store, is_known: Callable[[str], bool]
) -> list[tuple[str, Entry | Rejection]]:
    """List an entry and those in its past that are not known, each after its parents.

    Without recursion, however deep a chain is; nothing on top of a problem is left out.
    """
    found: dict[str, Entry | Rejection] = {}
    order: dict[str, Entry | Rejection] = {}
    waiting = [(head, False)]
    spent = 0
    while waiting:
        entry_id, is_done = waiting.pop()
        if is_done:
            order[entry_id] = found[entry_id]
        elif entry_id not in found and not is_known(entry_id):
            found[entry_id], size = entry, _ = decode(entry_id, store)
            spent += size
            if spent > MOST_NEWS:
                return [(head, Rejection("too-many", f"it brings over {MOST_NEWS} bytes", spent))]
            waiting.append((entry_id, True))
            if isinstance(entry, Entry):
                waiting += [(parent, False) for parent in reversed(entry.parents)]
    return list(order.items())


def decode(entry_id: str, store: Store) -> tuple[Entry | Rejection, int]:
    """Read an entry after checking its size; also returns the size of its commit."""
    size = 0
    try:
        kind, size = store.header(entry_id)
        if kind != "commit":
            return Rejection("malformed", f"object {entry_id} is a {kind}, not a commit", size), 0
        if size > MAX_COMMIT:
            return Rejection("too-big", f"the commit has {size} bytes, over {MAX_COMMIT}", size), 0
        return read_commit(entry_id, store.read(entry_id)[1]), size
    except InvalidEntry as error:
        return Rejection("malformed", error.why, size), size
    except MissingObject as error:
        return Rejection("unknown-parent", f"object {error.object_id} is missing", size), size


def commit_at(name: str, store: Store) -> bytes:
    """The bytes of any commit; none if it is missing, damaged, too big or no commit."""
    with contextlib.suppress(MissingObject):
        kind, size = store.header(name)
        if kind == "commit" and size <= MAX_COMMIT:
            return store.read(name)[1]
    return b""


def parents_of(commit: str, store: Store) -> list[str]:
    """List what any commit stands on; nothing if it is missing, damaged, too big or no commit."""
    return links("commit", commit_at(commit, store))[1:]


def first_parents(head: str, store: Store) -> Iterator[str]:
    """Yield what lies below a commit on its first line of parents, whatever it may be."""
    while parents := parents_of(head, store):
        head = parents[0]
        yield head


def history(heads: Iterable[str], store: Store) -> Iterator[tuple[str, bytes]]:
    """Yield all commits that are there, of whatever kind, each with its bytes."""
    seen: set[str] = set()
    waiting = list(heads)
    while waiting:
        commit = waiting.pop()
        if commit not in seen and store.holds(commit):
            seen.add(commit)
            data = commit_at(commit, store)
            yield commit, data
            waiting += reversed(links("commit", data)[1:])


def root_of(head: str, store: Store) -> str:
    """Find what a log begins with, whatever is on top of it and even if some of it is missing."""
    past = history([head], store)
    return next((commit for commit, data in past if not links("commit", data)[1:]), head)


def read_file(entry: Entry, name: str, store: Store) -> bytes:
    """Read one of the files of an entry after checking its kind and its size."""
    tree = _read_small(entry.tree, "tree", 1024, store)
    return _read_small(file_ids(tree)[name], "blob", MAX_FILE, store)


def _read_small(object_id: str, kind: str, limit: int, store: Store) -> bytes:
    what = f"object {object_id}"
    try:
        found, size = store.header(object_id)
        if found != kind or size > limit:
            raise InvalidEntry(what, f"it is a {found} of {size} bytes, not a {kind}")
        return store.read(object_id)[1]
    except MissingObject:
        raise InvalidEntry(what, "it is missing") from None


def place_problem(entry: Entry, log: Log, game: str | None) -> Rejection | None:
    """Check that an entry continues its seat's chain and names its past as honest programs do."""
    if entry.seat not in log.seats:
        return Rejection("unknown-seat", f"the game has no seat {entry.seat!r}")
    if not entry.parents:
        if log.root is None and game in (None, entry.id):
            return None
        return Rejection("wrong-parents", "it has no parents, but the game begins elsewhere")
    first, *others = entry.parents
    if log[first].seat != entry.seat and first != log.root:
        return Rejection("wrong-chain", f"{entry.seat} continues the log of {log[first].seat}")
    named = Counter(log[parent].seat for parent in others)
    if any(count > 2 for count in named.values()):
        return Rejection("wrong-parents", "it names more than two branches of one seat")
    for parent in others:
        if log[parent].seat == entry.seat:
            return Rejection("wrong-parents", f"it names {parent} of its own seat twice")
        if any(log.in_past(parent, other) for other in entry.parents):
            return Rejection("wrong-parents", f"it names {parent}, which another parent implies")
    if log.stands_on_other_branch(entry):
        return Rejection("wrong-chain", f"its past holds another branch of {entry.seat}")
    return None
