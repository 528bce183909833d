"""One repository for a whole table: a branch for each seat, and nobody loses a move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gitopoly.editions.features import USUAL
from gitopoly.errors import InvalidGameFile, InvalidSeat
from gitopoly.ledger.identity import from_seed
from gitopoly.table.driver import GameDriver
from gitopoly.table.game_file import SHARED, GameFile, SeatInfo, read_game_file
from gitopoly.table.remote_game import begin_game, join_game
from gitopoly.table.sources import Source
from gitopoly.table.trust import evidence_against
from tests.ledger.repositories import FILE, Repository, raw, raw_tree
from tests.ledger.servers import git
from tests.table.repositories import bare, branch_at, wait_for
from tests.table.talking import hear_until, ready, talk_of

FEATURES = tuple(sorted((*USUAL, SHARED)))
NAMES = ("ann", "ben")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[list[GameDriver]]:
    """Two players in one repository, whose game has begun."""
    place = bare(tmp_path, "all")
    game = GameFile("classic", tuple(SeatInfo(name, place) for name in NAMES), features=FEATURES)
    ann = begin_game(tmp_path / "ann", game, from_seed(b"ann"))
    ben = join_game(tmp_path / "ben", "ben", place, Source(place, inviter="ann"), from_seed(b"ben"))
    seats = [ann, ben]
    wait_for(lambda: all(seat.game.started for seat in seats), seats)
    yield seats
    for seat in seats:
        seat.close()


def branch(tmp_path: Path, name: str) -> str | None:
    """Where the branch of a seat is."""
    return branch_at(tmp_path / "all.git", f"refs/heads/seats/{name}")


def key_of(seat: GameDriver) -> str:
    """What a seat is told about publishing."""
    told = seat.status.publishing
    return told.key if told else ""


def overwrite(tmp_path: Path, name: str, how: str) -> None:
    """What another player with the right to push could do to a branch."""
    place = f"refs/heads/seats/{name}"
    if how == "replaced":
        move(tmp_path, place, commit(tmp_path, f"{place}^{{tree}}"))
    else:
        put_in_place(tmp_path, place, how)


def move(tmp_path: Path, place: str, target: str) -> None:
    """Let a branch point elsewhere."""
    git("update-ref", place, target, at=tmp_path / "all.git")


def commit(tmp_path: Path, tree: str, *parents: str) -> str:
    """A commit that is nobody's entry."""
    who = ("-c", "user.name=x", "-c", "user.email=x@x")
    below = [word for parent in parents for word in ("-p", parent)]
    made = git(*who, "commit-tree", "-m", "mine", *below, tree, at=tmp_path / "all.git")
    return made.strip()


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
    move(tmp_path, f"refs/heads/seats/{name}", f"refs/heads/seats/{other}")
    wait_for(lambda: branch(tmp_path, name) == seat.game.heads()[name], table)
    for one in table:
        assert evidence_against(one.game) == []


def test_a_branch_that_is_taken_is_not_taken_again(table: list[GameDriver], tmp_path: Path) -> None:
    place = str(tmp_path / "all.git")
    with pytest.raises(InvalidSeat):
        join_game(tmp_path / "again", "ben", place, Source(place, inviter="ann"), from_seed(b"x"))
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


def put_in_place(tmp_path: Path, place: str, what: str) -> None:
    """Put something that is no line and no entry on a branch: small, or refused by all readers."""
    if what == "removed":
        git("update-ref", "-d", place, at=tmp_path / "all.git")
        return
    if what == "moved back":
        move(tmp_path, place, f"{place}^1")
        return
    repository = Repository(tmp_path / "all.git")
    giant = [(FILE, "giant", raw(repository, "blob", bytes(1 << 21)))] if what == "refused" else []
    tree = raw_tree(repository, *giant)
    move(tmp_path, place, commit(tmp_path, tree, *([place] if what == "on top" else [])))


TALKED = ["replaced", "moved back", "removed", "refused", "on top"]


@pytest.mark.parametrize("what", TALKED)
def test_overwritten_talk_is_restored_and_heard_again(
    table: list[GameDriver], tmp_path: Path, what: str
) -> None:
    ann, ben = table
    place = "refs/heads/talk/ben"

    def shown() -> str | None:
        return branch_at(tmp_path / "all.git", place)

    ready(ann, ben)
    first, second = (talk_of(ben).say(text).id for text in ("one", "two"))
    hear_until(lambda: shown() == second and len(talk_of(ann).lines) == 2, table)
    put_in_place(tmp_path, place, what)
    hear_until(lambda: shown() == second, table)
    talk_of(ben).say("three")
    hear_until(lambda: len(talk_of(ann).lines) == 3, table)
    assert [line.text for line in talk_of(ann).lines] == ["one", "two", "three"]
    assert [line.id for line in talk_of(ben).lines][:2] == [first, second]
    assert not talk_of(ann).complaints
    if what in ("replaced", "refused", "on top"):
        wait_for(lambda: key_of(ben) == "published.restored", table)


def test_a_place_that_was_taken_before_the_first_word_is_taken_back(
    table: list[GameDriver], tmp_path: Path
) -> None:
    ann, ben = table
    ready(ann, ben)
    put_in_place(tmp_path, "refs/heads/talk/ben", "replaced")
    hear_until(lambda: "ben" in talk_of(ann).complaints, table)
    talk_of(ben).say("mine")
    hear_until(lambda: len(talk_of(ann).lines) == 1, table)
    assert not talk_of(ann).complaints


def test_a_log_that_nobody_can_read_is_replaced(table: list[GameDriver], tmp_path: Path) -> None:
    """Its head is refused, so that it is not even known."""
    _, ben = table
    wait_for(lambda: branch(tmp_path, "ben") == ben.game.heads()["ben"], table)
    put_in_place(tmp_path, "refs/heads/seats/ben", "refused")
    wait_for(lambda: branch(tmp_path, "ben") == ben.game.heads()["ben"], table)
    wait_for(lambda: key_of(ben) == "published.restored", table)
