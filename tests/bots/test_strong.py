"""`strong`: repeatable, within its budget, honest when it cannot search."""

from __future__ import annotations

import pytest

from gitopoly.bots import STRONG
from gitopoly.bots.candidates import consider
from gitopoly.bots.desk import Candidates, Desk, new_run
from gitopoly.bots.play import CAPPED, TERMINATED, choose, halve, play_on, value_of
from gitopoly.bots.series import (
    Series,
    moves,
    new_desk,
    play_chunk,
    without_search,
)
from gitopoly.bots.table_policy import TablePolicy
from gitopoly.bots.worth import CERTAIN
from gitopoly.engine import engine_for
from gitopoly.rules import Rules, State, actions as a, initial, is_legal, legal_actions
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.randomness import seeded
from gitopoly.rules.step import attempt
from tests.bots.positions import EDITIONS, listed, positions, seats_to_act
from tests.rules.scenario import Scenario

pytestmark = pytest.mark.xdist_group("compiled")

SERIES = Series("classic", 2, ("strong", "trader"), seed=9, max_turns=60, playouts=12)


def chosen(s: State, seat: int, desk: Desk, engine: str = "compiled", seed: int = 1) -> int:
    """What `strong` does."""
    call = engine_for(engine, s.rules).call
    return call(choose, s, s.rules, STRONG, seat, listed(s, seat), seeded(seed), desk)


# Games.


def test_equal_seeds_give_equal_games_and_another_budget_another_one() -> None:
    one, other = (play_chunk(SERIES, "compiled", 0, 2) for _ in range(2))
    assert one == other
    more = Series("classic", 2, ("strong", "trader"), seed=9, max_turns=60, playouts=24)
    assert play_chunk(more, "compiled", 0, 2) != one


def test_a_record_tells_the_game_that_was_played() -> None:
    chunk = play_chunk(SERIES, "compiled", 1, 1)
    told = [a.NAMES[a.kind_of(move.code)] for move in moves(SERIES, 1)]
    assert {name: count for name, count in chunk.kinds.items() if count} == {
        name: told.count(name) for name in told
    }


# Decisions.


@pytest.mark.parametrize("edition", EDITIONS)
def test_decisions_are_legal_and_within_the_budget_of_playouts(edition: str) -> None:
    desk, before = new_desk(playouts=40), 0
    for s in positions(edition, 3, 5, 60):
        for seat, _ in seats_to_act(s):
            assert is_legal(s, chosen(s, seat, desk, seed=3))
            assert desk.played - before <= 40
            before = desk.played
    assert before > 0


def test_forced_moves_are_not_searched() -> None:
    game, desk = Scenario(players=2), new_desk(playouts=10)
    game.s.phase = 1
    for seat, _ in seats_to_act(game.s):
        chosen(game.s, seat, desk)
    assert desk.searches == 0


def test_the_better_half_is_kept_and_the_earlier_of_equals() -> None:
    candidates = Candidates()
    for code, total in enumerate((5, 9, 5, 7, 1)):
        consider(candidates, code, total)
    assert halve(candidates, 5) == 3
    assert candidates.actions[:3] == [1, 3, 0]


def test_without_playouts_the_best_at_a_glance_is_taken() -> None:
    game, desk = Scenario(players=2).give(1, 16, 18).give(2, 19), new_desk(playouts=0)
    deed = 1 << game.rules.deed_index[19]
    for cash, answer in ((300, a.DECLINE_TRADE), (1450, a.ACCEPT_TRADE)):
        s = game.s.copy()
        assert attempt(s, game.rules, a.offer(0, 1, deed, 0, cash), 0, True) == 0
        assert a.kind_of(chosen(s, 1, desk, "interpreted")) == answer
    assert desk.played == 0


def test_a_won_game_is_certain_and_a_cut_off_one_a_share() -> None:
    game, desk = Scenario(players=2).give(1, 16, 18, 19), new_desk()
    desk.trial = game.s
    shares = [value_of(desk, game.rules, CAPPED, seat) for seat in (0, 1)]
    assert shares[0] > CERTAIN // 2 > shares[1] > 0
    game.s.is_bankrupt[1] = 1
    assert [value_of(desk, game.rules, TERMINATED, seat) for seat in (0, 1)] == [CERTAIN, 0]


# At a table.


def test_at_a_table_it_chooses_what_is_offered() -> None:
    policy = TablePolicy("strong", 0, 1)
    for s in positions("classic", 3, 31, 6):
        offered = [c for c in legal_actions(s, 0) if isinstance(c, int)]
        if offered:
            assert policy.choose(s, offered) in offered


def test_without_the_extra_it_plays_by_sight_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert without_search(["strong"]) == ""
    monkeypatch.setattr("gitopoly.bots.series.can_compile", lambda: False)
    assert without_search(["random"]) == ""
    with pytest.warns(UserWarning, match="extra `fast`"):
        TablePolicy("strong", 0, 1)
    rules, desk, generator = Rules.of("classic", 2), new_desk(), seeded(1)
    run = new_run([STRONG] * 8, 30)
    play_on(initial(rules), rules, run, generator, generator, ActionBuffer(), desk)
    assert desk.searches > 0 == desk.played
