"""The logs of a game between seats, as a trace of `TraceLedger`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from gitopoly.proof.protocols.events import RecordedRun, SeatEvent, before_votes_cross
from gitopoly.proof.protocols.traces import ProtocolTrace
from gitopoly.proof.specs.values import Value
from gitopoly.table.fold import OWN_WORD
from gitopoly.table.game_replica import OPENED
from gitopoly.table.lobby import LOBBY_MOVES

Name = tuple[int, int, int]
"""An entry as the module names it: its seat, its number, and which of several in that place."""


def ledger_of(run: RecordedRun, most: int = 0) -> ProtocolTrace | None:
    """The logs of a run, or the beginning of it; None where the module has no words for it.

    That is a fork in the lobby. Where votes of two players cross, the trace ends.
    """
    return _Collector(run).trace(most)


class _Collector:
    def __init__(self, run: RecordedRun) -> None:
        self._run = run
        self._names: dict[str, Name] = {}
        self._past: dict[str, frozenset[Name]] = {}
        self._joins = frozenset((seat, 1, 1) for seat in range(1, run.seats + 1))
        self._in_place: Counter[tuple[int, int]] = Counter()
        self._steps: list[dict[str, Value]] = []

    def trace(self, most: int) -> ProtocolTrace | None:
        """Everything, or the first steps."""
        run = self._run
        if len({e.seat for e in run.entries.values() if e.action == "Join"}) < run.seats:
            return None
        if Counter(e.action for e in run.entries.values())["Join"] > run.seats:
            return None
        for event in run.events[: before_votes_cross(run)]:
            if event.view is None:
                continue
            self._take(event)
            if most and len(self._steps) >= most:
                break
        branches = max(self._in_place.values(), default=1)
        return ProtocolTrace((run.seats,), {}, tuple(self._steps), size=branches)

    def _take(self, event: SeatEvent) -> None:
        entry = self._run.entries[event.entries[0]] if event.entries else None
        if event.writes and entry is not None and entry.action not in LOBBY_MOVES:
            self._named(entry.id)
            action, says = self._says(entry.id)
            self._step(event, action, entry.id, says)
            return
        for entry_id in event.entries:
            self._appear(entry_id)
        brought = frozenset(self._names[e] for e in event.entries if e in self._names)
        action = "CrashAndResume" if event.event == OPENED else "Fetch"
        self._step(event, action, None, {"kind": "move"}, brought | self._joins)

    def _appear(self, entry_id: str) -> None:
        """An entry whose writing nobody has told of: only a cheat's, or from before the events."""
        entry = self._run.entries[entry_id]
        if entry.action in LOBBY_MOVES or entry_id in self._names:
            return
        self._named(entry_id)
        says = self._says(entry_id)[1]
        self._steps.append(
            {
                "action": "WriteBranch",
                "p": entry.seat + 1,
                "entry": self._names[entry_id],
                "names": self._past[entry_id],
                "says": says,
                **_sees(None, frozenset()),
            }
        )

    def _named(self, entry_id: str) -> None:
        entry = self._run.entries[entry_id]
        past = set(self._joins)
        for parent in entry.parents:
            if parent in self._names:
                past |= self._past[parent] | {self._names[parent]}
        seat = entry.seat + 1
        number = 1 + sum(1 for name in past if name[0] == seat)
        self._in_place[seat, number] += 1
        self._names[entry_id] = (seat, number, self._in_place[seat, number])
        self._past[entry_id] = frozenset(past)

    def _says(self, entry_id: str) -> tuple[str, Value]:
        entry = self._run.entries[entry_id]
        if entry.action in OWN_WORD:
            return "Leave", {"kind": "leave"}
        if entry.action == "Finish":
            return "Finish", {"kind": "finish"}
        if entry.action == "Retire":
            voters = frozenset(int(seat) + 1 for seat in entry.move["Voters"].split(" ") if seat)
            vote = int(entry.move["Seat"]) + 1, int(entry.move["Last"]) + 1
            return "VoteOut", {"kind": "vote", "seat": vote[0], "last": vote[1], "voters": voters}
        return "WriteMove", {"kind": "move"}

    def _step(
        self,
        event: SeatEvent,
        action: str,
        entry_id: str | None,
        says: Value,
        names: frozenset[Name] = frozenset(),
    ) -> None:
        dropped = frozenset(
            self._names[e] for e in (event.view or {})["uncounted"] if e in self._names
        )
        self._steps.append(
            {
                "action": action,
                "p": event.seat + 1,
                "entry": self._names[entry_id] if entry_id else (0, 0, 0),
                "names": self._past[entry_id] if entry_id else names,
                "says": says,
                **_sees(event.view, dropped),
            }
        )


def _sees(view: Any, dropped: frozenset[Name]) -> dict[str, Value]:
    if view is None:
        empty: frozenset[int] = frozenset()
        return {"sees": False, "forked": empty, "dropped": dropped, "out": empty}
    return {
        "sees": True,
        "forked": frozenset(seat + 1 for seat, flag in enumerate(view["forked"]) if flag),
        "dropped": dropped,
        "out": frozenset(seat + 1 for seat, flag in enumerate(view["bankrupt"]) if flag),
    }
