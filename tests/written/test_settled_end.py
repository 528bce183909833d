"""Games of format 2 with `agreed-joins` and `settled-end`, and with talk, open for ever.

The bundles in `settled-end` were made by the first version that had talk, with `games.py`; none is
ever made anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.table.recorded_talk import recorded_talk
from tests.ledger.servers import git
from tests.written.games import BOARDWALK, GAMES, SAID, TIED_BID
from tests.written.test_formats import opened, sentences, verified

HERE = Path(__file__).parent
FEATURES = [
    "agreed-joins",
    "auction-leader",
    "dice-nonces",
    "kept-branches",
    "placing-by-price",
    "settled-end",
]


def unpacked(name: str, target: Path) -> Path:
    """A repository made of one of the bundles."""
    git("clone", "--quiet", "--mirror", str(HERE / "settled-end" / f"{name}.bundle"), str(target))
    return target


def test_all_games_are_here() -> None:
    assert {path.stem for path in (HERE / "settled-end").iterdir()} == set(GAMES)


@pytest.mark.parametrize("name", sorted(set(GAMES) - {"fork"}))
def test_a_game_verifies_by_its_own_rules(name: str, tmp_path: Path) -> None:
    folder = unpacked(name, tmp_path / name)
    found = verified(folder)
    assert found["holds"]
    assert found["features"] == FEATURES
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
    void = [entry.seat for entry in game.log if game.log.void(entry.id)]
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
