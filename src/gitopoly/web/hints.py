"""Hints for somebody who plays, in games that allow them: ranked choices, trades, the next round.

They are worked out in a thread of their own, so that the game goes on meanwhile.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

from gitopoly.bots.analysis.hints import Hint, hints, judged_trade, risk_of_round
from gitopoly.bots.analysis.playouts import Playouts
from gitopoly.errors import GameUnavailable, GitopolyError, IllegalAction
from gitopoly.rules import Choice, State, check_legal
from gitopoly.table.open_game import OpenGame
from gitopoly.web import requests
from gitopoly.web.decisions import choice_facts
from gitopoly.web.place import Place
from gitopoly.web.view import refused
from gitopoly.words import worded

MOST_WAITING = 4
"""Questions that may wait for an answer: guests must not keep their host's computer busy."""

_thinking = ThreadPoolExecutor(1, "hints")
_free = threading.BoundedSemaphore(MOST_WAITING)


class Asked(NamedTuple):
    """A position, the seat that asks, and what it can choose."""

    state: State
    seat: int
    choices: list[Choice]


def ranked_choices(room: Place, asked: Callable[[OpenGame], Asked]) -> Future[Any]:
    """What the person could do now, the best first, and what the next round may bring them."""

    def think() -> dict[str, Any]:
        s, seat, choices = room.submit(lambda table: _allowed(table, asked)).result()
        if not choices:
            raise worded(GameUnavailable, "advice.later")
        playouts = Playouts(s.rules)
        ranked = [_hint(s, seat, one) for one in hints(s, seat, choices, playouts)]
        return {"hints": ranked, "risk": _risk(s, seat, playouts)}

    return later(think)


def offer_advice(
    room: Place, asked: Callable[[OpenGame], Asked], facts: dict[str, Any]
) -> Future[Any]:
    """Whether an offer would be good for the person, and what the other would accept."""

    def think() -> dict[str, Any]:
        s, seat, _ = room.submit(lambda table: _allowed(table, asked)).result()
        code = requests.read_offer(s, seat, facts)
        try:
            check_legal(s, code)
        except IllegalAction as error:
            return {"refused": refused(error)}
        found = judged_trade(s, code, Playouts(s.rules))
        return {
            "refused": None,
            "gain": round(100 * found.gain, 1),
            "error": round(100 * found.error, 1),
            "other": round(100 * found.gain_of_other, 1),
            "accepted": found.accepted,
            "asked": found.asked,
        }

    return later(think)


def _allowed(table: OpenGame, asked: Callable[[OpenGame], Asked]) -> Asked:
    if not table.game.file.gives_hints:
        raise worded(GameUnavailable, "advice.off")
    return asked(table)


def later(think: Callable[[], dict[str, Any]]) -> Future[Any]:
    """Think in another thread, unless too many wait for that already."""
    if not _free.acquire(blocking=False):
        raise worded(GitopolyError, "error.busy")
    future = _thinking.submit(think)
    future.add_done_callback(lambda _: _free.release())
    return future


def _hint(s: State, seat: int, one: Hint) -> dict[str, Any]:
    return {
        **choice_facts(s, seat, one.action),
        "chance": round(100 * one.chance, 1),
        "error": round(100 * one.error, 1),
    }


def _risk(s: State, seat: int, playouts: Playouts) -> dict[str, Any] | None:
    """The next round; None where a rule hides it."""
    found = risk_of_round(s, seat, playouts)
    if found is None:
        return None
    return {
        "low": found.low,
        "high": found.high,
        "short": 100 * found.short,
        "out": 100 * found.out,
        "jailed": bool(s.in_jail[seat]),
        "squares": [
            {"square": one.square, "cost": one.cost, "share": 100 * one.chance}
            for one in found.squares
        ],
    }
