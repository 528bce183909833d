"""Standing orders as their owner writes them: what they mean, and what is wrong with others."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from gitopoly.editions import EDITIONS
from gitopoly.errors import GitopolyError, InvalidOrders
from gitopoly.peers.position import NO_ORDER, PASSING, Order
from gitopoly.rules import Rules
from gitopoly.table.standing_orders import (
    LARGEST,
    Limit,
    StandingOrders,
    load_orders,
    read_orders,
    save_orders,
    template,
)
from gitopoly.words import Words

RULES = Rules.of("classic", 3)
NAMES = ("ann", "ben", "cleo")


def read(text: str) -> StandingOrders:
    return read_orders(text, RULES, NAMES)


@pytest.mark.parametrize("edition", sorted(set(EDITIONS) - {"arena"}))
def test_the_orders_to_begin_with_suit_every_board(edition: str) -> None:
    rules = Rules.of(edition, 2)
    orders = read_orders(template(rules), rules, NAMES)
    assert orders.roll
    assert len(orders.offers) == 2


def test_an_empty_file_leaves_everything_to_the_owner() -> None:
    assert read("") == StandingOrders()
    assert StandingOrders().limit("orange").of(200) is None
    assert StandingOrders().published(RULES) is None
    assert read("publish = false").published(RULES) == NO_ORDER


@pytest.mark.parametrize(
    ("written", "highest"),
    [('"80%"', 160), ("150", 150), ('"pass"', 0), ('"ask"', None), ('"0%"', 0), ("0", 0)],
)
def test_a_limit_is_a_share_of_the_price_or_an_amount(written: str, highest: int | None) -> None:
    assert read(f"[bids]\norange = {written}").limit("orange").of(200) == highest


def test_what_is_not_named_has_the_limit_of_the_others_but_buildings_have_their_own() -> None:
    orders = read('[bids]\nothers = 5\n"light blue" = 7')
    assert (orders.limit("red"), orders.limit("light blue")) == (Limit(5), Limit(7))
    assert orders.limit("buildings").asks


def test_only_where_orders_say_to_pass_are_the_others_told_so() -> None:
    orders = read(
        'roll = true\nbetween_turns = "pass"\npublish = true\n'
        '[bids]\nothers = "pass"\n"dark blue" = "90%"\nutilities = "ask"\nbuildings = "pass"'
    )
    assert orders.published(RULES) == Order(PASSING, (12, 28, 37, 39))


@pytest.mark.parametrize(
    ("text", "passing"),
    [
        ("publish = true", ()),
        ("publish = true\nroll = true", ("draws",)),
        ('publish = true\n[bids]\nothers = "80%"', ()),
        ('publish = true\n[bids]\nbuildings = "pass"', ("building-auctions",)),
        ('publish = true\nbetween_turns = "pass"', ("between-turns",)),
        ('publish = false\nbetween_turns = "pass"', ()),
    ],
)
def test_nothing_else_is_told(text: str, passing: tuple[str, ...]) -> None:
    assert read(text).published(RULES) == Order(passing)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("byu = 1", "orders has no 'byu'; did you mean 'buy'?"),
        ("buy = 7", "buy is one of always, never, ask"),
        ('roll = "yes"', "roll is true or false"),
        ("keep = -1", "keep is between 0 and"),
        ("keep = 1.5", "keep is a whole amount"),
        ("keep = true", "keep is a whole amount"),
        ("keep = 99999999999999999999", "keep is between"),
        ("[bids]\norrange = 5", "bids has no 'orrange'; did you mean 'orange'?"),
        ('[bids]\norange = "lots"', 'write "80%"'),
        ('[bids]\norange = "99999%"', 'write "80%"'),
        ('[bids]\norange = "²%"', 'write "80%"'),
        ("bids = 5", "bids is a table"),
        ('jail = ["dig"]', "jail is one of card, fine, stay"),
        ('jail = "fine"', "jail is a list"),
        ('debt = ["purple"]', "debt is one of"),
        ('[offers]\nanswer = "accept"', "under [[offers]]"),
        ("[[offers]]\ngain = 1", "offers[1] needs an answer"),
        ('[[offers]]\nanswer = "maybe"', "offers[1].answer is one of"),
        ('[[offers]]\nanswer = "accept"\nplayers = ["zoe"]', "offers[1].players is one of ann"),
        ('[[offers]]\nanswer = "accept"\ngane = 1', "did you mean 'gain'?"),
        ("roll = ", "this is not TOML"),
        ("keep = " + "9" * 6000, "has thousands of digits"),
        ("a = " + "[" * 5000, "this is not TOML"),
        ("# " + "x" * LARGEST, "more than 32,768 bytes"),
        ("[" + "x" * 200 + "]", "has no 'xxxx"),
    ],
)
def test_a_mistake_is_said_in_one_line(text: str, words: str) -> None:
    with pytest.raises(InvalidOrders) as told:
        read(text)
    assert words in str(told.value)
    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 300
    assert told.value.told is not None
    german = Words("de").fill(*told.value.told)
    assert german != str(told.value)
    assert "{" not in german


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(InvalidOrders):
        assert isinstance(read(text), StandingOrders)


def test_a_file_that_is_not_there_is_no_mistake_but_one_that_cannot_be_read_is(
    tmp_path: Path,
) -> None:
    assert load_orders(tmp_path / "no.toml", RULES, NAMES) == StandingOrders()
    with pytest.raises(InvalidOrders, match="cannot be read"):
        load_orders(tmp_path, RULES, NAMES)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidOrders, match="not UTF-8"):
        load_orders(tmp_path / "bytes.toml", RULES, NAMES)
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(InvalidOrders, match="not a regular file"):
        load_orders(tmp_path / "pipe.toml", RULES, NAMES)


def test_saved_orders_are_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "orders.toml"
    save_orders(path, "roll = true")
    assert load_orders(path, RULES, NAMES).roll
    assert [found.name for found in tmp_path.iterdir()] == ["orders.toml"]
    with pytest.raises(GitopolyError, match="cannot be written"):
        save_orders(tmp_path / "no" / "orders.toml", "")
