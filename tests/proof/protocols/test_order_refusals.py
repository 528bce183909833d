"""Orders that no model gives are refused in every position of one, or except what they name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, product

import pytest

from gitopoly.errors import IllegalAction, InvalidAction
from gitopoly.peers import (
    Act,
    GiveOrder,
    ProtocolPosition,
    carry_out,
    check,
    move_from_trailers,
)
from gitopoly.peers.position import IN_AUCTIONS, OF_BUILDINGS, PASSING, Order
from gitopoly.rules import actions as a
from gitopoly.rules.codes import AUCTION
from tests.peers.positions import NAMES
from tests.proof.protocols.test_order_behaviours import model, passed_in

DEEDS, OTHERS = (1, 39), (0, 40, 250)
"""Squares that can be owned, and that cannot, or are not on the board."""
SUBSETS = list(chain.from_iterable(combinations(PASSING, n) for n in range(len(PASSING) + 1)))
ORDERS = [GiveOrder(words, but) for words, but in product(SUBSETS, ((), DEEDS, (1, 40), OTHERS))]


@cache
def positions() -> list[tuple[ProtocolPosition, frozenset[int]]]:
    """Every position of a model with what it lets seats do there: who may give an order."""
    passing = replace(model("MCOrdersResign"), orders=9)  # whoever may give one has one left
    found = {}
    for world in passed_in(model("MCOrdersResign"))[1]:
        after = list(passing.steps(world))
        for seat, seen in enumerate(world.seen):
            gives = any(
                len(later.logs[seat]) > len(world.logs[seat])
                and later.logs[seat][-1].kind == "order"
                for later in after
            )
            place = id(seen.position)
            may = found[place][1] if place in found else frozenset()
            found[place] = seen.position, may | ({seat} if gives else set())
    return list(found.values())


def is_allowed(position: ProtocolPosition, seat: int, move: GiveOrder) -> bool:
    """Whether the code takes an order, or refuses it without naming the rule."""
    try:
        check(position, seat, move)
    except IllegalAction as error:
        return not (error.rule and error.rule in str(error))
    return True


def is_sound(order: GiveOrder) -> bool:
    """Whether its exceptions mean something."""
    return not order.but or (IN_AUCTIONS in order.passing and order.but == DEEDS)


def test_who_may_order_may_order_whatever_means_something_new() -> None:
    given = refused = 0
    for position, may in positions():
        for seat, order in product(range(3), ORDERS):
            new = order.order != position.orders[seat]
            allowed = is_allowed(position, seat, order)
            assert allowed == (seat in may and new and is_sound(order)), (seat, order)
            given, refused = given + allowed, refused + (not allowed)
    assert given
    assert refused


def test_an_exception_asks_for_what_it_names_and_for_nothing_else() -> None:
    """An order without exceptions passes; one that names the deed leaves the choice open."""
    fresh = model("MCOrdersResign").code.fresh.position
    put_up = (a.END_PRE_ROLL, a.ROLL_AND_MOVE, a.AUCTION_PROPERTY)
    for words, excepted in product(((), (IN_AUCTIONS,), (OF_BUILDINGS,)), (False, True)):
        position = fresh.copy()
        position.orders = [Order(())] * 3
        for kind in put_up:
            carry_out(position, 0, Act(a.code_of(kind, 0)), tuple(position.counts))
            if position.state.phase == AUCTION:
                break
            if kind == a.ROLL_AND_MOVE:
                square = position.state.positions[0]
                but = (square,) if excepted and IN_AUCTIONS in words else ()
                position.orders[1] = Order(words, but)
        assert position.state.phase == AUCTION
        passes = IN_AUCTIONS in words and not excepted
        assert bool(position.state.passed[1]) == passes


def damaged(trailers: dict[str, str]) -> Iterator[dict[str, str]]:
    """The same with one thing wrong."""
    for name, text in trailers.items():
        wrong = ("", "something", text + " ", " " + text, f"{text} {text}")
        yield from ({**trailers, name: one} for one in wrong)
    yield from (
        {**trailers, "But": one} for one in ("256", "39 1", "1 1", "-1", "1,2", "٣", "0001")
    )
    yield {name: text for name, text in trailers.items() if name != "Passes"}


@pytest.mark.parametrize("order", ORDERS)
def test_orders_are_read_as_they_were_written_and_not_otherwise(order: GiveOrder) -> None:
    trailers = order.to_trailers(NAMES)
    assert move_from_trailers(trailers, 0, NAMES) == order
    for wrong in damaged(trailers):
        with pytest.raises(InvalidAction):
            move_from_trailers(wrong, 0, NAMES)


def test_an_order_is_told_as_given_or_as_taken_back() -> None:
    position = model("MCOrdersResign").code.fresh.position
    for order in ORDERS:
        key, _ = order.told(position, position)
        assert key == ("GiveOrder" if order.passing else "GiveOrder.back")
