"""A program that appends entries until it is killed, and says which ones it has acknowledged.

Run as ``python -m tests.ledger.writer FOLDER [early]``; with ``early`` it says so too soon,
which the tests must notice.
"""

from __future__ import annotations

import sys
from pathlib import Path

from gitopoly.ledger.git_store import GitStore
from gitopoly.ledger.store import Store
from tests.ledger.seats import replica, sealed


def main(folder: Path, early: bool) -> None:
    """Append for ever, with news of a peer now and then."""
    from gitopoly.ledger import git_store

    git_store.PACK_EVERY = 7
    store: Store = GitStore(folder)
    mine = replica(store)
    mine.load(trusted=True)
    number = len(mine.log)
    print("open", flush=True)
    while True:
        number += 1
        entry = sealed("alice", mine.log.frontier("alice"), f"move-{number}")
        if early:
            print(entry.entry.id, flush=True)
        mine.append(entry)
        if not early:
            print(entry.entry.id, flush=True)
        if number % 3 == 0:
            parents = mine.log.frontier("bob")
            peer = sealed("bob", parents, f"move-{number}")
            store.put(peer.objects)
            mine.receive("bob", peer.entry.id)


if __name__ == "__main__":
    main(Path(sys.argv[1]), "early" in sys.argv)
