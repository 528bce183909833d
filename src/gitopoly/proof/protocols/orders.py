"""Passing orders of a game between seats, as a trace of `TraceOrders`."""

from __future__ import annotations

from typing import Any

from gitopoly.peers.orders import NOTHING
from gitopoly.peers.position import BETWEEN_TURNS, IN_AUCTIONS, OF_BUILDINGS, STAYS
from gitopoly.proof.protocols.auctions import BUILDING_KINDS
from gitopoly.proof.protocols.events import (
    RecordedRun,
    SeatEvent,
    View,
    before_votes_cross,
    holdings,
)
from gitopoly.proof.protocols.traces import ProtocolTrace
from gitopoly.proof.specs.values import Value
from gitopoly.table.game_replica import OPENED
from gitopoly.table.lobby import LOBBY_MOVES

LOG_GOES_ON = 1_000_000_000
ACTIONS = {
    "GiveOrder": "GiveOrder",
    "ConcludeFree4AllActions": "Pass",
    "EndTurn": "Give",
    "Resign": "Resign",
    "Retire": "Retire",
    "Pass": "PassAuction",
}
KINDS = {
    "GiveOrder": "order",
    "Pass": "pass",
    "Give": "give",
    "Resign": "resign",
    "Retire": "vote",
    "PassAuction": "pass-auction",
    "Fall": "fall",
}
"""What an action is on the logs of the module; any other is not on them."""
NO_DEBTS = (*ACTIONS, "DoublesCheck", "Object")
"""Moves by which nobody comes to owe anything."""


def orders_of(run: RecordedRun, most: int = 0) -> ProtocolTrace | None:
    """The orders of a run, or of its beginning; None where the module has no words for it.

    That is a fork, a copy that lost entries, and rounds that do not go clockwise. Where votes of
    two players cross, the trace ends.
    """
    return _Collector(run).trace(most)


class _Collector:
    def __init__(self, run: RecordedRun) -> None:
        self._run = run
        self._numbers = run.numbers()
        self._written: set[str] = set()
        """The entries that stand on the logs of the module."""
        self._held: dict[int, frozenset[str]] = {}
        self._steps: list[dict[str, Value]] = []
        self._gone: set[int] = set()
        """Who plays no more: they have no vote, and may hold what a vote has ended."""

    def trace(self, most: int) -> ProtocolTrace | None:
        """The steps that matter for orders, and what every seat saw after each of its own."""
        events = self._run.events[: before_votes_cross(self._run)]
        for event, held in zip(events, holdings(events), strict=True):
            before = self._held.get(event.seat, frozenset())
            self._held[event.seat] = held
            view = event.view
            if view is None:
                continue
            lost = event.event == OPENED and not before <= held
            turned = view["round"] is not None and not view["round"]["clockwise"]
            if any(view["forked"]) or lost or turned:
                return None
            if event.seat not in self._gone:
                self._take(event, before)
            if view["bankrupt"][event.seat] or _left(view, event.seat):
                self._gone.add(event.seat)
            if most and len(self._steps) >= most:
                break
        return ProtocolTrace((self._run.seats,), {}, tuple(self._steps)) if self._steps else None

    def _take(self, event: SeatEvent, before: frozenset[str]) -> None:
        entries = [self._run.entries[e] for e in event.entries if e not in before]
        moves = [entry for entry in entries if entry.action not in LOBBY_MOVES]
        owes = any(entry.action not in NO_DEBTS for entry in moves)
        if event.writes and moves:
            action, entry = self._entry(event)
            if action not in ("Move", "Ask"):
                self._written.add(event.entries[0])
            self._step(event, action, entry, (), owes)
        else:
            brought = tuple(entry.seat for entry in moves if entry.id in self._written)
            self._step(event, "Take", _entry("move", 0), brought, owes)

    def _entry(self, event: SeatEvent) -> tuple[str, dict[str, Value]]:
        view = event.view
        assert view is not None
        before = event.before or view
        move = self._run.entries[event.entries[0]]
        seat, number = event.seat, self._numbers[move.id]
        fell = view["bankrupt"][seat] and not before["bankrupt"][seat] and not _left(view, seat)
        action = "Fall" if fell else ACTIONS.get(move.action, "Move")
        if action == "Pass" and before["turn"] == seat:
            action = "Move"  # it comes last, and is part of handing on
        if action == "Move":
            return ("Ask" if _opens(before, view) else action), _entry("move", number)
        entry = _entry(KINDS[action], number)
        if action == "GiveOrder":
            words = f"{move.move['Passes']} {move.move.get('But', '')}".split()
            entry["says"] = frozenset(words) - {NOTHING}
            entry["value"] = BETWEEN_TURNS in words
        elif action in ("Pass", "Give"):
            entry["turn"] = before["turn"]
            entry["again"] = view["turn"] == seat
        elif action == "PassAuction":
            entry["auction"] = before["auction"]["id"]
        elif action == "Retire":
            voters = frozenset(int(voter) for voter in move.move["Voters"].split(" ") if voter)
            vote = {"seat": int(move.move["Seat"]), "last": int(move.move["Last"])}
            entry["vote"] = {**vote, "voters": voters}
        return action, entry

    def _step(
        self,
        event: SeatEvent,
        action: str,
        entry: dict[str, Value],
        brings: tuple[int, ...],
        owes: bool,
    ) -> None:
        view = event.view
        assert view is not None
        followed = view["retired"][event.seat] == STAYS and not view["over"]
        before = event.before or view
        self._steps.append(
            {
                "action": action,
                "p": event.seat,
                "entry": entry,
                "brings": brings,
                "floor": () if _busy(before) else (before["floor"],),
                "owes": owes,
                "sees": (_sees(view),) if followed else (),
            }
        )


def _entry(kind: str, number: int) -> dict[str, Value]:
    return {
        "kind": kind,
        "number": number,
        "value": False,
        "says": frozenset(),
        "vote": (),
        "auction": "",
        "turn": 0,
        "again": False,
    }


def _left(view: View, seat: int) -> bool:
    return bool(view["resigned"][seat]) or view["retired"][seat] != STAYS


def _opens(before: View, view: View) -> bool:
    """Whether a seat asks others by its own move, not by the end of a draw, auction or offer."""
    asked = any(view[name] and not before[name] for name in ("round", "auction"))
    return asked and not _busy(before)


def _busy(view: View) -> bool:
    """Whether nobody is alone on move: something is drawn, auctioned or offered."""
    return any(view[name] is not None for name in ("draw", "auction", "offer"))


def _said(order: list[Any]) -> frozenset[str]:
    return frozenset(map(str, order))


def _sees(view: View) -> dict[str, Value]:
    seats = range(len(view["bankrupt"]))
    waiting: Any = view["round"]
    return {
        "orders": tuple(map(_said, view["orders"])),
        "left": frozenset(seat for seat in seats if _left(view, seat)),
        "ends": tuple(LOG_GOES_ON if last == STAYS else last for last in view["retired"]),
        "turn": () if view["turn"] is None else (view["turn"],),
        "floor": () if _busy(view) else (view["floor"],),
        "round": (frozenset(waiting["waiting"]),) if waiting else (),
        "busy": _busy(view) or view["floor"] != view["turn"],
        "out": frozenset(seat for seat in seats if view["bankrupt"][seat]),
        "auction": _auction(view),
    }


def _auction(view: View) -> Value:
    auction: Any = view["auction"]
    if auction is None:
        return ()
    seats = [seat for seat, out in enumerate(view["bankrupt"]) if not out]
    building = auction["kind"] in BUILDING_KINDS
    return (
        {
            "id": auction["id"],
            "seats": frozenset(seats),
            "turn": auction["turn"],
            "word": OF_BUILDINGS if building else IN_AUCTIONS,
            "asset": "" if building else str(auction["asset"]),
            "passed": frozenset(seat for seat in seats if auction["passed"][seat]),
        },
    )
