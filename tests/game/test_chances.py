"""Win chances, ranked actions and analyses from Python."""

from __future__ import annotations

from typing import Any

import pytest

import gitopoly
from gitopoly.errors import InvalidAction, InvalidBot, InvalidRecord, InvalidRun
from gitopoly.game import Position
from gitopoly.rules import Rules, initial
from tests.rules.scenario import Scenario


@pytest.fixture
def game() -> gitopoly.Game:
    """A short game in its third turn, with a deed to buy."""
    game = gitopoly.Game("classic", seats=["Ann", "Ben"], opening_throw=False, turn_limit=5)
    game.push("roll", dice=(2, 1))
    return game


def test_the_model_answers_for_every_seat(game: gitopoly.Game) -> None:
    chances = game.win_chances()
    assert list(chances) == ["Ann", "Ben"]
    assert sum(chances.values()) == pytest.approx(1)
    assert chances["Ann"].error is None


def test_playouts_have_errors_and_a_seed(game: gitopoly.Game) -> None:
    found = game.win_chances(30, engine="interpreted", seed=4)
    assert sum(found.values()) == pytest.approx(1)
    assert found["Ann"].error
    assert found["Ann"].error > 0
    assert game.view().win_chances(30, engine="interpreted", seed=4) == found


def test_actions_are_ranked_by_the_chance_of_who_acts(game: gitopoly.Game) -> None:
    ranked = game.best_actions(20, engine="interpreted")
    assert {str(each.action) for each in ranked} == {"buy", "auction"}
    assert ranked[0].chance >= ranked[1].chance
    game.push(ranked[0].action)  # they can be pushed


def test_all_legal_actions_are_ranked() -> None:
    owner = Scenario(players=2, turn_limit=2).give(1, 5, 15, 16, 18, 19).turn(1)
    position = Position.of(owner.s)
    ranked = [str(one.action) for one in position.best_actions(2, engine="interpreted")]
    legal = {str(one) for one in position.legal_actions}
    assert len(legal) > 8  # to build, to mortgage, to go on, to offer
    assert {one for one in legal if not one.startswith("offer")} <= set(ranked)
    assert len(ranked) == len(set(ranked))


def test_in_an_auction_the_lowest_bid_and_that_of_the_policy_are_ranked() -> None:
    game = gitopoly.Game("classic", seats=["Ann", "Ben"], opening_throw=False, turn_limit=2)
    game.push("roll", dice=(2, 1))
    game.push("auction")
    found = {str(one.action) for one in game.best_actions(2, engine="interpreted")}
    assert {"Ann: pass", "Ann: bid 1"} < found
    assert len(found) == 3


def test_a_game_that_is_over_has_its_result() -> None:
    game = gitopoly.Game("classic", players=2, seed=1, turn_limit=1, opening_throw=False)
    while game.result is None:
        game.push(game.legal_actions[0])
    assert sorted(game.win_chances(50)) == ["p1", "p2"]
    assert sum(game.win_chances().values()) == 1
    assert game.best_actions(5, engine="interpreted") == ()
    assert game.next_round(playouts=5, engine="interpreted") is None


def test_the_next_round_of_each_seat(game: gitopoly.Game) -> None:
    found = game.next_round(playouts=40, engine="interpreted", seed=4)
    assert found == game.next_round("Ann", 40, engine="interpreted", seed=4)
    assert found is not None
    assert found.low <= found.middle <= found.high
    assert found.short == 0
    assert found.short.error
    assert found.squares == {}
    ben = game.next_round("Ben", 40, policy="fitted", engine="interpreted", seed=4)
    assert ben is not None
    assert ben.squares == {"Income Tax": 200}
    with pytest.raises(InvalidAction):
        game.next_round("Cleo")
    with pytest.raises(InvalidRun):
        game.next_round("Ann", 0)


def test_tax_1_the_next_round_is_hidden_before_the_tax_is_chosen() -> None:
    game = gitopoly.Game("classic", seats=["Ann", "Ben"], opening_throw=False)
    assert game.next_round(playouts=1, engine="interpreted") is not None
    game.push("roll", dice=(3, 1))
    assert [str(each) for each in game.legal_actions] == ["pay tax", "pay tenth of worth"]
    assert game.next_round(playouts=1, engine="interpreted") is None


def test_a_game_is_analysed_from_its_history(game: gitopoly.Game) -> None:
    game.push("buy")
    found = game.analyse(effort=0.03, engine="interpreted", jobs=1)
    assert len(found.chances) == game.steps + 1
    assert found.complete
    assert found.luck is not None
    assert found == game.view().analyse(effort=0.03, engine="interpreted", jobs=2)


def test_a_position_without_its_game_has_chances_but_no_analysis() -> None:
    s = initial(Rules.of("classic", 2))
    s.money[0] += 100
    position = Position.of(s)
    assert position.win_chances()["p1"] > 0.5
    with pytest.raises(InvalidRecord, match="from its start"):
        position.analyse(effort=0.03, engine="interpreted")


@pytest.mark.parametrize(
    ("wishes", "refusal"),
    [
        ({"playouts": -1}, InvalidRun),
        ({"playouts": 1.5}, InvalidRun),
        ({"playouts": 5, "policy": "strong"}, InvalidBot),
        ({"policy": "nobody"}, InvalidBot),
        ({"playouts": 5, "seed": -1}, InvalidRun),
    ],
)
def test_wrong_wishes_are_refused(
    game: gitopoly.Game, wishes: dict[str, Any], refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        game.win_chances(**wishes)
    with pytest.raises(InvalidRun):
        game.analyse(effort=0)
