"""Folders of games that the tests of stores damage, and what must be in them afterwards."""

from __future__ import annotations

from pathlib import Path

from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.replica import Replica
from tests.ledger.offers import offer
from tests.ledger.seats import opened, replica, sealed, write
from tests.ledger.servers import git

MAIN = "refs/heads/main"


def play(mine: Replica, rounds: int) -> None:
    """Let alice write, and bob and carol answer; carol forks in the third round."""
    mine.store.own.show()  # type: ignore[attr-defined]
    for number in range(len(mine.log), len(mine.log) + rounds):
        write(mine, "alice", f"move-{number}")
        for seat in ("bob", "carol"):
            if seat not in mine.log.forks():
                entries = [sealed(seat, mine.log.frontier(seat), f"answer-{number}")]
                if seat == "carol" and number >= 6:
                    entries.append(sealed(seat, mine.log.frontier(seat), f"lie-{number}"))
                for entry in entries:
                    offer(mine.store, entry.objects)
                    mine.receive(seat, entry.entry.id)


def made(folder: Path, *, closed: bool = True) -> list[str]:
    """A game that was closed after some rounds and killed after some more; its entries."""
    with GitStore.create(folder, "alice") as store:
        play(replica(store), 3)
    store, mine = opened(folder)
    play(mine, 2)
    store.show()
    assert len(store.kept()) == 1
    store.close() if closed else store.release()
    return list(store.entries)


def check(folder: Path, entries: list[str]) -> None:
    """The game can be opened and has these entries, and stock Git finds them and no damage."""
    store, mine = opened(folder)
    assert set(store.entries) == set(entries)
    heads, kept = store.heads(), store.kept()
    write(mine, "alice", "goes on")
    heads["alice"] = store.heads()["alice"]
    assert (store.heads(), store.kept()) == (heads, kept)
    store.close()
    assert set(git("rev-list", "--all", at=folder).split()) == set(store.entries)
    assert git("fsck", "--strict", "--full", "--no-dangling", at=folder) == ""
    assert git("rev-parse", MAIN, at=folder).strip() == heads["alice"]
