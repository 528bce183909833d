"""Limits of time that can be kept."""

from typing import Any

import pytest

from gitopoly.errors import InvalidBot
from gitopoly.isolation.limits import ResourceLimits


@pytest.mark.parametrize(
    "seconds", [0, -1.0, float("nan"), float("inf"), 10**30, "3", None, True, [3]]
)
@pytest.mark.parametrize("name", ["call", "match"])
def test_what_no_clock_can_keep_is_refused(name: str, seconds: Any) -> None:
    with pytest.raises(InvalidBot, match=f"the limit {name}"):
        ResourceLimits(**{name: seconds})


def test_seconds_may_be_whole_or_parts() -> None:
    assert ResourceLimits(call=1, match=0.25).match == 0.25
