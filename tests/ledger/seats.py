"""Seats, keys and entries that the tests of the ledger share."""

from __future__ import annotations

from pathlib import Path

from gitopoly.ledger.entry import (
    Draft,
    Entry,
    Files,
    Object,
    Sealed,
    file_ids,
    file_objects,
    links,
    seal,
)
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.identity import Identity, from_seed
from gitopoly.ledger.log import Log
from gitopoly.ledger.replica import Refusal, Replica
from gitopoly.ledger.store import Store
from gitopoly.ledger.talk import Reader
from tests.ledger.offers import offer

SEATS = ("alice", "bob", "carol")
IDENTITIES = {seat: from_seed(seat.encode()) for seat in (*SEATS, "mallory")}
KEYS = {seat: IDENTITIES[seat].public for seat in SEATS}
GAME = b"edition: tests\n"


def draft(
    seat: str,
    parents: tuple[str, ...] = (),
    word: str = "waits",
    *,
    time: int = 1_700_000_000,
) -> Draft:
    """Draft an entry; another word makes another entry."""
    return Draft(seat, parents, f"{seat} {word}.", {"Action": word}, time)


def files(seat: str, word: str = "waits") -> Files:
    """The files of a drafted entry."""
    return {"game.yml": GAME, "state.yml": f"seat: {seat}\nword: {word}\n".encode()}


def files_in(entry: Entry, read: Reader) -> dict[str, bytes]:
    """The files that an entry carries, as its tree has them."""
    return {name: read(blob)[1] for name, blob in file_ids(read(entry.tree)[1]).items()}


def sealed(
    seat: str, parents: tuple[str, ...] = (), word: str = "waits", by: Identity | None = None
) -> Sealed:
    """Seal a drafted entry, signed by its seat or by somebody else."""
    return seal(draft(seat, parents, word), files(seat, word), by or IDENTITIES[seat])


def content(result: Sealed) -> dict[str, tuple[str, bytes]]:
    """Give the objects of an entry by their ids, as a reader sees them."""
    return {item.id: (item.kind, item.data) for item in result.objects}


def no_judge(entry: Entry, log: Log) -> Refusal | None:
    """Allow everything."""
    return None


def carried(entry: Entry) -> tuple[Object, ...]:
    """The files of a drafted entry, and last their tree."""
    return file_objects(files(entry.seat, entry.trailers["Action"]))


def replica(store: Store, **options: object) -> Replica:
    """Make a replica of a game between the three seats; its judge knows what entries carry."""

    def judge(entry: Entry, log: Log) -> Refusal | None:
        objects = carried(entry)
        if objects[-1].id == entry.tree:
            store.carry(objects)
        return None

    return Replica(store, KEYS, judge, **options)  # type: ignore[arg-type]


def opened(folder: Path, **options: bool) -> tuple[GitStore, Replica]:
    """Open a game in a folder as a seat does: what the journal lacks is adopted, then it mends."""
    store = GitStore(folder, **options)
    try:
        mine = replica(store)
        shown = store.shown()
        mine.load(trusted=True)
        for seat, head in shown:
            if head not in mine.log:
                mine.receive(seat, head)
        store.mend(lambda name: (*carried(mine.log[name]), mine.log[name].commit))
    except BaseException:
        store.release()
        raise
    return store, mine


def write(author: Replica, seat: str, word: str = "waits") -> Entry:
    """Let an honest seat write on top of everything that it holds."""
    return author.append(sealed(seat, author.log.frontier(seat), word))


def copy(source: Store, target: Store, head: str) -> None:
    """Show a store what an entry of another one stands on, as a fetch does."""
    found, waiting = {}, [head]
    while waiting:
        name = waiting.pop()
        if name not in found and not target.holds(name):
            kind, data = source.read(name)
            found[name] = Object(kind, name, data)
            waiting += [link for link in links(kind, data) if source.holds(link)]
    offer(target, found.values())


def commit_of(result: Sealed) -> Object:
    """Give the commit of an entry."""
    return result.objects[-1]
