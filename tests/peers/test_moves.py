"""Moves on a log have one form each, and nothing else is read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from gitopoly.errors import InvalidAction
from gitopoly.peers import (
    Act,
    Finish,
    Move,
    Objection,
    Recommit,
    Resign,
    Retire,
    Reveal,
    move_from_trailers,
)
from gitopoly.peers.moves import MOVES
from gitopoly.peers.trade import ANSWERS, SettleTrade
from gitopoly.rules import actions as a
from gitopoly.rules.text import to_canonical

NAMES = ("ann", "ben", "cleo")
links = st.binary(min_size=32, max_size=32)
numbers = st.integers(0, 999_999_999)
seats = st.integers(0, 2)
plain = [kind for kind in range(len(a.NAMES)) if kind not in ANSWERS]
moves_of_seat_1: st.SearchStrategy[Move] = st.one_of(
    st.builds(Reveal, numbers, links),
    st.builds(Recommit, links),
    st.builds(Resign, links | st.just(b"")),
    st.builds(Retire, seats, numbers, st.lists(seats).map(tuple)),
    st.builds(Objection, seats),
    st.just(Finish()),
    st.builds(SettleTrade, numbers),
    st.builds(
        lambda kind, offer: Act(a.code_of(kind, 1), offer), st.sampled_from(ANSWERS), numbers
    ),
    st.builds(
        lambda kind: Act(a.code_of(kind, 1)),
        st.sampled_from(
            [kind for kind in plain if not a.ACTIONS[kind].typed or not a.ACTIONS[kind].carries]
        ),
    ),
    st.builds(lambda n: Act(a.code_of(a.BID, 1, number=n)), st.integers(0, a.LARGEST_NUMBER)),
    st.builds(
        lambda *contents: Act(a.offer(1, *contents)),
        st.integers(0, 7),
        st.integers(0, (1 << 28) - 1),
        st.integers(0, 3),
        st.integers(-a.LARGEST_OFFER, a.LARGEST_OFFER),
    ),
)


@given(moves_of_seat_1)
def test_what_is_written_is_read_again(move: Move) -> None:
    assert move_from_trailers(move.to_trailers(NAMES), 1, NAMES) == move


@given(
    moves_of_seat_1, st.sampled_from(["Action", "Offer", "Draw", "Link", "Seat", "X"]), st.text()
)
def test_no_other_trailer_means_the_same(move: Move, name: str, value: str) -> None:
    trailers = move.to_trailers(NAMES)
    changed = {**trailers, name: value}
    try:
        other = move_from_trailers(changed, 1, NAMES)
    except InvalidAction:
        return
    assert other != move or changed == trailers


words = st.text(max_size=40) | st.sampled_from(
    [*a.NAMES, "SettleTrade", "Reveal", "Recommit", "Resign", "Retire", "Object", "Finish", "Join"]
)
values = st.text(max_size=80) | numbers.map(str) | links.map(bytes.hex) | st.sampled_from(NAMES)


numbered = st.builds(
    lambda name, more: f"{name}{more}", words, st.sampled_from(["", " 1", " -1", " 9 9"])
)
others = st.sampled_from(["Offer", "Draw", "Link", "Secret", "Seat", "Last", "Voters"])


@pytest.mark.slow
@settings(max_examples=400)
@given(numbered, st.dictionaries(others, values))
def test_junk_is_refused_in_one_way(action: str, more: dict[str, str]) -> None:
    try:
        move = move_from_trailers({"Action": action, **more}, 1, NAMES)
    except InvalidAction:
        return
    assert move.to_trailers(NAMES) == {"Action": action, **more}


@pytest.mark.parametrize(
    "trailers",
    [
        {},
        {"Action": ""},
        {"Action": "Reveal"},
        {"Action": "Reveal", "Draw": "01", "Link": "00" * 32},
        {"Action": "Reveal", "Draw": "1", "Link": "0" * 63},
        {"Action": "Reveal", "Draw": "1", "Link": "A" * 64},
        {"Action": "Reveal", "Draw": "\u0661", "Link": "00" * 32},
        {"Action": "Reveal", "Draw": "1234567890", "Link": "00" * 32},
        {"Action": "Retire", "Seat": "eve", "Last": "1", "Voters": "ann"},
        {"Action": "Retire", "Seat": "ben", "Last": "1", "Voters": "ann  cleo"},
        {"Action": "Retire", "Seat": "ben", "Last": "1"},
        {"Action": "AcceptTrade"},
        {"Action": "AcceptTrade 1", "Offer": "1"},
        {"Action": "Resign", "Secret": ""},
        {"Action": "Bid 07"},
        {"Action": "Bid 7", "Offer": "0"},
        {"Action": "SettleTrade", "Offer": "-1"},
    ],
)
def test_every_other_form_is_refused(trailers: dict[str, str]) -> None:
    with pytest.raises(InvalidAction):
        move_from_trailers(trailers, 1, NAMES)


def test_a_settlement_is_no_action_of_the_rules() -> None:
    assert "SettleTrade" not in a.NAMES
    assert SettleTrade(3).to_trailers(NAMES) == {"Action": "SettleTrade", "Offer": "3"}


def test_actions_stand_in_canonical_form() -> None:
    bid = Act(a.code_of(a.BID, 1, number=120))
    assert bid.to_trailers(NAMES) == {"Action": to_canonical(bid.action)} == {"Action": "Bid 120"}


def test_a_short_log_leaves_out_what_only_moves_the_game_along() -> None:
    told = {name for name, kind in MOVES.items() if not kind.QUIET}
    assert told == {"Resign", "Retire", "GiveOrder", "Finish"}
    assert {name for name, kind in MOVES.items() if kind.NEWS} == {"GiveOrder"}
