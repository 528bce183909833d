"""A whole edition as JSON: every edition comes back, and nonsense does not."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from gitopoly.editions import EDITIONS, load
from gitopoly.editions.data import MOST_CHARACTERS, as_data, as_text, digest, from_text
from gitopoly.errors import InvalidRules


@pytest.mark.parametrize("name", EDITIONS)
def test_every_edition_comes_back(name: str) -> None:
    edition = load(name)
    assert from_text(as_text(edition)) == edition


def test_a_hash_tells_editions_apart() -> None:
    one = load("classic")
    assert digest(one) == digest(replace(one))
    assert digest(one) != digest(replace(one, currency="€"))


@pytest.mark.parametrize(
    "change",
    [
        {"squares": 3},
        {"squares": [3]},
        {"squares": [{"name": "GO"}]},
        {"squares": [{"name": "GO", "type": "go", "colour": 1}]},
        {"constants": []},
        {"karma": 1},
    ],
)
def test_what_has_not_the_form_of_an_edition_is_refused(change: dict[str, Any]) -> None:
    data = {**as_data(load("classic")), **change}
    with pytest.raises(InvalidRules):
        from_text(json.dumps(data, sort_keys=True, separators=(",", ":")))


@pytest.mark.parametrize("text", ["{", "[]", "3", "[" * 100_000, "x" * (MOST_CHARACTERS + 1), "{}"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(InvalidRules):
        from_text(text)


def test_only_the_canonical_form_is_read() -> None:
    with pytest.raises(InvalidRules, match="canonical"):
        from_text(json.dumps(as_data(load("classic"))))
