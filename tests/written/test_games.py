"""The games in `bundles` open and mean what they meant; `games.py` has made them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from gitopoly.cli import main
from gitopoly.editions.features import USUAL
from gitopoly.table.conversation import recorded_talk
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.opening import open_read_only
from tests.ledger.servers import git
from tests.written.games import BOARDWALK, BUNDLES, GAMES, SAID, TIED_BID


def opened(folder: Path) -> GameReplica:
    """The game in a repository."""
    store, game = open_read_only(folder)
    store.close()
    return game


def verified(folder: Path, exit_code: int = 0) -> dict[str, Any]:
    """What `verify` says of it."""
    result = CliRunner().invoke(main, ["verify", str(folder), "--json"])
    assert result.exit_code == exit_code, result.output
    (game,) = json.loads(result.stdout)["games"]
    found: dict[str, Any] = game
    return found


def sentences(game: GameReplica) -> list[str]:
    """What happened, in words."""
    return [event.sentence for event in game.story()]


def unpacked(name: str, target: Path) -> Path:
    """A repository made of one of the bundles."""
    git("clone", "--quiet", "--mirror", str(BUNDLES / f"{name}.bundle"), str(target))
    return target


def test_all_games_are_here() -> None:
    assert {path.stem for path in BUNDLES.iterdir()} == set(GAMES)


@pytest.mark.parametrize("name", sorted(set(GAMES) - {"fork"}))
def test_a_game_verifies_by_its_own_rules(name: str, tmp_path: Path) -> None:
    folder = unpacked(name, tmp_path / name)
    found = verified(folder)
    assert found["holds"]
    assert found["features"] == list(USUAL)
    game = opened(folder)
    assert game.evidence == []
    ready = [entry.seat for entry in game.log if entry.trailers["Action"] == "Ready"]
    assert sorted(ready) == sorted(game.names[1:])


def test_a_tie_is_sold_to_the_leader(tmp_path: Path) -> None:
    game = opened(unpacked("tied-auction", tmp_path / "game"))
    told = sentences(game)
    assert told.count(f"p0 bids ${TIED_BID}.") == told.count(f"p1 bids ${TIED_BID}.") == 1
    assert sum(owner >= 0 for owner in game.position.state.owner) == 1
    assert sum(game.position.state.money[:2]) == 3000 - TIED_BID


def test_a_house_for_boardwalk_costs_half_its_price(tmp_path: Path) -> None:
    game = opened(unpacked("last-house", tmp_path / "game"))
    assert game.position.state.level[BOARDWALK] == 1
    [closing] = [line for line in sentences(game) if "may place the house" in line]
    assert closing.endswith("p1 -$100.")


def test_a_late_fork_takes_nothing_from_the_others(tmp_path: Path) -> None:
    folder = unpacked("fork", tmp_path / "game")
    assert [offence["code"] for offence in verified(folder, 1)["offences"]] == ["fork"]
    game = opened(folder)
    assert game.position.forked == [False, False, True]
    void = [entry.seat for entry in game.log if game.log.is_void(entry.id)]
    assert void == ["p2"] * 3


def test_the_end_was_confirmed_until_it_stays(tmp_path: Path) -> None:
    game = opened(unpacked("whole-game", tmp_path / "game"))
    assert game.over
    assert game.settled
    assert game.position.finished == [3, 3, 3]
    ends = [entry.id for entry in game.log if entry.trailers["Action"] == "Finish"]
    assert len(ends) == 9
    before = [entry.id for entry in game.log if entry.id not in ends]
    assert {game.final_level(entry_id) for entry_id in before} == {3}


def test_what_was_said_is_still_heard(tmp_path: Path) -> None:
    folder = unpacked("whole-game", tmp_path / "game")
    game = opened(folder)
    lines = recorded_talk(game, str(folder))
    assert [(line.is_reaction, line.text) for line in lines] == list(SAID)
    assert all(line.after in game.log for line in lines)
