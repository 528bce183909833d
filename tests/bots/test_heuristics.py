"""The heuristic policies: legal in every position of every edition."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from gitopoly.bots import POLICIES, TRADER
from gitopoly.bots.heuristics import own_limit, return_of_building
from gitopoly.bots.series import Series, play_chunk
from gitopoly.bots.table_policy import wish
from gitopoly.rules import Rules, actions, is_legal
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.step import attempt, list_actions
from tests.bots.positions import EDITIONS, positions, seats_to_act
from tests.rules.scenario import Scenario

pytestmark = pytest.mark.xdist_group("compiled")

JUDGING = ("cautious", "builder", "trader")


@pytest.mark.parametrize("edition", EDITIONS)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), stride=st.integers(1, 40))
def test_every_choice_is_legal_in_positions_of_every_edition(
    edition: str, seed: int, stride: int
) -> None:
    for s in positions(edition, seed, stride, 12):
        for seat, buffer in seats_to_act(s):
            for name in JUDGING:
                code = wish(s, POLICIES[name], seat, buffer, seed)
                assert is_legal(s, code)


def test_a_choice_that_is_not_legal_would_be_noticed() -> None:
    s = next(positions("classic", 1, 5, 1))
    assert not is_legal(s, actions.code_of(actions.GO_BANKRUPT, 0))


def test_whole_games_of_every_edition_hold_all_invariants() -> None:
    for edition, players in EDITIONS.items():
        for name in JUDGING:
            series = Series(edition, players, (name,), seed=3, max_turns=150)
            assert not any(g.violation for g in play_chunk(series, "compiled", 0, 20).games)


def test_no_two_seats_stop_at_the_same_bid() -> None:
    rules = Rules.of("classic", 4)
    for limit in (-3, 0, 57, 200):
        limits = {own_limit(rules, seat, limit) for seat in range(4)}
        assert len(limits) == 4
        assert limit - 4 < min(limits) <= max(limits) <= limit


@given(cash=st.integers(0, 600))
@settings(deadline=None)
def test_to_mortgage_for_houses_and_to_lift_mortgages_never_undo_each_other(cash: int) -> None:
    game = Scenario(players=2).give(1, 31, 32, 34, 5, 12).cash(cash, 1500)
    done: set[tuple[int, int, int]] = set()
    while True:
        buffer = ActionBuffer()
        list_actions(game.s, game.rules, 0, buffer)
        code = wish(game.s, TRADER, 0, buffer, 1)
        if actions.kind_of(code) == actions.END_PRE_ROLL:
            break
        step = (actions.kind_of(code), actions.place_of(code), game.s.level[31])
        assert step not in done
        done.add(step)
        assert attempt(game.s, game.rules, code, 0, True) == 0


def test_the_first_house_returns_what_it_adds_to_the_doubled_rent() -> None:
    for options, added in (({}, 70 - 2 * 14), ({"no_double_rent": 1}, 70 - 14)):
        game = Scenario(players=2, **options).give(1, 16, 18, 19)
        assert return_of_building(game.s, game.rules, 16) == added * 1000 // 100
