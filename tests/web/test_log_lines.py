"""The story in facts: what the page needs to tell a move in any language."""

from __future__ import annotations

from pathlib import Path

from gitopoly.rules import Taken, card, dice, parse_action as parse
from gitopoly.web.log_lines import facts_of, open_entries
from tests.rules.scenario import Scenario
from tests.table.tables import Table
from tests.table.test_forks import branches, opponent
from tests.web.game_servers import game_server_in, play_person


def test_a_throw_tells_the_dice_and_the_way() -> None:
    scene = Scenario().turn(1, "roll")
    before, action = scene.s.copy(), parse(scene.s, "roll")
    scene.roll(3, 4)
    told = facts_of(Taken(before, action, dice(3, 4), scene.s))
    assert told["dice"] == [3, 4]
    assert told["moves"] == [[0, 0, 7]]


def test_a_card_tells_its_text_and_what_it_moved() -> None:
    scene = Scenario().at(1, 7).turn(1, "post-roll")
    before, action = scene.s.copy(), parse(scene.s, "draw chance card")
    scene.draw(0)
    told = facts_of(Taken(before, action, card(0), scene.s))
    assert told["card"] == scene.rules.card_texts[0][0]
    assert told["deck"] == 0
    assert told["card_key"] == "advance_0"


def test_rent_tells_who_paid_whom() -> None:
    scene = Scenario().give(2, 39).at(1, 39).turn(1, "post-roll")
    before, action = scene.s.copy(), parse(scene.s, "pay rent")
    scene.do("pay rent")
    told = facts_of(Taken(before, action, 0, scene.s))
    assert told["money"] == [[0, -50], [1, 50]]
    assert told["square"] == 39


def test_whoever_leaves_is_named() -> None:
    s = Scenario().s
    assert facts_of(Taken(s, -1, 2, s)) == {"do": "Left", "seat": 2}


def test_every_line_of_a_real_game_has_its_commit(tmp_path: Path) -> None:
    game_server = game_server_in(tmp_path)
    room = game_server.begin("Ann", 1)
    play_person(room, most=4)
    lines = room.snapshot()["lines"]
    game_server.close()
    assert lines
    assert all(len(line["id"]) == 40 and line["text"] for line in lines)
    assert all(("told" in line) == (not line["steps"]) for line in lines)
    assert lines[0]["told"] == {
        "key": "told.Invite",
        "facts": {"name": "Ann", "edition": "classic"},
    }
    assert len({line["id"] for line in lines}) == len(lines)


def test_lines_that_can_still_be_taken_back_are_named_with_their_levels() -> None:
    game = Table(2, "classic").start().seats[0].game
    counted = game.counted()
    still_open = open_entries(game, counted)
    assert still_open[counted[-1]] == 0
    assert set(still_open.values()) <= {0, 1}
    assert {e for e in counted if e not in still_open} == {
        e for e in counted if game.final_level(e) == 2
    }


def test_a_line_that_was_taken_back_is_marked() -> None:
    o = opponent()
    left, right = branches(o)
    for entry in (left, right):
        o.show(o.honest[0], entry)
    still_open = open_entries(o.honest[0].game, [left.entry.id, right.entry.id])
    assert still_open == {left.entry.id: -1, right.entry.id: -1}
