"""What is kept of a tournament's games, and that nothing more is."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable
from typing import Any

from hypothesis import given, strategies as st

from gitopoly.arena.tournaments.series import MatchSummary
from gitopoly.arena.tournaments.tally import TournamentTally

NAMES = ("one", "two")


def game(number: int, winner: int, money: list[tuple[int, int]] | None = None) -> MatchSummary:
    """A game of both; the odd ones with swapped seats."""
    bots = NAMES if number % 2 == 0 else NAMES[::-1]
    faults: tuple[dict[str, int], dict[str, int]] = ({"junk": 1}, {})
    return MatchSummary(
        number, bots, winner, "ruin", 9, 50, (1, 2), (3, 4), faults, money=money or []
    )


def test_results_follow_the_bots_when_seats_are_swapped() -> None:
    tally = TournamentTally(NAMES)
    tally.add([game(0, 1), game(1, 1), game(2, 0), game(3, 2)])
    by_name = {standing["name"]: standing for standing in tally.standings()}
    assert [by_name["one"][result] for result in ("played", "won", "tied", "lost")] == [4, 2, 1, 1]
    assert [by_name["two"][result] for result in ("played", "won", "tied", "lost")] == [4, 1, 1, 2]
    assert tally.points() == {0: 2.5, 1: 1.5}
    assert by_name["one"]["faults"] == by_name["two"]["faults"] == {"junk": 2}
    [meeting] = tally.meetings(NAMES)
    assert (meeting["bots"], meeting["games"], meeting["score"]) == (["one", "two"], 4, 0.625)


def test_a_line_of_every_game_is_kept_in_order() -> None:
    tally = TournamentTally(NAMES)
    tally.add([game(3, 2), game(1, 0)])
    assert [line["game"] for line in tally.played()] == [3, 1]
    assert tally.played()[0] == {
        "game": 3,
        "bots": ["two", "one"],
        "winner": 2,
        "ending": "ruin",
        "turns": 9,
        "worth": [3, 4],
    }


purses = st.lists(st.tuples(st.integers(0, 9999), st.integers(0, 9999)), max_size=6)


@given(st.lists(purses, min_size=1, max_size=6))
def test_money_is_the_mean_over_the_games_that_came_so_far(histories: list[Any]) -> None:
    tally = TournamentTally(NAMES)
    tally.add([game(2 * number, 1, money) for number, money in enumerate(histories)])
    for seat, name in enumerate(NAMES):
        for turn, mean in enumerate(tally.money()[name]):
            cash = [money[turn][seat] for money in histories if len(money) > turn]
            assert mean == round(sum(cash) / len(cash), 1)
        assert len(tally.money()[name]) == max(map(len, histories))


def test_what_is_kept_of_a_game_does_not_grow_with_its_length() -> None:
    """With its money a game of a hundred turns takes 9 KB; a million of them would not fit."""

    def size_of(keep: Callable[[MatchSummary], None]) -> float:
        tracemalloc.start()
        for number in range(500):
            keep(game(number, 1, [(500 + turn, 1500 + turn) for turn in range(100)]))
        size = tracemalloc.get_traced_memory()[0] / 500
        tracemalloc.stop()
        return size

    tally, whole = TournamentTally(NAMES), list[MatchSummary]()
    assert size_of(lambda played: tally.add([played])) < 500 < 5000 < size_of(whole.append)


def standings_of(order: list[int]) -> Any:
    """What comes out of the same games of three bots in another order."""
    chance = random.Random(5)
    games = [
        MatchSummary(
            *(number, bots, chance.choice((0, 1, 1, 2)), "ruin", 9, 50, (1, 2), (3, 4), ({}, {}))
        )
        for pair, bots in enumerate((("a", "b"), ("c", "a"), ("b", "c")))
        for number in range(20 * pair, 20 * pair + 20)
    ]
    tally = TournamentTally(["a", "b", "c"])
    tally.add(games[place] for place in order)
    return tally.rated()


def test_results_do_not_depend_on_the_order_of_the_games() -> None:
    order = list(range(60))
    expected = standings_of(order)
    for seed in range(5):
        random.Random(seed).shuffle(order)
        assert standings_of(order) == expected


def test_who_scores_more_against_the_same_opponents_stands_higher() -> None:
    """The old ratings put a bot with 9 to 15 above one with 15 to 9."""
    tally = TournamentTally(["a", "b"])
    for number in range(24):
        bots = ("a", "b") if number % 2 == 0 else ("b", "a")
        better = "b" if number < 15 else "a"
        winner = bots.index(better) + 1
        tally.add([MatchSummary(number, bots, winner, "ruin", 9, 50, (1, 2), (3, 4), ({}, {}))])
    found = tally.rated()
    assert [(s["name"], s["won"]) for s in found["standings"]] == [("b", 15), ("a", 9)]
    assert found["leaders"] == ["b", "a"]
    assert found["meetings"][0]["verdict"] == "not decided: b is ahead; play more games"
