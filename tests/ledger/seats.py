"""Seats, keys and entries that the tests of the ledger share."""

from __future__ import annotations

from gitopoly.ledger.entry import Draft, Entry, Files, Object, Reader, Sealed, file_ids, seal
from gitopoly.ledger.identity import Identity, from_seed
from gitopoly.ledger.log import Log
from gitopoly.ledger.replica import Refusal, Replica
from gitopoly.ledger.store import Store

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


def replica(store: Store, **options: object) -> Replica:
    """Make a replica of a game between the three seats."""
    return Replica(store, KEYS, no_judge, **options)  # type: ignore[arg-type]


def write(author: Replica, seat: str, word: str = "waits") -> Entry:
    """Let an honest seat write on top of everything that it holds."""
    return author.append(sealed(seat, author.log.frontier(seat), word))


def copy(source: Store, target: Store, head: str) -> None:
    """Bring everything that an entry stands on from one store to another, as a fetch does."""
    from gitopoly.ledger.store import reachable

    target.put(reachable(head, source.read, target.has))


def commit_of(result: Sealed) -> Object:
    """Give the commit of an entry."""
    return result.objects[-1]
