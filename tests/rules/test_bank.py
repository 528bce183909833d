"""The bank: how it pays, how it rounds, what it gets (BANK)."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from gitopoly.rules import (
    AmountRange,
    OfferTemplate,
    State,
    actors,
    apply,
    chance_outcomes,
    floor,
    is_over,
    legal_actions,
)
from tests.rules.scenario import Scenario


def play_at_random(s: State, luck: random.Random) -> None:
    """Take any legal step, bids at their lowest and no offers."""
    choices = [c for c in legal_actions(s) if not isinstance(c, OfferTemplate)]
    choice = luck.choice(choices)
    code = choice.of(choice.lowest) if isinstance(choice, AmountRange) else choice
    apply(s, code, luck.choice(chance_outcomes(s, code))[0])


def on(square: int) -> Scenario:
    """Seat 1 has just landed on a square."""
    return Scenario().turn(1, "post-roll").at(1, square)


def mortgaged_boardwalk() -> Scenario:
    """Seat 1 has mortgaged Boardwalk."""
    return Scenario().give(1, "Boardwalk", mortgaged=True)


SOLD_FOR_70 = [
    *("auction", "p1: bid 70", "p2: pass", "p3: pass", "p1: next round"),
    *("p1: choose winner", "p2: choose winner", "p3: choose winner", "close auction"),
]


def test_bank_1_the_bank_issues_what_it_lacks() -> None:
    scenario = Scenario(players=2).bank(10).at(1, 35).roll(2, 3)
    assert scenario.money(1) == 1700
    assert (scenario.s.issued, scenario.s.bank_money) == (190, 0)


def test_bank_1_issued_money_is_in_the_invariant() -> None:
    scenario = Scenario(players=2).bank(10).at(1, 35).roll(2, 3)
    assert scenario.money(1) + scenario.money(2) == 118_660 + 190


def test_bank_1_a_bank_with_enough_issues_nothing() -> None:
    scenario = Scenario(players=2).bank(200).at(1, 35).roll(2, 3)
    assert (scenario.money(1), scenario.s.issued, scenario.s.bank_money) == (1700, 0, 0)


@pytest.mark.parametrize("left", [10, 0])
def test_bank_2_a_finite_bank_pays_what_it_has(left: int) -> None:
    scenario = Scenario("formal", 2).bank(left).at(1, 35).roll(2, 3)
    assert scenario.money(1) == 1500 + left
    assert (scenario.s.issued, scenario.s.bank_money) == (0, 0)


def test_bank_2_holds_on_the_small_board() -> None:
    scenario = Scenario("formal-small", 3).bank(3).at(1, 11).roll(1, 1)
    assert (scenario.money(1), scenario.s.bank_money) == (33, 0)


def test_bank_2_a_mortgage_too_is_paid_only_as_far_as_the_money_goes() -> None:
    scenario = Scenario("formal", 2).give(1, "Boardwalk").bank(10)
    assert scenario.do('mortgage "Boardwalk"').money(1) == 1510


@pytest.mark.parametrize(
    ("edition", "name", "cost"),
    [
        ("classic", "Park Place", 193),
        ("formal", "Park Place", 192),
        ("arena", "Park Place", 192),
        ("classic", "Electric Company", 83),
        ("formal", "Electric Company", 82),
    ],
)
def test_bank_3_lifting_a_mortgage_rounds_the_tenth(edition: str, name: str, cost: int) -> None:
    scenario = Scenario(edition, 2).give(1, name, mortgaged=True)
    assert scenario.do(f'unmortgage "{name}"').money(1) == 1500 - cost


@pytest.mark.parametrize(("name", "interest"), [("Park Place", 18), ("Water Works", 8)])
def test_bank_3_interest_on_transfer_rounds_up(name: str, interest: int) -> None:
    scenario = Scenario().give(1, name, mortgaged=True)
    assert scenario.do(f'offer p2 "{name}" for nothing', "p2: accept").money(2) == 1500 - interest


@pytest.mark.parametrize(("worth", "tax"), [(1490, 149), (1491, 150)])
def test_bank_3_the_tenth_of_ones_worth_rounds_up(worth: int, tax: int) -> None:
    scenario = Scenario().cash(worth).roll(1, 3).do("pay tenth of worth")
    assert scenario.money(1) == worth - tax


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_bank_4_nobody_plays_the_bank(edition: str) -> None:
    """The floor and all who can act are live seats, from the start to the last ruin."""
    for seed in range(3):
        luck = random.Random(seed)
        s = Scenario(edition, 2 if edition == "arena" else 4, starting_money=250).s
        for _ in range(400):
            if is_over(s):
                break
            live = {p for p in range(s.rules.num_players) if not s.is_bankrupt[p]}
            assert floor(s) in live
            assert set() < set(actors(s)) <= live
            play_at_random(s, luck)


def test_bank_4_the_bank_never_bids() -> None:
    scenario = Scenario(players=2).roll(1, 2).do("auction", "p1: pass", "p2: pass")
    scenario.do("p1: choose winner", "p2: choose winner", "close auction")
    assert (scenario.owner(3), scenario.money(1), scenario.money(2)) == (0, 1500, 1500)


TO_THE_BANK: dict[str, tuple[Callable[[], Scenario], list[str], int]] = {
    "income tax": (lambda: on(4), ["pay tax"], 200),
    "tenth": (lambda: on(4), ["pay tenth of worth"], 150),
    "luxury tax": (lambda: on(38), ["pay tax"], 100),
    "card": (lambda: on(7), ["draw chance card -> card 11"], 15),
    "fine": (lambda: Scenario().jail(1), ["pay jail fine"], 50),
    "third miss": (lambda: Scenario().jail(1, 2), ["end pre-roll", "roll -> 1,2"], 50),
    "lifting": (mortgaged_boardwalk, ['unmortgage "Boardwalk"'], 220),
    "interest": (mortgaged_boardwalk, ['offer p2 "Boardwalk" for $30', "p2: accept"], 20),
    "deed": (lambda: on(39), ["buy"], 400),
    "building": (lambda: Scenario().give(1, 37, 39), ['build "Boardwalk"'], 200),
    "bid": (lambda: on(39), SOLD_FOR_70, 70),
}


@pytest.mark.parametrize("payment", TO_THE_BANK)
def test_bank_5_what_is_owed_to_no_player_goes_to_the_bank(payment: str) -> None:
    prepare, moves, amount = TO_THE_BANK[payment]
    scenario = prepare()
    before = scenario.s.bank_money
    scenario.do(*moves)
    assert scenario.s.bank_money - before == amount
    assert sum(scenario.s.money) == 4500 - amount


def test_bank_5_rent_is_not_the_banks() -> None:
    scenario = Scenario().give(2, "Boardwalk").at(1, 36)
    before = scenario.s.bank_money
    scenario.roll(1, 2).do("pay rent")
    assert (scenario.s.bank_money, scenario.money(2)) == (before, 1550)
