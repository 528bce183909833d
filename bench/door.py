"""The door of a host: how soon a click is on everybody's page, or in everybody's copy.

First eight seats, the host's and seven guests', one of which is open in two browsers, so that eight
pages of guests listen; and sixty spectators. Everything is on loopback, in another process.
Then a host and peers with programs of their own, which hold streams; each of them is a process, as
it is for users, and eight in one would wait for one another's turn at its interpreter.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bench.harness import Bench, Figure
from gitopoly.ledger.identity import from_seed
from gitopoly.table.door_facts import ask_door
from gitopoly.table.driver import GameDriver
from gitopoly.table.open_game import OpenGame
from gitopoly.table.remote_game import join_game
from gitopoly.table.routes import Link
from gitopoly.table.sources import Source
from gitopoly.web import hosting
from gitopoly.web.door_server import DoorServer, listen
from gitopoly.web.game_server import GameServer
from gitopoly.web.patches import patched
from gitopoly.web.room import Room

NAMES = ("ann", "ben", "cleo", "dan", "eve", "finn", "gil", "hana")
SPECTATORS = 60
CLICKS = 30
FACTS = {"edition": "classic"}
STREAMED = {3: 20, 8: 40}
"""Seats whose programs hold streams, and the most milliseconds that a click of one may take."""
QUIET = 0.3
"""Seconds without news after which what followed from a click is taken as over: people are slow."""
PATIENCE = 20.0
"""Seconds after which a click is taken as lost."""


def run(bench: Bench) -> None:
    """Measure what the door promises."""
    with _hosted() as links:
        own, *others = (links[name] for name in NAMES)
        for link in others:
            device = _ask(link, "POST", "/api/door/sit", {"token": ""})[1]["device"]
            link.headers["Authorization"] += f".{device}"
        pages = [Listener(link) for link in (own, *others, others[0])]
        watching = [Listener(links["Spectators"], plays=False) for _ in range(SPECTATORS)]
        samples = _clicks(pages, watching)
        for page in (*pages, *watching):
            page.stream.close()
    parts = tuple(statistics.median(samples[i::3]) for i in range(3))
    name = "door, click to the pages of 8 guests and 60 spectators, median"
    bench.add(Figure(name, parts, "ms", at_most=150))
    for count, at_most in STREAMED.items():
        _streamed(bench, NAMES[:count], at_most)


@dataclass
class PageLink:
    """Where a page is, and what it shows the server."""

    address: str
    path: str
    headers: dict[str, str] = field(default_factory=dict)


@contextlib.contextmanager
def _hosted() -> Iterator[dict[str, PageLink]]:
    """A game hosted as a user would; the links by name, the host's own page among them."""
    with tempfile.TemporaryDirectory() as folder:
        others = [word for name in NAMES[1:] for word in ("--player", name)]
        words = ["new", "--here", "--me", NAMES[0], *others, "--listen", "127.0.0.1:0"]
        environment = {**os.environ, "GITOPOLY_HOME": folder, "GITOPOLY_BROWSER": "none"}
        process = subprocess.Popen(
            [sys.executable, "-u", "-m", "gitopoly", *words, "--ui", "web"],
            env=environment,
            cwd=folder,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout is not None
            links = {}
            for line in process.stdout:
                if found := re.fullmatch(r"(\w+): (http://\S+)/#\w*\.([\w-]+)\.\S+\n", line):
                    name, address, secret = found.groups()
                    links[name] = PageLink(address, "", {"Authorization": f"Bearer {secret}"})
                if found := re.search(r"to play: (http://[^/]+)(/[\w-]+)/#", line):
                    address, path = found.groups()
                    links[NAMES[0]] = PageLink(address, path, {"Origin": address})
                if "Ctrl-C" in line:
                    break
            yield links
        finally:
            process.terminate()
            process.wait(60)


def _ask(link: PageLink, method: str, path: str, facts: Any) -> tuple[int, Any]:
    parts = urlsplit(link.address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    headers = {**link.headers, "Content-Type": "application/json"}
    connection.request(method, f"{link.path}{path}", json.dumps(facts), headers)
    answer = connection.getresponse()
    said = json.loads(answer.read())
    connection.close()
    return answer.status, said


class Listener:
    """A page that follows the game."""

    def __init__(self, link: PageLink, *, plays: bool = True) -> None:
        """Listen; a page that does not play only notes that something has changed."""
        self.link, self._text, self._plays = link, b"", plays
        self.view: dict[str, Any] = {}
        parts = urlsplit(link.address)
        self.stream = socket.create_connection((parts.hostname or "", parts.port or 0))
        lines = [f"GET {link.path}/api/games/monopoly_{NAMES[0]}/events HTTP/1.1"]
        lines += [f"Host: {parts.netloc}", *(f"{k}: {v}" for k, v in link.headers.items())]
        self.stream.sendall("\r\n".join([*lines, "", ""]).encode())

    def read(self) -> int:
        """Take in what has come; the number of changes."""
        self._text += self.stream.recv(1 << 20)
        changes = 0
        # Frames of the transfer stand between messages, and never within one that is read whole.
        while (found := re.search(rb"event: (\w+)\ndata: ([^\n]*)\n\n", self._text)) is not None:
            self._text = self._text[found.end() :]
            changes += 1
            if not self._plays:
                continue
            facts = json.loads(found[2])
            if found[1] == b"all":
                self.view = facts["view"]
            elif found[1] == b"patch":
                self.view = patched(self.view, facts["patches"])
        return changes

    def click(self) -> dict[str, Any] | None:
        """What a click on the first button that is not refused would send."""
        asked = self.view.get("decisions") or {"buttons": []}
        codes = [one["code"] for one in asked["buttons"] if not one.get("refused")]
        return {"decision": self.view["decision"], "code": codes[0]} if codes else None


def _clicks(pages: list[Listener], watching: list[Listener]) -> list[float]:
    """Milliseconds from clicks of guests until everybody's page has changed."""
    everybody = [*pages, *watching]
    with selectors.DefaultSelector() as selector:
        for page in everybody:
            selector.register(page.stream, selectors.EVENT_READ, page)
        samples: list[float] = []
        deadline = time.monotonic() + 150
        while len(samples) < CLICKS and time.monotonic() < deadline:
            _settle(selector)
            mover = next((page for page in pages if page.view and page.click()), None)
            if mover is None:
                continue
            waiting, started = set(map(id, everybody)), time.perf_counter()
            game = f"/api/games/monopoly_{NAMES[0]}/act"
            status, _ = _ask(mover.link, "POST", game, mover.click())
            while status == 200 and waiting and time.perf_counter() < started + PATIENCE:
                for key, _ in selector.select(0.5):
                    if key.data.read():
                        waiting.discard(id(key.data))
            took = 1000 * (time.perf_counter() - started)
            if status == 200 and mover is not pages[0]:
                samples.append(took)
        return samples


def _settle(selector: selectors.BaseSelector) -> None:
    """Read until nothing has come for a while."""
    while found := selector.select(QUIET):
        for key, _ in found:
            key.data.read()


def _streamed(bench: Bench, names: tuple[str, ...], at_most: float) -> None:
    """From a click to all others' validated copies, every move durable at its author."""
    with tempfile.TemporaryDirectory() as folder, _programs(Path(folder), names) as programs:
        samples: list[float] = []
        deadline = time.monotonic() + 150
        while len(samples) < CLICKS and time.monotonic() < deadline:
            for mover in programs:
                mover.send("")
                if found := mover.recv():
                    entry, started = found
                    others = [program for program in programs if program is not mover]
                    for other in others:
                        other.send(entry)
                    samples.append(1000 * (max(other.recv() for other in others) - started))
                    time.sleep(QUIET)
    parts = tuple(statistics.median(samples[i::3]) for i in range(3))
    name = f"durable click to the others' copies by streams on loopback, {len(names)} seats, median"
    bench.add(Figure(name, parts, "ms", at_most=at_most))


@contextlib.contextmanager
def _programs(folder: Path, names: tuple[str, ...]) -> Iterator[list[Connection]]:
    """A game that has begun: pipes to the programs of its host and its peers."""
    with contextlib.ExitStack() as ending:
        programs = [ending.enter_context(_started(_host, folder, names))]
        for link in programs[0].recv():
            programs.append(ending.enter_context(_started(_peer, folder, link)))
        for program in programs:
            program.recv()
        yield programs


@contextlib.contextmanager
def _started(target: Callable[..., None], *arguments: Any) -> Iterator[Connection]:
    """A process and a pipe to it, with whose end it ends."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=target, args=(theirs, *arguments))
    process.start()
    theirs.close()
    try:
        yield ours
    finally:
        ours.close()
        process.join(60)


# In the processes of the host and its peers.


def _host(pipe: Connection, folder: Path, names: tuple[str, ...]) -> None:
    listening = listen("127.0.0.1", 0)
    at = listening.getsockname()
    place, address = folder / names[0], f"http://127.0.0.1:{at[1]}"
    driver = hosting.begin(place, names, FACTS, address, at[:2], folder / "key")
    server = GameServer(folder / "home")
    room = server.add("table", driver)
    door = DoorServer(server, room, driver, listening)
    assert driver.seat is not None
    key = driver.seat.identity.public.fingerprint
    pipe.send([driver.hosting.link(name, key) for name in names[1:]])
    try:
        _obey(pipe, room, driver)
    finally:
        door.close()
        server.close()


def _peer(pipe: Connection, folder: Path, link: Link) -> None:
    facts, name = ask_door(link), link.name
    url, key = facts.url(name), from_seed(name.encode())
    source = Source(facts.source(), facts.routes)
    driver = join_game(folder / name, name, url, source, key)
    room = Room(name, driver)
    try:
        _obey(pipe, room, driver)
    finally:
        room.close()


def _obey(pipe: Connection, room: Room, driver: GameDriver) -> None:
    """Make a move, or tell when one of another seat was here, whatever is asked for."""
    here: dict[str, float] = {}
    changed = threading.Condition()

    def note(_: str, entries: Sequence[str]) -> None:
        with changed:
            here.update(dict.fromkeys(entries, time.perf_counter()))
            changed.notify_all()

    driver.game.observer = note
    while not driver.game.started:
        time.sleep(0.05)
    pipe.send("begun")
    with contextlib.suppress(EOFError):
        while True:
            entry = pipe.recv()
            if not entry:
                pipe.send(_click(room, driver))
                continue
            with changed:
                while entry not in here:
                    if not changed.wait(PATIENCE):
                        raise RuntimeError(f"the move {entry} has not arrived")
            pipe.send(here[entry])


def _click(room: Room, driver: GameDriver) -> tuple[str, float] | None:
    """The entry of a move of a seat, and when it was clicked, if it had one to make.

    The clock is the same in all processes.
    """

    def act(table: OpenGame) -> tuple[str, float] | None:
        asked = table.seat.asked() if table.seat is not None else ()
        codes = [code for code in asked if isinstance(code, int)]
        started = time.perf_counter()
        return (driver.act(codes[0]).id, started) if codes else None

    found: tuple[str, float] | None = room.submit(act).result(PATIENCE)
    return found
