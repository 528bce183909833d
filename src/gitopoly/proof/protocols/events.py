"""The protocol events of all seats of a game, in an order that keeps causes before effects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from gitopoly.errors import InvalidRecord
from gitopoly.peers.position import STAYS
from gitopoly.proof.protocols.lines import parsed
from gitopoly.table.game_replica import OPENED, WROTE
from gitopoly.table.lobby import LOBBY_MOVES

View = dict[str, Any]
"""What the specifications speak about of a position, as `protocol_log.view_of` writes it."""


@dataclass(frozen=True)
class SeatEntry:
    """An entry of a seat's log."""

    id: str
    seat: int
    parents: tuple[str, ...]
    move: dict[str, str]

    @property
    def action(self) -> str:
        """The first word of its move."""
        return self.move.get("Action", "").split(" ")[0]


@dataclass(frozen=True)
class SeatEvent:
    """What a seat wrote, took in or opened its copy with, and what it saw before and then."""

    seat: int
    event: str
    entries: tuple[str, ...]
    before: View | None
    view: View | None

    @property
    def writes(self) -> bool:
        """Whether the seat wrote its only entry itself."""
        return self.event == WROTE


@dataclass
class RecordedRun:
    """The events of one game."""

    entries: dict[str, SeatEntry] = field(default_factory=dict)
    events: list[SeatEvent] = field(default_factory=list)

    @classmethod
    def read(cls, lines: Iterable[str]) -> RecordedRun:
        """A run from the lines of all its seats; those of one seat in their order."""
        run = cls()
        queues: dict[int, list[tuple[str, tuple[str, ...], View | None]]] = {}
        for line in lines:
            told = parsed(line)
            for one in told["entries"]:
                known = SeatEntry(one["id"], one["seat"], tuple(one["parents"]), one["move"])
                if run.entries.setdefault(known.id, known) != known:
                    raise InvalidRecord(f"seats tell of entry {known.id[:16]} in different ways")
            ids = tuple(one["id"] for one in told["entries"])
            queues.setdefault(told["seat"], []).append((told["event"], ids, told["view"]))
        run._order(queues)
        return run

    def _order(self, queues: dict[int, list[tuple[str, tuple[str, ...], View | None]]]) -> None:
        """Every event after the writing of what it brings; seats without lines write unseen."""
        seen: set[str] = set()
        views: dict[int, View | None] = {}
        recorded = {
            entry
            for queue in queues.values()
            for event, ids, _ in queue
            if event == WROTE
            for entry in ids
        }
        while any(queues.values()):
            moved = False
            for seat, queue in queues.items():
                while queue:
                    event, ids, view = queue[0]
                    if event != WROTE and any(i in recorded and i not in seen for i in ids):
                        break
                    queue.pop(0)
                    seen.update(ids)
                    before = views.get(seat)
                    self.events.append(SeatEvent(seat, event, ids, before, view))
                    views[seat] = view
                    moved = True
            if not moved:
                raise InvalidRecord("the events are not of one game: an entry is before its cause")

    @property
    def seats(self) -> int:
        """How many seats the game has."""
        views = (event.view for event in self.events if event.view is not None)
        first = next(views, None)
        return len(first["resigned"]) if first else 0

    def numbers(self) -> dict[str, int]:
        """The number of each move in its seat's log, from 1; entries of the lobby have none."""
        found: dict[str, int] = {}
        for event in self.events:
            for entry_id in event.entries:
                entry = self.entries[entry_id]
                if entry_id in found or entry.action in LOBBY_MOVES:
                    continue
                found[entry_id] = found.get(entry.parents[0], 0) + 1
        return found


def holdings(events: Sequence[SeatEvent]) -> list[frozenset[str]]:
    """What the seat of each event holds after it."""
    held: dict[int, frozenset[str]] = {}
    found = []
    for event in events:
        before = frozenset() if event.event == OPENED else held.get(event.seat, frozenset())
        held[event.seat] = before | frozenset(event.entries)
        found.append(held[event.seat])
    return found


def before_votes_cross(run: RecordedRun) -> int:
    """How many events there are before a seat holds votes of two players on each other.

    One of them overrules the other, which is what `Finality` speaks about.
    """
    alone: dict[tuple[int, int], str] = {}
    for entry in run.entries.values():
        if entry.action == "Retire" and entry.move["Voters"] == str(entry.seat):
            alone[entry.seat, int(entry.move["Seat"])] = entry.id
    pairs = [{vote, alone[t, s]} for (s, t), vote in alone.items() if (t, s) in alone]
    if not pairs:
        return len(run.events)
    held = holdings(run.events)
    return next(
        (place for place, one in enumerate(held) if any(pair <= one for pair in pairs)), len(held)
    )


def ends_of(events: Iterable[SeatEvent]) -> dict[int, int]:
    """The last move that counts of each seat that was voted out in somebody's view."""
    found: dict[int, int] = {}
    for event in events:
        for seat, last in enumerate(event.view["retired"] if event.view else ()):
            if last != STAYS:
                found[seat] = min(last, found.get(seat, last))
    return found
