"""Actions in canonical form: one text for each action, whatever the position."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, strategies as st

from gitopoly.errors import InvalidAction
from gitopoly.rules import Rules, actions as a, initial, legal_actions
from gitopoly.rules.text import from_canonical, to_canonical


def test_the_name_is_that_of_the_specification() -> None:
    s = initial(Rules.of("formal", players=2))
    assert to_canonical(legal_actions(s)[0]) == "EndPreRoll"
    assert to_canonical(a.code_of(a.BID, 1, number=120)) == "Bid 120"
    assert to_canonical(a.offer(0, 1, 5, 0, -50)) == "OfferTrade 1 5 0 -50"


@pytest.mark.parametrize(
    "text",
    [
        *("", "Bid", "Bid -1", "Bid 0120", "Bid 1 2", "bid 120", "EndTurn 0", "Bid 4294967296"),
        *("F4AMortgage 256", "OfferTrade 8 1 0 0", "OfferTrade 1 1 0", "OfferTrade 1 1 4 0"),
        *("OfferTrade 1 1 0 524288", "Bid 120\n", "Bid  120", "Bid ١٢", "Fly"),
    ],
)
def test_what_is_no_exact_form_is_refused(text: str) -> None:
    with pytest.raises(InvalidAction):
        from_canonical(text, 0)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(InvalidAction):
        assert to_canonical(from_canonical(text, 3)) == text
