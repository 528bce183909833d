"""Games to remember, and what bots are like, from a few invented games."""

from __future__ import annotations

from typing import Any

import pytest

from gitopoly.arena.tournaments.highlights import better_seats, character, highlights, surprises


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
        ("Quickest ruin", 1, "good bankrupted bad within 12 turns."),
        ("Closest end", 2, "good beat bad by $10 after the last turn."),
        ("Greatest fortune", 0, "good was worth $5,000 at the end."),
    ]


@pytest.mark.parametrize("games", [[], [GAMES[4]]])
def test_without_decided_games_there_is_nothing_to_remember(games: list[dict[str, Any]]) -> None:
    assert highlights(results(games)) == []


def cycle(games: int, winners: str = "abc") -> dict[str, Any]:
    """a beats b, b beats c and c beats a, in mirrored games: ratings cannot say so."""
    played = []
    for first, second in ("ab", "bc", "ca"):
        for number in range(games):
            bots = [first, second] if number % 2 == 0 else [second, first]
            winner = bots.index(first) + 1 if winners == "abc" else number // 2 % 2 + 1
            one = {**game(number, winner, "turns", 100, 1, 2), "bots": bots}
            played.append(one)
    return {"standings": [{"name": name} for name in "abc"], "played": played}


def test_a_surprise_is_what_the_ratings_do_not_say() -> None:
    (first, *others) = surprises(cycle(40))
    assert first == "a scores 100% against b, and 50% would follow from the ratings (p < 0.0001)."
    assert len(others) == 2


def test_few_games_or_a_favourite_that_wins_are_no_surprise() -> None:
    assert surprises(cycle(2)) == []
    assert surprises(cycle(40, "level")) == []


def test_a_seat_suits_a_bot_only_where_that_is_decided() -> None:
    assert better_seats(cycle(40)) == {}
    always_first = cycle(40)
    for each in always_first["played"]:
        each["winner"] = 1
    assert better_seats(always_first) == dict.fromkeys("abc", "first")
    for each in always_first["played"]:
        each["winner"] = 2
    assert better_seats(always_first) == dict.fromkeys("abc", "second")
    few = {**always_first, "played": always_first["played"][:4]}
    assert better_seats(few) == {}
    assert "moves second" in character("a", always_first["played"], "second")


def test_a_bot_is_told_by_its_wins_and_defeats() -> None:
    assert character("good", GAMES) == (
        "Bankrupts its opponent in 67% of its wins, which take 51 turns. "
        "Goes bankrupt itself in 0% of its defeats."
    )
    assert character("bad", GAMES[4:]) == "All its games were ties."
    assert character("nobody", GAMES) == "It has not played."
