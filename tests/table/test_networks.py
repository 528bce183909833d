"""Moves are published, also when networks come and go and at the end of the game."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from gitopoly.bots.table_policy import TablePolicy
from gitopoly.ledger.identity import from_seed
from gitopoly.table import remote_game
from gitopoly.table.driver import GameDriver
from gitopoly.table.game_file import GameFile, SeatInfo
from gitopoly.table.remote_game import resume_game
from gitopoly.table.seat import AutoPlay
from tests.ledger.servers import bare_repository, git, smart_http
from tests.ports import held_port
from tests.table.repositories import PUBLISHED, act, invitation, open_all, play, wait_for
from tests.table.tables import NAMES


def close_all(seats: list[GameDriver]) -> None:
    """Let everybody leave."""
    for seat in seats:
        seat.close()


def until_first_can_act(seats: list[GameDriver]) -> None:
    """Let the others play until the first seat has a choice that nobody takes away again.

    An offer may be withdrawn while its news is on the way, so all have heard of everything.
    """
    first = seats[0].seat
    assert first is not None
    first.auto_play = AutoPlay(single=False)
    random = Random(1)
    while True:
        for seat in seats:
            seat.poll(0.01)
        if first.choices():
            if all(seat.game.heads() == first.game.heads() for seat in seats):
                return
            continue
        for seat in seats[1:]:
            act(seat, random)


def let_first_act(seats: list[GameDriver]) -> str:
    """Let the first seat choose; the entry."""
    first = seats[0].seat
    assert first is not None
    policy = TablePolicy("random", 0, 1)
    return seats[0].act(policy.choose(first.position.state, first.choices())).id


def published_head(repository: Path) -> str:
    """The newest entry that a repository shows."""
    return git("rev-parse", "main", at=repository).strip()


@pytest.mark.slow
def test_moves_that_were_not_published_are_at_the_next_start(tmp_path: Path) -> None:
    seats = open_all(tmp_path, invitation(tmp_path))
    until_first_can_act(seats)
    wait_for(lambda: seats[0].status.published == PUBLISHED, seats[:1])
    before = published_head(tmp_path / "ann.git")
    (tmp_path / "ann.git").rename(tmp_path / "away.git")
    own = let_first_act(seats)
    wait_for(lambda: "cannot reach" in seats[0].status.published, seats[:1])
    assert "not published since" in seats[0].status.published
    assert not seats[0].close()
    (tmp_path / "away.git").rename(tmp_path / "ann.git")
    assert published_head(tmp_path / "ann.git") == before
    seats[0] = resume_game(tmp_path / "m0", from_seed(b"ann"))
    wait_for(lambda: own in git("rev-list", "main", at=tmp_path / "ann.git"), seats[:1])
    play(seats, Random(2), len(seats[0].game.log) + 20)
    assert not any(seat.game.evidence for seat in seats)
    close_all(seats)


@pytest.mark.slow
def test_a_server_that_is_away_is_a_status_and_play_goes_on_when_it_is_back(
    tmp_path: Path,
) -> None:
    for name in NAMES[:2]:
        bare_repository(tmp_path / f"{name}.git")
    with held_port() as port:
        with smart_http(tmp_path, port) as server:
            invited = tuple(SeatInfo(name, f"{server.url}/{name}.git") for name in NAMES[:2])
            seats = open_all(tmp_path, GameFile("formal", invited))
            until_first_can_act(seats)
        for seat, other in zip(seats, ("ben", "ann"), strict=True):
            wait_for(lambda s=seat, o=other: s.status.contacts[o].error is not None, seats)  # type: ignore[misc]
        let_first_act(seats)
        wait_for(lambda: "not published since" in seats[0].status.published, seats)
        with smart_http(tmp_path, port):
            play(seats, Random(3), len(seats[0].game.log) + 6)
            wait_for(lambda: all(s.status.published == PUBLISHED for s in seats), seats)
            for seat, other in zip(seats, ("ben", "ann"), strict=True):
                wait_for(lambda s=seat, o=other: s.status.contacts[o].error is None, seats)  # type: ignore[misc]
            close_all(seats)


def ended(folder: Path) -> list[GameDriver]:
    """The seats of a short game that is over."""
    short = replace(invitation(folder, 2), options=(("turn_limit", 1),))
    seats = open_all(folder, short)
    play(seats, Random(4), 10_000)
    wait_for(lambda: all(all(seat.game.position.finished) for seat in seats), seats)
    return seats


def test_the_end_is_published_before_a_seat_leaves(tmp_path: Path) -> None:
    seats = ended(tmp_path)
    wait_for(lambda: seats[1].status.published == PUBLISHED, seats)
    # What was published of the end is taken away again, and the host with it, for a while.
    git("update-ref", "refs/heads/main", "main~2", at=tmp_path / "ben.git")
    (tmp_path / "ben.git").rename(tmp_path / "away.git")
    back = threading.Timer(1.0, lambda: (tmp_path / "away.git").rename(tmp_path / "ben.git"))
    back.start()
    assert seats[1].close()
    back.join()
    assert published_head(tmp_path / "ben.git") == seats[1].game.heads()["ben"]
    seats[0].close()


def test_an_end_that_cannot_be_published_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The twin of the one above."""
    monkeypatch.setattr(remote_game, "LAST_PUSH", 0.5)
    seats = ended(tmp_path)
    (tmp_path / "ben.git").rename(tmp_path / "away.git")
    started = time.monotonic()
    assert not seats[1].close()
    assert time.monotonic() - started >= 0.5
    seats[0].close()
