"""Reading requests: exact fields, exact types, and a reason for everything else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gitopoly.errors import InvalidAction, InvalidRequest
from gitopoly.kernel import Rules, initial
from gitopoly.kernel import actions as a
from gitopoly.web import requests

OFFER = {"decision": 0, "to": 1, "deeds": [1, 39], "cards": [0], "cash": -50}


def offer(**changes: Any) -> int:
    """The code of an offer with some changes."""
    state = initial(Rules.of("classic", players=3))
    return requests.read_offer(state, 0, {**OFFER, **changes})


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b"\xff", b'{"a": 1, "b": 2}', b'{"a": true}', b'{"a": "1"}', b"null"]
)
def test_anything_but_the_exact_fields_is_refused(body: bytes) -> None:
    with pytest.raises(InvalidRequest):
        requests.read_body(body, {"a": int})


def test_the_exact_fields_are_read() -> None:
    assert requests.read_body(b'{"a": 1}', {"a": int}) == {"a": 1}


def test_a_deep_body_is_no_crash() -> None:
    with pytest.raises(InvalidRequest):
        requests.read_body(b"[" * 8000, {})


@pytest.mark.parametrize("text", ["", "-1", "1.5", "x", "9" * 30, "\uff11"])
def test_a_code_is_a_short_whole_number(text: str) -> None:
    with pytest.raises(InvalidRequest):
        requests.read_code(text)


def test_an_offer_names_what_moves() -> None:
    code = offer()
    assert (a.player_of(code), a.addressee_of(code), a.cash_of(code)) == (0, 1, -50)
    assert a.cards_of(code) == 1
    assert bin(a.deeds_of(code)).count("1") == 2


@pytest.mark.parametrize(
    "changes",
    [{"to": 0}, {"to": 3}, {"to": -1}, {"deeds": [0]}, {"deeds": [40]}, {"deeds": ["1"]},
     {"deeds": [True]}, {"cards": [2]}, {"cards": [True]}, {"cards": [None]}],
)  # fmt: skip
def test_an_offer_of_nonsense_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequest):
        offer(**changes)


def test_an_offer_of_too_much_is_refused() -> None:
    with pytest.raises(InvalidAction):
        offer(cash=10**9)


def test_settings_name_a_known_pace() -> None:
    body = {"pace": "fast", "hold": True, "passing": False}
    assert requests.read_settings(json.dumps(body).encode()).pace == "fast"
    with pytest.raises(InvalidRequest, match="pace is one of"):
        requests.read_settings(json.dumps({**body, "pace": "x"}).encode())
