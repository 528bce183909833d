"""The policies with judgement: legal, the same on both carriers, each better than the last."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitopoly.bots import BUILDER, CAUTIOUS, POLICIES, TRADER
from gitopoly.bots.choice import choose
from gitopoly.bots.simulation import Series, play_chunk
from gitopoly.kernel import Rules, actions, is_legal
from gitopoly.kernel.randomness import seeded
from tests.bots.positions import EDITIONS, positions, seats_to_act
from tests.kernel.carriers import Pair

pytestmark = pytest.mark.xdist_group("compiled")

JUDGING = ("cautious", "builder", "trader")


@pytest.mark.parametrize("edition", EDITIONS)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), stride=st.integers(1, 40))
def test_every_choice_is_legal_in_positions_of_every_edition(
    edition: str, seed: int, stride: int
) -> None:
    for s in positions(edition, seed, stride, 12):
        for seat, choices in seats_to_act(s):
            for name in JUDGING:
                code = choose(s, s.rules, POLICIES[name], seat, choices, seeded(seed))
                assert is_legal(s, code)


def test_a_choice_that_is_not_legal_would_be_noticed() -> None:
    s = next(positions("classic", 1, 5, 1))
    assert not is_legal(s, actions.action(actions.GO_BANKRUPT, 0))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("policy", [CAUTIOUS, BUILDER, TRADER])
def test_both_carriers_take_the_same_moves(edition: str, policy: int) -> None:
    pair = Pair(Rules.of(edition, EDITIONS[edition]), policy, seed=4)
    for _ in range(12):
        one, other = pair.play(100)
        assert one == other
        assert pair.difference() == {}


@pytest.mark.parametrize(
    ("better", "worse"), [("cautious", "random"), ("builder", "cautious"), ("trader", "builder")]
)
def test_each_beats_the_one_before(better: str, worse: str) -> None:
    won = 0
    for seats in ((better, worse), (worse, better)):
        series = Series("classic", 2, seats, seed=11, check=False)
        games = play_chunk(series, "compiled", 0, 60).games
        won += sum(game.winner == seats.index(better) for game in games)
    assert won >= 66


def test_whole_games_of_every_edition_hold_all_invariants() -> None:
    for edition, players in EDITIONS.items():
        for name in JUDGING:
            series = Series(edition, players, (name,), seed=3, max_turns=150)
            assert not any(g.violation for g in play_chunk(series, "compiled", 0, 20).games)
