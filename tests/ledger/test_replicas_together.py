"""Whole replicas with real signatures: some lag, one seat plays twice, honest ones agree."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings, strategies as st

from gitopoly.ledger.journal import MemoryJournal
from gitopoly.ledger.replica import Received, Replica
from gitopoly.ledger.store import Store
from tests.ledger.seats import KEYS, copy, no_judge, write

HONEST = ("alice", "bob")
CHEAT = "carol"


class Peers:
    """Two honest seats, and a third one that plays as two."""

    def __init__(self, random: Random, cheats: bool) -> None:
        self.random = random
        copies = ("carol", "carol again") if cheats else ("carol",)
        self.replicas = {
            name: Replica(Store(MemoryJournal()), KEYS, no_judge) for name in (*HONEST, *copies)
        }
        self.writes = 0
        root = write(self.replicas["alice"], "alice", "invites")
        for name in self.replicas:
            self.fetch(name, "alice", root.id)

    def fetch(self, taker: str, giver: str, head: str | None = None) -> Received | None:
        """Bring the log of one to another."""
        seat = giver.split()[0]
        source, target = self.replicas[giver], self.replicas[taker]
        head = head or source.store.head(seat)
        if head is None or taker == giver:
            return None
        copy(source.store, target.store, head)
        return target.receive(seat, head)

    def step(self) -> None:
        """Let somebody write, or somebody look at the log of another."""
        names = list(self.replicas)
        taker, giver = self.random.choice(names), self.random.choice(names)
        # The two copies of the cheat do not tell each other of themselves.
        if self.random.random() < 0.5:
            seat = taker.split()[0]
            if len(self.replicas[taker].log.newest().get(seat, ())) < 2:
                self.writes += 1
                write(self.replicas[taker], seat, f"{taker.replace(' ', '-')}-{self.writes}")
        elif taker.split()[0] != giver.split()[0]:
            self.fetch(taker, giver)

    def settle(self) -> None:
        """Let each honest seat write on top of what it holds, and all of them look at all."""
        for name in HONEST:
            write(self.replicas[name], name, "ends")
        for _ in range(2):
            for taker in HONEST:
                for giver in HONEST:
                    self.fetch(taker, giver)


def played(seed: int, steps: int, cheats: bool) -> Peers:
    """Play and settle."""
    peers = Peers(Random(seed), cheats)
    for _ in range(steps):
        peers.step()
    peers.settle()
    return peers


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 40), st.booleans())
def test_honest_replicas_agree_and_accuse_no_honest_seat(
    seed: int, steps: int, cheats: bool
) -> None:
    peers = played(seed, steps, cheats)
    one, two = (peers.replicas[name] for name in HONEST)
    assert one.log.counted() == two.log.counted()
    assert one.log.forks() == two.log.forks()
    assert set(one.log.forks()) <= ({CHEAT} if cheats else set())
    for replica in (one, two):
        assert {e.seat for e in replica.evidence} <= ({CHEAT} if cheats else set())
        again = Replica(replica.store, KEYS, no_judge)
        again.load()
        assert again.log.counted() == replica.log.counted()


def test_the_games_reach_forks_and_void_entries() -> None:
    games = [played(seed, 40, cheats=True) for seed in range(12)]
    logs = [peers.replicas["alice"].log for peers in games]
    assert sum(CHEAT in log.forks() for log in logs) >= 6
    assert sum(any(log.is_void(e.id) for e in log if e.seat in HONEST) for log in logs) >= 3
