"""Tournaments of players in any edition."""

import json
from pathlib import Path

import pytest

from gitopoly.arena.agents.roster import parse_bots
from gitopoly.arena.tournaments.any_edition import Variant
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
from tests.game.players import written


def plan(folder: Path, edition: str, isolate: bool = True, name: str = "Saver") -> TournamentPlan:
    bots = parse_bots([f"{written(folder)}:{name}", "random", "sensible"], isolate)
    return TournamentPlan(tuple(bots), games=2, seed=5, variant=Variant(edition))


@pytest.mark.parametrize("edition", EDITIONS)
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
