"""Votes among real seats have exactly the behaviours and the states of bounded models."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gitopoly.peers import play
from gitopoly.peers.absence import can_be_overruled
from gitopoly.peers.position import STAYS
from tests.proof.protocols.exploration import explored
from tests.proof.protocols.model_states import only_of_code
from tests.proof.protocols.test_real_entries import compared
from tests.proof.protocols.voting import VIEW_OF_VOTES, Voting, let_everybody_be_waited_for

RETIRE = Voting(3, frozenset({2}), 1)
TWO = Voting(2, frozenset({0, 1}), 2)
"""Two seats that may vote each other out, even at the same time."""


@pytest.mark.parametrize(
    ("name", "voting", "histories"),
    [("MCFinalityCrossed", TWO, 139), ("MCFinalityRetire", RETIRE, 103)],
)
@pytest.mark.slow
def test_votes_lead_only_where_the_model_does(
    name: str, voting: Voting, histories: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who votes, who is out, and what counts; also if two votes cross."""
    let_everybody_be_waited_for(monkeypatch)
    views = {voting.view(world) for world in explored(voting)[1]}
    assert len(views) == histories
    assert only_of_code(name, VIEW_OF_VOTES, views, {}) == 0


@pytest.mark.parametrize(("voting", "sets"), [(TWO, 139), (RETIRE, 103)])
def test_votes_of_real_entries_lead_to_the_same_positions(
    voting: Voting, sets: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_everybody_be_waited_for(monkeypatch)
    assert compared(voting, explored(voting)[1], monkeypatch) == sets


def ends_taken_back(voting: Voting) -> Iterator[bool]:
    """Of every end of a log that a step takes back: whether the code had said that it might."""
    for world in explored(voting)[1]:
        for after in voting.steps(world):
            for seat in range(voting.SEATS):
                before, later = (voting.positions.of(w, seat) for w in (world, after))
                for other, end in enumerate(before.retired):
                    if STAYS != end != later.retired[other]:
                        yield can_be_overruled(before, other)


def test_only_ends_that_can_be_overruled_are_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    let_everybody_be_waited_for(monkeypatch)
    taken_back = list(ends_taken_back(TWO))
    assert taken_back
    assert all(taken_back)
    assert list(ends_taken_back(RETIRE)) == []


@pytest.mark.slow
def test_votes_that_cross_without_an_order_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if both ended the other: nobody would be left."""
    let_everybody_be_waited_for(monkeypatch)
    monkeypatch.setattr(play.absence, "overrules", lambda *_: False)
    blind = Voting(2, frozenset({0, 1}), 2)
    views = {blind.view(world) for world in explored(blind)[1]}
    assert only_of_code("MCFinalityCrossed", VIEW_OF_VOTES, views, {})
