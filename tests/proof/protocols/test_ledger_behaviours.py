"""Real replicas judge every history of bounded models of Finality as the model does."""

from __future__ import annotations

import pytest

from gitopoly.ledger.finality import Kept
from gitopoly.proof.specs.values import Value
from tests.proof.protocols.exploration import Found, explore
from tests.proof.protocols.forks import FinalityModel
from tests.proof.protocols.model_states import counts, missed
from tests.proof.protocols.replicas import holding

FINALITY = {
    "MCFinality": FinalityModel(("a", "b"), ("c",), 3, level=2),
    "MCFinalityPair": FinalityModel(("a",), ("c",), 6, level=2),
    "MCFinalityCollusionLeave": FinalityModel(
        ("a",), ("b", "c"), 4, level=3, may_leave=frozenset("bc")
    ),
}
VIEW_OF_FINALITY = """
    <<{<<e, past[e], what[e].kind = "leave">> : e \\in Written}, Counts(Written),
      [j \\in 1..Level |-> FinalAt(Written, j)]>>
"""
TWO_BRANCHES = """
    \\A e \\in Written : LET named == {x \\in past[e] : \\A y \\in past[e] : x \\notin past[y]}
        IN \\A s \\in Seats : Cardinality(Of(named, s)) <= 2
"""


def judged(model: FinalityModel) -> tuple[Found, list[Value]]:
    """What replicas do with every history of a model, and what they say of each."""
    found, written = explore(model.begin(), model.steps, size=len)
    return found, list(map(model.view, written))


@pytest.mark.slow
def test_replicas_judge_forks_exactly_as_the_model() -> None:
    """What counts and what is final, of all histories with any pasts."""
    found, views = judged(FINALITY["MCFinality"])
    assert found == (*counts("MCFinality"), 209)
    assert missed("MCFinality", VIEW_OF_FINALITY, views) == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "behaviours"), [("MCFinalityPair", 43_852), ("MCFinalityCollusionLeave", 23_499)]
)
def test_replicas_judge_longer_histories_exactly_as_the_model(name: str, behaviours: int) -> None:
    """Replicas refuse entries that name three branches; the model does not need to."""
    found, views = judged(FINALITY[name])
    assert found.behaviours == behaviours
    assert missed(name, VIEW_OF_FINALITY, views, TWO_BRANCHES) == []


@pytest.mark.slow
def test_a_replica_that_counts_void_entries_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """So is a history that the code never came to."""
    monkeypatch.setattr(Kept, "void", lambda *_: False)
    holding.cache_clear()
    _, views = judged(FINALITY["MCFinality"])
    holding.cache_clear()
    assert missed("MCFinality", VIEW_OF_FINALITY, views)
