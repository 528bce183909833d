"""Everything that anybody has written, and when it could first be read; no seat sees it."""

from __future__ import annotations

from collections.abc import Iterable

from gitopoly.ledger.entry import Entry, Object
from gitopoly.ledger.log import Log
from gitopoly.peers import dice

NOT_ACTIONS = {"Reveal", "Recommit", "Resign", "Object", "Retire", "Finish"}
"""Moves that are not actions of the rules, so that none of them asks for a draw."""


class History:
    """The entries of one game with their pasts, as sets of bits, and the objects behind them."""

    def __init__(self) -> None:
        self.objects: dict[str, tuple[str, bytes]] = {}
        self.entries: dict[str, Entry] = {}
        self._bit: dict[str, int] = {}
        self._past: dict[str, int] = {}
        self._of_seat: dict[str, int] = {}
        self._written: dict[str, int] = {}
        self._moment = 0

    def read(self, object_id: str, largest: int = 0) -> tuple[str, bytes]:
        """Give kind and bytes of whatever was written."""
        return self.objects[object_id]

    def header(self, object_id: str) -> tuple[str, int]:
        """Give kind and size of whatever was written."""
        kind, data = self.objects[object_id]
        return kind, len(data)

    def put(self, objects: Iterable[Object]) -> None:
        """Keep what somebody has written."""
        for item in objects:
            self.objects[item.id] = item.kind, item.data

    def tick(self) -> int:
        """The next moment: every event has its own."""
        self._moment += 1
        return self._moment

    def add(self, entry: Entry) -> None:
        """Note an entry when it is written; its parents were noted before."""
        if entry.id in self.entries:
            return
        bit = 1 << len(self.entries)
        self.entries[entry.id] = entry
        self._bit[entry.id] = bit
        past = 0
        for parent in entry.parents:
            past |= self._past[parent] | self._bit[parent]
        self._past[entry.id] = past
        self._of_seat[entry.seat] = self._of_seat.get(entry.seat, 0) | bit
        self._written[entry.id] = self.tick()

    def learn(self, log: Log) -> None:
        """Note what an honest log holds that was not reported yet."""
        for entry in log:
            self.add(entry)

    def past(self, entry_id: str) -> int:
        """The past of an entry."""
        return self._past[entry_id]

    def bit(self, entry_id: str) -> int:
        """An entry as a set of its own."""
        return self._bit[entry_id]

    def own_past(self, entry: Entry) -> int:
        """The entries of its own seat in the past of an entry."""
        return self._past[entry.id] & self._of_seat[entry.seat]

    def chain(self, entry_id: str) -> int:
        """An entry and those of its seat that its chain leads to."""
        found, entry = 0, self.entries[entry_id]
        while True:
            found |= self._bit[entry.id]
            first = self.entries[entry.parents[0]] if entry.parents else None
            if first is None or first.seat != entry.seat:
                return found
            entry = first

    def fits(self, entry_id: str, seat: str, chain: int) -> bool:
        """Whether everything of a seat among an entry and its past is on this chain."""
        held = (self._past[entry_id] | self._bit[entry_id]) & self._of_seat.get(seat, 0)
        return not held & ~chain

    def held(self, log: Log) -> int:
        """The entries of a log."""
        found = 0
        for tops in log.newest().values():
            for top in tops:
                found |= self._past[top] | self._bit[top]
        return found

    def asked(self, asker: str, reveal: Entry) -> int:
        """The moment at which the draw that a link was revealed for was requested."""
        mask = self._past[reveal.id] & self._of_seat[asker]
        while mask:
            newest = max(
                (e for e in self.entries.values() if e.seat == asker and self._bit[e.id] & mask),
                key=lambda e: self._written[e.id],
            )
            if newest.trailers["Action"] not in NOT_ACTIONS:
                return self._written[newest.id]
            mask &= ~self._bit[newest.id]
        raise AssertionError("a draw that nobody has asked for")


class PublicSecrets:
    """Links of honest seats, and when everybody could first compute them.

    It outlives a game: whoever sits down again at the same table may remember the last time.
    """

    def __init__(self) -> None:
        self._known: dict[bytes, int] = {}

    def publish(self, entry: Entry, moment: int) -> None:
        """Note what an entry that others can read now gives away."""
        if link := entry.trailers.get("Link") if entry.trailers["Action"] == "Reveal" else None:
            self._known.setdefault(bytes.fromhex(link), moment)
        if secret := entry.trailers.get("Secret"):
            link_ = bytes.fromhex(secret)
            for _ in range(dice.LENGTH):
                self._known.setdefault(link_, moment)
                link_ = dice.hashed(link_)

    def known_since(self, link: bytes) -> int | None:
        """The moment from which everybody could know a link; None if nobody could."""
        return self._known.get(link)
