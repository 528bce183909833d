"""The exact landing chain, against known figures; what buildings earn, by hand."""

from __future__ import annotations

import math

import pytest

from gitopoly.bots.landings import (
    LandingShares,
    building_returns,
    landing_shares,
    resting_places,
)
from gitopoly.rules import Rules
from gitopoly.rules.codes import GO_TO_JAIL, RENTS

EDITIONS = ("classic", "formal", "formal-small", "arena")
BOTH = pytest.mark.parametrize("long_stay", [False, True], ids=["short", "long"])

RULES = Rules.of("classic")
SHARES = LandingShares((0.025,) * 40, 0.0)


@BOTH
@pytest.mark.parametrize("edition", EDITIONS)
def test_shares_add_up_and_nobody_rests_on_go_to_jail(edition: str, long_stay: bool) -> None:
    rules = Rules.of(edition)
    shares = landing_shares(rules, long_stay)
    assert len(shares.squares) == rules.board_length
    assert math.isclose(sum(shares.all), 1, abs_tol=1e-12)
    for square, share in enumerate(shares.squares):
        rests = rules.square_type[square] != GO_TO_JAIL
        assert (share > 1e-6) == rests, rules.names[square]


def test_the_jail_of_the_classic_board_is_known() -> None:
    rules = Rules.of("classic")
    # 9.457 % counts the doubles that free a token as the first of three (JAIL-4).
    assert f"{landing_shares(rules, True).jail:.6f}" == "0.093855"
    assert f"{landing_shares(rules, False).jail:.6f}" == "0.039500"


def test_illinois_avenue_is_the_busiest_street() -> None:
    rules = Rules.of("classic")
    for stay in (False, True):
        squares = landing_shares(rules, stay).squares
        assert rules.names[squares.index(max(squares))] == "Illinois Avenue"


def test_cards_that_lead_to_cards_are_followed() -> None:
    rules = Rules.of("classic")
    ends = resting_places(rules, rules.names.index("Chance 3"))
    chest = rules.names.index("Community Chest 3")
    assert math.isclose(sum(ends), 1)
    # Back three squares from the last chance is the last community chest: 1 of 16 cards goes
    # to jail there, one to GO, and fourteen stay.
    assert math.isclose(ends[chest], 1 / 16 * 14 / 16)
    assert math.isclose(ends[rules.board_length], 1 / 16 + 1 / 16 / 16)


def test_boardwalk_by_hand() -> None:
    found = [each for each in building_returns(RULES, SHARES) if each.square == 39]
    # Rents 100 (bare, of a whole group), 200, 600, 1400, 1700, 2000; each building costs 200.
    assert [each.added_rent for each in found] == [100, 400, 800, 300, 300]
    assert [each.visits for each in found] == [2, 0.5, 0.25, 200 / 300, 200 / 300]
    assert math.isclose(found[0].rolls, 80)


def test_every_street_has_every_level_and_nothing_else_has_any() -> None:
    found = building_returns(RULES, SHARES)
    assert len(found) == 22 * 5
    assert {each.level for each in found} == {1, 2, 3, 4, 5}


def test_house_7_the_first_house_adds_more_where_no_bare_rent_is_doubled() -> None:
    single = building_returns(Rules.of("classic", no_double_rent=1), SHARES)
    for usual, other in zip(building_returns(RULES, SHARES), single, strict=True):
        bare = RULES.rent[usual.square * RENTS] if usual.level == 1 else 0
        assert other.added_rent == usual.added_rent + bare
