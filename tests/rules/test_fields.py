"""Field widths proved large enough: compiled code checks no overflow, so this file does.

The largest value of each field is computed from the rules, for every edition with every option
at its maximum, and held against the width that the compiled record gives it.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from gitopoly import editions
from gitopoly.errors import InvalidRules
from gitopoly.rules import Rules, State, actions, codes
from gitopoly.rules.cards import CARD_COLLECT, CARD_COLLECT_EACH, CARD_PAY_EACH
from gitopoly.rules.codes import (
    ABSENT,
    HOTEL,
    MOST_ACTIONS,
    MOST_CARDS,
    MOST_DEBTS,
    MOST_DEEDS,
    MOST_GROUPS,
    MOST_PLAYERS,
    MOST_SQUARES,
    NOBODY,
    POT,
    RAIL_GROUP,
)
from gitopoly.rules.record import packed
from gitopoly.rules.rules import CONSTANTS, FLAGS, LIMITS
from tests.rules.scenario import Scenario
from tests.rules.walks import late_position, walk

WIDEST = {1: 2**7 - 1, 4: 2**31 - 1, 8: 2**63 - 1}
BIRTHDAY = 16
OPERA = 6
ONE_SEAT = tuple(name for name in CONSTANTS if re.fullmatch("starting_money_[0-9]", name))
LOWERING = ("no_auctions", "no_mortgages", "hotel_after_three_houses")
"""Flags that take something away, so that no field grows by them."""


def largest_option(name: str) -> int:
    """The most that an option may be set to."""
    return LIMITS.get(name, 1_000_000)


def extreme(edition: str) -> Rules:
    """An edition with all players and every constant as high as it can be set."""
    data = editions.load(edition)
    players = data.most_players
    options = {name: largest_option(name) for name in CONSTANTS if name != "num_players"}
    options |= dict.fromkeys(("starting_deeds", *ONE_SEAT), 0)
    if not any(square.type == "free-parking" for square in data.squares):
        options["free_parking_seed"] = 0
    options["starting_money"] = (options["total_money"] - options["free_parking_seed"]) // players
    options["dice_max"] = 6
    highest = (flag for flag in FLAGS if not flag.startswith("defect_") and flag not in LOWERING)
    flags = dict.fromkeys(highest, 1)
    decks = {"decks": 17} if edition in ("classic", "arena") else {}
    return Rules.of(edition, players, **options, **flags, **decks)


def every_rules() -> list[Rules]:
    """Every edition as it is and at its extreme."""
    plain = [Rules.of(name, editions.load(name).most_players) for name in editions.EDITIONS]
    return plain + [extreme(name) for name in editions.EDITIONS]


def label(rules: Rules) -> str:
    """The edition, and whether its options are at their maximum."""
    return f"{rules.edition}-extreme" if rules.options else rules.edition


EVERY_RULES = every_rules()


def mortgages(rules: Rules) -> int:
    """What all deeds together can be mortgaged for."""
    return sum(rules.value[square] // 2 for square in rules.deeds[: rules.deed_count])


def income_of_a_turn(rules: Rules) -> int:
    """The most that the bank pays in one turn and never gets back.

    Three throws at most (DOUBLES-2); with each the token passes GO, and its card either
    advances it to GO once more (GO-2) or pays. Mortgages and buildings cost more than they bring.
    House rules double what GO pays and put a new seed on Free Parking.
    """
    collected = [
        rules.card_amount[place]
        for place in range(2 * MOST_CARDS)
        if rules.card_kind[place] == CARD_COLLECT
    ]
    salary = (2 + rules.double_salary_on_go) * rules.pass_go_reward
    return 3 * (salary + max(collected) + rules.free_parking_seed)


def turns_before_overflow(rules: Rules) -> int:
    """How long the bank can issue money before a sum of dollars needs more than 31 bits.

    A bankruptcy to the bank cancels mortgages (BANKRUPT-3), so that all deeds can be mortgaged
    anew: once for every player who goes.
    """
    if not rules.bank_never_breaks:
        return largest_option("turn_limit")
    room = WIDEST[4] - rules.total_money - rules.num_players * mortgages(rules)
    return room // income_of_a_turn(rules)


def most_money(rules: Rules, turns: int) -> int:
    """All money that can be in the game after so many turns."""
    if not rules.bank_never_breaks:
        return rules.total_money
    issued = turns * income_of_a_turn(rules) + rules.num_players * mortgages(rules)
    return rules.total_money + issued


def most_debt(rules: Rules, money: int) -> int:
    """The largest single debt: a rent, a tax, a card, the fine, or interest on an estate."""
    repairs = max(
        rules.deed_count * max(4 * rules.card_amount[place], rules.card_hotel_amount[place])
        for place in range(2 * MOST_CARDS)
    )
    printed = sum(
        rules.value[square] + HOTEL * rules.house_cost[square] for square in range(MOST_SQUARES)
    )
    return max(
        2 * max(rules.rent),
        2 * (rules.base_rail_rent << 3),
        10 * 12,
        max(rules.value),
        (money + printed) // 10 + 1,
        repairs,
        max(rules.card_amount),
        rules.jail_fine,
        mortgages(rules),
    )


def ranges(rules: Rules, turns: int) -> dict[str, tuple[int, int]]:
    """The least and the largest value that each field can take in so many turns."""
    money = most_money(rules, turns)
    seat = (NOBODY, MOST_PLAYERS - 1)
    flag = (0, 1)
    phase = (0, len(codes.PHASES) - 1)
    deeds = (0, (1 << rules.deed_count) - 1)
    cash = (0, money)
    return {
        "money": cash,
        "bid": (NOBODY, money),
        "last_bid": (0, max(money, max(rules.house_cost))),
        "debt_amount": (0, most_debt(rules, money)),
        "unseen": (0, (1 << max(rules.deck_size)) - 1),
        "bank_money": cash,
        "issued": cash,
        "pot": cash,
        "offer_cash": (-actions.LARGEST_OFFER - 1, actions.LARGEST_OFFER),
        "offer_deeds": deeds,
        "estate": deeds,
        "interest_paid": deeds,
        "holdings": deeds,
        "mortgages": deeds,
        "developed": deeds,
        "turns": (0, max(rules.turn_limit, turns)),
        # Each further round has a higher bid, or it is the last one.
        "round": (0, money + 2),
        "owner": seat,
        "level": (0, rules.max_level),
        "mortgaged": flag,
        "deck": (NOBODY, max(rules.deck_size) - 1),
        "deck_length": (0, max(rules.deck_size)),
        "positions": (0, rules.board_length - 1),
        "in_jail": flag,
        "jail_time": (0, 2),
        "is_bankrupt": flag,
        "free_4_all_order": seat,
        "opening": (NOBODY, 8 * 6 + 6),
        "passed": flag,
        "winner": (ABSENT, MOST_PLAYERS - 1),
        "debtor": seat,
        "creditor": (POT, MOST_PLAYERS - 1),
        "next_phase": phase,
        "throw": (0, 6),
        "turn_player": (0, MOST_PLAYERS - 1),
        "phase": phase,
        "doubles_count": (0, 2),
        "jail_card_owner": seat,
        "debt_count": (0, MOST_DEBTS),
        "rent_rule": (0, codes.RENT_TEN_TIMES_A_ROLL),
        # In the middle of a group sale the houses of its later streets are still missing.
        "houses_left": (-3 * (HOTEL - 1), rules.houses),
        "hotels_left": (0, rules.hotels),
        "auction_kind": (0, codes.HOTEL_AUCTION),
        "auction_asset": (NOBODY, rules.board_length - 1),
        "auction_initiator": seat,
        "auction_next_phase": phase,
        "offer_from": seat,
        "offer_to": seat,
        "offer_cards": (0, 3),
        "offer_next_phase": phase,
        "offers_made": (0, rules.offers_per_window),
    }


def most_actions(rules: Rules) -> int:
    """An upper bound of the entries that one player's legal actions take.

    Of the lists by phase a window's is the longest: a deed has at most two operations, a group
    with hotels can be sold down to any number of houses below four a street, each other player
    may get an offer; then the three ways out of jail, or buying and all results of an auction.
    """
    operations = 2 * rules.deed_count
    sales = sum((HOTEL - 1) * rules.group_size[group] for group in range(RAIL_GROUP))
    offers = rules.num_players - 1
    before_throwing = 1 + 3
    on_a_deed = 2 + rules.num_players * rules.abstract_bids
    defects = 2
    return operations + sales + offers + max(before_throwing, on_a_deed) + defects


def debts_of_a_card(rules: Rules) -> int:
    """The most debts that one event creates: a card that concerns each of the others (CARD-6)."""
    each = {CARD_PAY_EACH, CARD_COLLECT_EACH}
    return rules.num_players - 1 if each & set(rules.card_kind) else 1


@pytest.mark.parametrize("rules", EVERY_RULES, ids=label)
def test_every_value_fits_its_field(rules: Rules) -> None:
    turns = turns_before_overflow(rules)
    bounds = ranges(rules, turns)
    assert set(bounds) == set(State.FIELDS)
    for name, (least, most) in bounds.items():
        widest = WIDEST[State.FIELDS[name].size]
        assert -widest - 1 <= least <= State.FIELDS[name].idle <= most <= widest, name


def test_no_width_is_wasted() -> None:
    """The check can fail: no four-byte field would fit into one byte at its extreme."""
    bounds = ranges(extreme("classic"), 1)
    wide = [name for name, f in State.FIELDS.items() if f.size == 4]
    assert all(bounds[name][1] > WIDEST[1] for name in wide)


@pytest.mark.parametrize("edition", editions.EDITIONS)
def test_money_lasts_for_a_million_turns_with_the_constants_of_the_edition(edition: str) -> None:
    rules = Rules.of(edition, editions.load(edition).most_players)
    assert turns_before_overflow(rules) >= 1_000_000


@pytest.mark.parametrize("edition", editions.EDITIONS)
def test_money_lasts_for_hundreds_of_turns_with_a_salary_of_a_million(edition: str) -> None:
    """In the worst case: every throw is doubles, passes GO and draws "Advance to GO"."""
    assert turns_before_overflow(extreme(edition)) >= 3_000


@pytest.mark.parametrize("rules", EVERY_RULES, ids=label)
def test_every_constant_and_table_fits_the_compiled_rules(rules: Rules) -> None:
    for name, field in Rules.FIELDS.items():
        value = getattr(rules, name)
        numbers = value if field.length else [value]
        assert len(numbers) == (field.length or 1), name
        assert all(abs(number) <= WIDEST[field.size] for number in numbers), name
    for name in FLAGS:
        assert getattr(rules, name) in (0, 1), name


@pytest.mark.parametrize("name", [n for n in CONSTANTS if n not in ("num_players", "dice_max")])
def test_no_option_can_be_set_beyond_its_maximum(name: str) -> None:
    with pytest.raises(InvalidRules):
        Rules.of("classic", 4, **{name: largest_option(name) + 1})
    with pytest.raises(InvalidRules):
        Rules.of("classic", 4, **{name: -1})


@pytest.mark.parametrize("rules", EVERY_RULES, ids=label)
def test_the_sizes_that_every_edition_fits_in(rules: Rules) -> None:
    assert rules.num_players <= MOST_PLAYERS
    assert rules.board_length <= MOST_SQUARES
    assert rules.deed_count <= MOST_DEEDS
    assert max(rules.deck_size) <= MOST_CARDS
    assert len({rules.group[q] for q in rules.deeds[: rules.deed_count]}) <= MOST_GROUPS
    assert max(rules.group_size) <= codes.GROUP_SIZE
    assert rules.max_level <= HOTEL < codes.RENTS


@pytest.mark.parametrize("rules", EVERY_RULES, ids=label)
def test_the_sheet_has_room_for_all_actions_of_any_state(rules: Rules) -> None:
    assert most_actions(rules) <= MOST_ACTIONS


@pytest.mark.parametrize("rules", EVERY_RULES, ids=label)
def test_the_queue_has_room_for_the_debts_of_a_card_and_one_more(rules: Rules) -> None:
    """While debts stand nothing creates new ones, except that a ruined debtor's heir may owe
    interest (BANKRUPT-2); and that debtor's own debts have left the queue before."""
    assert debts_of_a_card(rules) + 1 <= MOST_DEBTS


def seven_debts() -> Scenario:
    """Seat 1 has drawn the opera card, and none of the seven others can pay."""
    game = Scenario(players=8).cash(0, *[10] * 7).at(1, 2).turn(1, "post-roll")
    game.give(2, "Boardwalk", "Park Place", mortgaged=True)
    return game.draw(OPERA)


def test_seven_debts_at_once_and_the_interest_of_the_heir_do_not_exceed_it() -> None:
    game = seven_debts()
    assert game.s.debt_count == debts_of_a_card(game.rules) == 7
    game.do("go bankrupt")
    assert (game.s.debt_count, game.floor, game.s.debt_amount[0]) == (7, 1, 38)


def test_the_birthday_of_the_larger_decks_creates_no_more() -> None:
    game = Scenario(players=8, decks=17).cash(0, *[5] * 7).at(1, 2).turn(1, "post-roll")
    assert game.draw(BIRTHDAY).s.debt_count == 7


@pytest.mark.parametrize("seed", range(6))
def test_no_random_game_of_eight_leaves_the_ranges(seed: int) -> None:
    options: dict[str, Any] = {"decks": 17, "free_parking_pot": 1}
    random = Random(seed)
    s = late_position(("classic", 8, options), random)
    bounds = ranges(s.rules, 10_000)
    for state in walk(s, random, 800):
        assert state.debt_count <= debts_of_a_card(state.rules) + 1
        for name, (least, most) in bounds.items():
            value = getattr(state, name)
            values = value if isinstance(value, list) else [value]
            assert least <= min(values) <= max(values) <= most, name


def test_a_new_state_has_every_field_at_its_idle_value_and_length() -> None:
    s = State(Rules.of("classic", 2))
    for name, field in State.FIELDS.items():
        expected = [field.idle] * field.length if field.length else field.idle
        assert getattr(s, name) == expected, name


def test_a_state_is_small_in_memory_aligned_and_without_gaps() -> None:
    size = sum(field.bytes for field in State.FIELDS.values())
    assert size <= State.SIZE < size + 4 <= 512
    assert all(field.place % field.size == 0 for field in State.FIELDS.values())


def test_memory_holds_every_state_of_a_random_game_unchanged() -> None:
    random = Random(9)
    for state in walk(late_position(("classic", 8, {}), random), random, 300):
        again = State(state.rules)
        again.PACKING.read(again, packed(state), 0)
        assert again == state


def test_memory_holds_the_highest_options_unchanged() -> None:
    for rules in EVERY_RULES:
        again = Rules()
        again.PACKING.read(again, packed(rules), 0)
        assert all(getattr(again, name) == getattr(rules, name) for name in Rules.FIELDS)


def test_an_action_and_its_largest_parameters_fit_into_64_bits() -> None:
    bid = actions.code_of(actions.MOST_KINDS - 1, 7, 255, actions.LARGEST_NUMBER)
    assert (actions.kind_of(bid), actions.player_of(bid)) == (actions.MOST_KINDS - 1, 7)
    assert bid < 1 << 63
    assert (actions.place_of(bid), actions.number_of(bid)) == (255, actions.LARGEST_NUMBER)
    for cash in (actions.LARGEST_OFFER, -actions.LARGEST_OFFER):
        offer = actions.offer(7, 7, (1 << MOST_DEEDS) - 1, 3, cash)
        assert -(1 << 63) <= offer < 1 << 63
        assert (actions.cards_of(offer), actions.cash_of(offer)) == (3, cash)
        assert actions.deeds_of(offer) == (1 << MOST_DEEDS) - 1
