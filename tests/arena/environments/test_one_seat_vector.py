"""One seat in many games: the games of `OneSeat`, and every reward counted once."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.vector import AutoresetMode

from gitopoly.arena.environments.action_space import WAIT
from gitopoly.arena.environments.evaluation import evaluate
from gitopoly.arena.environments.one_seat import OneSeat
from gitopoly.arena.environments.one_seat_vector import OneSeatVector
from gitopoly.errors import InvalidAction, InvalidRun

# The opponents are compiled; `test_one_seat` has a quick test of whatever is the same there.
pytestmark = [pytest.mark.xdist_group("compiled"), pytest.mark.slow]


def compare(many: OneSeatVector, row: int, settings: dict[str, Any], steps: int) -> int:
    """Hold one row of a vector against the same games one at a time; how many ended."""
    one = OneSeat(**settings)
    seen, info = many.reset(seed=3)
    alone, told = one.reset(seed=3, options={"game": row})
    ended = 0
    for step in range(steps):
        assert (seen[row] == alone).all()
        assert (info["action_mask"][row] == told["action_mask"]).all()
        actions = many.sample_legal()
        if step % 20 == 7:
            actions[row] = WAIT
        seen, rewards, terminated, truncated, info = many.step(actions)
        alone, reward, over, cut, told = one.step(int(actions[row]))
        assert rewards[row] == pytest.approx(reward)
        assert (terminated[row], truncated[row]) == (over, cut)
        assert ("illegal" in told) == bool("illegal" in info and info["illegal"][row])
        if over or cut:
            ended += 1
            assert info["_final_obs"][row]
            assert (info["final_obs"][row] == alone).all()
            for fact in ("winner", "result", "seat"):
                assert info["final_info"][fact][row] == told[fact]
            numbers = many._games._column("episode.game").gathered()
            alone, told = one.reset(options={"game": int(numbers[row])})
        else:
            assert "final_obs" not in info or info["final_obs"][row] is None
    return ended


def test_the_last_position_of_a_game_is_kept() -> None:
    settings = {"edition": "arena", "opponents": ["builder"], "scaled": True, "turn_limit": 20}
    many = OneSeatVector(6, threads=2, **settings)  # type: ignore[arg-type]
    assert compare(many, 4, settings, 600) > 0
    many.close()


def test_games_may_have_different_opponents_in_turn() -> None:
    many = OneSeatVector(4, opponents=[["trader"], ["random"]], starting_money=300)
    assert compare(many, 3, {"opponents": ["random"], "starting_money": 300}, 200) >= 0
    assert compare(many, 1, {"opponents": ["trader"], "starting_money": 300}, 200) >= 0


def test_another_game_is_noticed() -> None:
    many = OneSeatVector(2, opponents=["trader"])
    with pytest.raises(AssertionError):
        compare(many, 0, {"opponents": ["builder"]}, 200)


def test_every_result_is_rewarded_once() -> None:
    """Without shaping, the rewards of a row add up to the results of its games."""
    games = OneSeatVector(16, opponents=["trader", "random"], starting_money=150)
    games.reset(seed=1)
    total, results, ends = numpy.zeros(16), numpy.zeros(16), 0
    for _ in range(400):
        _, rewards, terminated, truncated, info = games.step(games.sample_legal())
        total += rewards
        ended = terminated | truncated
        assert (rewards[~ended] == 0).all()
        if ended.any():
            ends += int(ended.sum())
            results += info["final_info"]["result"]
            assert (info["_final_info"] == ended).all()
    assert ends > 8
    assert (total == results).all()


def test_it_is_made_by_its_id_with_gymnasiums_conventions() -> None:
    games = gymnasium.make_vec("gitopoly.envs:gitopoly/Classic-v0", 5, opponents=["trader"])
    assert games.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, info = games.reset(seed=2)
    assert games.observation_space.contains(seen)
    assert info["seat"].tolist() == [0, 1, 0, 1, 0]
    again, _ = games.reset(seed=2)
    assert (seen == again).all()
    games.close()


def test_a_policy_is_evaluated_on_all_seats() -> None:
    class Raising:
        """Prefers whatever stands last in the action space."""

        def scores(self, observations: Any, masks: Any) -> Any:
            return numpy.arange(masks.shape[1]) * numpy.ones((len(masks), 1))

    share = evaluate(Raising(), ["random"], games=8, max_cycles=100)
    assert 0 <= share <= 1


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"opponents": "trader"}, "must be a list"),
        ({"opponents": ["strong"]}, "no opponent plays 'strong'"),
        ({"opponents": [object]}, "built-in opponents"),
        ({"opponents": []}, "must be a list"),
        ({"opponents": [[]]}, "at least one"),
        ({"opponents": [["random"], ["random", "random"]]}, "the same number"),
        ({"opponents": ["random", ["random"]]}, "built-in opponents"),
        ({"num_envs": 0}, "at least one game"),
    ],
)
def test_what_cannot_be_played_is_refused(settings: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidRun, match=why):
        OneSeatVector(**({"num_envs": 2} | settings))


def test_what_is_no_array_of_actions_is_refused() -> None:
    games = OneSeatVector(2)
    games.reset(seed=1)
    for actions in ([1], [[1, 1]], [0.5, 1.0], ["a", "b"]):
        with pytest.raises(InvalidAction):
            games.step(numpy.array(actions))
    with pytest.raises(InvalidRun, match="without a mask"):
        games.reset(options={"reset_mask": numpy.ones(2, bool)})
