"""Tournaments: mirrored games, the same results however they are played."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gitopoly.arena import ResourceLimits
from gitopoly.arena.agents.roster import Bot, parse_bots
from gitopoly.arena.tournaments.schedule import (
    MatchTask,
    round_robin,
    rounds_of_swiss,
    swiss_round,
    tasks_of,
)
from gitopoly.arena.tournaments.tournament import (
    TournamentPlan,
    check_bots,
    play_task,
    play_tournament,
    run_in_processes,
)
from gitopoly.errors import InvalidBot
from tests.arena.bots import write_bot

PATIENT = ResourceLimits(call=120.0, match=600.0)
"""Nobody is to run out of time, however busy the machine is."""


def plan(*names: str, **settings: Any) -> TournamentPlan:
    usual = {"games": 6, "seed": 11, "limits": PATIENT}
    return TournamentPlan(tuple(parse_bots(list(names))), **{**usual, **settings})


def test_the_two_games_of_a_unit_have_the_same_dice_and_swapped_seats() -> None:
    bots = parse_bots(["random", "random"])
    games = play_task(MatchTask((bots[0], bots[1]), 4, 3), plan("random", "random"))
    assert [game.number for game in games] == [8, 9, 10, 11, 12, 13]
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.bots == second.bots[::-1] == ("random", "random (2)")


def twins() -> tuple[Bot, Bot]:
    """Two bots that answer alike."""
    one, other = (Bot(name, "module", "tests.arena.agents.test_roster", "Quiet") for name in "ab")
    return one, other


def test_twins_see_the_same_game_from_both_seats() -> None:
    one, other = play_task(MatchTask(twins(), 0, 1), plan("random", "random"))
    assert one.bots == other.bots[::-1]
    assert (one.state, one.winner) == (other.state, other.winner)


def test_different_units_have_different_dice() -> None:
    games = play_task(MatchTask(twins(), 0, 2), plan("random", "random"))
    assert games[0].state != games[2].state


@pytest.mark.slow
@pytest.mark.parametrize("form", ["round-robin", "swiss"])
def test_any_number_of_jobs_gives_the_same_results(tmp_path: Path, form: str) -> None:
    top = "import random\n"
    path = write_bot(tmp_path, "dicey", "auctionProperty", "return random.randint(0, 99)", top)
    here = Bot("here", "file", str(path))  # the same bot without a process of its own
    asked = plan("random", str(path), format=form)
    plans = [replace(asked, bots=(*asked.bots, here)) for _ in range(2)]
    alone = play_tournament(plans[0])
    together = play_tournament(plans[1], run_in_processes(2))
    assert json.dumps(alone) == json.dumps(together)
    assert alone["games"] == 18


def test_another_seed_gives_other_results() -> None:
    one, other = (play_tournament(plan("random", "sensible", seed=seed)) for seed in (1, 2))
    assert one["played"] != other["played"]


def test_the_results_add_up() -> None:
    heard: list[tuple[int, int]] = []
    found = play_tournament(
        plan("random", "sensible", "random", games=7),
        progress=lambda played, expected: heard.append((played, expected)),
    )
    assert found["games"] == 3 * 8 == heard[-1][0] == heard[-1][1]
    assert found["games_per_meeting"] == 8
    for standing in found["standings"]:
        assert standing["won"] + standing["tied"] + standing["lost"] == standing["played"] == 16
        assert standing["low"] < standing["rating"] < standing["high"]
    ratings = [standing["rating"] for standing in found["standings"]]
    assert ratings == sorted(ratings, reverse=True)
    assert len(found["meetings"]) == 3
    for meeting in found["meetings"]:
        games = [g for g in found["played"] if set(g["bots"]) == set(meeting["bots"])]
        first = meeting["bots"][0]
        won = sum(g["winner"] and g["bots"][g["winner"] - 1] == first for g in games)
        tied = sum(g["winner"] == 0 for g in games)
        assert meeting["games"] == len(games) == 8
        assert meeting["score"] == round((won + tied / 2) / 8, 4)
        assert meeting["low"] <= meeting["high"]
    assert set(found["money"]) == {"random", "sensible", "random (2)"}
    assert found["money"]["random"][0] == 1500


def test_faults_are_counted_for_the_bot_that_had_them(tmp_path: Path) -> None:
    path = write_bot(tmp_path, "clumsy", "buyProperty", "return 'yes'")
    found = play_tournament(plan("sensible", str(path), games=2))
    faults = {standing["name"]: standing["faults"] for standing in found["standings"]}
    assert faults["sensible"] == {}
    assert set(faults["clumsy"]) == {"junk"}


def test_a_tournament_needs_two_bots_that_can_play(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("x =", encoding="utf-8")
    with pytest.raises(InvalidBot, match="two"):
        check_bots(parse_bots(["random"]))
    with pytest.raises(InvalidBot, match="SyntaxError"):
        check_bots(parse_bots(["random", str(path)]))
    check_bots(parse_bots(["random", "sensible"]))


def test_everybody_meets_everybody_once_in_a_round_robin() -> None:
    assert round_robin(3) == [(0, 1), (0, 2), (1, 2)]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 8])
def test_swiss_rounds_pair_neighbours_who_have_not_met(players: int) -> None:
    met: set[frozenset[int]] = set()
    scores = {player: float(player) for player in range(players)}
    for _ in range(rounds_of_swiss(players)):
        pairs = swiss_round(players, scores, met)
        seen = [player for pair in pairs for player in pair]
        assert len(seen) == len(set(seen)) == players - players % 2
    first = swiss_round(4, {0: 0.0, 1: 3.0, 2: 1.0, 3: 2.0}, set())
    assert first == [(1, 3), (2, 0)]
    assert swiss_round(4, {}, {frozenset((0, 1))}) == [(0, 2), (1, 3)]


def test_who_sat_out_does_not_sit_out_again() -> None:
    met: set[frozenset[int]] = set()
    out = []
    for _ in range(3):
        pairs = swiss_round(3, {}, met)
        out.append(({0, 1, 2} - set(pairs[0])).pop())
    assert sorted(out) == [0, 1, 2]


def test_tasks_number_every_unit_once() -> None:
    bots = parse_bots(["random", "random", "random"])
    tasks = tasks_of(bots, round_robin(3), 12, 100)
    units = [unit for task in tasks for unit in range(task.first, task.first + task.count)]
    assert units == list(range(100, 136))
    assert {task.count for task in tasks} == {5, 2}
