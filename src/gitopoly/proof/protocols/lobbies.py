"""How games between seats began, as traces of `TraceLobby`: from the invitation to the start."""

from __future__ import annotations

from collections import Counter
from typing import Any

from gitopoly.proof.protocols.events import RecordedRun, SeatEvent
from gitopoly.proof.protocols.traces import ProtocolTrace
from gitopoly.proof.specs.values import Value
from gitopoly.table.lobby import Join, Ready, Start

ACTIONS = (Join.NAME, Ready.NAME, Start.NAME)


def lobby_of(run: RecordedRun) -> ProtocolTrace | None:
    """The beginning of a run; None if it has none."""
    return _Collector(run).trace()


class _Collector:
    def __init__(self, run: RecordedRun) -> None:
        self._run = run
        self._seats = max((entry.seat for entry in run.entries.values()), default=0) + 1
        self._joins: dict[str, int] = {}
        """The version of each join: which one of its seat it is."""
        self._written: set[str] = set()
        self._games: dict[str, int] = {}
        self._steps: list[dict[str, Value]] = []
        self._begun: dict[int, int] = {}

    def trace(self) -> ProtocolTrace | None:
        """Every step until the game has begun for everybody."""
        run = self._run
        for event in run.events:
            lobby = [e for e in event.entries if run.entries[e].action in ACTIONS]
            if event.seat not in self._begun and (lobby or event.view is not None):
                self._take(event, lobby)
        twice = Counter((run.entries[e].seat, run.entries[e].action) for e in self._written)
        cheats = frozenset(seat + 1 for (seat, _), times in twice.items() if times > 1)
        versions = max(self._joins.values(), default=1)
        group = self._seats, tuple(sorted(cheats)), versions
        return ProtocolTrace(group, {}, tuple(self._steps)) if self._steps else None

    def _take(self, event: SeatEvent, lobby: list[str]) -> None:
        game = self._game(event)
        for entry_id in lobby:
            if entry_id not in self._written:
                own = event.writes or self._run.entries[entry_id].seat == event.seat
                self._write(entry_id, game if event.writes else 0, seen=own)
        if not event.writes:
            self._step("Take", event.seat, game, brings=self._brings(lobby))
        if game:
            self._begun[event.seat] = game

    def _game(self, event: SeatEvent) -> int:
        if event.view is None:
            return 0
        return self._games.setdefault(event.view["game"], len(self._games) + 1)

    def _write(self, entry_id: str, game: int, seen: bool) -> None:
        """An entry at its writing, or where it first shows up: then its author held its past."""
        entry = self._run.entries[entry_id]
        self._written.add(entry_id)
        if entry.action == Join.NAME:
            known = [e for e in self._joins if self._run.entries[e].seat == entry.seat]
            self._joins[entry_id] = len(known) + 1
            self._step(Join.NAME, entry.seat, game, version=len(known) + 1)
            return
        if not seen:
            self._step("Take", entry.seat, 0, brings=self._brings(self._past(entry_id)))
        self._step(entry.action, entry.seat, game, table=self._table(entry_id))

    def _past(self, entry_id: str) -> list[str]:
        """The entries of the lobby before one."""
        found: dict[str, None] = {}
        waiting = list(self._run.entries[entry_id].parents)
        while waiting:
            one = waiting.pop()
            entry = self._run.entries.get(one)
            if entry is not None and one not in found:
                found[one] = None
                waiting += entry.parents
        return [e for e in found if self._run.entries[e].action in ACTIONS]

    def _table(self, entry_id: str) -> Value:
        """The joins that an entry stands on; 0 where there is none or more than one of a seat."""
        found: dict[int, set[int]] = {}
        for entry in self._past(entry_id):
            if entry in self._joins:
                found.setdefault(self._run.entries[entry].seat, set()).add(self._joins[entry])
        seats = (found.get(seat, set()) for seat in range(self._seats))
        return tuple(min(versions) if len(versions) == 1 else 0 for versions in seats)

    def _brings(self, entries: list[str]) -> dict[str, Value]:
        def of(action: str) -> list[Any]:
            return [e for e in entries if self._run.entries[e].action == action]

        seat_of = {e: self._run.entries[e].seat + 1 for e in entries}
        return {
            "joins": frozenset((seat_of[e], self._joins[e]) for e in of(Join.NAME)),
            "ready": frozenset((seat_of[e], self._table(e)) for e in of(Ready.NAME)),
            "starts": frozenset(self._table(e) for e in of(Start.NAME)),
        }

    def _step(
        self,
        action: str,
        seat: int,
        game: int,
        version: int = 0,
        table: Value = (),
        brings: dict[str, Value] | None = None,
    ) -> None:
        nothing: frozenset[Any] = frozenset()
        self._steps.append(
            {
                "action": action,
                "p": seat + 1,
                "version": version,
                "table": table,
                "brings": brings or {"joins": nothing, "ready": nothing, "starts": nothing},
                "game": game,
            }
        )
