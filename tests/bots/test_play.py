"""Every game goes on: no seat goes in circles, and one that did would be cut off."""

from __future__ import annotations

import itertools

import pytest

from gitopoly.bots import POLICIES, RANDOM, TRADER, heuristics, play as playing
from gitopoly.bots.desk import Desk, Run, new_run
from gitopoly.bots.play import CAPPED, next_actor, play_on
from gitopoly.bots.series import Series, play_chunk
from gitopoly.rules import actions as a
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.randomness import seeded
from gitopoly.rules.step import attempt
from tests.rules.scenario import Scenario

TABLES = (("classic", 2), ("classic", 4), ("formal", 4), ("formal-small", 4), ("arena", 2))
BOUND = 1000
"""Four random seats have been seen to take some two hundred actions in a turn."""
FAST = [name for name in POLICIES if name != "strong"]


def shortage(**options: int) -> Scenario:
    """Three seats that want the last house, and would pay the same for it."""
    game = Scenario(players=3, **options).give(1, 16, 18, 19).give(2, 11, 13, 14).give(3, 6, 8, 9)
    return game.stock(1).cash(1400, 1400, 1400)


def play(game: Scenario, actions: int = 5000) -> tuple[int, Run]:
    """Let seats with a heuristic policy play a turn."""
    run, generator = new_run([TRADER] * 8, 1, actions, True), seeded(1)
    status = play_on(game.s, game.rules, run, generator, generator, ActionBuffer(), Desk())
    return status, run


@pytest.mark.xdist_group("compiled")
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_no_pair_of_policies_goes_in_circles(edition: str, players: int) -> None:
    for pair in itertools.combinations_with_replacement(FAST, 2):
        seats = (pair * players)[:players]
        series = Series(edition, players, seats, seed=3, max_turns=400, check=False)
        games = play_chunk(series, "compiled", 0, 40).games
        assert max(game.longest_turn for game in games) < BOUND, pair


@pytest.mark.xdist_group("compiled")
@pytest.mark.long
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_thousands_of_games_of_judging_policies_go_on(edition: str, players: int) -> None:
    for pair in itertools.combinations_with_replacement(FAST, 2):
        seats = (pair * players)[:players]
        series = Series(edition, players, seats, seed=8, max_turns=400, check=False)
        games = play_chunk(series, "compiled", 0, 400).games
        assert max(game.longest_turn for game in games) < BOUND, pair


@pytest.mark.xdist_group("compiled")
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_games_with_a_search_go_on(edition: str, players: int) -> None:
    for other in ("trader", "strong"):
        seats = ("strong", other) * (players // 2)
        series = Series(edition, players, seats, seed=5, max_turns=60, check=False, playouts=8)
        games = play_chunk(series, "compiled", 0, 2).games
        assert max(game.longest_turn for game in games) < BOUND


def test_an_auction_for_the_last_house_ends_with_a_winner() -> None:
    game = shortage()
    status, run = play(game)
    assert status == CAPPED
    assert run.turns == 1
    assert run.kinds[a.CLOSE_AUCTION] == 1
    assert game.s.houses_left == 0


def test_bidders_who_stop_at_the_same_bid_would_go_in_circles_and_be_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(heuristics, "own_limit", lambda rules, player, limit: limit)
    monkeypatch.setattr(playing, "MOST_IN_TURN", 600)
    game = shortage(ties_have_a_leader=0)
    status, run = play(game)
    assert (status, run.turns, run.longest_turn) == (CAPPED, 0, 600)
    assert game.s.houses_left == 1


def test_a_proposer_with_judgement_waits_for_the_answer() -> None:
    game = Scenario(players=2).give(1, 16, 18).give(2, 19)
    deed = 1 << game.rules.deed_index[19]
    assert attempt(game.s, game.rules, a.offer(0, 1, deed, 0, 100), 0, True) == 0
    for policy, actors in ((TRADER, {1}), (RANDOM, {0, 1})):
        found = {
            next_actor(game.s, game.rules, new_run([policy] * 8), seeded(seed))
            for seed in range(20)
        }
        assert found == actors
