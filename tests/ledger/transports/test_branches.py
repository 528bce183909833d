"""A transport belongs to one branch, which travels beside the log and leaves it alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.ledger.transports.remote import transport
from tests.ledger.repositories import act, game
from tests.ledger.servers import git
from tests.ledger.transports.test_by_path import Seats, nobody


@pytest.fixture
def seats(tmp_path: Path) -> Seats:
    """Two seats and a bare repository."""
    return Seats(tmp_path)


def test_another_branch_travels_beside_the_log(seats: Seats) -> None:
    head = act(seats.anna)
    seats.push.push(seats.anna)
    other = game(seats.folder / "other")
    said = act(other, "a line")
    transport("../anna.git", seats.folder / "anna", branch="talk").push(other)
    talk = transport("../anna.git", seats.folder / "bea", branch="talk")
    assert talk.probe().head == said
    assert talk.fetch(nobody).head == said
    assert seats.look().head == head
    assert (seats.folder / "anna.git" / "HEAD").read_text() == "ref: refs/heads/main\n"
    git("fsck", "--strict", at=seats.folder / "anna.git")


def test_another_branch_never_becomes_the_one_that_a_clone_shows(seats: Seats) -> None:
    git("symbolic-ref", "HEAD", "refs/heads/trunk", at=seats.folder / "anna.git")
    act(seats.anna)
    transport("../anna.git", seats.folder / "anna", branch="talk").push(seats.anna)
    assert (seats.folder / "anna.git" / "HEAD").read_text() == "ref: refs/heads/trunk\n"
    seats.push.push(seats.anna)
    assert (seats.folder / "anna.git" / "HEAD").read_text() == "ref: refs/heads/main\n"
