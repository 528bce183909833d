"""What the host of a game keeps for others: a repository and a link for each seat.

It lies beside the game's folder and not in it, so that an old copy of that folder still meets its
newer log here. Capabilities are in one file that only its owner can read; no game file, log or
repository has them. A link may be forwarded, photographed or read on the way: so a device also
shows a secret that it got when it sat down or asked, and of which only a digest is kept.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import json
import os
import shutil
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gitopoly.errors import FolderTaken, InvalidNickname, InvalidRepository, InvalidSeat
from gitopoly.ledger.address import check_nickname
from gitopoly.ledger.git.files import write_durably
from gitopoly.ledger.git.folder import (
    init_repository,
    no_room,
    refuse_links,
    refuse_settings_of_others,
)
from gitopoly.ledger.git.ref_files import read_ref
from gitopoly.ledger.git.untrusted import Damaged, read_regular
from gitopoly.ledger.identity import random_bytes
from gitopoly.ledger.transports.transport import OWN_BRANCH
from gitopoly.table.routes import Link, Routes, is_capability
from gitopoly.words import worded

MOST_DEVICES = 8
"""The devices of one seat."""
MOST_ASKING = 3
"""Those that ask for one seat at a time."""
LAPSED = 60.0
"""Seconds after which somebody who asks and is not heard of any more has gone."""
FILE = "hosting.json"
KEYS = "keys"
"""The folder of the keys of guests' seats."""
LONGEST = 100_000
GIT = "git"
"""The first part of the path of every repository at the door."""


def digest_of(secret: str) -> str:
    """What is kept of a device's secret; nothing shows the secret itself."""
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


@dataclass
class Asking:
    """A device that would like to play a seat."""

    digest: str
    heard: float


@dataclass
class Devices:
    """Which devices play each seat, and which ask to."""

    playing: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    """The digests of those that play, by seat."""
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self._asking: dict[str, dict[str, Asking]] = {}

    def count(self, name: str) -> int:
        """How many devices play a seat."""
        return len(self.playing.get(name, ()))

    def plays(self, name: str, secret: str) -> bool:
        """Whether a device plays a seat."""
        given = digest_of(secret)
        # All are compared, so that the time says nothing.
        known = [hmac.compare_digest(given, one) for one in self.playing.get(name, ())]
        return any(known)

    def asking(self, name: str) -> list[str]:
        """The codes of the devices that ask for a seat; people compare them on both screens."""
        since = self.clock() - LAPSED
        found = self._asking.setdefault(name, {})
        for code in [code for code, one in found.items() if one.heard < since]:
            del found[code]
        return list(found)

    def code_of(self, name: str, secret: str) -> str:
        """The code of a device that asks and is heard of again; empty if it does not ask."""
        given = digest_of(secret)
        for code in self.asking(name):
            one = self._asking[name][code]
            if hmac.compare_digest(given, one.digest):
                one.heard = self.clock()
                return code
        return ""

    def ask(self, name: str, secret: str) -> str:
        """Let a device ask for a seat; returns its code."""
        if known := self.code_of(name, secret):
            return known
        asking = self.asking(name)
        if len(asking) >= MOST_ASKING:
            raise worded(InvalidSeat, "error.many_devices", name=name)
        code = _new_code(asking)
        self._asking[name][code] = Asking(digest_of(secret), self.clock())
        return code

    def seat(self, name: str, secret: str) -> None:
        """Give a seat to one device alone."""
        self.playing[name] = (digest_of(secret),)
        self._asking.pop(name, None)

    def let_in(self, name: str, code: str, alone: bool = False) -> None:
        """Let a device play that has asked, beside the others or alone."""
        if code not in self.asking(name):
            raise worded(InvalidSeat, "error.not_asking", code=code)
        others = () if alone else self.playing.get(name, ())
        if len(others) >= MOST_DEVICES:
            raise worded(InvalidSeat, "error.many_devices", name=name)
        self.playing[name] = (*others, self._asking[name].pop(code).digest)

    def turn_away(self, name: str, code: str) -> None:
        """Do not let a device in that has asked."""
        if code in self.asking(name):
            del self._asking[name][code]

    def free(self, name: str) -> None:
        """From now on no device plays a seat, and none asks for it."""
        self.playing.pop(name, None)
        self._asking.pop(name, None)


def _new_code(taken: list[str]) -> str:
    """Four digits that people read to each other."""
    while True:
        code = f"{int.from_bytes(random_bytes(4), 'big') % 10_000:04}"
        if code not in taken:
            return code


def new_capability() -> str:
    """128 bits that nobody can guess."""
    return base64.urlsafe_b64encode(random_bytes(16)).decode().rstrip("=")


@dataclass
class Hosting:
    """The repositories and links of one game, on its host's machine."""

    folder: Path
    address: str
    """What others open: scheme, host and port, without a path."""
    listens: tuple[str, int]
    """The address and port on which the door listens."""
    base: str
    """What the addresses of all repositories begin with, in the game's file, for ever."""
    names: tuple[str, ...]
    seats: dict[str, str] = field(repr=False)
    """The capability of each seat but the host's own."""
    game: str = field(repr=False)
    """The capability that reads and watches."""
    held: list[str] = field(default_factory=list)
    """The seats of guests, whose keys are here."""
    certificate: tuple[str, str] | None = None
    """The files of the certificate with which the door is encrypted, and of its key."""
    devices: Devices = field(default_factory=Devices, repr=False)
    """Which browsers play the seats of guests."""

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._receiving: dict[str, int] = {}

    @classmethod
    def create(
        cls,
        folder: Path,
        names: Sequence[str],
        address: str,
        listens: tuple[str, int],
        certificate: tuple[str, str] | None = None,
    ) -> Hosting:
        """Make a repository and a capability for each seat; the first is the host's."""
        for name in names:
            check_nickname(name)
        if folder.exists():
            raise FolderTaken(f"{folder} already exists; name another folder for the game")
        # Tells this game's repositories from those of another one at the same address.
        base = f"{address}/{GIT}/{random_bytes(5).hex()}/"
        seats = {name: new_capability() for name in names[1:]}
        game = new_capability()
        made = cls(
            *(folder, address, listens, base, tuple(names), seats, game), certificate=certificate
        )
        try:
            (folder / KEYS).mkdir(parents=True)
            folder.chmod(0o700)
            for name in names:
                init_repository(made.repository(name), bare=True)
            made.save()
        except OSError as error:
            shutil.rmtree(folder, ignore_errors=True)
            raise no_room(folder, error) from error
        return made

    @classmethod
    def load(cls, folder: Path) -> Hosting:
        """Read what `create` made; refused if somebody has put something else into it."""
        found = cls._read(folder)
        refuse_links(folder, folder)
        for name in found.names:
            refuse_settings_of_others(found.repository(name))
        return found

    @classmethod
    def _read(cls, folder: Path) -> Hosting:
        try:
            data = read_regular(folder / FILE, LONGEST)
            facts = json.loads(data or b"")
            host, port = facts["listens"]
            seats = {str(name): str(one) for name, one in facts["seats"].items()}
            devices = facts["devices"]
            for name in (*facts["names"], *seats):
                check_nickname(name)  # they become parts of paths
            if not all(map(is_capability, (facts["game"], *seats.values()))):
                raise ValueError("these are no capabilities")
            return cls(
                folder,
                str(facts["address"]),
                (str(host), int(port)),
                str(facts["base"]),
                tuple(map(str, facts["names"])),
                seats,
                str(facts["game"]),
                [str(name) for name in facts["held"] if name in seats],
                (str(facts["tls"][0]), str(facts["tls"][1])) if facts["tls"] else None,
                Devices({str(name): tuple(map(str, one)) for name, one in devices.items()}),
            )
        except (
            *(Damaged, InvalidNickname, LookupError, ValueError),
            *(TypeError, AttributeError, RecursionError),
        ):
            raise InvalidRepository(
                f"{folder / FILE} is missing or damaged; restore a copy of it"
            ) from None

    def save(self) -> None:
        """Write it, readable by its owner alone."""
        facts = {
            "address": self.address,
            "listens": list(self.listens),
            "base": self.base,
            "names": list(self.names),
            "seats": self.seats,
            "game": self.game,
            "held": self.held,
            "devices": self.devices.playing,
            "tls": list(self.certificate) if self.certificate else [],
        }
        write_durably(self.folder / FILE, json.dumps(facts), private=True)

    # Where things are.

    def repository(self, name: str) -> Path:
        """The bare repository of a seat."""
        return self.folder / f"{name}.git"

    def key(self, name: str) -> Path:
        """The key file of a guest's seat."""
        return self.folder / KEYS / name

    @property
    def label(self) -> str:
        """The part of every repository's path that names the game."""
        return self.base.rstrip("/").rpartition("/")[2]

    def url(self, name: str) -> str:
        """The address of a seat's repository, as the game's file has it."""
        return f"{self.base}{name}.git"

    @property
    def routes(self) -> Routes:
        """How the host itself reaches the repositories: as folders."""
        return Routes(self.base, f"{self.folder.absolute()}{os.sep}")

    def link(self, name: str, fingerprint: str) -> Link:
        """The link of a seat; without a name that of spectators."""
        capability = self.seats[name] if name else self.game
        return Link(self.address, name, capability, fingerprint)

    def renew(self, name: str) -> None:
        """Give a seat another link; the one before opens nothing any more, on no device."""
        self.seats[name] = new_capability()
        self.devices.free(name)
        self.save()

    # Who may do what.

    def whose(self, capability: str) -> str | None:
        """The seat that a capability is for, "" for one that only reads, None for a wrong one."""
        given = capability.encode("utf-8", "surrogateescape")
        found = None
        for name, known in (*self.seats.items(), ("", self.game)):
            # All are compared, so that the time says nothing.
            if hmac.compare_digest(given, known.encode()):
                found = name
        return found

    def begin_push(self, name: str) -> bool:
        """Whether a push to a seat's repository may begin: one at a time, and none to a guest's."""
        with self._lock:
            if name in self.held or name not in self.seats or self._receiving.get(name):
                return False
            self._receiving[name] = 1
            return True

    def end_push(self, name: str) -> None:
        """A push has ended."""
        with self._lock:
            self._receiving.pop(name, None)

    def clear(self, name: str, found: str | None = None) -> None:
        """Remove everything from a seat's repository, unless somebody is publishing there.

        With `found` only if its branch is still at that commit: since it was looked at, the seat
        itself may have published. Git is not asked: whoever filled it may have made it unreadable.
        """
        with self._lock, contextlib.suppress(OSError, Damaged):
            repository = self.repository(name)
            if self._receiving.get(name):
                return
            if found is not None and read_ref(repository, OWN_BRANCH) != found:
                return
            (repository / "packed-refs").unlink(missing_ok=True)
            for kind in ("refs", "objects"):
                for inside in (repository / kind).iterdir():
                    shutil.rmtree(inside, ignore_errors=True)
            (repository / "refs" / "heads").mkdir()
            (repository / "objects" / "pack").mkdir()

    def hold(self, name: str) -> bool:
        """Keep a seat for a guest from now on; False if somebody is publishing there."""
        with self._lock:
            if self._receiving.get(name):
                return False
            if name not in self.held:
                self.held.append(name)
                self.save()
            return True

    def seat_device(self, name: str, secret: str) -> None:
        """Give a seat to one device alone."""
        self.devices.seat(name, secret)
        self.save()

    def let_in(self, name: str, code: str, alone: bool = False) -> None:
        """Let a device play a seat that has asked to, beside the others or alone."""
        self.devices.let_in(name, code, alone)
        self.save()

    def let_go(self, name: str) -> None:
        """Give back a seat that could not be taken."""
        with self._lock:
            self.held.remove(name)
            self.save()
