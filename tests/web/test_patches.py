"""State as patches: applying them gives exactly the new state."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import given, strategies as st

from gitopoly.web.patches import difference, patched

LEAVES = st.none() | st.booleans() | st.integers(-5, 5) | st.text("ab", max_size=2)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc"), inner, max_size=3),
    max_leaves=12,
)


@given(VALUES, VALUES)
def test_a_difference_turns_one_value_into_the_other(old: Any, new: Any) -> None:
    patches = json.loads(json.dumps(difference(old, new)))
    assert json.dumps(patched(copy.deepcopy(old), patches)) == json.dumps(new) or (
        patched(copy.deepcopy(old), patches) == new
    )


@given(VALUES)
def test_nothing_differs_from_itself(value: Any) -> None:
    assert difference(value, copy.deepcopy(value)) == []


def test_true_is_not_one() -> None:
    assert difference({"a": 1}, {"a": True}) == [[["a"], True]]


def test_only_what_changed_is_sent() -> None:
    old = {"seats": [{"money": 1500}, {"money": 1500}], "phase": "roll"}
    new = {"seats": [{"money": 1500}, {"money": 1480}], "phase": "roll"}
    assert difference(old, new) == [[["seats", 1, "money"], 1480]]


def test_what_is_gone_has_no_value() -> None:
    assert difference({"a": 1, "b": 2}, {"b": 2}) == [[["a"]]]
