"""One game of the environments on the plain kernel."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.arena.environments.game import checked_limit, checked_number, rules_for
from gitopoly.errors import IllegalAction, InvalidAction, InvalidRun
from gitopoly.rules import actors, violated_invariants
from gitopoly.rules.codes import AUCTION
from tests.arena.random_play import legal_numbers, new_game, position_with, positions


@pytest.mark.parametrize(("edition", "players"), [("classic", 8), ("classic", 2), ("formal", 5)])
def test_whatever_is_chosen_the_rules_hold_and_somebody_can_act(edition: str, players: int) -> None:
    for game in positions(new_game(edition, players), 1500):
        assert legal_numbers(game)
        assert violated_invariants(game.state) == []


def test_in_an_auction_everybody_who_can_act_has_a_mask() -> None:
    game = position_with(new_game("classic", 4), lambda game: game.state.phase == AUCTION)
    able = tuple(seat for seat in range(4) if any(game.mask(seat)))
    assert able == actors(game.state)
    assert len(able) > 1


def test_a_seat_that_cannot_act_is_refused() -> None:
    game = new_game("formal", 2)
    with pytest.raises(IllegalAction, match="not p2's turn"):
        game.step(1, 0)


def test_a_game_that_is_over_takes_no_action() -> None:
    game = new_game("formal", 2)
    game.truncate()
    assert not any(game.mask(0))
    with pytest.raises(IllegalAction):
        game.step(0, 0)


def test_limits_and_numbers_are_whole() -> None:
    assert checked_limit(0) == 0
    assert checked_number(True) == 1
    for wrong in (1.5, "4", None, -1):
        with pytest.raises(InvalidRun):
            checked_limit(wrong)  # type: ignore[arg-type]
        with pytest.raises(InvalidAction):
            checked_number(wrong)


def test_there_are_environments_for_two_editions() -> None:
    assert rules_for("classic", 8, {}).num_players == 8
    assert rules_for("formal", None, {}).num_players == 3
    with pytest.raises(InvalidRun, match="formal-small"):
        rules_for("formal-small", 2, {})


def test_an_edition_of_ones_own_is_played(tmp_path: Path) -> None:
    path = tmp_path / "mycity.toml"
    path.write_text('extends = "harbour"\nsummary = "mine"\ncurrency = "€"\n', encoding="utf-8")
    assert rules_for(path, 3, {}).currency == "€"
    for game in positions(new_game(str(path), 3), 300):
        assert legal_numbers(game)
        assert violated_invariants(game.state) == []
    path.write_text('extends = "formal-small"\nsummary = "mine"\n', encoding="utf-8")
    with pytest.raises(InvalidRun, match="auctions in one step"):
        rules_for(path, 3, {})
