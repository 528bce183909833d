"""The numbers of the action space mean the kernel's actions, and leave out what is documented."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gitopoly.arena.environments import action_space as space, episode as e
from gitopoly.arena.environments.game import SteppedGame
from gitopoly.errors import Undeclared
from gitopoly.rules import AmountRange, OfferTemplate, Rules, actions as a, is_legal, legal_actions
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.codes import BANKRUPTCY_PREVENTION, NOBODY, PRE_ROLL
from tests.arena.random_play import legal_numbers, new_game, position_with, positions

OPERATIONS = space.FIRST[a.operation_kind(PRE_ROLL, a.UNMORTGAGE)]
BIDS = space.FIRST[a.BID]
SETTINGS = [
    ("classic", 2, {}),
    ("classic", 8, {}),
    ("classic", 3, {"houses": 6, "hotels": 2, "starting_money": 9000}),
    ("formal", 2, {}),
    ("formal", 6, {}),
]


def action_of(game: SteppedGame, number: int) -> int:
    """The action that a number means in a position."""
    return int(e.action_of(game.state, game.rules, game.episode, number, ActionBuffer()))


@pytest.mark.parametrize(("edition", "players", "options"), SETTINGS)
def test_every_legal_action_of_the_kernel_has_its_number(edition, players, options) -> None:  # type: ignore[no-untyped-def]
    kinds = set()
    for game in positions(new_game(edition, players, **options), 2500):
        if game.episode.draft_to != NOBODY:
            continue
        s, rules, numbers = game.state, game.rules, legal_numbers(game)
        plain_numbers = {number for number in numbers if number < BIDS}
        meant = {action_of(game, number) for number in plain_numbers}
        choices = legal_actions(s, game.actor)
        plain = {code for code in choices if isinstance(code, int)}
        assert meant == plain - {a.code_of(a.WITHDRAW_TRADE, game.actor)}
        assert {space.encode(rules, game.actor, code) for code in meant} == plain_numbers
        kinds |= {a.kind_of(code) for code in meant}
    assert {a.BUY_PROPERTY, a.PASS, a.CLOSE_AUCTION, a.ROLL_AND_MOVE} <= kinds
    assert (a.THROW_FOR_START in kinds) == (edition == "classic")


@pytest.mark.parametrize("edition", ["classic", "formal"])
def test_bids_are_legal_and_reach_from_the_lowest_to_all_cash(edition: str) -> None:
    auctions = 0
    for game in positions(new_game(edition, 3), 3000):
        s = game.state
        bids = {
            a.number_of(action_of(game, number))
            for number in legal_numbers(game)
            if BIDS <= number < space.ADDRESSEES
        }
        for choice in legal_actions(s, game.actor):
            if isinstance(choice, AmountRange):
                auctions += 1
                assert (min(bids), max(bids)) == (choice.lowest, choice.highest)
                assert all(is_legal(s, choice.of(amount)) for amount in bids)
                bids = set()
        assert bids == set()
    assert auctions > 50


def test_offers_can_begin_exactly_with_those_whom_the_kernel_names() -> None:
    begun = 0
    for game in positions(new_game("classic", 4), 3000):
        if game.episode.draft_to != NOBODY or game.episode.dropped:
            continue
        choices = legal_actions(game.state, game.actor)
        addressees = {c.addressee for c in choices if isinstance(c, OfferTemplate)}
        numbers = [n for n in legal_numbers(game) if space.ADDRESSEES <= n < space.DEED_ITEMS]
        assert {(game.actor + n - space.ADDRESSEES + 1) % 4 for n in numbers} == addressees
        begun += len(numbers)
    assert begun > 100


@pytest.mark.parametrize("money", [1500, 300])
def test_a_sum_is_on_exactly_where_the_kernel_takes_the_offer(money: int) -> None:
    phases = set()
    for game in positions(new_game("classic", 3, starting_money=money), 6000):
        episode = game.episode
        if not (episode.draft_deeds or episode.draft_cards):
            continue
        numbers = set(legal_numbers(game))
        for rung in range(space.DROP - space.CASHES):
            code = e.drafted_offer(game.state, game.rules, episode, rung)
            assert (space.CASHES + rung in numbers) == is_legal(game.state, code)
        # Where any sum will do, asking for everything does: no set of deeds is out of reach.
        assert (space.ASK_ALL in numbers) == any(n in numbers for n in range(space.CASHES, 340))
        phases.add(game.state.phase)
    assert len(phases) >= 3
    assert (BANKRUPTCY_PREVENTION in phases) or money > 300


def test_a_sum_that_one_cannot_pay_is_off() -> None:
    game = position_with(new_game("classic", 3), lambda game: game.episode.draft_deeds)
    assert space.CASHES + space.SUMS.index(500) in legal_numbers(game)
    game.state.money[game.actor] = 40
    numbers = legal_numbers(game)
    assert space.CASHES + space.SUMS.index(500) not in numbers
    assert space.CASHES + space.SUMS.index(10) in numbers


def test_group_sales_never_leave_more_houses_than_there_are_numbers() -> None:
    rules = Rules.of("classic")
    assert 4 * max(rules.group_size[:8]) == space.MOST_REMAINING


def test_the_same_numbers_serve_every_edition_and_every_number_of_players() -> None:
    assert space.ACTIONS == 342
    assert (OPERATIONS, BIDS, space.ADDRESSEES, space.DROP) == (38, 274, 286, 340)


def test_a_new_action_gets_numbers_and_one_without_is_refused_at_start() -> None:
    given = replace(a.ACTIONS[a.BUY_PROPERTY], typed=("give {amount} to {player}",))
    assert space._size(given) == 12 * 7
    crowned = replace(a.ACTIONS[a.BUY_PROPERTY], typed=("crown {winner}",))
    with pytest.raises(Undeclared, match=r"say in VALUES .* how many values \{winner\} has"):
        space._place_in_order(crowned)
