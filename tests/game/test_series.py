"""Many games between the same players."""

from pathlib import Path
from typing import Any

import pytest

import gitopoly
from gitopoly.bots.series import Series, play_chunk
from gitopoly.errors import InvalidBot, InvalidRun
from gitopoly.game.series import interval
from gitopoly.rules.money import worth_at_the_end
from tests.game.players import written


class Saver(gitopoly.Player):
    """Takes whatever comes first."""

    def decide(self, game: Any, actions: Any) -> Any:
        return actions[0]


def test_policies_alone_are_the_games_of_the_kernel() -> None:
    result = gitopoly.simulate(["sensible", "random"], "formal-small", games=6, seed=3)
    series = Series("formal-small", 2, ("sensible", "random"), 3, check=False)
    expected = play_chunk(series, "interpreted", 0, 6).games
    assert [game.turns for game in result.games] == [game.turns for game in expected]
    assert [game.steps for game in result.games] == [game.actions for game in expected]


def test_an_own_edition_of_policies_is_played_as_well() -> None:
    from dataclasses import replace

    own = replace(gitopoly.Game("formal-small").edition, name="own")
    result = gitopoly.simulate(["sensible", "random"], own, games=2, seed=3)
    assert result.edition == "own"
    assert len(result.games) == 2


def test_equal_seeds_give_equal_games_with_any_number_of_jobs(tmp_path: Path) -> None:
    players = [f"{written(tmp_path)}:Saver", "random"]
    one = gitopoly.simulate(players, "formal-small", games=7, seed=2)
    two = gitopoly.simulate(players, "formal-small", games=7, seed=2, jobs=2)
    assert one.games == two.games
    assert one.games != gitopoly.simulate(players, "formal-small", games=7, seed=3).games


def test_the_table_adds_up() -> None:
    heard: list[int] = []
    result = gitopoly.simulate(
        [Saver, "random"], "formal-small", games=8, seed=1, progress=heard.append
    )
    assert heard == list(range(1, 9))
    assert sum(seat.wins for seat in result.seats) + result.ties + result.capped == 8
    assert result.win_rate("Saver") == result.seats[0].wins / 8
    table = str(result)
    assert table.splitlines()[0] == "8 games of formal-small, seed 1"
    assert f"Saver   {result.seats[0].wins:>6}" in table
    with pytest.raises(InvalidBot, match="no player 'Ann'"):
        result.win_rate("Ann")


def test_a_game_that_is_broken_off_is_capped_and_nobodys() -> None:
    result = gitopoly.simulate([Saver, Saver], "classic", games=2, seed=1, max_turns=3)
    assert result.capped == 2
    assert [seat.wins for seat in result.seats] == [0, 0]
    assert "capped" in result.table()
    assert all(sorted(game.ranking) == [0, 1] for game in result.games)


def test_a_match_that_is_broken_off_has_its_ranking_by_worth() -> None:
    match = gitopoly.play_match(["trader", "random", "builder"], seed=5, max_turns=40)
    s = match.game._state
    worth = {name: worth_at_the_end(s, s.rules, seat) for seat, name in enumerate(match.game.seats)}
    assert match.result is None
    assert list(match.game.ranking) == sorted(worth, key=worth.__getitem__, reverse=True)


def test_faults_are_counted_by_player() -> None:
    class Broken(gitopoly.Player):
        def decide(self, game: Any, actions: Any) -> Any:
            return 1 / 0

    result = gitopoly.simulate([Broken, "random"], "formal-small", games=3, seed=1)
    assert result.seats[0].faults > 0
    assert result.seats[1].faults == 0
    assert "ZeroDivisionError" in result.faults[0]


@pytest.mark.parametrize("games", [0, -1, 2.5, "3"])
def test_a_number_of_games_that_is_none_is_refused(games: Any) -> None:
    with pytest.raises(InvalidRun, match="whole number"):
        gitopoly.simulate(["random", "random"], games=games)


@pytest.mark.parametrize("given", [{"jobs": 0}, {"jobs": "all"}, {"jobs": 1.5}, {"progress": 3}])
def test_what_is_no_number_of_jobs_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(InvalidRun, match=next(iter(given))):
        gitopoly.simulate(["random", "random"], "formal-small", games=1, **given)


def test_an_interval_holds_the_share_and_narrows_with_more_games() -> None:
    for wins, games in ((0, 10), (5, 10), (10, 10), (400, 1000)):
        low, high = interval(wins, games)
        assert 0 <= low <= wins / games <= high <= 1
    few, many = interval(5, 10), interval(500, 1000)
    assert many[1] - many[0] < few[1] - few[0]
