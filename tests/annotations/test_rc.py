"""The JSON file of all artifacts."""

import json

from hypothesis import given

from gitopoly.annotations.rc import RC_VERSION, render_rc
from tests.annotations.sample import ANYTHING, SAMPLE, artifacts_of


def test_it_has_every_artifact_with_all_its_parts() -> None:
    data = json.loads(render_rc("some/marbles.md", artifacts_of(SAMPLE)))
    assert data["version"] == RC_VERSION
    assert data["document"] == "marbles.md"
    assert not data["filtered"]
    assert data["tags"] == len(data["artifacts"]) == 8
    assert data["artifacts"][4] == {
        "kind": "predicate",
        "noun": "player",
        "verb": "can-trade|can-sell",
        "verbs": ["can-trade", "can-sell"],
        "options": [],
        "text": "",
        "location": {"file": "document", "line": 24, "column": 1, "end_line": 24},
    }


def test_the_same_artifacts_give_the_same_bytes() -> None:
    assert render_rc("a", artifacts_of(SAMPLE)) == render_rc("a", artifacts_of(SAMPLE))


@given(ANYTHING)
def test_any_document_has_one(text: str) -> None:
    found = artifacts_of(text)
    assert len(json.loads(render_rc("a", found, filtered=True))["artifacts"]) == len(found)
