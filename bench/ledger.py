"""The ledger's speed: signed durable entries against the published way, sizes, validation."""

from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path

import yaml

from bench.harness import Bench, Figure
from bench.played import Move, played
from gitopoly.ledger.entry import Draft, Entry, Sealed, seal
from gitopoly.ledger.git.store import JOURNAL, GitStore
from gitopoly.ledger.identity import Identity, from_seed
from gitopoly.ledger.journal import MemoryJournal
from gitopoly.ledger.log import Log
from gitopoly.ledger.replica import Refusal, Replica
from gitopoly.ledger.signature import check, sign
from gitopoly.ledger.store import Store
from gitopoly.ledger.transports.incoming import Incoming
from gitopoly.measurements.published_way import PublishedWay

ENTRIES = 3000
SHOWN = 60
"""Actions of the published way; it is too slow for a whole game."""
PARTS = 5
"""A run is reported in this many parts."""
SEATS = ("alice", "bob", "carol")
KEYS: dict[str, Identity] = {seat: from_seed(seat.encode()) for seat in SEATS}
REPLICAS = 300.0
"""Entries a second of one game on three replicas, each of which syncs all of them."""
TIMES_PUBLISHED = 40.0
BEFORE = 575.0
"""Bytes of an entry with its state when packs were all that there was, at commit 1056c958."""
TIMES_BEFORE = 2.3
"""How much more journal and repository may take together."""
GAME = b"edition: formal\nplayers: [alice, bob, carol]\n" + b"# the board\n" * 250


def run(bench: Bench) -> None:
    """Measure everything that the ledger promises."""
    moves = played("formal", len(SEATS), ENTRIES)
    _signatures(bench)
    with tempfile.TemporaryDirectory() as folder:
        _appending(bench, Path(folder), moves)
        _replicating(bench, Path(folder), moves)
        _receiving(bench, Path(folder), moves)


def _signatures(bench: Bench) -> None:
    payload = b"x" * 400
    armored = sign(KEYS["alice"], payload)

    def make() -> int:
        for _ in range(300):
            sign(KEYS["alice"], payload)
        return 300

    def verify() -> int:
        for _ in range(300):
            check(KEYS["alice"].public, payload, armored)
        return 300

    bench.rates({"signature, make": (make, None), "signature, check": (verify, None)}, "a second")


def _sealed(log: Log, number: int, move: Move) -> Sealed:
    seat = SEATS[move.player]
    files = {"game.yml": GAME, "state.yml": move.state.encode()}
    trailers = {"Action": move.text, "Number": str(number)}
    sentence = f"{seat}: {move.text}"[:200]
    draft = Draft(seat, log.frontier(seat), sentence, trailers, 1_700_000_000 + number)
    return seal(draft, files, KEYS[seat])


def _allow(entry: Entry, log: Log) -> Refusal | None:
    return None


def _appending(bench: Bench, folder: Path, moves: list[Move]) -> None:
    """Append a game, and alternately do some actions in the published way."""
    store = GitStore.create(folder / "game", "alice")
    replica = Replica(store, {seat: key.public for seat, key in KEYS.items()}, _allow)
    published = PublishedWay(folder / "published", moves[0].state)
    ours: list[float] = []
    theirs: list[float] = []
    for number, move in enumerate(moves):
        started = time.perf_counter()
        replica.append(_sealed(replica.log, number, move))
        ours.append(time.perf_counter() - started)
        if number % (len(moves) // SHOWN) == 0:
            state = yaml.safe_load(move.state)
            started = time.perf_counter()
            published.act(state, move.text)
            theirs.append(time.perf_counter() - started)
    store.close()
    entries = bench.course("entry, signed and durable, median", ours, PARTS, 1.5)
    old = bench.course("action in the published way, median", theirs, PARTS)
    bench.ratio("published way over entry, both durable", old, entries, at_least=TIMES_PUBLISHED)
    subprocess.run(["git", "gc", "--quiet", "--prune=now"], cwd=folder / "game", check=True)
    git = folder / "game" / ".git"
    kept = [path for path in (git / "objects").rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in (*kept, git / "gitopoly" / JOURNAL)) / len(moves)
    name = "entry with its state, in journal and repository after git gc"
    bench.add(Figure(name, (size,), "bytes", at_most=TIMES_BEFORE * BEFORE))


def _replicating(bench: Bench, folder: Path, moves: list[Move]) -> None:
    """Play a game on three replicas: one appends, the others receive and sync."""
    keys = {seat: key.public for seat, key in KEYS.items()}
    stores = {seat: GitStore.create(folder / "replicas" / seat, seat) for seat in SEATS}
    replicas = {seat: Replica(store, keys, _allow) for seat, store in stores.items()}
    for seat, store in stores.items():
        for other in SEATS:
            if other != seat:
                store.borrow(other, stores[other].held)
    rates = []
    size = len(moves) // PARTS
    for part in range(PARTS):
        started = time.perf_counter()
        for number in range(part * size, (part + 1) * size):
            author = SEATS[moves[number].player]
            sealed = _sealed(replicas[author].log, number, moves[number])
            replicas[author].append(sealed)
            for seat in SEATS:
                if seat != author:
                    stores[seat].carry(sealed.objects[:-1])
                    assert not replicas[seat].receive(author, sealed.entry.id).refused
                    stores[seat].sync()
        rates.append(size / (time.perf_counter() - started))
    for store in stores.values():
        store.close()
    name = "entries on three replicas, durable on each"
    bench.add(Figure(name, tuple(rates), "entries/s", at_least=REPLICAS))


def _receiving(bench: Bench, folder: Path, moves: list[Move]) -> None:
    """Receive a seat's log entry by entry, as it arrives during a game."""
    keys = {seat: key.public for seat, key in KEYS.items()}
    author = Replica(Store(MemoryJournal()), keys, _allow)
    entries = []
    for number, move in enumerate(moves[:1000]):
        sealed = _sealed(author.log, number, move)
        author.append(sealed)
        entries.append(sealed)
    for name, store in (
        ("entry received and checked, in memory", Store(MemoryJournal())),
        ("entry received and checked, on Git", GitStore.create(folder / "peer", "carol")),
    ):
        replica = Replica(store, keys, _allow)
        samples = []
        for sealed in entries:
            store.borrow("peer", Incoming(sealed.objects))
            store.carry(sealed.objects[:-1])
            started = time.perf_counter()
            replica.receive(sealed.entry.seat, sealed.entry.id)
            samples.append(time.perf_counter() - started)
        bench.course(name, samples, PARTS)
        assert len(replica.log) == len(entries)
        store.close()
    started = time.perf_counter()
    with GitStore(folder / "peer") as opened:
        Replica(opened, keys, _allow).load()
    bench.add(Figure("opening 1,000 entries, all checked", (time.perf_counter() - started,), "s"))
