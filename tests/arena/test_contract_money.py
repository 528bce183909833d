"""The contract with agents: buying, auctions, rents, taxes, cards and debts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.arena.invented_agents import Scripted, once, owned, play, table


@pytest.mark.parametrize(
    ("bids", "winner", "price"),
    [
        ((160, 175.5), 2, 175),
        ((175.5, 160), 1, 175),
        ((50, 50), 2, 50),
        ((0, 0), 2, 0),
        ((1, 0), 1, 1),
        (("20", b"30"), 2, 30),
        ((-5, 0), 2, 0),
        ((3, "junk"), 1, 3),
        ((None, None), 2, 0),
        ((float("nan"), float("inf")), 2, 0),
        ((True, False), 1, 1),
        (([9], {9}), 2, 0),
        ((1500, 0), 1, 1500),
    ],
)
def test_an_auction_is_blind_and_the_decliner_loses_ties(
    bids: tuple[Any, Any], winner: int, price: int
) -> None:
    _, state, _ = play(Scripted(buy=False, bid=bids[0]), Scripted(bid=bids[1]), [(3, 5)])
    assert owned(state) == {8: 1 if winner == 1 else -1}
    cash = [1500, 1500]
    cash[winner - 1] -= price
    assert state[3] == tuple(cash)


def test_on_player_2s_turn_a_tie_goes_to_player_1() -> None:
    _, state, _ = play(Scripted(bid=9), Scripted(buy=False, bid=9), [(1, 3), (3, 5)])
    assert owned(state) == {8: 1}


@pytest.mark.parametrize("bid", [1501, 10**100, "1" * 30])
def test_a_winning_bid_above_ones_cash_loses_the_game(bid: Any) -> None:
    winner, state, _ = play(Scripted(buy=False, bid=bid), Scripted(), [(3, 5), (1, 2)])
    assert winner == 2
    assert state[:7] == (0, (0,) * 42, (8, 0), (1500, 1500), 4, (8, 1), (0, 0, 0, 0))


def test_a_losing_bid_above_ones_cash_does_no_harm() -> None:
    match = table(Scripted(buy=False, bid=900), Scripted(bid=1000), [(3, 5)], cash=(50, 1500))
    assert match.play()[0] == 2
    assert match.ruined == -1
    assert match.s.money[:2] == [50, 500]


def test_buying_without_the_money_goes_to_auction() -> None:
    match = table(Scripted(buy=True, bid=99), Scripted(bid=30), [(3, 5)], cash=(99, 1500))
    match.play()
    assert (owned(match.view(0, (), (0, 0, 0, 0))), match.s.money[0]) == ({8: 1}, 0)


def test_one_may_mortgage_in_order_to_buy() -> None:
    first = Scripted(bsmt=once(("M", [39]), lambda s: s[5] == 8))
    match = table(first, Scripted(), [(3, 5)], cash=(0, 0), deeds={39: 1})
    match.play()
    assert (owned(match.view(0, (), (0, 0, 0, 0))), match.s.money[0]) == ({8: 1, 39: 7}, 100)


@pytest.mark.parametrize("answer", [1, "yes", None, [True], 1.0])
def test_yes_and_no_must_be_real_booleans(answer: Any) -> None:
    _, state, adjudicator = play(Scripted(buy=answer), Scripted(bid=3), [(1, 2)])
    assert owned(state) == {3: -1}
    assert [fault.kind for fault in adjudicator.faults] == ["junk"]
    offer = once(("T", 0, [3], 0, []), lambda s: s[1][3] == 1)
    _, state, _ = play(Scripted(bsmt=offer), Scripted(trade=answer), [(1, 2)])
    assert owned(state) == {3: 1}


@pytest.mark.parametrize(
    ("deeds", "throw", "rent"),
    [
        ({6: -1}, (1, 5), 6),
        ({6: -1, 8: -1, 9: -1}, (1, 5), 12),
        ({6: -1, 8: -7, 9: -1}, (1, 5), 12),
        ({6: -2, 8: -1, 9: -1}, (1, 5), 30),
        ({6: -6, 8: -6, 9: -6}, (1, 5), 550),
        ({6: -7}, (1, 5), 0),
        ({6: 1}, (1, 5), 0),
        ({5: -1}, (1, 4), 25),
        ({5: -1, 15: -1}, (1, 4), 50),
        ({5: -1, 15: -1, 25: -1}, (1, 4), 100),
        ({5: -1, 15: -7, 25: -1, 35: -1}, (1, 4), 200),
        ({5: -7, 15: -1, 25: -1, 35: -1}, (1, 4), 0),
        ({12: -1}, (6, 6), 48),
        ({12: -1, 28: -1}, (6, 6), 120),
    ],
)
def test_rents(deeds: dict[int, int], throw: tuple[int, int], rent: int) -> None:
    match = table(Scripted(), Scripted(), [throw], deeds=deeds)
    match.play()
    assert match.s.money[:2] == [1500 - rent, 1500 + rent]


def test_rent_is_fixed_on_landing_and_taken_after_the_bsmt_phase() -> None:
    """Player 2 sells the group away after the landing; the doubled rent stands."""
    second = Scripted(bsmt=once(("M", [6, 8, 9]), lambda s: any(s[6])))
    match = table(Scripted(), second, [(1, 5)], deeds={6: -1, 8: -1, 9: -1})
    match.play()
    assert match.s.money[:2] == [1500 - 12, 1500 + 12 + 50 + 50 + 60]


@pytest.mark.parametrize(("position", "throw", "tax"), [(0, (1, 3), 200), (33, (2, 3), 100)])
def test_taxes(position: int, throw: tuple[int, int], tax: int) -> None:
    match = table(Scripted(), Scripted(), [throw], positions=(position, 0))
    match.play()
    assert match.s.money[:2] == [1500 - tax, 1500]


def test_who_raises_the_money_in_the_bsmt_phase_stays_in_the_game() -> None:
    first = Scripted(bsmt=once(("M", [39]), lambda s: any(s[6])))
    match = table(first, Scripted(), [(1, 3)], cash=(0, 1000), deeds={39: 1})
    match.play()
    assert (match.ruined, match.s.money[0]) == (-1, 0)


@pytest.mark.parametrize(("cash", "ruined"), [(200, -1), (199, 0)])
def test_who_cannot_pay_when_the_effect_is_carried_out_loses(cash: int, ruined: int) -> None:
    match = table(Scripted(), Scripted(), [(1, 3)], cash=(cash, 0), deeds={39: 1})
    winner, _ = match.play()
    assert match.ruined == ruined
    assert winner == (1 if ruined < 0 else 2)


CHANCE = {
    0: ((0, 1700), {}),
    1: ((24, 1500), {}),
    2: ((11, 1500), {}),
    6: ((7, 1550), {}),
    7: ((7, 1500), {40: 1}),
    8: ((4, 1300), {}),
    9: ((-1, 1500), {}),
    11: ((7, 1485), {}),
    12: ((5, 1700), {}),
    13: ((39, 1500), {}),
    14: ((7, 1450), {}),
    15: ((7, 1650), {}),
}
CHEST = {
    0: ((0, 1700), {}),
    1: ((2, 1700), {}),
    2: ((2, 1450), {}),
    3: ((2, 1550), {}),
    4: ((2, 1500), {41: 1}),
    5: ((-1, 1500), {}),
    6: ((2, 1550), {}),
    7: ((2, 1600), {}),
    8: ((2, 1520), {}),
    9: ((2, 1600), {}),
    10: ((2, 1450), {}),
    11: ((2, 1450), {}),
    12: ((2, 1525), {}),
    14: ((2, 1510), {}),
    15: ((2, 1600), {}),
}
EVERYTHING = dict.fromkeys((5, 11, 24, 39), 1)


@pytest.mark.parametrize("card", CHANCE)
def test_chance_cards(card: int) -> None:
    """From square 7; what a card moves to belongs to the player, so that nothing else is due."""
    match = table(Scripted(), Scripted(), [(3, 4)], [card], deeds=EVERYTHING)
    match.play()
    state = match.view(0, (), (0, 0, 0, 0))
    (position, cash), more = CHANCE[card]
    assert (state[2][0], state[3][0]) == (position, cash)
    assert owned(state) == {**EVERYTHING, **more}
    assert state[3][1] == (1550 if card == 14 else 1500)


@pytest.mark.parametrize("card", CHEST)
def test_chest_cards(card: int) -> None:
    """From square 2, reached by a double; the dice end there."""
    match = table(Scripted(), Scripted(), [(1, 1)], None, [card])
    match.play()
    state = match.view(0, (), (0, 0, 0, 0))
    (position, cash), more = CHEST[card]
    assert (state[2][0], state[3][0], owned(state)) == (position, cash, more)
    assert state[3][1] == (1450 if card == 6 else 1500)


@pytest.mark.parametrize(("deck", "cost"), [("chance", 7 * 25 + 100), ("chest", 7 * 40 + 115)])
def test_repairs_cost_by_house_and_hotel(deck: str, cost: int) -> None:
    """Seven houses and a hotel, which does not count as houses; the other's houses are his."""
    deeds = {37: 6, 39: 5, 6: 2, 8: 2, 9: 2, 1: -2, 3: -2}
    if deck == "chance":
        match = table(Scripted(), Scripted(), [(3, 4)], [10], deeds=deeds)
    else:
        match = table(Scripted(), Scripted(), [(1, 1)], None, [13], deeds=deeds)
    match.play()
    assert match.s.money[:2] == [1500 - cost, 1500]


def test_a_card_debt_of_the_other_player_shows_and_can_ruin_him() -> None:
    first, second = Scripted(), Scripted()
    match = table(first, second, [(1, 1)], None, [6], cash=(0, 49))
    winner, view = match.play()
    assert winner == 1
    assert view[6] == (0, 0, 1, 50)
    assert first.asked("getBSMTDecision")[-1][6] == (0, 0, 1, 50)


@pytest.mark.parametrize(
    ("position", "throw", "square", "salary"),
    [(0, (3, 4), 12, 0), (20, (1, 1), 28, 0), (30, (2, 4), 12, 200)],
)
def test_nearest_utility_is_ten_times_a_new_throw_from_the_dice_list(
    position: int, throw: tuple[int, int], square: int, salary: int
) -> None:
    match = table(
        Scripted(), Scripted(), [throw, (2, 5)], [3], positions=(position, 0), deeds={square: -1}
    )
    match.play()
    assert match.s.positions[0] == square
    assert match.s.money[:2] == [1500 + salary - 70, 1570]
    assert match.draws.rolled == [throw, (2, 5)]


@pytest.mark.parametrize("status", [-7, 1, 0])
def test_nearest_utility_needs_no_throw_where_nothing_is_due(status: int) -> None:
    deeds = {12: status} if status else {}
    match = table(Scripted(), Scripted(), [(3, 4), (2, 5)], [3], deeds=deeds)
    match.take_turn(0)
    assert match.draws.rolled == [(3, 4)]
    assert match.s.money[0] == (1500 if status else 1350)


def test_nearest_utility_without_a_throw_left_ends_the_game() -> None:
    match = table(Scripted(), Scripted(), [(3, 4)], [3], deeds={12: -1})
    match.play()
    assert match.s.money[:2] == [1500, 1500]
    assert match.ruined == -1


@pytest.mark.parametrize("card", [4, 5])
def test_nearest_railroad_is_double_rent(card: int) -> None:
    match = table(Scripted(), Scripted(), [(3, 4)], [card], deeds={15: -1, 25: -1})
    match.play()
    assert (match.s.positions[0], match.s.money[:2]) == (15, [1400, 1600])


def test_a_card_that_moves_runs_the_new_square_even_if_that_draws_again() -> None:
    """From 36 back three to 33, which draws from the chest."""
    first = Scripted()
    match = table(first, Scripted(), [(1, 2)], [8], [12], positions=(33, 0))
    match.play()
    assert (match.s.positions[0], match.s.money[0]) == (33, 1525)
    assert (first.told(7), first.told(8)) == ([(8,)], [(12,)])


def test_a_card_to_an_unowned_square_lets_one_buy_it() -> None:
    first = Scripted()
    _, state, _ = play(first, Scripted(), [(3, 4)], [13])
    assert owned(state) == {39: 1}
    assert first.asked("buyProperty")[0][5] == 39


def test_going_to_go_by_card_after_passing_it_pays_twice() -> None:
    match = table(Scripted(), Scripted(), [(2, 4)], None, [0], positions=(36, 0))
    match.play()
    assert (match.s.positions[0], match.s.money[0]) == (0, 1900)


@pytest.mark.parametrize("cards", [[15, 6], (15, 6)])
def test_a_given_list_of_cards_is_played_round_and_round(cards: Any) -> None:
    first = Scripted()
    dice = [(3, 4), (1, 3)] * 6  # player 1 goes 7, 14, 21 …; only some of it are cards
    match = table(first, Scripted(), dice, cards, [12])
    for _ in range(5):
        match.draw_card(0, 0)
    assert first.told(7) == [(15,), (6,), (15,), (6,), (15,)]


@pytest.mark.parametrize("cards", [None, []])
def test_a_missing_or_empty_list_means_a_full_shuffled_deck(cards: Any) -> None:
    match = table(Scripted(), Scripted(), [], cards, cards)
    for deck in match.draws.decks:
        cards = [deck.draw(False) for _ in range(16)]
        assert sorted(cards) == list(range(16))
        assert cards != list(range(16))


def test_a_held_jail_card_is_out_of_the_deck() -> None:
    first = Scripted()
    match = table(first, Scripted(), [], [7, 6])
    for _ in range(3):
        match.draw_card(0, 0)
    assert first.told(7) == [(7,), (6,), (6,)]


def test_a_deck_of_nothing_but_a_held_jail_card_gives_none() -> None:
    match = table(Scripted(), Scripted(), [(3, 4), (1, 3), (1, 2)], [7], deeds={40: -1})
    match.play()
    assert match.s.jail_card_owner[0] == 1


def test_cash_is_whole_throughout() -> None:
    first = Scripted(bsmt=once(("T", 50.9, [3], 0, []), lambda s: s[1][3] == 1))
    _, state, _ = play(first, Scripted(trade=True), [(1, 2)])
    assert state[3] == (1500 - 60 - 50, 1550)
    assert {type(cash) for cash in state[3]} == {int}
