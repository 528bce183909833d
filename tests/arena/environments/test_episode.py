"""An episode: who acts, offers in steps, how it ends and what that is worth."""

from __future__ import annotations

import random

import pytest

from gitopoly.arena.environments import action_space as space, episode as e
from gitopoly.rules import actors, floor
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.codes import AUCTION, NOBODY, TRADE
from tests.arena.random_play import legal_numbers, new_game, position_with, positions
from tests.rules.house_options import MIXED


@pytest.mark.parametrize(("edition", "players"), [("classic", 4), ("formal", 6)])
def test_the_kernel_says_who_acts(edition: str, players: int) -> None:
    phases = set()
    for game in positions(new_game(edition, players), 2500):
        s = game.state
        phases.add(s.phase)
        if s.phase == AUCTION:
            assert game.actor == actors(s)[0]
        elif s.phase == TRADE:
            assert game.actor == s.offer_to
        else:
            assert game.actor == floor(s)
    assert AUCTION in phases


@pytest.mark.parametrize("name", MIXED)
def test_episodes_with_house_rules_use_the_same_numbers(name: str) -> None:
    played = 0
    for game in positions(new_game("classic", 4, **MIXED[name]), 1500):
        assert game.actor in actors(game.state)
        assert all(0 <= number < space.ACTIONS for number in legal_numbers(game))
        played += 1
    assert played > 100


def test_an_offer_is_put_together_in_steps_and_changes_nothing_before_it_is_made() -> None:
    game = position_with(new_game("classic", 3), lambda game: game.episode.draft_deeds)
    before, actor, steps = game.state.copy(), game.actor, game.episode.steps
    assert not any(number < space.DEED_ITEMS for number in legal_numbers(game))
    added = game.episode.draft_deeds
    game.step(actor, space.ASK_ALL)
    assert (game.state.phase, game.state.offer_deeds) == (TRADE, added)
    assert set(before.difference(game.state)) >= {"phase", "offer_deeds", "offer_to"}
    assert game.episode.steps == steps + 1
    assert game.actor == game.state.offer_to != actor


def test_deeds_are_added_in_board_order_so_that_every_set_has_one_way() -> None:
    game = position_with(
        new_game("classic", 2), lambda game: bin(game.episode.draft_deeds).count("1") > 1
    )
    last = game.episode.draft_deeds.bit_length()
    items = [n for n in legal_numbers(game) if space.DEED_ITEMS <= n < space.CARD_ITEMS]
    assert all(number - space.DEED_ITEMS >= last for number in items)


def test_a_dropped_offer_cannot_begin_again_before_something_else_was_done() -> None:
    game = position_with(new_game("classic", 3), lambda game: game.episode.draft_to != NOBODY)
    before = game.state.copy()
    game.step(game.actor, space.DROP)
    assert before == game.state
    assert game.episode.draft_to == NOBODY
    beginnings = set(range(space.ADDRESSEES, space.DEED_ITEMS))
    assert not beginnings & set(legal_numbers(game))
    assert legal_numbers(game), "there is always something else"
    game.episode.dropped = 0
    assert beginnings & set(legal_numbers(game))


@pytest.mark.parametrize(("edition", "players"), [("classic", 2), ("classic", 5), ("formal", 4)])
def test_losers_get_minus_one_when_they_go_and_the_winner_one_at_the_end(
    edition: str, players: int
) -> None:
    game = new_game(edition, players, starting_money=200)
    chance = random.Random(3)
    totals = [0.0] * players
    for _ in range(50_000):
        if game.is_over:
            break
        game.step(game.actor, chance.choice(legal_numbers(game)))
        totals = [old + new for old, new in zip(totals, game.rewards, strict=True)]
    assert game.is_over
    winner = game.state.is_bankrupt.index(0)
    assert totals == [e.WON if seat == winner else e.LOST for seat in range(players)]


def test_nobody_wins_when_the_steps_run_out() -> None:
    rewards = [7, 7, 7]
    game = new_game("classic", 3)
    number = legal_numbers(game)[0]
    place = game.state, game.rules, game.episode, game.generator
    end = e.take(*place, number, 1, rewards, ActionBuffer())
    assert (end, rewards) == (e.TRUNCATED, [0, 0, 0])


def test_a_turn_limit_rewards_the_richest() -> None:
    game = new_game("formal", 2, turn_limit=1)
    game.state.money[1] += 1
    game.state.turns = 1
    rewards = [0, 0]
    e.reward_seats(game.state, game.rules, 0, rewards)
    assert rewards == [e.LOST, e.WON]
    game.state.money[1] -= 1
    rewards = [0, 0]
    e.reward_seats(game.state, game.rules, 0, rewards)
    assert rewards == [0, 0], "a tie"


def test_shares_add_up_to_the_whole() -> None:
    game = new_game("classic", 4)
    shares = [0] * 8
    e.write_shares(game.state, game.rules, shares)
    assert shares == [250_000] * 4 + [0] * 4
    game.state.is_bankrupt[0] = 1
    game.state.money[1] = 3000
    e.write_shares(game.state, game.rules, shares)
    assert shares == [0, 500_000, 250_000, 250_000, 0, 0, 0, 0]
