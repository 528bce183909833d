"""Passing orders: what everybody does for a seat that said so, and nobody for one that did not."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from gitopoly.errors import InvalidAction
from gitopoly.peers import (
    Act,
    GiveOrder,
    ProtocolPosition,
    Resign,
    Setting,
    choices,
    move_from_trailers,
    orders,
    waits_for,
)
from gitopoly.peers.orders import MOST_ORDERS
from gitopoly.peers.position import NO_ORDER, PASSING, Order
from gitopoly.rules import Rules, actions as a
from gitopoly.rules.codes import AUCTION, CHANCE, FREE_4_ALL, POST_ROLL, UNKNOWN
from tests.peers.network import NAMES, new_game, play, random_order, settle
from tests.peers.positions import CHAINS, act, do, refused, reveal

BOARDWALK = 39


def begun(players: int = 3, opening: int = 0) -> ProtocolPosition:
    rules = Rules.of("classic", players, opening_throw=opening)
    ends = tuple(chain.commitment for chain in CHAINS[:players])
    setting = Setting(NAMES[:players], ends, b"a game")
    return ProtocolPosition(rules, setting)


def ordered(position: ProtocolPosition, *seats: int, order: Order | None = None) -> None:
    """Let seats have given their order."""
    for seat in seats:
        position.orders[seat] = order or Order(PASSING)


def landed(position: ProtocolPosition, square: int) -> ProtocolPosition:
    """Seat 0 stands on a square that nobody owns and has rolled."""
    s = position.state.copy()
    s.phase, s.positions[0] = POST_ROLL, square
    s.throw[0], s.throw[1] = 1, 2
    position.state = s
    return position


def auctioned(position: ProtocolPosition, square: int = BOARDWALK) -> ProtocolPosition:
    """Seat 0 has put a deed up."""
    return act(landed(position, square), a.AUCTION_PROPERTY)


def test_whoever_has_given_an_order_passes_at_once_and_the_others_are_asked() -> None:
    position = begun()
    ordered(position, 1)
    auctioned(position)
    assert list(position.state.passed[:3]) == [0, 1, 0]
    assert waits_for(position) == [0, 2]
    assert not choices(position, 1)


def test_an_auction_in_which_all_others_pass_by_order_needs_nobody_else() -> None:
    position = begun()
    ordered(position, 1, 2)
    auctioned(position)
    act(position, a.BID, number=1)
    for kind in (a.NEXT_ROUND, a.CHOOSE_WINNER, a.CLOSE_AUCTION):
        act(position, kind)
    assert position.state.owner[BOARDWALK] == 0


def test_the_bookkeeping_of_whoever_put_the_deed_up_is_done_under_its_order() -> None:
    position = begun()
    ordered(position, 0, 1)
    auctioned(position)
    act(position, a.PASS)
    assert position.state.phase == AUCTION
    act(position, a.PASS, 2)
    assert position.state.winner[2] == UNKNOWN
    act(position, a.CHOOSE_WINNER, 2)
    assert position.state.phase != AUCTION
    assert position.state.turn_player == 0


def test_nobody_is_passed_for_in_their_own_turn() -> None:
    position = begun()
    ordered(position, 0)
    auctioned(position)
    assert not position.state.passed[0]


@pytest.mark.parametrize(("square", "passes"), [(BOARDWALK, 0), (37, 1)])
def test_an_excepted_deed_is_left_to_the_owner(square: int, passes: int) -> None:
    position = begun()
    ordered(position, 1, order=Order(("auctions",), (BOARDWALK,)))
    auctioned(position, square)
    assert position.state.passed[1] == passes


def test_without_the_word_for_auctions_nobody_passes() -> None:
    position = begun()
    ordered(position, 1, order=Order(("between-turns",)))
    auctioned(position)
    assert not position.state.passed[1]


@pytest.mark.parametrize(("word", "floor"), [("between-turns", 2), ("auctions", 1)])
def test_between_turns_the_floor_skips_whoever_has_said_so(word: str, floor: int) -> None:
    position = begun()
    ordered(position, 1, order=Order((word,)))
    s = position.state.copy()
    s.phase = FREE_4_ALL
    s.free_4_all_order[:3] = [0, 1, 2]
    position.state = s
    act(position, a.CONCLUDE_FREE_4_ALL_ACTIONS)
    assert position.state.free_4_all_order[0] == floor


def rolled_on(card: bool) -> ProtocolPosition:
    """Seat 0's roll is drawn; with an order its card comes with it."""
    position = begun(2)
    if card:
        ordered(position, 0, order=Order(("draws",)))
    act(position, a.END_PRE_ROLL)
    act(position, a.ROLL_AND_MOVE)
    trial = reveal(reveal(position.copy(), 1), 0)
    chance = list(position.state.rules.square_type).index(CHANCE)
    # From here the same roll leads to a card.
    s = position.state.copy()
    s.positions[0] = (chance - trial.steps[0].after.positions[0]) % 40
    position.state = s
    return reveal(reveal(position, 1), 0)


def test_a_draw_also_decides_the_card_for_whoever_has_said_so() -> None:
    kinds = [a.kind_of(step.code) for step in rolled_on(card=True).steps]
    assert kinds[:2] == [a.ROLL_AND_MOVE, a.DRAW_AND_EXECUTE_CHANCE_CARD]
    assert [a.kind_of(step.code) for step in rolled_on(card=False).steps] == [a.ROLL_AND_MOVE]


def test_all_throws_for_the_start_are_one_draw_for_whoever_throws_first_and_has_said_so() -> None:
    position = begun(3, opening=1)
    ordered(position, 0, order=Order(("draws",)))
    act(position, a.THROW_FOR_START)
    for seat in (1, 2, 0):
        reveal(position, seat)
    assert position.draw is None
    assert [a.player_of(step.code) for step in position.steps[:3]] == [0, 1, 2]
    assert position.draws == 1


# Who may give an order, and when.


def test_the_floor_gives_an_order_and_takes_it_back() -> None:
    position = begun()
    do(position, 0, GiveOrder(("auctions",), (BOARDWALK,)))
    assert position.orders[0] == Order(("auctions",), (BOARDWALK,))
    assert "ann: {passes: [auctions], but: [39]}" in position.to_yaml()
    do(position, 0, GiveOrder(()))
    assert position.orders[0] == NO_ORDER


def drawing() -> ProtocolPosition:
    """Seat 0 has asked for its throw."""
    return act(act(begun(), a.END_PRE_ROLL), a.ROLL_AND_MOVE)


@pytest.mark.parametrize(
    ("made", "seat", "order", "reason"),
    [
        (begun, 1, GiveOrder(PASSING), "only whoever has the move"),
        (lambda: auctioned(begun()), 0, GiveOrder(PASSING), "between draws"),
        (drawing, 0, GiveOrder(PASSING), "between draws"),
        (begun, 0, GiveOrder(()), "says the same"),
        (begun, 0, GiveOrder(("draws",), (39,)), "passing in auctions only"),
        (begun, 0, GiveOrder(("auctions",), (0,)), "only deeds"),
        (begun, 0, GiveOrder(("auctions",), (77,)), "only deeds"),
    ],
)
def test_an_order_out_of_place_is_refused(
    made: Callable[[], ProtocolPosition], seat: int, order: GiveOrder, reason: str
) -> None:
    refused(made(), seat, order, reason)


def test_orders_between_two_draws_are_few() -> None:
    """Thousands, each taken back, would keep every honest reader busy for nothing."""
    position = begun()
    for _ in range(MOST_ORDERS // 2):
        do(position, 0, GiveOrder(PASSING))
        do(position, 0, GiveOrder(()))
    refused(position, 0, GiveOrder(PASSING), "too many passing orders")
    position.draws += 1
    for order in (PASSING, ()):
        do(position, 0, GiveOrder(order))
    assert position.given[0] == (1, 2)


def test_whoever_has_left_has_no_order() -> None:
    position = begun()
    ordered(position, 1)
    do(position, 1, Resign(CHAINS[1].secret))
    assert not orders.follow(position)


@pytest.mark.parametrize(
    "trailers",
    [
        {"Passes": "auctions auctions"},
        {"Passes": "draws auctions"},
        {"Passes": ""},
        {"Passes": "everything"},
        {"Passes": "auctions", "But": "39 37"},
        {"Passes": "auctions", "But": "039"},
        {"Passes": "auctions", "But": "-1"},
        {"Passes": "auctions", "But": "256"},
        {"Passes": "auctions", "But": ""},
        {"Passes": "auctions", "Other": "1"},
        {"Passes": "auctions", "But": "9" * 5000},
        {"Passes": "auctions", "But": "²"},
    ],
)
def test_an_order_has_one_form(trailers: dict[str, str]) -> None:
    with pytest.raises(InvalidAction):
        move_from_trailers({"Action": "GiveOrder", **trailers}, 0, NAMES)


@pytest.mark.parametrize(
    "move", [GiveOrder(()), GiveOrder(PASSING), GiveOrder(("auctions",), (1, 39))]
)
def test_an_order_is_read_as_it_was_written(move: GiveOrder) -> None:
    assert move_from_trailers(move.to_trailers(NAMES), 0, NAMES) == move


# Every order of the same moves gives one position.


@pytest.mark.parametrize("seed", range(6))
def test_replicas_with_orders_agree_in_every_order_of_arrival(seed: int) -> None:
    assert agree(seed, steps=250)


@pytest.mark.parametrize(("seed", "resigning"), [(684031, (0, 0.003)), (140, (0.003, 0.01, 0.02))])
def test_an_order_is_followed_whether_others_know_that_its_owner_resigned_or_not(
    seed: int, resigning: tuple[float, ...]
) -> None:
    """The floor was handed on under the order by some, and taken from the seat by others."""
    agree(seed, 400 if seed == 684031 else 300, resigning)


def test_an_order_is_followed_where_some_resign_and_others_are_voted_out() -> None:
    agree(34, 300, voting=(0.01, 0.05, 0.2))


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 1 << 32), st.booleans())
def test_replicas_with_orders_agree(seed: int, votes: bool) -> None:
    agree(seed, 400, (0, 0.003, 0.02), (0.01, 0.05, 0.2) if votes else ())


def agree(
    seed: int,
    steps: int,
    resigning: tuple[float, ...] = (0, 0.003),
    voting: tuple[float, ...] = (),
) -> bool:
    """Compare all replicas of a random game; returns whether somebody gave an order in it.

    One of `resigning` is how likely a seat resigns; with `voting`, a seat is away for a while.
    """
    random = Random(seed)
    game = new_game(random.choice([2, 3, 4]), "classic")
    resign = random.choice(resigning)
    vote = random.choice(voting) if voting else 0.0
    away = range(100, 250) if voting else range(0)
    replicas = play(game, random, steps, resign=resign, order=0.3, vote=vote, away=away)
    settle(replicas)
    expected = replicas[0].position.to_yaml()
    assert {replica.position.to_yaml() for replica in replicas} == {expected}
    written = [one for log in game.logs for one in log]
    assert game.fold(random_order(written, random)).to_yaml() == expected
    return any(isinstance(one.move, GiveOrder) for one in written)


def test_orders_that_may_be_changed_at_any_time_would_not_commute() -> None:
    """The twin: what the rule about the floor is for (`MCOrdersReachSplit`)."""
    auctions, positions = [], []
    for late in (False, True):
        position = begun()
        ordered(position, 1)
        if late:
            auctioned(position)
        position.orders[1] = NO_ORDER
        if not late:
            auctioned(position)
        auctions.append(position.state.passed[1])
        positions.append(position)
    assert auctions == [0, 1]
    assert positions[0] != positions[1]


def test_an_act_for_a_seat_with_an_order_is_refused_from_anybody_else() -> None:
    position = begun()
    ordered(position, 1, order=Order(("auctions",), (BOARDWALK,)))
    auctioned(position)
    refused(position, 2, Act(a.code_of(a.PASS, 1)), "another player's move")


def test_a_position_keeps_its_orders_apart_from_those_of_its_copy() -> None:
    position = begun()
    twin = position.copy()
    ordered(twin, 0)
    assert position.orders[0] == NO_ORDER
    assert position != twin
