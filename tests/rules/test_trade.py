"""Trading: who offers what to whom, and how it ends (TRADE)."""

from __future__ import annotations

import pytest

from gitopoly.errors import IllegalAction, InvalidAction
from gitopoly.rules import (
    OfferTemplate,
    actions as a,
    check_legal,
    is_legal,
    legal_actions,
    parse_action,
)
from tests.rules.scenario import Scenario

BOARDWALK = 'offer p2 "Boardwalk" for $100'


def template(scenario: Scenario, addressee: int) -> OfferTemplate:
    """What the floor could offer a seat."""
    return next(
        choice
        for choice in legal_actions(scenario.s)
        if isinstance(choice, OfferTemplate) and choice.addressee == addressee - 1
    )


def refused_code(scenario: Scenario, code: int) -> str:
    """The rule that refuses an offer that cannot be put in words."""
    with pytest.raises(IllegalAction) as refusal:
        check_legal(scenario.s, code)
    return refusal.value.rule


# TRADE-1


def test_trade_1_the_turn_player_offers_in_pre_roll() -> None:
    scenario = Scenario().give(1, 39).give(2, 5)
    assert scenario.refused('p2: offer p1 "Reading Railroad" for $1') == "TRADE-1"
    assert scenario.do(BOARDWALK).phase == "trade"


def test_trade_1_the_turn_player_offers_in_the_purchase_window() -> None:
    scenario = Scenario().give(1, 39).cash(150).roll(2, 3).do(BOARDWALK, "p2: accept", "buy")
    assert (scenario.owner(39), scenario.owner(5), scenario.money(1)) == (2, 1, 50)


def test_trade_1_the_head_of_the_order_offers_in_free_4_all() -> None:
    scenario = Scenario().give(1, 39).give(2, 5).free_4_all(2, 3, 1)
    assert scenario.refused(f"p1: {BOARDWALK}") == "TRADE-1"
    assert scenario.do('p2: offer p1 "Reading Railroad" for $1', "p1: accept").owner(5) == 1
    assert scenario.phase == "free-4-all"


def test_trade_1_a_debtor_offers() -> None:
    scenario = Scenario().give(2, 39).give(1, 5).give(3, 15).cash(20).at(1, 36).roll(1, 2)
    scenario.do("owe rent")
    assert scenario.refused('p3: offer p1 "Pennsylvania Railroad" for $1') == "TRADE-1"
    scenario.do('offer p3 "Reading Railroad" for $150', "p3: accept")
    assert (scenario.phase, scenario.money(1)) == ("bankruptcy-prevention", 170)


def test_trade_1_a_debtors_legal_offer_is_among_his_choices() -> None:
    """The mortgage value that he gives away is no cash that the two would need."""
    scenario = Scenario().give(1, 39).give(3, 31, 32, 34, level=1).cash(10, 140)
    scenario.at(1, 31).roll(1, 2).do("owe rent")
    offer = parse_action(scenario.s, 'offer p2 "Boardwalk" for $140')
    assert is_legal(scenario.s, offer)
    assert "offer p2 …" in scenario.choices(1)


def test_trade_1_interest_that_nobody_can_pay_hides_no_other_offer() -> None:
    scenario = Scenario().give(1, 12, 37).give(2, 5, mortgaged=True).give(3, 39).cash(1, 5)
    scenario.at(1, 36).roll(1, 2).do("owe rent")
    assert is_legal(scenario.s, parse_action(scenario.s, 'offer p2 "Electric Company" for $5'))
    assert "offer p2 …" in scenario.choices(1)


@pytest.mark.parametrize(("cash", "possible"), [((0, 20), True), ((7, 13), True), ((7, 12), False)])
def test_trade_1_an_offer_is_listed_if_both_together_have_the_interest(
    cash: tuple[int, int], possible: bool
) -> None:
    game = Scenario(players=2).cash(*cash).give(1, "Boardwalk", mortgaged=True)
    assert ("offer p2 …" in game.choices()) is possible
    if possible:
        game.do(f'offer p2 "Boardwalk", ${cash[0]} for $0', "p2: accept")
        assert (game.owner("Boardwalk"), game.money(1), game.money(2)) == (2, 0, 0)


def test_trade_1_nobody_offers_in_roll() -> None:
    assert Scenario().give(1, 39).do("end pre-roll").refused(BOARDWALK) == "TRADE-1"


def test_trade_1_nobody_offers_in_an_auction() -> None:
    scenario = Scenario().give(1, 39).roll(2, 3).do("auction")
    assert scenario.refused(f"p1: {BOARDWALK}") == "TRADE-1"


def test_trade_1_nobody_offers_before_rent_is_paid() -> None:
    scenario = Scenario().give(1, 39).give(2, 5).roll(2, 3)
    assert scenario.refused(BOARDWALK) == "TRADE-1"


def test_trade_1_an_offer_goes_to_another_live_player() -> None:
    scenario = Scenario().give(1, 39).cash(1500, 0)
    scenario.s.is_bankrupt[1] = 1
    assert scenario.refused(BOARDWALK) == "TRADE-1"
    assert scenario.refused('offer p1 "Boardwalk" for nothing') == "TRADE-1"
    assert scenario.do('offer p3 "Boardwalk" for $100').phase == "trade"


@pytest.mark.parametrize("jailed", [1, 2])
def test_trade_1_jailed_players_trade(jailed: int) -> None:
    scenario = Scenario().give(1, 39).jail(jailed).do(BOARDWALK, "p2: accept")
    assert scenario.owner(39) == 2


@pytest.mark.parametrize("edition", ["formal", "formal-small"])
def test_trade_1_formal_has_no_trading(edition: str) -> None:
    scenario = Scenario(edition).give(1, 1)
    name = scenario.rules.names[1]
    assert scenario.refused(f'offer p2 "{name}" for $1') == "TRADE-1"
    assert not any(choice.startswith("offer") for choice in scenario.choices())


# TRADE-2


def test_trade_2_money_for_nothing_is_refused() -> None:
    scenario = Scenario()
    assert scenario.refused("offer p2 $100 for nothing") == "TRADE-2"
    assert scenario.refused("offer p2 nothing for $100") == "TRADE-2"
    assert scenario.refused("offer p2 nothing for nothing") == "TRADE-2"


def test_trade_2_a_deed_for_nothing_is_legal() -> None:
    scenario = Scenario().give(1, 39).do('offer p2 "Boardwalk" for nothing', "p2: accept")
    assert (scenario.owner(39), scenario.money(1), scenario.money(2)) == (2, 1500, 1500)


def test_trade_2_deeds_cards_and_one_net_sum_change_hands() -> None:
    scenario = Scenario().give(1, 39, 5).give(2, 15).jail_card(1).jail_card(2, "community chest")
    scenario.do(
        'offer p2 "Boardwalk", "Reading Railroad", chance jail card, $100'
        ' for "Pennsylvania Railroad", community chest jail card, $350',
        "p2: accept",
    )
    assert [scenario.owner(square) for square in (39, 5, 15)] == [2, 2, 1]
    assert (scenario.s.jail_card_owner[0], scenario.s.jail_card_owner[1]) == (1, 0)
    assert (scenario.money(1), scenario.money(2)) == (1750, 1250)


def test_trade_2_a_card_alone_can_move() -> None:
    scenario = Scenario().jail_card(1).do("offer p2 chance jail card for $40", "p2: accept")
    assert (scenario.s.jail_card_owner[0], scenario.money(1)) == (1, 1540)


def test_trade_2_what_belongs_to_neither_is_refused() -> None:
    scenario = Scenario().give(1, 39).give(3, 5).jail_card(3)
    offers = template(scenario, 2)
    assert refused_code(scenario, offers.offer(scenario.s, (39, 5))) == "TRADE-2"
    assert refused_code(scenario, offers.offer(scenario.s, (39, 15))) == "TRADE-2"
    assert refused_code(scenario, offers.offer(scenario.s, (39,), cards=1)) == "TRADE-2"
    assert refused_code(scenario, offers.offer(scenario.s, (39,), cards=2)) == "TRADE-2"
    assert is_legal(scenario.s, offers.offer(scenario.s, (39,)))


# TRADE-3


@pytest.mark.parametrize("edition", ["classic", "arena"])
def test_trade_3_no_deed_of_a_group_with_a_building(edition: str) -> None:
    scenario = Scenario(edition, 2).give(1, 6, level=1).give(1, 8, 9, 39)
    assert scenario.refused('offer p2 "Vermont Avenue" for $1') == "TRADE-3"
    assert scenario.refused('offer p2 "Oriental Avenue" for $1') == "TRADE-3"
    assert template(scenario, 2).gives == (39,)


def test_trade_3_holds_for_what_is_asked_for() -> None:
    scenario = Scenario().give(2, 6, level=1).give(2, 8, 9)
    assert scenario.refused('offer p2 $500 for "Vermont Avenue"') == "TRADE-3"


def test_trade_3_once_the_building_is_sold_the_deed_is_tradable() -> None:
    scenario = Scenario().give(1, 6, level=1).give(1, 8, 9).do('sell "Oriental Avenue"')
    assert scenario.do('offer p2 "Vermont Avenue" for $1').phase == "trade"


def test_trade_3_a_building_is_nothing_that_an_offer_can_name() -> None:
    with pytest.raises(InvalidAction):
        Scenario().give(1, 37, 39, level=1).do("offer p2 a house for $100")


# TRADE-4


def test_trade_4_acceptance_changes_both_sides() -> None:
    scenario = Scenario().give(1, 39).give(2, 5)
    scenario.do('offer p2 "Boardwalk" for "Reading Railroad", $100')
    assert (scenario.owner(39), scenario.owner(5), scenario.money(1)) == (1, 2, 1500)
    scenario.do("p2: accept")
    assert (scenario.owner(39), scenario.owner(5)) == (2, 1)
    assert (scenario.money(1), scenario.money(2)) == (1600, 1400)


@pytest.mark.parametrize("answer", ["p2: decline", "p1: withdraw"])
def test_trade_4_otherwise_neither_side_changes(answer: str) -> None:
    scenario = Scenario().give(1, 39).do(BOARDWALK, answer)
    assert (scenario.phase, scenario.owner(39)) == ("pre-roll", 1)
    assert (scenario.money(1), scenario.money(2)) == (1500, 1500)


def test_trade_4_only_the_addressee_answers_and_the_proposer_withdraws() -> None:
    scenario = Scenario().give(1, 39).do(BOARDWALK)
    for seat in (1, 3):
        assert scenario.refused(f"p{seat}: accept") == "TRADE-4"
        assert scenario.refused(f"p{seat}: decline") == "TRADE-4"
    for seat in (2, 3):
        assert scenario.refused(f"p{seat}: withdraw") == "TRADE-4"


def test_trade_4_nothing_else_happens_before_the_answer() -> None:
    scenario = Scenario().give(1, 37, 39).give(2, 5).do(BOARDWALK)
    assert scenario.choices(1) == ["withdraw"]
    assert scenario.choices(2) == ["accept", "decline"]
    assert scenario.choices(3) == []
    assert scenario.refused('p1: offer p3 "Park Place" for $1') == "TRADE-1"


@pytest.mark.parametrize("answer", ["accept", "decline", "withdraw"])
def test_trade_4_there_is_no_answer_without_an_offer(answer: str) -> None:
    assert Scenario().refused(answer) == "TIME-1"


# TRADE-5


@pytest.mark.parametrize("answer", ["p2: decline", "p1: withdraw"])
def test_trade_5_the_fifth_offer_is_refused(answer: str) -> None:
    scenario = Scenario().give(1, 39)
    for _ in range(4):
        scenario.do(BOARDWALK, answer)
    assert scenario.refused(BOARDWALK) == "TRADE-5"
    assert scenario.refused('offer p3 "Boardwalk" for $100') == "TRADE-5"
    assert not any(choice.startswith("offer") for choice in scenario.choices())


def test_trade_5_accepted_offers_count_too() -> None:
    scenario = Scenario().give(1, 5, 15, 25, 35, 39)
    for square in (5, 15, 25, 35):
        scenario.do(f'offer p2 "{scenario.rules.names[square]}" for $1', "p2: accept")
    assert scenario.refused(BOARDWALK) == "TRADE-5"


def test_trade_5_the_next_window_has_four_again() -> None:
    scenario = Scenario().give(1, 39)
    for _ in range(4):
        scenario.do(BOARDWALK, "p2: decline")
    scenario.roll(2, 3)
    for _ in range(4):
        scenario.do(BOARDWALK, "p2: decline")
    assert scenario.refused(BOARDWALK) == "TRADE-5"


def test_trade_5_the_next_head_of_the_order_has_his_own_four() -> None:
    scenario = Scenario().give(1, 39).give(2, 5).free_4_all(2, 1)
    for _ in range(4):
        scenario.do('p2: offer p1 "Reading Railroad" for $1', "p1: decline")
    assert scenario.do("p2: conclude", f"p1: {BOARDWALK}").phase == "trade"


def test_trade_5_the_arena_has_one_offer() -> None:
    scenario = Scenario("arena", 2).give(1, 39).do(BOARDWALK, "p2: decline")
    assert scenario.refused(BOARDWALK) == "TRADE-5"


def test_trade_5_there_is_no_counter_offer() -> None:
    scenario = Scenario().give(1, 39).give(2, 5).do(BOARDWALK)
    assert scenario.refused('p2: offer p1 "Reading Railroad" for "Boardwalk"') == "TRADE-1"


# TRADE-6


@pytest.mark.parametrize("edition", ["classic", "arena"])
def test_trade_6_the_receiver_of_a_mortgaged_deed_needs_the_interest(edition: str) -> None:
    gift = 'offer p2 "Boardwalk" for nothing'
    poor = Scenario(edition, 2).give(1, 39, mortgaged=True).cash(1500, 19)
    assert poor.refused(gift) == "TRADE-6"
    able = Scenario(edition, 2).give(1, 39, mortgaged=True).cash(1500, 20).do(gift, "p2: accept")
    assert (able.owner(39), able.money(2), able.s.mortgaged[39]) == (2, 0, 1)


def test_trade_6_the_price_counts_before_the_interest() -> None:
    scenario = Scenario().give(1, 39, mortgaged=True).cash(1500, 119)
    assert scenario.refused(BOARDWALK) == "TRADE-6"
    assert scenario.cash(1500, 120).do(BOARDWALK, "p2: accept").money(2) == 0


def test_trade_6_cash_that_comes_along_may_pay_the_interest() -> None:
    scenario = Scenario().give(1, 39, mortgaged=True).cash(1500, 0)
    scenario.do('offer p2 "Boardwalk", $20 for nothing', "p2: accept")
    assert (scenario.owner(39), scenario.money(1), scenario.money(2)) == (2, 1480, 0)


def test_trade_6_the_proposer_too_pays_for_what_he_receives() -> None:
    scenario = Scenario().give(2, 39, mortgaged=True).cash(119)
    assert scenario.refused('offer p2 $100 for "Boardwalk"') == "TRADE-6"
    scenario.cash(120).do('offer p2 $100 for "Boardwalk"', "p2: accept")
    assert (scenario.owner(39), scenario.money(1), scenario.money(2)) == (1, 0, 1600)


def test_trade_6_an_unmortgaged_deed_costs_no_interest() -> None:
    scenario = Scenario().give(1, 39).cash(1500, 0)
    assert scenario.do('offer p2 "Boardwalk" for nothing', "p2: accept").money(2) == 0


# TRADE-7


@pytest.mark.parametrize(
    "promise",
    ["immunity", "no rent on Boardwalk", "$50 next turn", "an option", "half of the rent"],
)
def test_trade_7_promises_mean_no_action(promise: str) -> None:
    scenario = Scenario().give(1, 39)
    with pytest.raises(InvalidAction, match="TRADE-7"):
        scenario.do(f'offer p2 "Boardwalk" for {promise}')
    assert scenario.phase == "pre-roll"


# TRADE-8


def test_trade_8_the_price_is_whatever_both_agree() -> None:
    scenario = Scenario().give(1, 39).do('offer p2 "Boardwalk" for $1', "p2: accept")
    assert (scenario.owner(39), scenario.money(1)) == (2, 1501)


def test_trade_8_the_price_is_at_most_the_payers_cash() -> None:
    scenario = Scenario().give(1, 39).give(2, 5)
    assert scenario.refused('offer p2 "Boardwalk" for $1501') == "TRADE-6"
    assert scenario.refused('offer p2 $1501 for "Reading Railroad"') == "TRADE-6"
    assert scenario.do('offer p2 "Boardwalk" for $1500', "p2: accept").money(2) == 0


def test_trade_8_the_template_states_the_limits() -> None:
    scenario = Scenario().give(1, 39).cash(70, 90)
    offers = template(scenario, 2)
    assert (offers.least_cash, offers.most_cash) == (-90, 70)
    assert is_legal(scenario.s, offers.offer(scenario.s, (39,), -90))
    assert not is_legal(scenario.s, offers.offer(scenario.s, (39,), -91))


def test_trade_8_an_offer_is_the_proposers_alone() -> None:
    """A code in another seat's name is refused like any other offer out of turn."""
    scenario = Scenario().give(1, 39).give(2, 5)
    deeds = 1 << scenario.rules.deed_index[5]
    assert refused_code(scenario, a.offer(1, 0, deeds, 0, 0)) == "TRADE-1"
