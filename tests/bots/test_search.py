"""The search: within its budget, the same on both carriers, halving what is worse."""

from __future__ import annotations

import pytest

from gitopoly.bots.candidates import Candidates, consider
from gitopoly.bots.model_weights import shipped_model
from gitopoly.bots.playout import CAPPED, TERMINATED
from gitopoly.bots.search import CERTAIN, halve, value_of
from gitopoly.bots.strong import Searcher
from gitopoly.kernel import actions as a
from gitopoly.kernel import is_legal
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.legal import list_actions
from gitopoly.kernel.randomness import seeded
from gitopoly.kernel.transition import attempt
from tests.bots.positions import EDITIONS, positions, seats_to_act
from tests.kernel.scenario import Scenario

pytestmark = pytest.mark.xdist_group("compiled")


@pytest.mark.parametrize("edition", EDITIONS)
def test_decisions_are_legal_and_within_the_budget_of_playouts(edition: str) -> None:
    searcher, before = Searcher(playouts=40), 0
    for s in positions(edition, 3, 5, 60):
        for seat, buffer in seats_to_act(s):
            assert is_legal(s, searcher.choose(s, seat, buffer, seeded(3)))
            played = int(searcher.workspace.budget.played)
            assert played - before <= 40
            before = played
    assert before > 0


def test_forced_moves_are_not_searched() -> None:
    game = Scenario(players=2)
    game.s.phase = 1
    searcher = Searcher(playouts=10)
    for seat, buffer in seats_to_act(game.s):
        searcher.choose(game.s, seat, buffer, seeded(1))
    assert searcher.workspace.budget.searches == 0


@pytest.mark.parametrize(
    ("edition", "stride", "count"), [("classic", 23, 8), ("formal-small", 5, 60)]
)
def test_both_carriers_decide_alike(edition: str, stride: int, count: int) -> None:
    plain, fast = Searcher(16, "interpreted"), Searcher(16, "compiled")
    for s in positions(edition, 3, stride, count):
        for seat, buffer in seats_to_act(s):
            one, other = seeded(4), seeded(4)
            assert plain.choose(s, seat, buffer, one) == fast.choose(s, seat, buffer, other)
            assert [one.a, one.counter] == [other.a, other.counter]
    assert plain.workspace.budget.played == fast.workspace.budget.played > 0


def test_the_better_half_is_kept_and_the_earlier_of_equals() -> None:
    candidates = Candidates()
    for code, total in enumerate((5, 9, 5, 7, 1)):
        consider(candidates, code, total)
    assert halve(candidates, 5) == 3
    assert candidates.actions[:3] == [1, 3, 0]


def test_without_playouts_the_best_at_a_glance_is_taken() -> None:
    game = Scenario(players=2).give(1, 16, 18).give(2, 19)
    deed = 1 << game.rules.deed_index[19]
    searcher = Searcher(0, "interpreted")
    for cash, answer in ((300, a.DECLINE_TRADE), (1450, a.ACCEPT_TRADE)):
        s = game.s.copy()
        assert attempt(s, game.rules, a.offer(0, 1, deed, 0, cash), 0, True) == 0
        buffer = ActionBuffer()
        list_actions(s, game.rules, 1, buffer)
        assert a.kind_of(searcher.choose(s, 1, buffer, seeded(1))) == answer
    assert searcher.workspace.budget.played == 0


def test_a_won_game_is_certain_and_a_cut_off_one_a_share() -> None:
    game = Scenario(players=2).give(1, 16, 18, 19)
    model = shipped_model()
    shares = [value_of(game.s, game.rules, CAPPED, seat, model) for seat in (0, 1)]
    assert shares[0] > CERTAIN // 2 > shares[1] > 0
    game.s.is_bankrupt[1] = 1
    ends = [value_of(game.s, game.rules, TERMINATED, seat, model) for seat in (0, 1)]
    assert ends == [CERTAIN, 0]
