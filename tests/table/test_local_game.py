"""Seats on one machine: real repositories, own keys, and nothing lost between two sittings."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from gitopoly.bots.table_policy import TablePolicy
from gitopoly.errors import FolderTaken, InvalidGameFile, InvalidIdentity, InvalidRepository
from gitopoly.ledger.identity import Identity, from_seed
from gitopoly.table.driver import Chooser, GameDriver
from gitopoly.table.game_file import GameFile
from gitopoly.table.local_game import create_local_game, local_seats, open_local_game
from gitopoly.table.opening import open_read_only
from gitopoly.table.seat import AutoPlay, Seat
from gitopoly.table.trust import peer_statuses, warnings

ME = from_seed(b"me")


def invitation(**options: object) -> GameFile:
    """A game of a person and two bots."""
    return GameFile("classic", local_seats(["Ann", "Birch", "Cedar"]), tuple(options.items()))


def opened(folder: Path, identity: Identity = ME) -> GameDriver:
    """Open the game that lies in a folder."""
    policies = {
        name: TablePolicy("sensible", seat, seat) for seat, name in ((1, "Birch"), (2, "Cedar"))
    }

    def chooser(name: str) -> Chooser:
        def choose(seat: Seat) -> int:
            return policies[name].choose(seat.position.state, seat.choices())

        return choose

    return open_local_game(folder, identity, {name: chooser(name) for name in policies})


def play(table: GameDriver, polls: int) -> None:
    """Let the game go on, the person choosing as a bot would."""
    person = TablePolicy("sensible", 0, 3)
    for _ in range(polls):
        if table.game.over and table.rests:
            return
        table.poll()
        if table.seat.asked():
            table.act(person.choose(table.seat.position.state, table.seat.asked()))


@pytest.mark.slow
def test_every_seat_has_a_repository_and_a_key_of_its_own(tmp_path: Path) -> None:
    create_local_game(tmp_path / "game", invitation(), ME)
    seats = tmp_path / "game" / "seats"
    assert sorted(path.name for path in seats.iterdir()) == ["Ann", "Birch", "Cedar"]
    table = opened(tmp_path / "game")
    play(table, 20)
    known = peer_statuses(table.game)
    table.close()
    assert len({one["fingerprint"] for one in known}) == 3
    assert all(one["entries"] > 1 and not one["forked"] for one in known)
    for name in ("Ann", "Birch", "Cedar"):
        told = subprocess.run(
            ["git", "-C", str(seats / name), "log", "--format=%an"],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        assert name in told.stdout


@pytest.mark.slow
def test_a_game_to_its_end_is_accepted_by_every_seat(tmp_path: Path) -> None:
    create_local_game(tmp_path / "game", invitation(turn_limit=4), ME)
    table = opened(tmp_path / "game")
    play(table, 10**6)
    assert table.game.over
    assert table.rests
    assert warnings(table.game) == []
    assert all(table.game.position.finished)
    table.close()


@pytest.mark.slow
def test_a_game_that_was_left_goes_on(tmp_path: Path) -> None:
    create_local_game(tmp_path / "game", invitation(), ME)
    table = opened(tmp_path / "game")
    play(table, 30)
    before = table.game.position.to_yaml()
    table.close()
    again = opened(tmp_path / "game")
    assert again.game.position.to_yaml() == before
    play(again, 10)
    assert warnings(again.game) == []
    again.close()


def test_another_persons_key_opens_nothing(tmp_path: Path) -> None:
    create_local_game(tmp_path / "game", invitation(), ME)
    with pytest.raises(InvalidIdentity):
        opened(tmp_path / "game", from_seed(b"somebody else"))
    opened(tmp_path / "game").close()


def test_what_cannot_be_played_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(InvalidGameFile):
        create_local_game(tmp_path / "game", GameFile("classic", local_seats(["Ann", "ann"])), ME)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    with pytest.raises(FolderTaken, match="already exists"):
        create_local_game(tmp_path / "game", invitation(), ME)
    with pytest.raises(InvalidRepository, match="there is no game"):
        opened(tmp_path / "game")


def test_without_a_decision_of_the_person_the_game_rests(tmp_path: Path) -> None:
    create_local_game(tmp_path / "game", invitation(), ME)
    table = opened(tmp_path / "game")
    while not table.rests:  # however often the dice leave the person nothing to choose
        table.poll()
    entries = len(table.game.log)
    table.poll()
    assert len(table.game.log) == entries
    assert table.status.waiting[0][0] == "Ann"
    table.close()


def test_bots_hear_of_the_person_while_nobody_waits(tmp_path: Path) -> None:
    create_local_game(tmp_path / "game", invitation(), ME)
    table = opened(tmp_path / "game")
    while not table.rests or table.poll():
        table.poll()
    table.close()
    seats = tmp_path / "game" / "seats"
    heads = {path.name: open_read_only(path)[1].heads() for path in seats.iterdir()}
    assert heads["Birch"] == heads["Cedar"] == heads["Ann"]


def test_what_a_move_of_the_person_brings_is_seen_before_bots_think(tmp_path: Path) -> None:
    create_local_game(tmp_path / "game", invitation(opening_throw=0), ME)
    thought: list[str] = []

    def thinking(seat: Seat) -> int:
        thought.append(seat.name)
        return next(choice for choice in seat.choices() if isinstance(choice, int))

    with open_local_game(tmp_path / "game", ME, {"Birch": thinking, "Cedar": thinking}) as table:
        assert table.seat is not None
        table.seat.auto_play = AutoPlay(single=False)
        table.act("end pre-roll")
        asked = table.act("roll")
        assert asked.quiet
        events = table.poll()
        assert [event.seat for event in events] == ["Birch", "Cedar", "Ann"]
        assert not events[-1].quiet
        assert thought == []


@pytest.mark.parametrize("garbage", [b"", b"junk\n", b"0" * 40 + b"\n", b"ref: refs/heads/x\n"])
def test_a_garbled_branch_of_a_bot_ends_nothing(tmp_path: Path, garbage: bytes) -> None:
    """Its game goes on as far as that can be, and what is wrong is said beside the bot."""
    create_local_game(tmp_path / "game", invitation(), ME)
    table = opened(tmp_path / "game")
    play(table, 3)
    branch = tmp_path / "game" / "seats" / "Birch" / ".git" / "refs" / "heads" / "main"
    branch.write_bytes(garbage)
    play(table, 20)
    error = table.status.contacts["Birch"].error
    assert error is not None
    assert "\n" not in str(error)
    assert table.rests
    before = table.game.heads()
    table.close()
    again = opened(tmp_path / "game")
    play(again, 20)
    assert all(again.game.heads()[name] != head for name, head in before.items())
    again.close()
