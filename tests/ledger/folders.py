"""Folders of games that the tests of stores damage, and what must be in them afterwards."""

from __future__ import annotations

from pathlib import Path

from gitopoly.ledger.entry import Draft
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.replica import Replica
from gitopoly.ledger.store import Store
from gitopoly.ledger.talk import seal_line
from tests.ledger.offers import offer
from tests.ledger.seats import IDENTITIES, KEYS, opened, replica, sealed, write
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


def game(folder: Path) -> str:
    """A game with some entries of alice; gives the newest."""
    with GitStore.create(folder, "alice") as store:
        mine = replica(store)
        return [write(mine, "alice", f"move-{number}").id for number in range(3)][-1]


def talk(store: Store, seat: str, text: str) -> None:
    """Let a seat say something."""
    root = next(iter(store.entries))
    lines = store.thread(seat, root, KEYS[seat]).lines
    previous = (lines[-1].id,) if lines else ()
    draft = Draft(seat, previous, text, {}, 1_700_000_000 + len(lines))
    store.say(seal_line(draft, IDENTITIES[seat], root, root))


def said(store: Store) -> list[str]:
    """What alice and bob have said, as far as it is signed and in order."""
    root = next(iter(store.entries))
    threads = (store.thread(seat, root, KEYS[seat]) for seat in ("alice", "bob"))
    return [line.text for thread in threads for line in thread.lines]


def made(folder: Path, *, closed: bool = True) -> list[str]:
    """A game that was closed after some rounds and killed after some more; its entries."""
    with GitStore.create(folder, "alice") as store:
        play(replica(store), 3)
        talk(store, "alice", "one")
        talk(store, "bob", "three")
    store, mine = opened(folder)
    talk(store, "alice", "two")
    talk(store, "bob", "four")
    play(mine, 2)
    store.show()
    assert len(store.kept) == 1
    store.close() if closed else store.release()
    return list(store.entries)


TALK = ["one", "two", "three", "four"]


def check(folder: Path, entries: list[str], talk: list[str] = TALK) -> None:
    """The game can be opened and has these entries, and stock Git finds them and no damage."""
    store, mine = opened(folder)
    assert set(store.entries) == set(entries)
    assert said(store) == talk
    heads, kept = dict(store.heads), list(store.kept)
    write(mine, "alice", "goes on")
    heads["alice"] = store.heads["alice"]
    assert (store.heads, list(store.kept)) == (heads, kept)
    store.close()
    assert set(git("rev-list", "--all", at=folder).split()) == {*store.entries, *store.lines}
    assert git("fsck", "--strict", "--full", "--no-dangling", at=folder) == ""
    assert git("rev-parse", MAIN, at=folder).strip() == heads["alice"]
