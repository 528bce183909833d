"""A room: one thread owns the game, pages hear every change, and nothing is lost."""

from __future__ import annotations

import json
import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from gitopoly.errors import GameUnavailable, IllegalAction, NoRoom
from gitopoly.rules import actions as a
from gitopoly.table.open_game import OpenGame
from gitopoly.web.patches import patched
from tests.web.game_servers import game_server_in, play_person, view, wait_for, wait_for_choice


class Page:
    """What a page makes of the events that it hears."""

    def __init__(self) -> None:
        self.game: dict[str, Any] = {}
        self.lost = 0

    def __call__(self, kind: str, data: str) -> None:
        """Hear an event."""
        facts = json.loads(data)
        if kind == "all":
            self.game = facts
        elif kind == "patch":
            self.lost += facts["version"] != self.game["version"] + 1
            self.game["version"] = facts["version"]
            self.game["view"] = patched(self.game["view"], facts["patches"])
            self.game["lines"] = (self.game["lines"] + facts["lines"])[-150:]


@pytest.mark.slow
def test_a_page_that_only_hears_patches_sees_what_a_new_one_sees(tmp_path: Path) -> None:
    game_server = game_server_in(tmp_path)
    room = game_server.begin("Ann", 1)
    page = Page()
    room.listen(page)
    play_person(room, most=12)
    wait_for_choice(room)
    room.leave(page)
    late = Page()
    room.listen(late)
    game_server.close()
    assert page.lost == 0
    assert page.game["version"] > 12
    if page.game["version"] == late.game["version"]:
        assert page.game == late.game


def test_a_refused_order_changes_nothing_and_says_why(tmp_path: Path) -> None:
    game_server = game_server_in(tmp_path)
    room = game_server.begin("Ann", 1)
    before = wait_for_choice(room)
    with pytest.raises(IllegalAction):
        room.submit(lambda table: table.act(a.code_of(a.PAY_OFF_DEBT, 0))).result(60)
    assert view(room)["decision"] == before["decision"]
    game_server.close()


def test_news_is_taken_in_before_the_page_is_worked_out(tmp_path: Path) -> None:
    game_server = game_server_in(tmp_path)
    room = game_server.begin("Ann", 1)
    wait_for_choice(room)
    done: list[str] = []

    def watch(table: OpenGame) -> None:
        table.poll = lambda timeout=0.0: done.append("poll") or []  # type: ignore[method-assign]
        room.show = lambda events: done.append("show")  # type: ignore[method-assign]

    room.submit(watch).result(60)
    wait_for(lambda: done == ["show", "poll", "show"])
    room._notice()
    wait_for(lambda: len(done) >= 5)
    assert done[3:5] == ["poll", "show"]
    game_server.close()


def test_a_closed_room_refuses_orders_instead_of_letting_them_wait(tmp_path: Path) -> None:
    game_server = game_server_in(tmp_path)
    room = game_server.begin("Ann", 1)
    page_heard: list[str] = []
    room.listen(lambda kind, data: page_heard.append(kind))
    game_server.close()
    assert page_heard[-1] == "closed"
    with pytest.raises(GameUnavailable, match="closed"):
        room.submit(lambda table: table.resign()).result(60)


def test_an_order_that_comes_while_a_room_closes_is_refused_as_well(tmp_path: Path) -> None:
    game_server = game_server_in(tmp_path)
    room = game_server.begin("Ann", 1)
    late: list[Future[Any]] = []
    heard: list[str] = []

    def keep(table: OpenGame) -> None:
        leave = table.close

        def leave_late() -> bool:
            late.append(room.submit(lambda table: table.resign()))
            room.listen(lambda kind, data: heard.append(kind))
            return leave()

        table.close = leave_late  # type: ignore[method-assign]

    room.submit(keep).result(60)
    game_server.close()
    with pytest.raises(GameUnavailable, match="closed"):
        late[0].result(60)
    assert heard == ["all", "closed"]


def test_an_order_that_was_given_up_is_not_carried_out_and_the_room_stays_open(
    tmp_path: Path,
) -> None:
    game_server = game_server_in(tmp_path)
    room = game_server.begin("Ann", 1)
    busy, done = threading.Event(), []
    room.submit(lambda table: busy.wait(60))
    given_up = room.submit(lambda table: done.append("given up"))
    room.submit(lambda table: done.append("kept"))
    assert given_up.cancel()
    busy.set()
    wait_for(lambda: done)
    assert done == ["kept"]
    assert not room.failure
    game_server.close()


@pytest.mark.slow
def test_a_room_on_a_full_disk_closes_without_a_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uncaught: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", uncaught.append)
    game_server = game_server_in(tmp_path)
    room = game_server.begin("Ann", 1)
    close = room.submit(lambda table: table.close).result()

    def fill(table: OpenGame) -> None:
        def full() -> bool:
            close()
            raise NoRoom("cannot write the game: No space left on device")

        monkeypatch.setattr(table, "close", full)

    room.submit(fill).result()
    game_server.close()
    assert uncaught == []
    assert "No space left" in str(room.failure)


def test_a_game_that_was_left_goes_on_where_it_was(tmp_path: Path) -> None:
    game_server = game_server_in(tmp_path)
    room = game_server.begin("Ann", 1)
    play_person(room, most=6)
    before = wait_for_choice(room)
    name = room.name
    game_server.close()
    again = game_server_in(tmp_path)
    after = wait_for_choice(again.room(name))
    again.close()
    for field in ("seats", "owners", "turn", "phase", "decision"):
        assert after[field] == before[field]


def test_in_others_turns_a_person_who_wants_to_hold_is_asked(tmp_path: Path) -> None:
    game_server = game_server_in(tmp_path)
    room = game_server.begin("Ann", 1)
    room.submit(lambda _: room.adjust(hold=True)).result(60)

    def held() -> bool:
        now = wait_for_choice(room)
        if now["over"] or (now["phase"] == "free-4-all" and now["turn"] != 0):
            return True
        play_person(room, most=1)
        return False

    wait_for(held)
    assert not view(room)["over"]
    game_server.close()


@pytest.mark.long
def test_a_whole_game_against_bots_ends_with_standings(tmp_path: Path) -> None:
    game_server = game_server_in(tmp_path)
    room = game_server.begin("Ann", 2, options={"turn_limit": 8})
    play_person(room)
    now = wait_for(lambda: view(room) if view(room)["over"] else None)
    assert sorted(now["standings"]["order"]) == [0, 1, 2]
    wait_for(lambda: all(trust["entries"] for trust in view(room)["trust"]))
    assert now["warnings"] == []
    game_server.close()
    assert game_server_in(tmp_path).games()[0]["over"]


def test_the_turn_has_a_number_also_where_the_rules_count_none(tmp_path: Path) -> None:
    game_server = game_server_in(tmp_path)
    # Without a roll for the start, so that no bot has begun already.
    room = game_server.begin("Ann", 1, options={"opening_throw": 0})
    assert view(room)["number"] == 1

    def third_turn() -> bool:
        play_person(room, most=1)  # doubles and auctions keep a person busy for long
        return bool(wait_for_choice(room)["number"] > 2)

    wait_for(third_turn)
    before = view(room)["number"]
    name = room.name
    game_server.close()
    again = game_server_in(tmp_path)
    assert again.room(name).snapshot()["view"]["number"] == before
    again.close()


def test_bots_wait_for_the_first_page(tmp_path: Path) -> None:
    game_server = game_server_in(tmp_path)
    room = game_server.begin("Ann", 1)
    room.await_page()
    moves = room.submit(lambda table: len(table.game.log))
    for _ in range(3):
        room.submit(lambda _: None).result(60)
    assert room.submit(lambda table: len(table.game.log)).result(60) == moves.result(60)
    room.listen(Page())
    assert not room.paused
    play_person(room, most=2)
    game_server.close()


def test_bots_wait_while_a_page_pauses_the_game_and_go_on_when_it_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_server = game_server_in(tmp_path)
    room = game_server.begin("Ann", 1)
    room.submit(lambda _: room.pause(True)).result(60)
    assert not room.paused, "nobody is there to end it"
    page = Page()
    room.listen(page)
    polls = []

    def count_polls(table: OpenGame) -> None:
        poll = table.poll
        monkeypatch.setattr(table, "poll", lambda wait: (polls.append(wait), poll(wait))[1])
        room.pause(True)

    room.submit(count_polls).result(60)
    for _ in range(3):
        room.submit(lambda _: None).result(60)
    assert room.paused
    assert polls == []
    room.leave(page)
    assert not room.paused
    play_person(room, most=2)
    game_server.close()
