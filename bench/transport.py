"""How fast a move reaches another seat, and what waiting for one costs."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pygit2

from bench.harness import Bench, Figure
from gitopoly.ledger.transports.poller import Poller
from gitopoly.ledger.transports.publisher import Publisher
from gitopoly.ledger.transports.remote import Remote, own_head, transport

ROOT = Path(__file__).resolve().parent.parent
MOVES = 40
RESTED, MEASURED = 60.0, 30.0


def run(bench: Bench) -> None:
    """Measure everything that the transports promise."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _single_steps(bench, folder / "steps")
        _latency(bench, folder / "path", over_http=False, at_most=0.030)
        _latency(bench, folder / "http", over_http=True, at_most=0.300)
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


@contextlib.contextmanager
def served(folder: Path, over_http: bool) -> Iterator[tuple[str, int]]:
    """The address of a folder with repositories, its path or that of a server; who serves it."""
    if not over_http:
        yield str(folder), os.getpid()
        return
    # A process of its own, so that it neither holds our interpreter nor counts as our work.
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.ledger.servers", str(folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    assert server.stdin is not None
    try:
        yield server.stdout.readline().strip(), server.pid
    finally:
        server.stdin.close()
        server.wait(10)
        server.stdout.close()


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


def _latency(bench: Bench, folder: Path, *, over_http: bool, at_most: float) -> None:
    anna, bea, _ = three(folder)
    samples = []
    with served(folder, over_http) as (base, _):
        url = f"{base}/anna.git"
        publisher = Publisher(anna.path, url)
        poller = Poller(bea.path, [Remote("anna", url)])
        for number in range(MOVES):
            act(anna, number)
            started = time.perf_counter()
            publisher.wake()
            if not poller.wait(20):
                raise RuntimeError(f"nothing arrived: {publisher.status} {poller.contacts}")
            samples.append(time.perf_counter() - started)
            time.sleep(0.05)
        poller.close()
        publisher.close()
    where = "smart HTTP on loopback" if over_http else "local path"
    name = f"from push to the other's fetch, {where}"
    bench.add(Figure(name, tuple(samples), "s", at_most=at_most))


def _waiting(bench: Bench, folder: Path) -> None:
    """The part of a core that a seat uses which has waited for a minute."""
    anna, bea, origin = three(folder)
    act(anna, 1)
    transport(str(origin), folder).push(anna)
    with served(folder, over_http=True) as (base, _):
        url = f"{base}/anna.git"
        for where, address in (("local path", str(origin)), ("smart HTTP on loopback", url)):
            poller = Poller(bea.path, [Remote("anna", address)])
            poller.wait(20)
            time.sleep(RESTED)
            before, started = os.times(), time.perf_counter()
            time.sleep(MEASURED)
            after, lasted = os.times(), time.perf_counter() - started
            used = sum(after[:4]) - sum(before[:4])
            poller.close()
            share = (100 * used / lasted,)
            bench.add(Figure(f"waiting for a minute, {where}", share, "% of core", at_most=1.0))
