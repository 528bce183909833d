"""The exact landing chain, against known figures and against rolled dice."""

from __future__ import annotations

import math

import pytest

from gitopoly.kernel import Rules
from gitopoly.kernel.codes import GO_TO_JAIL
from gitopoly.landings.chain import landing_shares, resting_places
from gitopoly.landings.walking import walked_shares

EDITIONS = ("classic", "formal", "formal-small", "arena")
BOTH = pytest.mark.parametrize("long_stay", [False, True], ids=["short", "long"])


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


@BOTH
@pytest.mark.parametrize("edition", EDITIONS)
def test_rolled_dice_agree(edition: str, long_stay: bool) -> None:
    rules = Rules.of(edition)
    exact, rolled = landing_shares(rules, long_stay), walked_shares(rules, long_stay, 20_000, 3)
    assert rolled.rolls == 20_000
    for place, share in enumerate(exact.all):
        # The error of few rolls is itself uncertain: never less than if rolls were independent.
        error = max(rolled.errors[place], math.sqrt(share * (1 - share) / rolled.rolls))
        assert abs(rolled.shares[place] - share) <= 5 * error + 1e-12, place


def test_rolled_dice_would_notice_a_wrong_chain() -> None:
    rules = Rules.of("classic")
    exact, rolled = landing_shares(rules, True), walked_shares(rules, False, 20_000, 3)
    assert abs(rolled.shares[-1] - exact.jail) > 5 * rolled.errors[-1]
