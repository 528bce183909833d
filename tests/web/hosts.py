"""A host with an open door on loopback, for tests."""

from __future__ import annotations

import contextlib
import http.client
import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from gitopoly.editions.features import USUAL
from gitopoly.errors import InvalidRepository, UnknownGame, Unreachable
from gitopoly.ledger.identity import Identity, from_seed
from gitopoly.table.door_facts import ask_door
from gitopoly.table.driver import GameDriver
from gitopoly.table.game_file import HELD_SEATS, GameFile, SeatInfo
from gitopoly.table.host_game import HostDriver, begin_hosted_game, resume_hosted_game
from gitopoly.table.hosting import Hosting
from gitopoly.table.remote_game import join_game
from gitopoly.table.routes import Link
from gitopoly.table.seat import Seat
from gitopoly.table.sources import Source
from gitopoly.web.door_server import Certificate, DoorServer, listen
from gitopoly.web.game_server import GameServer
from gitopoly.web.room import Room
from tests.web.game_servers import wait_for

FEATURES = tuple(sorted((*USUAL, HELD_SEATS)))


@dataclass
class Host:
    """A host's program; `open` and `close` are its start and its end."""

    folder: Path
    names: tuple[str, ...] = ("ann", "ben", "cleo")
    edition: str = "classic"
    options: tuple[tuple[str, int], ...] = ()
    retire_after: int = 0
    key: Identity = field(default_factory=lambda: from_seed(b"ann"))
    scheme: str = "http"
    certificate: Certificate | None = None
    devices: dict[str, str] = field(default_factory=dict)
    """The secrets of the devices that sat down by `sit`, by seat."""

    def open(self) -> Host:
        """Begin the game, or resume it at the same address."""
        place = self.folder / "ann_hosted"
        if place.exists():
            self.hosting = Hosting.load(place)
            listening = listen(*self.hosting.listens)
            self.driver: HostDriver = resume_hosted_game(
                self.folder / "ann", self.hosting, self.key
            )
        else:
            listening = listen("127.0.0.1", 0)
            port = listening.getsockname()[1]
            address = f"{self.scheme}://127.0.0.1:{port}"
            self.hosting = Hosting.create(place, self.names, address, ("127.0.0.1", port))
            self.driver = begin_hosted_game(
                self.folder / "ann", self.invitation(), self.hosting, self.key
            )
        self.server = GameServer(self.folder / "home")
        self.room: Room = self.server.add("table", self.driver)
        self.door = DoorServer(self.server, self.room, self.driver, listening, self.certificate)
        return self

    def invitation(self) -> GameFile:
        """The game that is played."""
        seats = tuple(SeatInfo(name, self.hosting.url(name)) for name in self.names)
        return GameFile(
            self.edition, seats, self.options, retire_after=self.retire_after, features=FEATURES
        )

    def close(self) -> None:
        """End the program."""
        self.door.close()
        self.server.close()

    def keep_what_is_pushed(self) -> Host:
        """Let also what is no join stay, for tests of other things."""
        self.hosting.clear = lambda *_: None  # type: ignore[method-assign]
        return self

    def link(self, name: str = "") -> Link:
        """The link of a seat, or of spectators."""
        return self.hosting.link(name, self.key.public.fingerprint)

    def ask(
        self,
        method: str,
        path: str,
        capability: str = "",
        facts: Any = None,
        headers: dict[str, str] | None = None,
        device: str | None = None,
    ) -> tuple[int, Any]:
        """A request at the door by a device, or by the one that sat down: its status and answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.door.port, timeout=60)
        sent = dict(headers or {})
        if capability:
            seat = self.hosting.whose(capability) or ""
            secret = self.devices.get(seat, "") if device is None else device
            sent["Authorization"] = f"Bearer {capability}.{secret}"
        body = json.dumps(facts).encode() if facts is not None else None
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        try:
            return answer.status, json.loads(text)
        except ValueError:
            return answer.status, text

    def sit(self, name: str) -> None:
        """Let a guest take a seat."""
        facts = {"token": ""}
        status, said = self.ask("POST", "/api/door/sit", self.hosting.seats[name], facts)
        assert status == 200
        self.devices[name] = said["device"]

    def join(self, name: str, port: int = 0) -> GameDriver:
        """A peer with a program of their own takes a seat by the link, perhaps at another port."""
        link = self.link(name)
        facts = ask_door(link)
        usual = self.hosting.listens[1]
        at = facts.routes.at.replace(f":{usual}/", f":{port or usual}/")
        facts = replace(facts, routes=replace(facts.routes, at=at))
        return join_game(
            self.folder / name,
            name,
            facts.url(name),
            Source(facts.source(), facts.routes, link.fingerprint),
            from_seed(name.encode()),
        )

    def guest(self, name: str) -> GameDriver:
        """The same from another process, as soon as the host is there."""
        place = self.folder / "ann_hosted"

        def joined() -> GameDriver | None:
            with contextlib.suppress(InvalidRepository, UnknownGame, Unreachable):
                self.hosting = Hosting.load(place)
                return self.join(name)
            return None

        found: GameDriver = wait_for(joined, "the host's game")
        return found

    def in_room(self, work: Any) -> Any:
        """Do something in the thread that owns the game."""
        return self.room.submit(lambda _: work()).result(60)

    def started(self) -> bool:
        """Whether the game has begun."""
        return bool(self.in_room(lambda: self.driver.game.started))

    def wait_for_start(self) -> None:
        """Until the game has begun."""
        wait_for(self.started)

    def mover(self) -> Seat:
        """The seat of ours that has to decide, once one has."""
        found: list[Seat] = []

        def look() -> bool:
            seats = [self.driver.seat, *self.driver.held.values()]
            found[:] = [seat for seat in seats if seat is not None and seat.asked()]
            return bool(found)

        wait_for(lambda: self.in_room(look))
        return found[0]
