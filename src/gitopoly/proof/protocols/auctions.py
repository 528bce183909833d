"""Auctions that were played between seats, as traces of `TraceAuction3`.

Participants are numbered in the order in which ties are decided, and amounts by their ranks: the
module compares amounts and nothing else, so traces of many games fit one model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from gitopoly.peers.position import IN_AUCTIONS, OF_BUILDINGS, STAYS
from gitopoly.proof.protocols.events import RecordedRun, SeatEvent, View, ends_of
from gitopoly.proof.protocols.traces import ProtocolTrace
from gitopoly.proof.specs.values import ModelConstant, Value
from gitopoly.rules.codes import ABSENT, NO_BID, NONE, UNKNOWN

DOES = {
    "Bid": "A3Bid",
    "Stand": "A3Stand",
    "Pass": "A3Pass",
    "NextRound": "A3NextRound",
    "ChooseWinner": "A3ChooseWinner",
    "CloseAuction": "CloseAuction",
}
BUILDING_KINDS = (3, 4)


@dataclass
class _Auction:
    """One auction while its trace is being collected."""

    first: View
    seats: list[int]
    """The participants, in the order that decides ties."""
    steps: list[dict[str, Value]] = field(default_factory=list)
    logs: dict[int, list[str]] = field(default_factory=dict)
    held: dict[int, set[str]] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    strayed: set[int] = field(default_factory=set)
    """Who plays on without knowing that a vote has ended its log: nothing of that counts."""
    known: dict[int, set[int]] = field(default_factory=dict)
    amounts: set[int] = field(default_factory=lambda: {0})
    whole: bool = True
    """Whether the module can express it."""


def auctions_of(run: RecordedRun) -> tuple[list[ProtocolTrace], int]:
    """The auctions of a run, and how many the module has no words for."""
    collector = _Collector(run)
    for event in run.events:
        collector.take(event)
    traces = [collector.trace(auction) for auction in collector.found.values() if auction.whole]
    skipped = sum(not auction.whole for auction in collector.found.values())
    return [trace for trace in traces if trace.steps], skipped


class _Collector:
    def __init__(self, run: RecordedRun) -> None:
        self._run = run
        self._numbers = run.numbers()
        self._ends = ends_of(run.events)
        self.found: dict[str, _Auction] = {}
        self._of_entry: dict[str, str] = {}
        self._closed: dict[str, set[int]] = {}

    def take(self, event: SeatEvent) -> None:
        before, after = _auction(event.before), _auction(event.view)
        for view, auction in ((event.before, before), (event.view, after)):
            if view is not None and auction is not None and auction["id"] not in self.found:
                self.found[auction["id"]] = _opened({**auction, "orders": view["orders"]})
        if event.writes and before is not None:
            self._write(event, self.found[before["id"]], before, after)
            if after is not None and after["id"] != before["id"]:
                self._learn(event, self.found[after["id"]], after)  # the next one opens at once
        elif after is not None:
            again = before is None and event.seat in self._closed.get(after["id"], ())
            # The same deed again, in a position that nothing tells from the one before.
            self.found[after["id"]].whole &= not again
            self._learn(event, self.found[after["id"]], after)
        if before is not None and (after is None or after["id"] != before["id"]):
            self._closed.setdefault(before["id"], set()).add(event.seat)

    def _write(self, event: SeatEvent, auction: _Auction, before: Any, after: Any) -> None:
        entry = self._run.entries[event.entries[0]]
        if not self._counts(entry.id):
            auction.strayed.add(event.seat)
        if event.seat in auction.gone | auction.strayed:
            return
        action = DOES.get(entry.action)
        stays = after is not None and after["id"] == before["id"]
        if action is None or event.seat not in auction.seats:
            if stays:
                self._learn(event, auction, after)
            return
        if action not in ("A3ChooseWinner", "CloseAuction"):
            auction.logs.setdefault(event.seat, []).append(entry.id)
            self._of_entry[entry.id] = before["id"]
        said: Value
        if action == "A3Bid":
            said = int(entry.move["Action"].split(" ")[1])
            auction.amounts.add(said)
        elif action == "A3Stand":
            said = before["last"][event.seat]
        elif action == "CloseAuction":
            said = ("seat", before["winner"][event.seat])
        elif action == "A3ChooseWinner":
            said = ("seat", after["winner"][event.seat] if stays else None)
            auction.whole &= stays
        else:
            said = ModelConstant("PASS" if action == "A3Pass" else "CHANGE")
        self._step(auction, action, event, said, after if stays else None)

    def _learn(self, event: SeatEvent, auction: _Auction, after: Any) -> None:
        """What a seat took in, and whom it then knows to have left."""
        seat, view = event.seat, event.view
        if seat not in auction.seats or seat in auction.gone | auction.strayed or view is None:
            return
        held = auction.held.setdefault(seat, set())
        if event.event == "opened" and not held <= set(event.entries):
            auction.whole = False  # it has lost what it held, which Finality speaks about
        auction.whole &= not any(view["forked"])
        absent = {
            other
            for other in auction.seats
            if view["resigned"][other] or view["retired"][other] != STAYS
        }
        known = auction.known.setdefault(seat, set())
        auction.whole &= known <= absent
        fresh = [other for other in sorted(absent) if other not in auction.gone]
        self._in_parts(event, auction, (absent - known) & auction.gone)
        known |= absent
        self._step(auction, "ASTake", event, 0, None if fresh else after)
        for other in fresh:
            auction.gone.add(other)
            last = after if other == fresh[-1] and seat not in fresh else None
            self._step(auction, "ASLeave", event, ("place", other), last)

    def _in_parts(self, event: SeatEvent, auction: _Auction, gone: set[int]) -> None:
        """Entry by entry: each may build on what was done for whoever has left."""
        held, known = auction.held[event.seat], auction.known[event.seat]
        told = {seat: self._told_by(event, seat) for seat in gone}
        known |= {seat for seat, entry in told.items() if entry is None}
        news = {entry for entry in event.entries if entry in self._of_entry} - held
        for entry in event.entries:
            leaving = {seat for seat, teller in told.items() if teller == entry}
            known |= leaving
            if entry in news:
                held.add(entry)
            if leaving or entry in news:
                self._step(auction, "ASTake", event, 0, None)

    def _told_by(self, event: SeatEvent, seat: int) -> str | None:
        """The entry of several by which it becomes known that a seat has left."""
        entries = [self._run.entries[entry_id] for entry_id in event.entries]
        told = [
            entry.id
            for entry in entries
            if (entry.action == "Resign" and entry.seat == seat)
            or (entry.action == "Retire" and entry.move["Seat"] == str(seat))
        ]
        return told[-1] if told else None

    def _step(
        self, auction: _Auction, action: str, event: SeatEvent, said: Value, after: Any
    ) -> None:
        seat = event.seat
        held = auction.held.get(seat, set())
        auction.steps.append(
            {
                "action": action,
                "p": seat,
                "entry": said,
                "held": tuple(
                    sum(entry in held for entry in auction.logs.get(other, ()))
                    for other in auction.seats
                ),
                "left": frozenset(auction.known.get(seat, set()) & auction.gone),
                "sees": after,
            }
        )
        if after is not None:
            for other in auction.seats:
                auction.amounts |= {after["last"][other], max(0, after["bid"][other])}

    def _counts(self, entry_id: str) -> bool:
        entry = self._run.entries[entry_id]
        return self._numbers[entry_id] <= self._ends.get(entry.seat, 1 << 30)

    def trace(self, auction: _Auction) -> ProtocolTrace:
        """The auction with places for seats and ranks for amounts."""
        place = {seat: number for number, seat in enumerate(auction.seats, 1)}
        money = [auction.first["money"][seat] for seat in auction.seats]
        ranks = {amount: rank for rank, amount in enumerate(sorted(auction.amounts | set(money)))}
        steps = tuple(_written(step, auction.seats, place, ranks) for step in auction.steps)
        passing, booked = _orders(auction)
        begins: dict[str, Value] = {
            "money": tuple(ranks[amount] for amount in money),
            "passing": frozenset(place[seat] for seat in passing),
            "booked": frozenset(place[seat] for seat in booked),
        }
        group = (len(auction.seats), bool(auction.first["ties"]))
        return ProtocolTrace(group, begins, steps, size=max(ranks.values()))


def _written(
    step: dict[str, Any], seats: Sequence[int], place: dict[int, int], ranks: dict[int, int]
) -> dict[str, Value]:
    said = step["entry"]
    if isinstance(said, tuple):
        said = place[said[1]] if said[0] == "place" else _winner(said[1], place)
    elif isinstance(said, int):
        said = ranks[said]
    after = step["sees"]
    sees: tuple[Value, ...] = ()
    if after is not None:
        sees = tuple(
            (
                None if after["bid"][seat] == NO_BID else ranks[after["bid"][seat]],
                ranks[after["last"][seat]],
                after["round"][seat],
                after["passed"][seat],
            )
            for seat in seats
        )
    return {
        "action": step["action"],
        "p": place[step["p"]],
        "entry": said,
        "held": tuple(step["held"]),
        "left": frozenset(place[seat] for seat in step["left"]),
        "sees": sees,
        "winner": _winner(UNKNOWN if after is None else after["winner"][step["p"]], place),
    }


def _winner(code: int, place: dict[int, int]) -> Value:
    known = {UNKNOWN: "UNKNOWN", NONE: "NONE"}
    return ModelConstant(known[code]) if code in known else place[code]


def _auction(view: View | None) -> Any:
    return None if view is None else view["auction"]


def _opened(auction: Any) -> _Auction:
    seats = [seat for seat, code in enumerate(auction["winner"]) if code != ABSENT]
    number = len(auction["winner"])
    seats.sort(key=lambda seat: (seat - auction["initiator"] - 1) % number)
    return _Auction(auction, seats)


def _orders(auction: _Auction) -> tuple[set[int], set[int]]:
    """Who passes by an order that all know, and whose bookkeeping is done for it."""
    first = auction.first
    passing, booked = set(), set()
    word = OF_BUILDINGS if first["kind"] in BUILDING_KINDS else IN_AUCTIONS
    for seat in auction.seats:
        order = first["orders"][seat]
        if IN_AUCTIONS in order or OF_BUILDINGS in order:
            booked.add(seat)
            excepted = word == IN_AUCTIONS and first["asset"] in order
            if word in order and not excepted and first["turn"] != seat:
                passing.add(seat)
    return passing, booked
