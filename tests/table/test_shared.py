"""One repository for a whole table: a branch for each seat, and nobody loses a move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygit2
import pytest

from gitopoly.editions.features import USUAL
from gitopoly.errors import InvalidGameFile, InvalidSeat
from gitopoly.ledger.identity import from_seed
from gitopoly.table.driver import GameDriver
from gitopoly.table.game_file import SHARED, GameFile, SeatInfo, read_game_file
from gitopoly.table.remote_game import begin_game, join_game
from gitopoly.table.trust import evidence_against
from tests.table.repositories import wait_for

FEATURES = tuple(sorted((*USUAL, SHARED)))
NAMES = ("ann", "ben")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[list[GameDriver]]:
    """Two players in one repository, whose game has begun."""
    place = str(tmp_path / "all.git")
    pygit2.init_repository(place, bare=True)
    game = GameFile("classic", tuple(SeatInfo(name, place) for name in NAMES), features=FEATURES)
    ann = begin_game(tmp_path / "ann", game, from_seed(b"ann"))
    ben = join_game(tmp_path / "ben", "ben", place, place, from_seed(b"ben"), inviter="ann")
    seats = [ann, ben]
    wait_for(lambda: all(seat.game.started for seat in seats), seats)
    yield seats
    for seat in seats:
        seat.close()


def branch(tmp_path: Path, name: str) -> str | None:
    """Where the branch of a seat is."""
    found = pygit2.Repository(str(tmp_path / "all.git")).references.get(f"refs/heads/seats/{name}")
    return str(found.target) if found else None


def key_of(seat: GameDriver) -> str:
    """What a seat is told about publishing."""
    told = seat.status.publishing
    return told.key if told else ""


def overwrite(tmp_path: Path, name: str, how: str) -> None:
    """What another player with the right to push could do to a branch."""
    repository = pygit2.Repository(str(tmp_path / "all.git"))
    place = f"refs/heads/seats/{name}"
    if how == "removed":
        repository.references.delete(place)
        return
    head = repository[repository.references[place].target].peel(pygit2.Commit)
    target = head.parents[0].id
    if how == "replaced":
        who = pygit2.Signature("x", "x@x")
        target = repository.create_commit(None, who, who, "mine", head.tree_id, [])
    repository.references.create(place, target, force=True)


@pytest.mark.parametrize("how", ["replaced", "moved back", "removed"])
def test_an_overwritten_branch_is_restored_and_nobody_is_accused(
    table: list[GameDriver], tmp_path: Path, how: str
) -> None:
    ann, ben = table
    before = len(ann.game.log)
    wait_for(lambda: branch(tmp_path, "ben") == ben.game.heads()["ben"], table)
    overwrite(tmp_path, "ben", how)
    wait_for(lambda: branch(tmp_path, "ben") == ben.game.heads()["ben"], table)
    assert len(ann.game.log) >= before
    for seat in table:
        assert evidence_against(seat.game) == []
        assert not seat.game.log.forks()
    if how == "replaced":
        wait_for(lambda: key_of(ben) == "published.restored", table)


@pytest.mark.parametrize(("name", "other"), [("ann", "ben"), ("ben", "ann")])
def test_anothers_log_in_the_place_of_a_players_is_replaced(
    table: list[GameDriver], tmp_path: Path, name: str, other: str
) -> None:
    """One of the two is not below the other, so that no push without force would do."""
    seat = table[NAMES.index(name)]
    wait_for(lambda: branch(tmp_path, name) == seat.game.heads()[name], table)
    wait_for(lambda: branch(tmp_path, other) in seat.game.log, table)
    target = branch(tmp_path, other)
    pygit2.Repository(str(tmp_path / "all.git")).references.create(
        f"refs/heads/seats/{name}", target, force=True
    )
    wait_for(lambda: branch(tmp_path, name) == seat.game.heads()[name], table)
    for one in table:
        assert evidence_against(one.game) == []


def test_a_branch_that_is_taken_is_not_taken_again(table: list[GameDriver], tmp_path: Path) -> None:
    place = str(tmp_path / "all.git")
    with pytest.raises(InvalidSeat):
        join_game(tmp_path / "again", "ben", place, place, from_seed(b"x"), inviter="ann")
    assert not (tmp_path / "again").exists()


def test_a_shared_repository_is_that_of_all_or_of_none() -> None:
    game = GameFile("classic", tuple(SeatInfo(name, "a.git") for name in NAMES), features=FEATURES)
    game.check()
    assert read_game_file(game.to_yaml()) == game
    with pytest.raises(InvalidGameFile):
        GameFile("classic", game.seats).check()
    mixed = (SeatInfo("ann", "a.git"), SeatInfo("ben", "b.git"))
    with pytest.raises(InvalidGameFile):
        GameFile("classic", mixed, features=FEATURES).check()
