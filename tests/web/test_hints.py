"""Hints on the page: only in games that allow them, and never in the way of the game."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from gitopoly.bots.analysis.hints import CostlySquare, Hint, RoundRisk
from gitopoly.errors import GameUnavailable, GitopolyError, InvalidRequest, StaleRequest
from gitopoly.rules import Choice, State
from gitopoly.table.seat import Seat
from gitopoly.web import hints
from gitopoly.web.commands import COMMANDS
from gitopoly.web.room import Room
from tests.web.game_servers import game_server_in, view, wait_for_choice


def asked(room: Room, command: str, **facts: Any) -> Any:
    """What a page gets for a command."""
    return COMMANDS[command](room, json.dumps(facts).encode()).result(60)


def test_hints_are_off_unless_the_game_allows_them(tmp_path: Path) -> None:
    game_server = game_server_in(tmp_path)
    try:
        room = game_server.begin("Ann", 1)
        now = wait_for_choice(room)
        assert not now["hints"]
        with pytest.raises(GameUnavailable, match="without hints"):
            asked(room, "hint", decision=now["decision"])
    finally:
        game_server.close()


def test_a_game_with_hints_says_so_and_ranks_what_can_be_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def first(s: State, seat: int, choices: list[Choice], playouts: object) -> list[Hint]:
        return [Hint(code, 0.5, 0.02) for code in choices if isinstance(code, int)]

    monkeypatch.setattr(hints, "hints", first)
    risk = RoundRisk(-20, 0, 200, 0.25, 0.0, (CostlySquare(4, 200, 0.5),))
    monkeypatch.setattr(hints, "risk_of_round", lambda *asked: risk)
    game_server = game_server_in(tmp_path)
    try:
        room = game_server.begin("Ann", 1, hints=True)
        now = wait_for_choice(room)
        assert now["hints"]
        assert "hints" in room.submit(lambda table: table.game.file.features).result()
        found = asked(room, "hint", decision=now["decision"])
        assert found["hints"][0]["chance"] == 50.0
        assert found["risk"] == {
            "low": -20,
            "high": 200,
            "short": 25.0,
            "out": 0.0,
            "jailed": False,
            "squares": [{"square": 4, "cost": 200, "share": 50.0}],
        }
        with pytest.raises(StaleRequest):
            asked(room, "hint", decision=now["decision"] - 1)
        with pytest.raises(InvalidRequest):
            asked(room, "hint")
        assert view(room)["decision"] == now["decision"]
        with monkeypatch.context() as nothing:
            nothing.setattr(Seat, "choices", lambda seat: [])
            with pytest.raises(GameUnavailable, match="when you can choose"):
                asked(room, "hint", decision=now["decision"])
        again = game_server.begin_again(room.name)
        assert wait_for_choice(again)["hints"]
    finally:
        game_server.close()


def test_questions_beyond_a_few_are_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "_free", threading.BoundedSemaphore(1))
    waits = threading.Event()
    first = hints.later(lambda: {"waited": waits.wait(60)})
    with pytest.raises(GitopolyError, match="busy"):
        hints.later(dict)
    waits.set()
    assert first.result(60) == {"waited": True}
    assert hints.later(dict).result(60) == {}
