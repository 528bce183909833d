"""How fast a move reaches another seat, and what waiting for one costs."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

from bench.harness import Bench, Figure
from gitopoly.evaluation.servers import TRANSPORTS, bare_repository
from gitopoly.ledger.entry import Object, file_objects, object_id
from gitopoly.ledger.git.files import OWN_REF
from gitopoly.ledger.git.folder import init_repository
from gitopoly.ledger.git.object_files import write_objects
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.git.ref_files import swap_ref
from gitopoly.ledger.transports.incoming import Known
from gitopoly.ledger.transports.poller import Poller
from gitopoly.ledger.transports.publisher import Publisher
from gitopoly.ledger.transports.remote import Remote, transport

MOVES = 40
REACHED = {"local path": 0.030, "smart HTTP": 0.300}
"""Ways to reach a repository, and the most that a move may take on them, in seconds."""
SHOWN = {"local path": "local path", "smart HTTP": "smart HTTP on loopback"}
"""What figures call them."""
THEIRS = "refs/remotes/anna/main"
"""Where Bea keeps what Anna has published."""
RESTED, MEASURED = 60.0, 30.0


def run(bench: Bench) -> None:
    """Measure everything that the transports promise."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _single_steps(bench, folder / "steps")
        for name, at_most in REACHED.items():
            _latency(bench, folder / name, name, at_most)
        _waiting(bench, folder / "waiting")


def act(own: OwnRepository, number: int) -> list[Object]:
    """Append a commit of about the size of an entry; what was written."""
    state = "".join(f"square_{line}: {number * line % 997}\n" for line in range(300)).encode()
    files = file_objects({"game.yml": b"edition: formal\n", "state.yml": state})
    before = own.head(OWN_REF)
    past = f"parent {before}\n" if before else ""
    who = f"anna <anna@gitopoly> {number} +0000"
    head = f"tree {files[-1].id}\n{past}author {who}\ncommitter {who}\n\nmove {number}\n".encode()
    written = [*files, Object("commit", object_id("commit", head), head)]
    keep(own, written, OWN_REF)
    return written


def keep(own: OwnRepository, objects: list[Object], branch: str = THEIRS) -> None:
    """Add objects, the newest commit last, as a game keeps entries; or all of them come again."""
    write_objects(own.objects, objects)
    own.remember(objects)
    swap_ref(own.path, branch, own.head(branch), objects[-1].id)


def known_to(own: OwnRepository) -> Known:
    """What needs not be fetched again."""
    return lambda name: name == own.head(THEIRS)


def three(folder: Path) -> tuple[OwnRepository, OwnRepository, Path]:
    """Anna's game, Bea's game and Anna's bare repository."""
    anna = OwnRepository(init_repository(folder / "anna", bare=False))
    bea = OwnRepository(init_repository(folder / "bea", bare=False))
    return anna, bea, bare_repository(folder / "anna.git")


def _single_steps(bench: Bench, folder: Path) -> None:
    anna, bea, origin = three(folder)
    there, back = transport(str(origin), folder), transport(str(origin), folder)
    pushes, fetches = [], []
    for number in range(200):
        written = act(anna, number)
        started = time.perf_counter()
        there.push(anna)
        pushed = time.perf_counter()
        back.fetch(known_to(bea), bea)
        fetches.append(time.perf_counter() - pushed)
        keep(bea, written)
        pushes.append(pushed - started)
    bench.add(Figure("push of one commit, local path", tuple(pushes), "s"))
    bench.add(Figure("fetch of one commit, local path", tuple(fetches), "s", at_most=0.003))


def _latency(bench: Bench, folder: Path, where: str, at_most: float) -> None:
    anna, bea, _ = three(folder)
    samples = []
    with TRANSPORTS[where](folder) as base:
        url = f"{base}/anna.git"
        remote = Remote("anna", url)
        publisher, poller = Publisher(anna, remote), Poller(bea, [remote], known_to(bea))
        for number in range(MOVES):
            written = act(anna, number)
            started = time.perf_counter()
            publisher.wake()
            arrivals = poller.wait(20)
            if not arrivals:
                raise RuntimeError(f"nothing arrived: {publisher.status} {poller.contacts}")
            samples.append(time.perf_counter() - started)
            keep(bea, written)
            time.sleep(0.05)
        poller.close()
        publisher.close()
    name = f"from push to the other's fetch, {SHOWN[where]}"
    bench.add(Figure(name, tuple(samples), "s", at_most=at_most))


def _waiting(bench: Bench, folder: Path) -> None:
    """The share of a core that a seat uses when it has waited for a minute."""
    anna, bea, origin = three(folder)
    act(anna, 1)
    transport(str(origin), folder).push(anna)
    for where in REACHED:
        with TRANSPORTS[where](origin.parent) as base:
            address = f"{base}/{origin.name}"
            poller = Poller(bea, [Remote("anna", address)], known_to(bea))
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
