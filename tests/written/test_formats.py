"""Games of both formats are judged for ever by the rules that they were begun with.

The bundles in `format-1` were made by the last version before format 2, those in `format-2` by the
first one after it, with the same script (`games.py`); none is ever made anew. Each pair differs
in what its format decides: a tie, a house that is won, a fork.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from gitopoly.cli import main
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.opening import open_read_only
from tests.ledger.servers import git
from tests.written.games import BOARDWALK, GAMES, TIED_BID

HERE = Path(__file__).parent
FORMATS = (1, 2)
BOTH = pytest.mark.parametrize("number", FORMATS)
Unpack = Callable[[str, int], Path]
FEATURES = ["auction-leader", "dice-nonces", "kept-branches", "placing-by-price"]
"""What games of format 2 were first played by."""


@pytest.fixture
def unpack(tmp_path: Path) -> Unpack:
    """Makes a repository of one of the bundles."""

    def unpacked(name: str, number: int) -> Path:
        folder = tmp_path / f"{name}-{number}"
        bundle = HERE / f"format-{number}" / f"{name}.bundle"
        git("clone", "--quiet", "--mirror", str(bundle), str(folder))
        return folder

    return unpacked


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


@BOTH
def test_both_formats_have_all_games_that_differ(number: int) -> None:
    found = {path.stem for path in (HERE / f"format-{number}").iterdir()}
    assert found == set(GAMES) - {"whole-game"}


@BOTH
@pytest.mark.parametrize("name", ["tied-auction", "last-house"])
def test_a_game_verifies_by_its_own_rules(name: str, number: int, unpack: Unpack) -> None:
    folder = unpack(name, number)
    found = verified(folder)
    assert found["holds"]
    assert found["features"] == ([] if number == 1 else FEATURES)
    game = opened(folder)
    assert game.file.format == number
    assert game.evidence == []


@BOTH
def test_a_tie_is_sold_to_the_leader_only_since_format_2(number: int, unpack: Unpack) -> None:
    game = opened(unpack("tied-auction", number))
    s = game.position.state
    told = sentences(game)
    assert f"p0 bids ${TIED_BID}." in told
    assert f"p1 bids ${TIED_BID}." in told
    owners = {seat for seat in s.owner if seat >= 0}
    assert len(owners) == (0 if number == 1 else 1)
    assert any("stands by the bid" in line for line in told) == (number == 2)
    assert (sum(s.money[:2]) == 3000 - TIED_BID) == (number == 2)


@BOTH
def test_a_house_for_boardwalk_costs_half_its_price_only_since_format_2(
    number: int, unpack: Unpack
) -> None:
    game = opened(unpack("last-house", number))
    assert game.position.state.level[BOARDWALK] == 1
    [closing] = [line for line in sentences(game) if "may place the house" in line]
    assert closing.endswith(f"p1 -${51 if number == 1 else 100}.")


@BOTH
def test_a_late_fork_takes_back_less_since_format_2(number: int, unpack: Unpack) -> None:
    """The third seat forks eight entries back; only its newest two are not known to all others."""
    folder = unpack("fork", number)
    assert [offence["code"] for offence in verified(folder, 1)["offences"]] == ["fork"]
    game = opened(folder)
    assert game.file.fork_rule == ("frozen" if number == 1 else "kept")
    assert game.position.forked == [False, False, True]
    void = [entry for entry in game.log if game.log.void(entry.id)]
    assert sum(entry.seat != "p2" for entry in void) == (11 if number == 1 else 3)
    assert sum(entry.seat == "p2" for entry in void) == (10 if number == 1 else 3)


def test_joins_bring_a_number_into_their_dice_only_since_format_2(unpack: Unpack) -> None:
    for number in FORMATS:
        game = opened(unpack("fork", number))
        joins = [entry for entry in game.log if entry.trailers["Action"] == "Join"]
        assert len(joins) == 3
        assert all(("Nonce" in join.trailers) == (number == 2) for join in joins)
