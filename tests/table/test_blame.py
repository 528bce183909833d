"""What an honest seat's repository goes through is held against nobody."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from gitopoly.errors import RefusedObjects
from gitopoly.ledger.git.cat_file import CatFile, _Child
from gitopoly.ledger.git.untrusted import BudgetExceeded, ReadBudget, TookTooLong
from gitopoly.table.driver import GameDriver
from tests.table.repositories import act, invitation, open_all, wait_for


@pytest.fixture
def seats(tmp_path: Path) -> list[GameDriver]:
    """Ann, who can act, and Ben, who has heard everything."""
    seats = open_all(tmp_path, invitation(tmp_path, 2))
    ann, ben = seats
    assert ann.seat is not None
    assert ben.seat is not None
    while not ann.seat.choices() or ann.game.heads() != ben.game.heads():
        wait_for(lambda: ann.game.heads() == ben.game.heads(), seats)
        if not ann.seat.choices():
            act(ben, Random(1))
    return seats


def move(seats: list[GameDriver], heard: Callable[[], bool]) -> None:
    """Let Ann do something, and Ben look for it until something holds."""
    act(seats[0], Random(1))
    wait_for(heard, seats[1:])


@pytest.mark.parametrize(
    ("obstacle", "held"), [(TookTooLong("slow"), []), (BudgetExceeded("much"), ["malformed"])]
)
def test_a_repository_that_is_slow_is_no_evidence_and_one_that_holds_too_much_is(
    seats: list[GameDriver],
    obstacle: BudgetExceeded,
    held: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann, ben = seats

    find = CatFile._find

    def find_unless_published(objects: CatFile, wanted: str, largest: int) -> None:
        if "ann.git" in objects._folder:
            raise obstacle
        find(objects, wanted, largest)

    with monkeypatch.context() as patched:
        patched.setattr(CatFile, "_find", find_unless_published)
        move(seats, lambda: isinstance(ben.status.contacts["ann"].error, RefusedObjects))
        ben.poll()
    assert [found.code for found in ben.game.evidence] == held
    wait_for(lambda: ann.game.heads()["ann"] in ben.game.log, seats[1:])
    for seat in seats:
        seat.close()


def test_a_repository_that_goes_while_it_is_read_is_no_evidence(
    seats: list[GameDriver], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = seats
    there, away = tmp_path / "ann.git", tmp_path / "away"
    answer = _Child.info
    asked: list[str] = []

    def last(child: _Child, names: list[str], budget: ReadBudget) -> object:
        found = answer(child, names, budget)
        asked.extend(names)
        if asked.count(ann.game.heads()["ann"]) == 2:  # for its size, then for its content
            there.rename(away)
            monkeypatch.undo()
        return found

    monkeypatch.setattr(_Child, "info", last)
    move(seats, lambda: ben.status.contacts["ann"].error is not None)
    away.rename(there)
    wait_for(lambda: ann.game.heads()["ann"] in ben.game.log, seats[1:])
    assert not any(seat.game.evidence for seat in seats)
    for seat in seats:
        seat.close()
