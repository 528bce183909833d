"""Draws, votes and departures of a game between seats, as a trace of `TraceDice2`."""

from __future__ import annotations

from typing import Any

from gitopoly.peers.position import STAYS
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

KINDS = {
    "Reveal": ("DSReveal", "reveal"),
    "Recommit": ("DSRecommit", "recommit"),
    "Resign": ("DSResign", "resign"),
    "Retire": ("DSRetire", "retire"),
    "Object": ("DSObject", "object"),
    "Finish": ("Finish", "move"),
}
"""What each move is in the module; any other is a request if it begins a draw, else a move."""


def draws_of(run: RecordedRun, most: int = 0) -> ProtocolTrace | None:
    """The draws of a run, or its beginning; None where the module has no words for it.

    That is a fork, and a copy that lost entries: `TraceLedger` speaks about those. So are games
    whose dice follow from a seed, because nobody draws them. Where votes of two players cross, the
    trace ends.
    """
    if not any("Dice" in entry.move for entry in run.entries.values()):
        return None
    numbers = run.numbers()
    steps = []
    held_before: dict[int, frozenset[str]] = {}
    followed = list(zip(run.events, holdings(run.events), strict=True))[: before_votes_cross(run)]
    for event, held in followed:
        before = held_before.get(event.seat, frozenset())
        held_before[event.seat] = held
        if event.view is None:
            continue
        lost = event.event == OPENED and not before <= held
        if any(event.view["forked"]) or lost:
            return None
        counts = _counts(run, before if event.writes else held, numbers)
        steps.append(_step(run, event, counts))
        if most and len(steps) >= most:
            break
    if not steps:
        return None
    longest = max(numbers.values(), default=0)
    return ProtocolTrace((run.seats,), {}, tuple(steps), size=longest)


def _counts(run: RecordedRun, held: frozenset[str], numbers: dict[str, int]) -> list[int]:
    counts = [0] * run.seats
    for entry_id in held:
        if entry_id in numbers:
            seat = run.entries[entry_id].seat
            counts[seat] = max(counts[seat], numbers[entry_id])
    return counts


def _step(run: RecordedRun, event: SeatEvent, held: list[int]) -> dict[str, Value]:
    view = event.view
    assert view is not None
    action, entry = "DSTake", _entry("move")
    if event.writes and run.entries[event.entries[0]].action not in LOBBY_MOVES:
        action, entry = _written(run.entries[event.entries[0]].move, event)
    before = event.before or view
    return {
        "action": action,
        "p": event.seat + 1,
        "entry": entry,
        "held": tuple(held),
        "idle": frozenset() if before["draw"] else _seats(before["waits"]),
        "over": bool(before["over"]),
        "out": frozenset(seat + 1 for seat, out in enumerate(view["bankrupt"]) if out),
        "sees": (_sees(view),) if view["retired"][event.seat] == STAYS else (),
    }


def _written(move: dict[str, str], event: SeatEvent) -> tuple[str, dict[str, Value]]:
    view, before = event.view, event.before
    assert view is not None
    assert before is not None
    name = move["Action"].split(" ")[0]
    if name in KINDS:
        action, kind = KINDS[name]
        if name == "Reveal":
            return action, _entry(kind, draw=int(move["Draw"]))
        if name == "Retire":
            vote = next(
                vote
                for vote in view["votes"][event.seat]
                if vote not in before["votes"][event.seat]
            )
            return action, _entry(kind, seat=vote[0] + 1, last=vote[1], voters=_seats(vote[2]))
        if name == "Object":
            return action, _entry(kind, seat=int(move["Seat"]) + 1)
        return action, _entry(kind)
    if view["draws"] > before["draws"]:
        return "DSRequest", _entry("request", draw=view["draws"])
    return "DSMove", _entry("move")


def _entry(
    kind: str,
    draw: int = 0,
    seat: int | None = None,
    last: int = 0,
    voters: frozenset[int] = frozenset(),
) -> dict[str, Value]:
    return {"kind": kind, "draw": draw, "seat": seat, "last": last, "voters": voters}


def _seats(seats: list[int]) -> frozenset[int]:
    return frozenset(seat + 1 for seat in seats)


def _sees(view: View) -> dict[str, Value]:
    draw: Any = view["draw"]
    out = view["bankrupt"]
    flags = range(len(out))
    shown = [seat for seat in flags if draw and draw["shown"][seat] and not out[seat]]
    return {
        "draws": view["draws"],
        "drawing": draw is not None,
        "shown": _seats(shown),
        "owes": _seats(view["waits"]) if draw else frozenset(),
        "resigned": _seats([seat for seat in flags if view["resigned"][seat]]),
        "retired": frozenset(
            (seat + 1, last) for seat, last in enumerate(view["retired"]) if last != STAYS
        ),
        "votes": frozenset(
            (seat + 1, vote[0] + 1, vote[1], _seats(vote[2]))
            for seat, votes in enumerate(view["votes"])
            for vote in votes
        ),
    }
