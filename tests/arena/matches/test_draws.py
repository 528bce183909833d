"""Dice and cards: given lists are kept to, the rest comes from the seed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from gitopoly.arena import Adjudicator
from gitopoly.arena.matches.draws import Deck, Draws
from gitopoly.errors import InvalidOutcome
from gitopoly.rules.randomness import seeded
from tests.arena.invented_agents import Scripted


@pytest.mark.parametrize(
    "dice", [[(0, 1)], [(1, 7)], [(1,)], [(1, 2, 3)], [7], ["12"], "12", 5, [(1.0, 2)], [(True, 2)]]
)
def test_dice_that_do_not_exist_are_refused(dice: Any) -> None:
    with pytest.raises(InvalidOutcome):
        Adjudicator().runGame(Scripted(), Scripted(), dice)


@pytest.mark.parametrize("cards", [[16], [-1], ["0"], [None], "0", 3])
def test_cards_that_do_not_exist_are_refused(cards: Any) -> None:
    with pytest.raises(InvalidOutcome):
        Adjudicator().runGame(Scripted(), Scripted(), None, cards)
    with pytest.raises(InvalidOutcome):
        Adjudicator().runGame(Scripted(), Scripted(), None, None, cards)


def test_the_list_that_was_given_is_not_used_up_itself() -> None:
    dice = [(1, 2), (3, 4)]
    Adjudicator().runGame(Scripted(), Scripted(), dice)
    assert dice == [(1, 2), (3, 4)]


def test_numbers_of_numpy_are_numbers() -> None:
    dice = [(np.int64(1), np.int8(2))]
    _, state = Adjudicator().runGame(Scripted(), Scripted(), dice, np.array([3]), [np.uint8(2)])
    assert state[3] == (1440, 1500)
    assert type(state[7][2][1][5][0]) is int


def test_every_throw_is_as_likely() -> None:
    draws = Draws(5)
    counts = Counter(draws.roll() for _ in range(36_000))
    assert len(counts) == 36
    assert max(counts.values()) < 1200
    assert min(counts.values()) > 800


def test_the_dice_do_not_depend_on_the_cards() -> None:
    one, other = Draws(5), Draws(5, chance=[3])
    one.decks[0].draw(False)
    assert [one.roll() for _ in range(20)] == [other.roll() for _ in range(20)]


def test_a_shuffled_deck_comes_round_in_the_same_order() -> None:
    deck = Deck([], 7, seeded(1))
    first = [deck.draw(False) for _ in range(16)]
    assert sorted(first) == list(range(16))
    assert [deck.draw(False) for _ in range(16)] == first


@pytest.mark.parametrize("later", range(16))
def test_a_used_jail_card_goes_to_the_bottom_of_a_shuffled_deck(later: int) -> None:
    deck = Deck([], 7, seeded(1))
    while deck.draw(False) != 7:
        pass
    held = [deck.draw(True) for _ in range(later)]
    assert 7 not in held
    deck.put_back_jail_card()
    cycle = [deck.draw(False) for _ in range(16)]
    assert cycle[-1] == 7
    assert sorted(cycle) == list(range(16))
