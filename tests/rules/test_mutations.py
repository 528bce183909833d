"""A mutation check: rules broken on purpose, and that the suite notices each.

For every break some rule tests of this suite are named that must fail under it; the same tests
pass with the rules as they are. Breaks that spoil the state itself are noticed by the
invariants as well, in random games.
"""

from __future__ import annotations

import inspect
from random import Random
from typing import Any

import pytest

from gitopoly.rules import (
    auction,
    bankruptcy,
    board,
    cards,
    legal_actions,
    money,
    moving,
    outcomes,
    violated_invariants,
)
from gitopoly.rules.property import cost_of_lifting
from tests.rules import (
    breaks,
    test_auction,
    test_bank,
    test_bankruptcy,
    test_build,
    test_cards,
    test_debt,
    test_decks,
    test_go_and_doubles,
    test_jail,
    test_mortgage,
    test_rent,
    test_sell,
    test_shortage,
    test_time,
    test_trade,
)
from tests.rules.breaks import Break, RuleTest
from tests.rules.walks import Game, late_position, start, walk

BREAKS = [
    Break(
        "rent not doubled",
        (
            test_rent.test_rent_2_also_when_a_sibling_is_mortgaged,
            test_rent.test_rent_2_also_when_a_sibling_is_built_on,
        ),
        board.street_rent,
        breaks.street_rent_never_doubled,
    ),
    Break(
        "every railroad 25",
        (test_rent.test_rent_4_mortgaged_railroads_count,),
        board.rail_rent,
        breaks.every_railroad_25,
    ),
    Break(
        "tenth rounded down",
        (test_bank.test_bank_3_the_tenth_of_ones_worth_rounds_up,),
        money.tenth,
        breaks.tenth_rounded_down,
    ),
    Break(
        "salary 100",
        (
            test_go_and_doubles.test_go_1_landing_on_go_pays_once_and_leaving_it_nothing,
            test_go_and_doubles.test_go_2_passing_go_and_advancing_to_go_pays_twice,
        ),
        rules={"pass_go_reward": 100},
    ),
    Break(
        "third doubles move on",
        (
            test_go_and_doubles.test_doubles_2_the_third_doubles_go_to_jail_instead_of_moving,
            test_jail.test_jail_8_the_third_doubles_lead_to_jail,
        ),
        moving.roll_and_move,
        breaks.third_doubles_move_on,
    ),
    Break(
        "salary on the way to jail",
        (test_go_and_doubles.test_go_4_the_move_to_jail_pays_nothing,),
        moving.go_to_jail,
        breaks.jail_past_go,
    ),
    Break(
        "doubles that leave jail throw again",
        (test_jail.test_jail_4_leaving_by_doubles_gives_no_extra_throw,),
        moving.leave_with_roll,
        breaks.jail_doubles_throw_again,
    ),
    Break(
        "fine on the third turn in jail",
        (test_jail.test_jail_1_classic_has_no_fine_before_the_third_throw,),
        rules={"fine_first_two_turns": 0},
    ),
    Break(
        "leader passes",
        (test_auction.test_auction_5_classic_the_leader_may_not_pass,),
        rules={"leader_may_not_pass": 0},
    ),
    Break(
        "tie without a leader",
        (
            test_auction.test_auction_7_classic_a_tie_is_sold_to_the_first_after_the_initiator,
            test_shortage.test_short_2_in_a_tie_the_orderer_comes_last,
        ),
        rules={"ties_have_a_leader": 0},
    ),
    Break(
        "initiator first in a tie",
        (test_auction.test_auction_7_the_order_of_a_tie_goes_round_the_table,),
        auction.seats_after_initiator,
        breaks.initiator_first,
    ),
    Break(
        "building sold for more than it cost",
        (
            test_shortage.test_short_3_a_building_stands_only_where_selling_pays_no_more,
            test_shortage.test_short_3_the_lowest_bid_is_worth_placing,
        ),
        rules={"placing_by_price": 0},
    ),
    Break(
        "bid on credit",
        (test_auction.test_auction_3_more_than_ones_cash_is_refused,),
        auction.bid,
        breaks.bid_on_credit,
    ),
    Break(
        "mortgage with buildings",
        (
            test_mortgage.test_mort_1_a_building_anywhere_on_the_group_forbids_it,
            test_trade.test_trade_3_no_deed_of_a_group_with_a_building,
        ),
        # Random games do not notice it: what they list comes from the set of built groups.
        board.set_has_buildings,
        breaks.nothing_is_built,
    ),
    Break(
        "uneven building",
        (test_build.test_build_1_levels_never_get_more_than_one_apart,),
        board.lowest_level,
        breaks.always_even,
    ),
    Break(
        "hotel keeps its houses",
        (test_build.test_build_8_a_hotel_costs_the_house_price_and_four_houses,),
        board.build_to,
        breaks.hotel_keeps_its_houses,
        violated="InvConservationOfBuildings",
    ),
    Break(
        "scarce buildings for the first who asks",
        (test_shortage.test_short_2_the_order_is_a_standing_bid_at_list_price,),
        rules={"shortage_auction": 0},
    ),
    Break(
        "endless hotels and houses",
        (test_sell.test_sell_2_a_hotel_needs_four_houses_in_the_bank,),
        rules={"buildings_are_limited": 0},
    ),
    Break(
        "interest on transfer forgotten",
        (
            test_mortgage.test_mort_3_transfer_of_boardwalk_costs_20,
            test_bankruptcy.test_bankrupt_2_the_creditor_pays_a_tenth_of_each_mortgage_at_once,
        ),
        rules={"interest_on_transfer": 0},
    ),
    Break(
        "interest paid twice in one turn",
        (test_mortgage.test_mort_4_lifting_in_the_turn_of_the_transfer_costs_the_principal,),
        cost_of_lifting,
        breaks.interest_never_remembered,
    ),
    Break(
        "debt not cleared",
        (
            test_debt.test_debt_5_a_debt_to_a_bankrupt_lapses,
            test_bankruptcy.test_bankrupt_4_the_turn_passes_if_the_bankrupt_had_it,
        ),
        bankruptcy.clear_debts_of,
        breaks.debts_stay,
        violated="InvNoActionsPossibleIfBankrupt",
    ),
    Break(
        "ruin at will",
        (test_debt.test_debt_4_liquid_equal_to_the_debt_is_not_ruin,),
        bankruptcy.is_ruined,
        breaks.ruin_at_will,
    ),
    Break(
        "bankrupt keeps deeds",
        (test_bankruptcy.test_bankrupt_1_the_creditor_takes_all_and_the_buildings_go_back,),
        bankruptcy.hand_over,
        breaks.bankrupt_keeps_deeds,
        violated="InvNoPossessionsIfBankrupt",
    ),
    Break(
        "buildings stay at ruin",
        (test_bankruptcy.test_bankrupt_1_the_stock_returns_to_32_and_12,),
        bankruptcy.sell_all_buildings,
        breaks.buildings_stay_at_ruin,
    ),
    Break(
        "no estate auction",
        (test_bankruptcy.test_bankrupt_3_the_lowest_square_comes_first_and_without_mortgage,),
        rules={"estate_auction": 0},
    ),
    Break(
        "bankrupt keeps the turn",
        (test_time.test_time_7_the_turn_skips_a_bankrupt,),
        board.next_live_player,
        breaks.bankrupt_keeps_the_turn,
        violated="InvNoActionsPossibleIfBankrupt",
    ),
    Break(
        "card put on top",
        (test_decks.test_card_2_draw_17_equals_draw_1,),
        outcomes.put_at_the_bottom,
        breaks.card_on_top,
    ),
    Break(
        "card thrown away",
        (test_decks.test_card_3_the_chest_card_leaves_and_returns_to_the_chest,),
        outcomes.put_at_the_bottom,
        breaks.card_thrown_away,
        violated="InvConservationOfCards",
    ),
    Break(
        "hotel repaired as five houses",
        (test_cards.test_card_8_three_houses_and_a_hotel,),
        cards.cost_of_repairs,
        breaks.hotel_repaired_as_five_houses,
    ),
    Break(
        "opera against the clock",
        (test_debt.test_debt_5_two_debtors_one_after_the_other_in_seat_order,),
        cards.settle_with_each,
        breaks.opera_against_the_clock,
    ),
    Break(
        "turn player first in the free-4-all",
        (test_time.test_time_3_classic_goes_clockwise_from_the_left_turn_player_last,),
        outcomes.start_free_4_all,
        breaks.turn_player_first,
    ),
    Break(
        "bank pays from nowhere",
        (test_bank.test_bank_1_the_bank_issues_what_it_lacks,),
        money.collect_from_bank,
        breaks.bank_pays_from_nowhere,
        violated="InvConservationOfMoney",
    ),
    Break(
        "five offers in a window",
        (test_trade.test_trade_5_the_fifth_offer_is_refused,),
        rules={"offers_per_window": 5},
    ),
]

HANDFUL = list(dict.fromkeys(test for broken in BREAKS for test in broken.noticed_by))


def cases_of(rule_test: RuleTest) -> list[dict[str, Any]]:
    """The arguments of a rule test, as its `parametrize` marks give them."""
    cases: list[dict[str, Any]] = [{}]
    for mark in getattr(rule_test, "pytestmark", []):
        assert mark.name == "parametrize"
        names = mark.args[0]
        if isinstance(names, str):
            names = [name.strip() for name in names.split(",")]
        rows = [getattr(row, "values", row) for row in mark.args[1]]
        rows = [row if len(names) > 1 or isinstance(row, tuple) else (row,) for row in rows]
        given = [dict(zip(names, row, strict=True)) for row in rows]
        cases = [{**case, **more} for case in cases for more in given]
    return cases


def run(rule_test: RuleTest) -> None:
    """Call a rule test with each of its arguments."""
    for case in cases_of(rule_test):
        rule_test(**case)


def fails(rule_test: RuleTest) -> bool:
    """Whether a rule test notices something."""
    try:
        run(rule_test)
    except Exception:  # noqa: BLE001
        return True
    except pytest.fail.Exception:
        # What `pytest.raises` raises when nothing was refused.
        return True
    return False


def violated_in_random_games() -> set[str]:
    """The invariants that break somewhere in a few random games."""
    found: set[str] = set()
    for seed in range(12):
        game: Game = ("classic", 2 + seed % 4, {})
        random = Random(seed)
        s = late_position(game, random) if seed % 3 else start(game)
        for state in walk(s, random, 400):
            broken = violated_invariants(state)
            found.update(broken)
            if broken or not legal_actions(state):
                break
    return found


def test_the_handful_gets_all_its_arguments() -> None:
    for rule_test in HANDFUL:
        for case in cases_of(rule_test):
            assert set(case) == set(inspect.signature(rule_test).parameters), rule_test.__name__


def test_at_least_twelve_rules_are_broken_each_under_its_own_name() -> None:
    assert len({broken.name for broken in BREAKS}) == len(BREAKS) >= 12


@pytest.mark.parametrize("rule_test", HANDFUL, ids=lambda test: test.__name__)
def test_the_rules_as_they_are_pass_the_handful(rule_test: RuleTest) -> None:
    run(rule_test)


def test_the_rules_as_they_are_keep_the_invariants_in_the_same_random_games() -> None:
    assert violated_in_random_games() == set()


@pytest.mark.parametrize("broken", BREAKS, ids=lambda broken: broken.name)
def test_a_broken_rule_is_noticed(broken: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    broken.install(monkeypatch)
    unaware = [test.__name__ for test in broken.noticed_by if not fails(test)]
    assert unaware == []


@pytest.mark.parametrize(
    "broken", [b for b in BREAKS if b.violated], ids=lambda broken: broken.name
)
def test_a_break_that_spoils_the_state_violates_an_invariant(
    broken: Break, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken.install(monkeypatch)
    assert broken.violated in violated_in_random_games()


def test_nothing_stays_broken_afterwards() -> None:
    with pytest.MonkeyPatch.context() as patch:
        BREAKS[0].install(patch)
        assert fails(BREAKS[0].noticed_by[0])
    assert not fails(BREAKS[0].noticed_by[0])
