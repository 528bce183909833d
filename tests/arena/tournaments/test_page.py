"""What stands on the page about a tournament."""

from __future__ import annotations

import re
from typing import Any

import pytest

from gitopoly.arena.agents.roster import parse_bots
from gitopoly.arena.tournaments.page import page, title
from gitopoly.arena.tournaments.tournament import TournamentPlan, play_tournament

NAMES = ("random", "sensible", "cautious", "builder")


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    return play_tournament(TournamentPlan(tuple(parse_bots(list(NAMES))), games=2, seed=3))


def test_the_winner_the_podium_and_every_bot_are_on_it(results: dict[str, Any]) -> None:
    text = page(results, {})
    assert f"<h1>{title(results)}</h1>" in text
    places = [text.index(f'class="quiet">{place}<') for place in ("First", "Second", "Third")]
    assert places == sorted(places)
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
    assert "Second" in text
    assert "Third" not in text
