"""How fast a move reaches another seat, and what waiting for one costs."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

import pygit2

from bench.harness import Bench, Figure
from gitopoly.evaluation.servers import TRANSPORTS
from gitopoly.ledger.transports.history import LIMITS, copy_history
from gitopoly.ledger.transports.poller import Arrival, Poller
from gitopoly.ledger.transports.publisher import Publisher
from gitopoly.ledger.transports.remote import Remote, own_head, transport
from gitopoly.ledger.transports.transport import OwnObjects

MOVES = 40
REACHED = {"local path": 0.030, "smart HTTP": 0.300}
"""Ways to reach a repository, and the most that a move may take on them, in seconds."""
SHOWN = {"local path": "local path", "smart HTTP": "smart HTTP on loopback"}
"""What figures call them."""
RESTED, MEASURED = 60.0, 30.0


def run(bench: Bench) -> None:
    """Measure everything that the transports promise."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _single_steps(bench, folder / "steps")
        for name, at_most in REACHED.items():
            _latency(bench, folder / name, name, at_most)
        _waiting(bench, folder / "waiting")


def act(repository: pygit2.Repository, number: int) -> str:
    """Append a commit of about the size of an entry."""
    state = "".join(f"square_{line}: {number * line % 997}\n" for line in range(300)).encode()
    files = {"game.yml": b"edition: formal\n", "state.yml": state}
    tree = repository.TreeBuilder()
    for name, content in files.items():
        tree.insert(name, repository.create_blob(content), pygit2.enums.FileMode.BLOB)
    author = pygit2.Signature("anna", "anna@gitopoly", number, 0)
    before = own_head(repository)
    parents = [pygit2.Oid(hex=before)] if before else []
    new = repository.create_commit(None, author, author, f"move {number}\n", tree.write(), parents)
    repository.references.create("refs/heads/main", new, force=True)
    return str(new)


def three(folder: Path) -> tuple[pygit2.Repository, pygit2.Repository, Path]:
    """Anna's game, Bea's game and Anna's bare repository."""
    anna = pygit2.init_repository(str(folder / "anna"))
    bea = pygit2.init_repository(str(folder / "bea"))
    origin = pygit2.init_repository(str(folder / "anna.git"), bare=True)
    origin.config["http.receivepack"] = True
    return anna, bea, folder / "anna.git"


def _single_steps(bench: Bench, folder: Path) -> None:
    anna, bea, origin = three(folder)
    there, back = transport(str(origin), folder), transport(str(origin), folder)
    pushes, fetches = [], []
    for number in range(200):
        act(anna, number)
        started = time.perf_counter()
        there.push(anna)
        pushed = time.perf_counter()
        back.fetch(bea, "anna")
        fetches.append(time.perf_counter() - pushed)
        pushes.append(pushed - started)
    bench.add(Figure("push of one commit, local path", tuple(pushes), "s"))
    bench.add(Figure("fetch of one commit, local path", tuple(fetches), "s", at_most=0.003))


def _latency(bench: Bench, folder: Path, where: str, at_most: float) -> None:
    anna, bea, _ = three(folder)
    samples = []
    with TRANSPORTS[where](folder) as base:
        url = f"{base}/anna.git"
        publisher = Publisher(anna.path, url)
        poller = Poller(bea.path, [Remote("anna", url)])
        for number in range(MOVES):
            act(anna, number)
            started = time.perf_counter()
            publisher.wake()
            arrivals = poller.wait(20)
            if not arrivals:
                raise RuntimeError(f"nothing arrived: {publisher.status} {poller.contacts}")
            samples.append(time.perf_counter() - started)
            keep(bea, arrivals)
            time.sleep(0.05)
        poller.close()
        publisher.close()
    name = f"from push to the other's fetch, {SHOWN[where]}"
    bench.add(Figure(name, tuple(samples), "s", at_most=at_most))


def keep(repository: pygit2.Repository, arrivals: list[Arrival]) -> None:
    """Take what arrived into a repository, as a game does; otherwise all of it comes again."""
    for arrival in arrivals:
        if arrival.objects is not None and arrival.head is not None:
            own = OwnObjects(repository)
            copy_history(arrival.objects, own, arrival.head, arrival.nickname, LIMITS)
            kept = f"refs/remotes/{arrival.nickname}/main"
            repository.references.create(kept, arrival.head, force=True)


def _waiting(bench: Bench, folder: Path) -> None:
    """The share of a core that a seat uses when it has waited for a minute."""
    anna, bea, origin = three(folder)
    act(anna, 1)
    transport(str(origin), folder).push(anna)
    for where in REACHED:
        with TRANSPORTS[where](origin.parent) as base:
            address = f"{base}/{origin.name}"
            poller = Poller(bea.path, [Remote("anna", address)])
            poller.wait(20)
            time.sleep(RESTED)
            before, started = os.times(), time.perf_counter()
            time.sleep(MEASURED)
            after, lasted = os.times(), time.perf_counter() - started
            used = sum(after[:4]) - sum(before[:4])
            poller.close()
            share = (100 * used / lasted,)
            name = f"waiting for a minute, {SHOWN[where]}"
            bench.add(Figure(name, share, "% of core", at_most=1.0))
