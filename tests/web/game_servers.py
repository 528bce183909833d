"""Game servers and games for the tests of the page, in a folder of their own."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gitopoly.bots.table_policy import TablePolicy
from gitopoly.table.open_game import OpenGame
from gitopoly.web.game_server import GameServer
from gitopoly.web.room import Room

PATIENCE = 120.0
"""Seconds after which something will not come about any more, on a very busy machine."""


def game_server_in(folder: Path, pace: str = "instant") -> GameServer:
    """A game server whose games and key lie below a folder of the test."""
    return GameServer(folder / "games", folder / "identity", pace)


def wait_for(done: Callable[[], Any], what: str = "it") -> Any:
    """Look again and again until something holds; what it then is."""
    deadline = time.monotonic() + PATIENCE
    while not (found := done()):
        assert time.monotonic() < deadline, f"{what} did not come about"
        time.sleep(0.01)
    return found


def view(room: Room) -> dict[str, Any]:
    """The newest view of a room."""
    found: dict[str, Any] = room.snapshot()["view"]
    return found


def wait_for_choice(room: Room) -> dict[str, Any]:
    """The view in which the person has something to decide."""

    def choice() -> dict[str, Any] | None:
        now = view(room)
        facts = now["decisions"]
        ready = facts and (facts["bid"] or any("refused" not in b for b in facts["buttons"]))
        return now if ready or now["over"] else None

    return wait_for(choice, "a choice")  # type: ignore[no-any-return]


def play_person(room: Room, policy: str = "sensible", seed: int = 7, most: int = 10**6) -> None:
    """Let a policy play the person's seat, until the game is over or it has acted so often.

    However long that takes, as long as something happens.
    """
    chooser = TablePolicy(policy, 0, seed)

    def work(table: OpenGame) -> dict[str, bool]:
        seat = table.seat
        assert seat is not None
        choices = [] if table.game.over else seat.choices()
        if choices:
            table.act(chooser.choose(seat.position.state, choices))
        return {"acted": bool(choices)}

    acted, version = 0, -1
    deadline = time.monotonic() + PATIENCE
    while acted < most and not (now := room.snapshot())["view"]["over"]:
        if now["version"] != version:
            version, deadline = now["version"], time.monotonic() + PATIENCE
        assert time.monotonic() < deadline, "the game does not move"
        if room.submit(work).result(PATIENCE)["acted"]:
            acted += 1
        else:
            time.sleep(0.01)
