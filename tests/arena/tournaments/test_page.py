"""What stands on the page about a tournament."""

from __future__ import annotations

import re
from typing import Any

import pytest

from gitopoly.arena.agents.roster import parse_bots
from gitopoly.arena.tournaments.page import page, title
from gitopoly.arena.tournaments.series import MatchSummary
from gitopoly.arena.tournaments.tally import TournamentTally
from gitopoly.arena.tournaments.tournament import TournamentPlan, play_tournament

BARE: dict[str, Any] = {"games": 60, "format": "round-robin", "seed": 1, "money": {}}
NAMES = ("random", "sensible", "cautious", "builder")


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    return play_tournament(TournamentPlan(tuple(parse_bots(list(NAMES))), games=2, seed=3))


def test_the_winner_the_podium_and_every_bot_are_on_it(results: dict[str, Any]) -> None:
    text = page(results, {})
    assert f"<h1>{title(results)}</h1>" in text
    leads = text.count('class="quiet">In the lead<')
    assert leads == min(3, len(results["leaders"]))
    for name in NAMES:
        assert text.count(name) >= 4
    for heading in ("Standings", "Memorable games", "Character of the bots", "How sure is it?"):
        assert f"{heading}</h2>" in text


def test_the_bars_of_a_bot_add_up(results: dict[str, Any]) -> None:
    bars = re.findall(r'class="bar".*?</div>', page(results, {}))
    assert len(bars) == len(NAMES)
    for bar in bars:
        widths = [float(width) for width in re.findall(r"width: ([\d.]+)%", bar)]
        assert sum(widths) == pytest.approx(100, abs=0.2)


def test_two_bots_and_one_pair_of_games_make_a_page() -> None:
    two = play_tournament(
        TournamentPlan(tuple(parse_bots(["random", "sensible"])), games=2, seed=3)
    )
    text = page(two, {})
    assert text.count('class="quiet">In the lead<') == 2
    assert title(two).startswith("Not decided: ")
    assert "play more games" in text


def test_a_winner_is_named_when_it_is_decided() -> None:
    """Three bots that are level are not told apart, and one that beats them all is."""
    tally = TournamentTally(["a", "b", "c"])
    for place, (one, other) in enumerate((("a", "b"), ("b", "c"), ("c", "a"))):
        for number in range(20 * place, 20 * place + 20):
            bots = (one, other) if number % 2 == 0 else (other, one)
            winner = bots.index(one) + 1 if number % 3 else bots.index(other) + 1
            tally.add([MatchSummary(number, bots, winner, "ruin", 9, 50, (1, 2), (3, 4), ({}, {}))])
    level = {**BARE, **tally.rated(), "played": tally.played()}
    assert title(level).startswith("Not decided: ")
    assert level["leaders"] == [standing["name"] for standing in level["standings"]]
    for number in range(60, 160):
        bots = ("a", "b" if number % 4 < 2 else "c")
        winner = 1
        if number % 2:
            bots, winner = (bots[1], bots[0]), 2
        tally.add([MatchSummary(number, bots, winner, "ruin", 9, 50, (1, 2), (3, 4), ({}, {}))])
    decided = {**BARE, **tally.rated(), "played": tally.played()}
    assert title(decided) == "a wins the tournament"
    assert 'class="quiet">First<' in page({**decided, "games": 160}, {})


def test_what_moving_first_is_worth_is_said_if_it_is_decided(results: dict[str, Any]) -> None:
    for low, points, high, words in (
        (-20.0, 10.0, 40.0, "Whether moving first is an advantage is not decided."),
        (10.0, 20.0, 30.0, "Moving first is worth 20 points (10 to 30)."),
        (-30.0, -20.0, -10.0, "Moving second is worth 20 points (10 to 30)."),
    ):
        seat = {"points": points, "low": low, "high": high}
        assert words in page({**results, "first_seat": seat}, {})
