"""Real games with forks judge every history of bounded models as the model does."""

from __future__ import annotations

import pytest

from gitopoly.proof.specs.values import Value
from tests.proof.protocols.exploration import Found, explore
from tests.proof.protocols.folded import (
    VIEW_OF_GAME,
    PlayedModel,
    asked,
    last_turn,
    over,
    to_confirm,
)
from tests.proof.protocols.model_states import missed_in, only_of_code
from tests.proof.protocols.replicas import Nodes
from tests.proof.protocols.test_ledger_behaviours import TWO_BRANCHES

HONEST, CHEATS = ("a", "b"), ("c",)


def played_in(model: PlayedModel, patch: pytest.MonkeyPatch) -> tuple[Found, list[Nodes]]:
    """What a model does, and every history that it comes to."""
    model.begin_with_it(patch)
    return explore(model.begin(), model.steps, size=len)


ONLY_CONFIRMATIONS = f"""
CodeCompared == TRUE
CodeTwoBranches == {TWO_BRANCHES}
CodeNext == (Finish \\/ JoinAgain) /\\ CodeTwoBranches'
CodeSpec == Init /\\ [][CodeNext]_vars
"""


@pytest.mark.parametrize(
    ("moves", "states", "behaviours"),
    [
        pytest.param(3, 76, 131, marks=pytest.mark.slow),
        pytest.param(4, 329, 980, marks=pytest.mark.long),
        pytest.param(5, 1_499, 8_036, marks=pytest.mark.long),
    ],
)
def test_seats_confirm_the_end_exactly_as_in_the_model(
    moves: int, states: int, behaviours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once, and again on top of what all others have said, though one of them may fork."""
    model = PlayedModel(HONEST, CHEATS, moves, 3, first=over(), candidates=to_confirm)
    found, written = played_in(model, monkeypatch)
    assert (found.distinct, found.behaviours) == (states, behaviours)
    views: set[Value] = {model.view(nodes) for nodes in written}
    changed = {"MaxMoves": str(moves), "Level": "3"}
    assert missed_in("MCFinalityEnd", VIEW_OF_GAME, views, ONLY_CONFIRMATIONS, changed) == []


FIELDS = ("state", "draw", "draws", "offers", "accepted", "votes", "retired", "finished")
"""What of a position says how the game stands."""
GAMES = {
    "draw": PlayedModel(HONEST, CHEATS, 3, 2, first=asked()),
    "draw with departures": PlayedModel(HONEST, CHEATS, 3, 2, frozenset("bc"), first=asked()),
    "turn": PlayedModel(HONEST, CHEATS, 3, 2, first=last_turn()),
    "longer draw": PlayedModel(HONEST, CHEATS, 4, 2, first=asked()),
}


@pytest.mark.parametrize(
    ("name", "behaviours"),
    [
        pytest.param("draw", 90, marks=pytest.mark.slow),
        pytest.param("draw with departures", 338, marks=pytest.mark.long),
        pytest.param("turn", 64, marks=pytest.mark.slow),
        pytest.param("longer draw", 888, marks=pytest.mark.long),
    ],
)
def test_games_with_forks_are_behaviours_of_the_model(
    name: str, behaviours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What counts, what is final, and votes on the seat that has forked.

    What does not count changes nothing, except that secrets which it has told are public.
    """
    model = GAMES[name]
    found, written = played_in(model, monkeypatch)
    assert found.behaviours == behaviours
    views: set[Value] = {model.view(nodes) for nodes in written}
    leaves = ", ".join(f'"{seat}"' for seat in sorted(model.may_leave))
    changed = {
        "MaxMoves": str(model.most_moves),
        "MayLeave": f"{{{leaves}}}",
    }
    assert only_of_code("MCFinalityVoteCheat", VIEW_OF_GAME, views, changed) == 0
    for nodes in written:
        if not model.uses_told_secrets(nodes):
            now, without = model.folded(nodes).now(), model.without_void(nodes)
            assert all(getattr(now, one) == getattr(without, one) for one in FIELDS)
