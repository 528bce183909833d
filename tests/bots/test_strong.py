"""`strong`: repeatable, the same on both engines, honest when it cannot search."""

from __future__ import annotations

import pytest

from gitopoly.bots import STRONG, strong
from gitopoly.bots.recording import moves
from gitopoly.bots.simulation import Series, play_chunk
from gitopoly.bots.table_policy import TablePolicy
from gitopoly.kernel import Rules, legal_actions
from gitopoly.kernel.randomness import seeded
from tests.bots.positions import positions

pytestmark = pytest.mark.xdist_group("compiled")

LIMIT = (("turn_limit", 300),)
SERIES = Series("classic", 2, ("strong", "trader"), seed=9, max_turns=60, playouts=12)


def test_equal_seeds_give_equal_games() -> None:
    one, other = (play_chunk(SERIES, "compiled", 0, 2) for _ in range(2))
    assert one == other


def test_another_budget_gives_another_game() -> None:
    more = Series("classic", 2, ("strong", "trader"), seed=9, max_turns=60, playouts=24)
    assert play_chunk(SERIES, "compiled", 0, 2) != play_chunk(more, "compiled", 0, 2)


def test_both_engines_play_the_same_game() -> None:
    series = Series("formal-small", 2, ("strong", "trader"), seed=2, max_turns=6, playouts=4)
    assert play_chunk(series, "interpreted", 0, 1) == play_chunk(series, "compiled", 0, 1)


def test_a_record_tells_the_game_that_was_played() -> None:
    (game,) = play_chunk(SERIES, "compiled", 1, 1).games
    assert len(list(moves(SERIES, 1))) == game.actions


def test_at_a_table_it_chooses_what_is_offered() -> None:
    policy = TablePolicy("strong", 0, 1)
    for s in positions("classic", 3, 31, 6):
        offered = [c for c in legal_actions(s, 0) if isinstance(c, int)]
        if offered:
            assert policy.choose(s, offered) in offered


def test_a_playout_takes_its_share_of_the_time() -> None:
    ticks = iter(range(100))
    assert 0 < strong.seconds_of_playouts(lambda: float(next(ticks))) < 0.1


def test_it_beats_trader_even_with_few_playouts() -> None:
    won = 0
    for seats in (("strong", "trader"), ("trader", "strong")):
        series = Series("classic", 2, seats, 11, check=False, options=LIMIT, playouts=24)
        games = play_chunk(series, "compiled", 0, 20).games
        won += sum(game.winner == seats.index("strong") for game in games)
    assert won >= 27


def test_without_the_extra_it_plays_by_sight_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert strong.without_search(["strong"]) == ""
    monkeypatch.setattr(strong, "able", lambda: False)
    assert strong.without_search(["random"]) == ""
    with pytest.warns(UserWarning, match="extra `fast`"):
        TablePolicy("strong", 0, 1)
    game = strong.PolicyGame(Rules.of("classic", 2), [STRONG] * 8, seeded(1), 50, "interpreted")
    game.play(30, 1 << 60, True)
    assert game.workspace.budget.searches > 0 == game.workspace.budget.played
