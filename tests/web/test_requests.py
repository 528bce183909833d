"""Reading requests: exact fields, exact types, and a reason for everything else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gitopoly.errors import InvalidAction, InvalidRequest
from gitopoly.rules import Rules, actions as a, initial
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


@pytest.mark.parametrize("text", ["", "-", "1.5", "x", "9" * 30, "\uff11"])
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
    body = {"pace": "fast", "hold": True, "passing": False, "offers": False}
    assert requests.read_settings(json.dumps(body).encode()) == body
    with pytest.raises(InvalidRequest, match="pace must be one of"):
        requests.read_settings(json.dumps({**body, "pace": "x"}).encode())


@pytest.mark.parametrize(
    "body",
    [
        rb'{"a": "\ud800"}',
        rb'{"a": "x\udfffy"}',
        rb'{"a": [["\ud800"]]}',
        rb'{"a": {"\ud800": 1}}',
        rb'{"\ud800": 1}',
        rb'{"a": "\ude00\ud83d"}',
    ],
)
def test_half_a_letter_is_refused_wherever_it_stands(body: bytes) -> None:
    for kind in (str, list, dict):
        with pytest.raises(InvalidRequest, match="contains a lone surrogate"):
            requests.read_body(body, {"a": kind})


def test_a_letter_in_two_halves_is_whole() -> None:
    assert requests.read_body(rb'{"a": "\ud83d\ude00"}', {"a": str}) == {"a": "\N{GRINNING FACE}"}


@pytest.mark.parametrize(
    "number", ["NaN", "Infinity", "-Infinity", pytest.param("9" * 5000, id="long")]
)
def test_what_is_no_number_is_no_json(number: str) -> None:
    with pytest.raises(InvalidRequest, match="not valid JSON"):
        requests.read_body(f'{{"a": [{number}]}}'.encode(), {"a": list})


@pytest.mark.parametrize("card", [1.0, True, "1", None, [1], 2, -1, 10**30, float("nan")])
def test_a_card_is_one_of_two_numbers(card: Any) -> None:
    with pytest.raises(InvalidRequest, match="cards must be 0 or 1"):
        offer(cards=[card])


@pytest.mark.parametrize("deed", [1.0, True, "1", None, [1], -1, 10**30, float("inf")])
def test_a_deed_is_the_number_of_a_square(deed: Any) -> None:
    with pytest.raises(InvalidRequest, match="deeds"):
        offer(deeds=[deed])
