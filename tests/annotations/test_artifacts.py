"""Artifacts: their names, and how they are found again."""

import json

import pytest

from gitopoly.annotations.artifacts import find_artifacts, repeats, shared_verbs
from tests.annotations.sample import SAMPLE, artifacts_of


def test_names() -> None:
    (artifact,) = artifacts_of("{action:bank:sell-house|sell-hotel:-x}text{/action}")
    assert artifact.verb == "sell-house|sell-hotel"
    assert artifact.name == "bank:sell-house|sell-hotel"
    assert artifact.identity == "action:bank:sell-house|sell-hotel"
    assert artifact.full_command == "action:bank:sell-house|sell-hotel:-x"


def test_repeats_count_the_same_kind_noun_and_verb() -> None:
    times = repeats(artifacts_of(SAMPLE))
    assert times["action:player:roll"] == 2
    assert times["service:game:play"] == 1


def test_a_verb_under_two_kinds_or_nouns_is_shared_and_a_repeated_one_is_not() -> None:
    text = "{action:a:x}{/action}{action:a:x}{/action}{query:a:y}{/query}{query:b:y|z}{/query}"
    assert shared_verbs(artifacts_of(text)) == {"y": ["query:a", "query:b"]}


@pytest.mark.parametrize(
    ("wanted", "lines"),
    [
        ("roll", [18, 27]),
        ("player:roll", [18, 27]),
        ("action:player:roll", [18, 27]),
        ("{action:player:roll}", [18, 27]),
        ("can-sell", [24]),
        ("player:can-trade|can-sell", [24]),
        ("query:player:roll", []),
        ("rol", []),
        ("action:player:hint:-md-remove", [20]),
    ],
)
def test_an_artifact_is_found_by_any_of_its_names(wanted: str, lines: list[int]) -> None:
    assert [found.line for found in find_artifacts(artifacts_of(SAMPLE), wanted)] == lines


def test_data_has_everything_and_no_folder_of_a_machine() -> None:
    artifact = artifacts_of(SAMPLE)[3]
    data = artifact.as_data()
    assert json.loads(json.dumps(data)) == data
    assert data["options"] == ["-md-remove"]
    assert data["location"] == {"file": "document", "line": 20, "column": 1, "end_line": 22}


def test_the_first_words_need_not_all_the_text() -> None:
    (artifact,) = artifacts_of("{action:a:b}" + "word " * 1000 + "{/action}")
    assert 0 < len(artifact.opening_words(10)) <= 40
