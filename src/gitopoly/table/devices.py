"""The devices that play the guests' seats: the first that sits down, and those that are let in.

A link may be forwarded, photographed or read on the way. So a device also shows a secret that it
got when it sat down or asked, and of which the host keeps only a digest.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from gitopoly.errors import InvalidSeat
from gitopoly.ledger.identity import random_bytes
from gitopoly.words import worded

MOST = 8
"""The devices of one seat."""
MOST_ASKING = 3
"""Those that ask for one seat at a time."""
LAPSED = 60.0
"""Seconds after which somebody who asks and is not heard of any more has gone."""


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
        if len(others) >= MOST:
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
