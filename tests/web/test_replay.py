"""Frames give back every view, and stay small."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest

from gitopoly.errors import GameUnavailable
from gitopoly.proof.games.analysis import BANKRUPT, MONOPOLY, KeyMoment
from gitopoly.proof.games.replay import replay
from gitopoly.rules import initial
from gitopoly.web.patches import patched
from gitopoly.web.replay import GameReplay, moment_facts
from gitopoly.web.replay_source import source_of_game, source_of_record
from gitopoly.web.view import Person, situation
from tests.web.game_servers import game_server_in, play_person, view, wait_for
from tests.web.replays import recorded, recorded_replay

MOST = 2_000_000
"""Bytes of an exported game of 3,000 entries."""


@pytest.mark.slow
def test_the_changes_of_all_frames_lead_to_the_last_view() -> None:
    found = recorded_replay()
    data = json.loads(json.dumps(found.data()))
    view = data["start"]
    for frame in data["frames"]:
        patches = [[data["paths"][place], *value] for place, *value in frame["changes"]]
        view = patched(view, patches)
    names = [Person(name) for name in data["printed"]["names"]]
    assert view == situation(found.end, names) | {"over": True}
    assert view["standings"]["winner"] == replay(recorded()).winner


def test_every_told_action_is_a_frame_and_the_quiet_ones_are_shown_with_it() -> None:
    found, data = recorded_replay(), recorded_replay().data()
    assert len(data["frames"]) == len(data["wealth"][0]) - 1
    assert len(data["frames"]) < found.source.count
    doings = [step["do"] for frame in data["frames"] for step in frame["line"]["steps"]]
    assert len(doings) == len(data["frames"])
    assert "EndTurn" not in doings
    assert "RollAndMove" in doings


def test_turns_moments_and_landings_lie_within_the_replay() -> None:
    data = recorded_replay().data()
    last = len(data["frames"])
    for frames in (
        data["turns"],
        [moment["frame"] for moment in data["moments"]],
        [landing[0] for landing in data["landings"]],
    ):
        assert frames == sorted(frames)
        assert frames[-1] <= last
        assert frames[0] >= 1
    assert {moment["kind"] for moment in data["moments"]} >= {"monopoly", "bankrupt", "end"}


def test_a_long_game_stays_a_small_file() -> None:
    long = recorded_replay(game=4, turns=300)
    assert long.source.count > 2_300
    assert len(json.dumps(long.data(), separators=(",", ":"))) < MOST / 4


@pytest.mark.slow
def test_a_script_gets_the_story_and_the_numbers() -> None:
    found = recorded_replay()
    report = json.loads(json.dumps(found.report()))
    assert report["players"] == ["p1", "p2"]
    assert report["winner"] == "p1"
    assert report["over"]
    assert len(report["story"]) == report["frames"]
    assert len(report["wealth"]["p2"]) == report["frames"] + 1
    assert sum(report["landings"].values()) == len(found.analysis.landings)
    assert len(report["landings"]) == 40


def test_seat_and_group_nought_are_kept_and_what_does_not_apply_is_left_out() -> None:
    facts = moment_facts(KeyMoment(3, MONOPOLY, 0, other=0, square=1, group=0))
    assert facts == {
        "frame": 3,
        "kind": "monopoly",
        "seat": 0,
        "other": 0,
        "square": 1,
        "group": 0,
    }
    assert moment_facts(KeyMoment(3, MONOPOLY, 1)) == {"frame": 3, "kind": "monopoly", "seat": 1}


@pytest.mark.slow
def test_nothing_told_is_nothing_to_replay() -> None:
    source = source_of_record(recorded(), "x")
    empty = copy.copy(source)
    object.__setattr__(empty, "events", [])
    assert initial(source.rules)
    with pytest.raises(GameUnavailable, match="nothing to replay"):
        GameReplay(empty)


def test_progress_is_told() -> None:
    told: list[int] = []
    source = source_of_record(recorded(game=0, players=3, turns=12), "x")
    GameReplay(source, told.append)
    assert told == list(range(1, source.count + 1))


def test_whoever_was_ruined_last_stands_above_those_ruined_before() -> None:
    found = recorded_replay(game=0, players=3, seed=8, turns=400)
    ruined = [one.seat for one in found.analysis.moments if one.kind == BANKRUPT]
    assert len(ruined) == 2
    assert found.gone == ruined
    order = situation(found.end, found.source.people, found.gone)["standings"]["order"]
    assert order[1:] == ruined[::-1]
    assert order[1:] != sorted(order[1:]), "a game in which the seats' own order would do"


def test_a_replay_counts_the_turns_as_the_end_does(tmp_path: Path) -> None:
    """A turn in which somebody resigns is one more that began, and none that was played."""
    server = game_server_in(tmp_path)
    room = server.begin("Ann", 1, "sensible", {"opening_throw": 0})
    play_person(room, most=6)
    room.submit(lambda table: table.resign()).result(60)
    wait_for(lambda: view(room)["over"], "the end")
    source = room.submit(lambda table: source_of_game(table.game, "x", room.bots)).result(60)
    assert len(GameReplay(source).data()["turns"]) == view(room)["number"]
    server.close()
