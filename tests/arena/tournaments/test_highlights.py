"""Games to remember, and what bots are like, from a few invented games."""

from __future__ import annotations

from typing import Any

import pytest

from gitopoly.arena.tournaments.highlights import character, highlights


def game(number: int, winner: int, ending: str, turns: int, *worth: int) -> dict[str, Any]:
    """A game of `good` against `bad`."""
    return {
        "game": number,
        "bots": ["good", "bad"],
        "winner": winner,
        "ending": ending,
        "turns": turns,
        "worth": list(worth),
    }


GAMES = [
    game(0, 1, "ruin", 40, 5000, 0),
    game(1, 1, "ruin", 12, 2500, 0),
    game(2, 1, "turns", 100, 3000, 2990),
    game(3, 2, "turns", 100, 1000, 1500),
    game(4, 0, "turns", 100, 9000, 9000),
]


def results(games: list[dict[str, Any]]) -> dict[str, Any]:
    standings = [{"name": "good", "rating": 30.0}, {"name": "bad", "rating": 20.0}]
    return {"standings": standings, "played": games}


def test_each_highlight_is_the_game_that_it_says() -> None:
    assert [(each.title, each.game, each.told) for each in highlights(results(GAMES))] == [
        ("Quickest ruin", 1, "good ruined bad within 12 turns."),
        ("Closest end", 2, "$10 lay between good and bad after the last turn."),
        ("Greatest fortune", 0, "good was worth $5,000 in the end."),
        ("Greatest surprise", 3, "bad beat good, which is rated far higher."),
    ]


@pytest.mark.parametrize("games", [[], [GAMES[4]]])
def test_without_decided_games_there_is_nothing_to_remember(games: list[dict[str, Any]]) -> None:
    assert highlights(results(games)) == []


def test_a_favourite_that_wins_is_no_surprise() -> None:
    titles = [each.title for each in highlights(results(GAMES[:1]))]
    assert titles == ["Quickest ruin", "Greatest fortune"]


def test_a_bot_is_told_by_its_wins_and_defeats() -> None:
    assert character("good", GAMES) == (
        "Ruins its opponent in 67% of its wins, which take 51 turns. "
        "Is ruined itself in 0% of its defeats."
    )
    assert character("bad", GAMES[4:]) == "All its games were ties."
    assert character("nobody", GAMES) == "It has not played."
