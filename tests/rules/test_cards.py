"""CARD-4 to 8, 11 to 14: drawing a card and what it does; the decks are in `test_decks`."""

import pytest

from gitopoly.rules import apply, card, parse_action
from gitopoly.rules.codes import NOBODY
from tests.rules.decks import deck_of
from tests.rules.scenario import Scenario

BY_CARD = pytest.mark.parametrize("edition", ["classic", "arena"])
OPERA, CHAIRMAN, BACK_THREE = 6, 14, 8


@BY_CARD
@pytest.mark.parametrize(
    ("number", "start", "end", "salary"),
    [
        (4, 7, 15, 0),
        (5, 22, 25, 0),
        (4, 36, 5, 200),
        (3, 7, 12, 0),
        (3, 22, 28, 0),
        (3, 36, 12, 200),
    ],
)
def test_card_4_nearest_is_the_next_one_forward(
    edition: str, number: int, start: int, end: int, salary: int
) -> None:
    game = Scenario(edition, 2).at(1, start).turn(1, "post-roll").draw(number)
    assert (game.position(1), game.money(1), game.phase) == (end, 1500 + salary, "post-roll")


def test_card_5_classic_back_three_from_7_has_the_tax_choice() -> None:
    game = Scenario().roll(3, 4).draw(BACK_THREE)
    assert (game.position(1), game.choices()) == (4, ["pay tax", "pay tenth of worth"])


def test_card_5_arena_back_three_from_7_pays_the_flat_tax() -> None:
    game = Scenario("arena", 2).roll(3, 4).draw(BACK_THREE)
    assert (game.position(1), game.choices()) == (4, ["pay tax"])


@BY_CARD
def test_card_5_back_three_from_22_comes_to_new_york_avenue(edition: str) -> None:
    game = Scenario(edition, 2).give(2, 19).at(1, 22).turn(1, "post-roll").draw(BACK_THREE)
    assert game.do("pay rent").money(2) == 1516


@BY_CARD
def test_card_5_back_three_from_36_draws_twice(edition: str) -> None:
    game = Scenario(edition, 2).at(1, 36).turn(1, "post-roll").draw(BACK_THREE)
    assert (game.position(1), game.choices()) == (33, ["draw community chest card"])
    assert game.draw(1).money(1) == 1700


@BY_CARD
def test_card_5_advancing_pays_the_rent_of_the_new_square(edition: str) -> None:
    game = Scenario(edition, 2).give(2, 24).roll(3, 4).draw(1).do("pay rent")
    assert (game.money(1), game.money(2)) == (1480, 1520)


def test_card_5_formal_advancing_may_buy_the_new_square() -> None:
    assert Scenario("formal").roll(3, 4).draw(1).do("buy").owner("Illinois Avenue") == 1


def opera(*cash: int, drawer: int = 1) -> Scenario:
    """A game of four in which one seat is about to draw opera night."""
    game = Scenario("classic", 4).cash(*cash).turn(drawer, "post-roll").at(drawer, 2)
    return game.give(2, "Baltic Avenue").give(4, "Boardwalk")


def test_card_6_two_short_players_have_two_debt_phases_in_seat_order() -> None:
    game = opera(500, 30, 500, 10).draw(OPERA)
    assert (game.phase, game.floor, game.s.debt_count) == ("bankruptcy-prevention", 2, 2)
    assert game.refused('p4: mortgage "Boardwalk"') == "TIME-1"
    game.do('mortgage "Baltic Avenue"', "pay debt")
    assert (game.phase, game.floor) == ("bankruptcy-prevention", 4)
    game.do('mortgage "Boardwalk"', "pay debt")
    assert (game.phase, game.turn_player) == ("doubles-check", 1)
    assert [game.money(seat) for seat in (1, 2, 3, 4)] == [650, 10, 450, 160]


def test_card_6_goes_clockwise_from_the_drawers_left() -> None:
    game = opera(10, 30, 500, 500, drawer=3).give(1, "Park Place").draw(OPERA)
    assert game.floor == 1
    assert game.do('mortgage "Park Place"', "pay debt").floor == 2


def test_card_6_the_jailed_pay_too() -> None:
    assert opera(500, 500, 500, 500).jail(3).draw(OPERA).money(3) == 450


def test_card_6_the_drawers_doubles_still_count() -> None:
    game = opera(500, 30, 500, 500).at(1, 0).turn(1).roll(1, 1).draw(OPERA)
    game.do('mortgage "Baltic Avenue"', "pay debt").conclude_all()
    assert (game.turn_player, game.phase) == (1, "pre-roll")


def test_card_6_a_ruined_payer_leaves_all_to_the_drawer() -> None:
    game = opera(500, 500, 20, 10).draw(OPERA)
    assert game.floor == 3
    game.do("go bankrupt")
    assert (game.money(1), game.floor, game.turn_player) == (570, 4, 1)
    game.do('mortgage "Boardwalk"', "pay debt")
    assert (game.money(1), game.phase) == (620, "doubles-check")


def test_card_6_the_bankrupt_pay_nothing() -> None:
    game = Scenario().cash(1500, 0).turn(1, "post-roll").at(1, 2)
    game.s.is_bankrupt[1] = 1
    game.draw(OPERA)
    assert (game.money(1), game.phase) == (1550, "doubles-check")


def test_card_6_arena_the_other_pays() -> None:
    game = Scenario("arena", 2).at(1, 2).turn(1, "post-roll").draw(OPERA)
    assert (game.money(1), game.money(2)) == (1550, 1450)


def chairman(*cash: int) -> Scenario:
    """A game of four in which seat 1 is about to be elected chairman."""
    return Scenario("classic", 4).cash(*cash).at(1, 7).turn(1, "post-roll")


def test_card_7_with_70_the_first_gets_50_and_the_second_the_estate() -> None:
    game = chairman(70, 100, 100, 100).jail_card(1).draw(CHAIRMAN)
    assert (game.money(2), game.floor) == (150, 1)
    game.do("go bankrupt")
    assert [game.money(seat) for seat in (1, 2, 3, 4)] == [0, 150, 120, 100]
    assert (game.s.jail_card_owner[0], game.turn_player, game.phase) == (2, 2, "pre-roll")


def test_card_7_with_70_in_deeds_the_first_gets_50_and_the_second_the_estate() -> None:
    game = chairman(10, 100, 100, 100).give(1, "Mediterranean Avenue", "Baltic Avenue")
    game.draw(CHAIRMAN)
    assert game.refused("go bankrupt") == "DEBT-4"
    game.do('mortgage "Mediterranean Avenue"', 'mortgage "Baltic Avenue"', "pay debt")
    game.do("go bankrupt")
    assert [game.money(seat) for seat in (1, 2, 3, 4)] == [0, 150, 114, 100]
    assert game.owner("Baltic Avenue") == game.owner("Mediterranean Avenue") == 3


def test_card_7_who_can_pays_50_to_each() -> None:
    game = chairman(150, 100, 100, 100).draw(CHAIRMAN)
    assert [game.money(seat) for seat in (1, 2, 3, 4)] == [0, 150, 150, 150]
    assert game.phase == "doubles-check"


def test_card_7_the_debts_are_separate_and_clockwise() -> None:
    game = chairman(60, 100, 100, 100).give(1, "Boardwalk").draw(CHAIRMAN)
    assert game.s.creditor[:2] == [2, 3]
    game.do('mortgage "Boardwalk"', "pay debt")
    assert (game.money(3), game.money(4), game.choices()) == (150, 100, ["pay debt"])


def test_card_7_arena_pays_the_other() -> None:
    game = Scenario("arena", 2).roll(3, 4).draw(CHAIRMAN)
    assert (game.money(1), game.money(2)) == (1450, 1550)


@BY_CARD
@pytest.mark.parametrize(
    ("square", "phrase", "number", "cost"),
    [(7, "draw chance card", 10, 175), (2, "draw community chest card", 13, 235)],
)
def test_card_8_three_houses_and_a_hotel(
    edition: str, square: int, phrase: str, number: int, cost: int
) -> None:
    """Even building never leads to this position, so it is played without the invariants."""
    game = Scenario(edition, 2).give(1, "Boardwalk", level=5).give(1, "Baltic Avenue", level=3)
    game.at(1, square).turn(1, "post-roll")
    apply(game.s, parse_action(game.s, phrase), card(number))
    assert game.money(1) == 1500 - cost


@BY_CARD
@pytest.mark.parametrize(("square", "number", "cost"), [(7, 10, 200), (2, 13, 275)])
def test_card_8_four_houses_and_a_hotel(edition: str, square: int, number: int, cost: int) -> None:
    game = Scenario(edition, 2).give(1, "Boardwalk", level=5).give(1, "Park Place", level=4)
    assert game.at(1, square).turn(1, "post-roll").draw(number).money(1) == 1500 - cost


@BY_CARD
@pytest.mark.parametrize(("square", "number"), [(7, 10), (2, 13)])
def test_card_8_zero_due_is_no_debt(edition: str, square: int, number: int) -> None:
    game = Scenario(edition, 2).cash(0).at(1, square).turn(1, "post-roll").draw(number)
    assert (game.money(1), game.phase) == (0, "doubles-check")


def test_card_8_buildings_of_others_cost_nothing() -> None:
    game = Scenario().give(2, "Park Place", "Boardwalk", level=5).roll(3, 4).draw(10)
    assert game.money(1) == 1500


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
@pytest.mark.parametrize(
    ("square", "phrase"), [(7, "draw chance card"), (2, "draw community chest card")]
)
def test_card_11_only_the_draw_is_legal(edition: str, square: int, phrase: str) -> None:
    game = Scenario(edition, 2).give(1, "Boardwalk").at(1, square).turn(1, "post-roll")
    assert game.choices() == [phrase]
    assert game.refused("check doubles") == "TIME-1"


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_card_11_each_square_has_its_own_deck(edition: str) -> None:
    on_chance = Scenario(edition, 2).at(1, 7).turn(1, "post-roll")
    on_chest = Scenario(edition, 2).at(1, 2).turn(1, "post-roll")
    assert on_chance.refused("draw community chest card") == "TIME-4"
    assert on_chest.refused("draw chance card") == "TIME-4"


@pytest.mark.parametrize("square", [2, 7, 17, 22, 33, 36])
def test_card_11_six_squares_draw(square: int) -> None:
    deck = "chance" if square in (7, 22, 36) else "community chest"
    game = Scenario().at(1, square).turn(1, "post-roll")
    assert game.choices() == [f"draw {deck} card"]


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_card_12_the_holder_is_not_forced_to_play_it_in_jail(edition: str) -> None:
    game = Scenario(edition, 2).jail_card(1).jail(1)
    assert {"end pre-roll", "pay jail fine", "play chance jail card"} <= set(game.choices())
    assert game.roll(1, 2).s.jail_card_owner[0] == 0


def test_card_12_outside_jail_it_can_only_be_traded() -> None:
    game = Scenario("classic", 2).jail_card(1)
    assert game.choices() == ["end pre-roll", "offer p2 …"]
    game.do("offer p2 chance jail card for $30", "p2: accept")
    assert (game.s.jail_card_owner[0], game.money(1), game.money(2)) == (1, 1530, 1470)


def test_card_12_formal_outside_jail_it_is_just_kept() -> None:
    assert Scenario("formal", 2).jail_card(1).choices() == ["end pre-roll"]


def test_card_12_a_debtor_cannot_turn_it_into_money_of_the_bank() -> None:
    game = Scenario("classic", 2).cash(99).jail_card(1).at(1, 35).roll(1, 2).do("owe tax")
    assert game.choices() == ["go bankrupt", "offer p2 …"]


def test_card_12_nobody_plays_the_card_of_another() -> None:
    assert Scenario().jail_card(2).jail(1).refused("play chance jail card") == "JAIL-2"


@pytest.mark.parametrize(
    ("edition", "reading", "boardwalk"), [("classic", 12, 13), ("formal", 6, 7), ("arena", 12, 13)]
)
def test_card_13_advancing_past_go_pays_the_salary(
    edition: str, reading: int, boardwalk: int
) -> None:
    past_go = Scenario(edition, 2).roll(3, 4).draw(reading)
    assert (past_go.position(1), past_go.money(1)) == (5, 1700)
    short_of_go = Scenario(edition, 2).roll(3, 4).draw(boardwalk)
    assert (short_of_go.position(1), short_of_go.money(1)) == (39, 1500)


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
@pytest.mark.parametrize("square", [7, 2])
def test_card_13_advancing_to_go_pays_the_salary_once(edition: str, square: int) -> None:
    game = Scenario(edition, 2).at(1, square).turn(1, "post-roll").draw(0)
    assert (game.position(1), game.money(1)) == (0, 1700)
    assert game.do("go on").money(1) == 1700


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
@pytest.mark.parametrize(("deck", "square"), [(0, 7), (1, 2)])
def test_card_14_a_money_card_moves_exactly_its_amount(
    edition: str, deck: int, square: int
) -> None:
    for number, (kind, amount) in enumerate(deck_of(Scenario(edition, 2), deck)):
        if kind not in ("collect", "pay"):
            continue
        game = Scenario(edition, 2).at(1, square).turn(1, "post-roll")
        bank = game.s.bank_money
        game.draw(number)
        change = amount if kind == "collect" else -amount
        assert (game.money(1), game.s.bank_money) == (1500 + change, bank - change)
        assert (game.money(2), game.phase) == (1500, "doubles-check")


@pytest.mark.parametrize("edition", ["classic", "formal"])
def test_card_14_who_is_short_owes_the_bank(edition: str) -> None:
    game = Scenario(edition, 2).cash(49).at(1, 2).turn(1, "post-roll").draw(2)
    assert (game.phase, game.s.debt_amount[0], game.s.creditor[0]) == (
        "bankruptcy-prevention",
        50,
        NOBODY,
    )
