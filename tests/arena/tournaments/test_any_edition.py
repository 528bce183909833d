"""Tournaments of players in any edition."""

import json
from pathlib import Path

import pytest

from gitopoly.arena.agents.roster import parse_bots
from gitopoly.arena.tournaments.any_edition import Variant, play_rotated
from gitopoly.arena.tournaments.report import read_results
from gitopoly.arena.tournaments.tournament import (
    TournamentPlan,
    check_bots,
    play_tournament,
    run_here,
    run_in_processes,
)
from gitopoly.editions import EDITIONS
from gitopoly.errors import InvalidBot
from gitopoly.isolation.limits import MEMORY, ResourceLimits
from tests.game.players import written


def plan(folder: Path, edition: str, isolate: bool = True, name: str = "Saver") -> TournamentPlan:
    bots = parse_bots([f"{written(folder)}:{name}", "random", "sensible"], isolate)
    return TournamentPlan(tuple(bots), games=2, seed=5, variant=Variant(edition))


@pytest.mark.parametrize(
    "edition",
    [
        pytest.param(name, marks=() if name in ("classic", "formal") else pytest.mark.slow)
        for name in EDITIONS
    ],
)
def test_every_two_meet_in_every_edition(edition: str, tmp_path: Path) -> None:
    results = play_tournament(plan(tmp_path, edition))
    assert results["edition"] == edition
    assert results["games"] == 6
    assert {standing["name"] for standing in results["standings"]} == {
        "players:Saver",
        "random",
        "sensible",
    }
    assert all(standing["played"] == 4 for standing in results["standings"])
    (tmp_path / "cup.json").write_text(json.dumps(results), encoding="utf-8")
    assert read_results(tmp_path / "cup.json") == results


@pytest.mark.slow
def test_results_do_not_depend_on_processes_or_isolation(tmp_path: Path) -> None:
    apart = plan(tmp_path, "formal-small")
    together = plan(tmp_path, "formal-small", isolate=False)
    expected = play_tournament(apart, run_here)
    assert play_tournament(apart, run_in_processes(2)) == expected
    assert play_tournament(together, run_here) == expected


@pytest.mark.parametrize("isolate", [True, False])
def test_everybody_takes_every_seat_with_the_same_seed(tmp_path: Path, isolate: bool) -> None:
    """Equal players: the same seat wins every game of a seed, so each of them wins once."""
    for names in (["random"] * 3, [f"{written(tmp_path)}:Saver"] * 3):
        bots = tuple(parse_bots(names, isolate))
        series = Variant("formal-small").plan(bots, 3, ResourceLimits(), MEMORY)
        games = play_rotated(series, 5 if isolate else 6)
        assert [game.number for game in games] == list(range(5 if isolate else 6))
        first = games[0].winner
        assert first is not None
        assert [game.winner for game in games[:3]] == [(first - turn) % 3 for turn in range(3)]
        assert len({game.steps for game in games[:3]}) == 1


def test_faults_are_counted_for_the_player_who_made_them(tmp_path: Path) -> None:
    bots = tuple(parse_bots([f"{written(tmp_path)}:Raising", "random", "random"], False))
    series = Variant("formal-small").plan(bots, 3, ResourceLimits(), MEMORY)
    for game in play_rotated(series, 3):
        assert [count > 0 for count in game.fault_counts] == [True, False, False]


def test_mistakes_are_counted_in_the_standings(tmp_path: Path) -> None:
    results = play_tournament(plan(tmp_path, "formal-small", name="Raising"))
    faults = {standing["name"]: standing["faults"] for standing in results["standings"]}
    assert faults["players:Raising"]["raised"] > 0
    assert faults["random"] == {}


def test_who_cannot_play_is_refused_before_the_first_game(tmp_path: Path) -> None:
    broken = plan(tmp_path, "formal-small", name="Unmade")
    with pytest.raises(InvalidBot, match="not today"):
        check_bots(broken.bots, broken.variant)
    with pytest.raises(InvalidBot, match="at least two"):
        check_bots(broken.bots[:1], broken.variant)
