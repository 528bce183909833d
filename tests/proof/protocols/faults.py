"""One-line faults in `protocols` and `table`, each with a game in which it shows."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from gitopoly.peers import absence, auction, dice, orders, play, trade
from gitopoly.peers.absence import Retire
from gitopoly.peers.dice import Recommit
from gitopoly.peers.orders import GiveOrder
from gitopoly.peers.position import BETWEEN_TURNS, IN_AUCTIONS, Order, ProtocolPosition
from gitopoly.proof.protocols.events import RecordedRun
from gitopoly.rules import actions as a
from gitopoly.rules.codes import AUCTION
from gitopoly.table import fold, seat as seat_module
from gitopoly.table.lobby import Lobby, due
from gitopoly.table.votes import Votes
from tests.proof.protocols.played import Misfortunes, RecordedTable

Plant = Callable[[pytest.MonkeyPatch], RecordedRun]


def game(seed: int, turns: int, misfortunes: Misfortunes = Misfortunes(vote=0.15)) -> RecordedRun:  # noqa: B008
    table = RecordedTable(3, retire_after=3600, options={"opening_throw": 0})
    table.play(Random(seed), turns, misfortunes)
    return table.run


def bids_below_known_ones(patch: pytest.MonkeyPatch) -> RecordedRun:
    """Auction: a bid need not beat what its author has seen of the open round."""
    for module in (auction, play):
        patch.setattr(module, "highest_known_bid", lambda s, but=-1: 0)
    return game(1, 700, Misfortunes())


def nobody_passes_for_the_absent(patch: pytest.MonkeyPatch) -> RecordedRun:
    """Absence: an absent seat is not passed for."""

    def leaves_only(position: ProtocolPosition, seat: int) -> bool:
        return position.leave(seat)

    patch.setattr(absence, "_act_for", leaves_only)
    table = RecordedTable(3, options={"opening_throw": 0})
    random = Random(1)
    while not any(seat.position.state.phase == AUCTION for seat in table.table.seats):
        table.play(random, 1)
    next(seat for seat in table.table.seats if seat.position.state.phase == AUCTION).resign()
    table.play(random, 30)
    return table.run


def an_acceptance_settles(patch: pytest.MonkeyPatch) -> RecordedRun:
    """Trade: an acceptance takes effect at once."""
    kinds = {"accepts": a.ACCEPT_TRADE}

    def carry_out(position: ProtocolPosition, action: int, offer: int) -> None:
        if trade.is_open(position, offer):
            position.end_offer(a.code_of(kinds["accepts"], position.state.offer_to))

    patch.setattr(play.trade, "carry_out_answer", carry_out)
    return game(1, 450, Misfortunes())


def the_asker_need_not_wait(patch: pytest.MonkeyPatch) -> RecordedRun:
    """Dice: the asker reveals before it has the links of all others."""

    def owes(position: ProtocolPosition, seat: int) -> bool:
        return position.draw is not None and not dice.settled(position, seat)

    patch.setattr(dice, "owes_reveal", owes)
    return game(1, 60, Misfortunes())


def a_new_chain_at_any_time(patch: pytest.MonkeyPatch) -> RecordedRun:
    """Dice: a chain can be begun in the middle of a draw."""
    patch.setattr(Recommit, "check", lambda self, position, seat: None)
    table = RecordedTable(3, options={"opening_throw": 0})
    random = Random(1)
    for _ in range(12):
        table.play(random, 1)
        for seat in table.table.seats:
            if seat.position.draw is not None and seat.position.recommits[seat.number] < 2:
                chain = seat._chain(seat.position.recommits[seat.number] + 1)
                seat.write(Recommit(chain.commitment))
    return table.run


def whoever_has_left_must_vote(patch: pytest.MonkeyPatch) -> RecordedRun:
    """Absence: a vote also names those who have left."""

    def voters(position: ProtocolPosition, seat: int) -> tuple[int, ...]:
        return tuple(other for other in range(len(position.counts)) if other != seat)

    patch.setattr(absence, "voters_on", voters)
    patch.setattr(seat_module, "voters_on", voters)
    return game(2, 200, Misfortunes(vote=0.2, resign=0.02))


def several_votes_at_a_time(patch: pytest.MonkeyPatch) -> RecordedRun:
    """Absence: a vote does not bind its author."""
    patch.setattr(absence, "bound", lambda *_: False)
    return game(4, 40, Misfortunes(vote=0.5))


def building_on_what_a_vote_bars(patch: pytest.MonkeyPatch) -> RecordedRun:
    """Table: a seat takes entries of a seat that it has voted on, and writes on top of them."""
    patch.setattr(Votes, "bind", lambda self: False)
    patch.setattr(absence, "held_back", lambda *_: False)
    return game(3, 200)


def one_vote_is_enough(patch: pytest.MonkeyPatch) -> RecordedRun:
    """Absence: a seat is out by a single vote."""

    patch.setattr(Retire, "is_passed", lambda self, has_cast: True)
    return game(3, 80)


def confirming_without_hearing(patch: pytest.MonkeyPatch) -> RecordedRun:
    """Acting: the end is confirmed again and again without hearing the others."""

    def owes(position: ProtocolPosition, seat: int) -> bool:
        return position.finished[seat] < len(position.counts)

    patch.setattr(play, "owes_confirmation", owes)
    table = RecordedTable(3, options={"opening_throw": 0, "turn_limit": 1, "offers_per_window": 0})
    table.play(Random(2), 400)
    return table.run


def starting_before_all_are_ready(patch: pytest.MonkeyPatch) -> RecordedRun:
    """Table: the initiator starts as soon as all have joined."""
    patch.setattr(Lobby, "unready", [])
    patch.setattr(seat_module, "due", lambda lobby, seat: None if seat else due(lobby, seat))
    patch.setattr(fold, "lobby_entries", lambda seat: 1 if seat else 3)
    table = RecordedTable(3, options={"opening_throw": 0})
    return table.run


QUICK = {"opening_throw": 0, "offers_per_window": 0}
"""Turns without trades, so that rounds come soon."""


def orders_without_the_floor(patch: pytest.MonkeyPatch) -> RecordedRun:
    """Orders: a seat may give an order although it is not on move."""
    patch.setattr(GiveOrder, "check", lambda self, position, seat: None)
    return game(1, 20, Misfortunes(orders=True))


def an_order_outlives_its_end(patch: pytest.MonkeyPatch) -> RecordedRun:
    """Orders: a seat is passed for between turns although it has taken that back."""

    follow = orders._follow

    def keeps(position: ProtocolPosition, seat: int, order: Order) -> bool:
        return follow(position, seat, Order((*order.passing, BETWEEN_TURNS), order.but))

    patch.setattr(orders, "_follow", keeps)
    table = RecordedTable(3, options=QUICK)
    for passing in ((IN_AUCTIONS, BETWEEN_TURNS), (IN_AUCTIONS,)):
        _the_last_one_orders(table, passing)
    return table.run


def an_order_ends_with_its_owner(patch: pytest.MonkeyPatch) -> RecordedRun:
    """Orders: nobody follows the order of a seat that has left."""
    follow = orders._follow

    def of_who_plays(position: ProtocolPosition, seat: int, order: Order) -> bool:
        return position.plays(seat) and follow(position, seat, order)

    patch.setattr(orders, "_follow", of_who_plays)
    table = RecordedTable(3, options=QUICK)
    _the_last_one_orders(table, (BETWEEN_TURNS,), leaves=True)
    return table.run


def orders_are_overlooked(patch: pytest.MonkeyPatch) -> RecordedRun:
    """Orders: nobody passes for who has said that it passes."""
    patch.setattr(orders, "follow", lambda position: False)
    table = RecordedTable(3, options=QUICK)
    _the_last_one_orders(table, (BETWEEN_TURNS,))
    return table.run


def _the_last_one_orders(
    table: RecordedTable, passing: tuple[str, ...], leaves: bool = False
) -> None:
    """The last seat gives an order, and others end two turns."""
    random, last = Random(1), table.table.seats[2]
    order = last.auto_play.publish = Order(passing)
    while last.position.orders[2] != order or last.position.state.turn_player == 2:
        table.play(random, 1)
    if leaves:
        last.resign()
    end = last.position.state.turns + 2
    while any(seat.position.state.turns < end for seat in table.table.seats[:2]):
        table.play(random, 1)


ABOUT_ORDERS: tuple[Plant, ...] = (
    orders_without_the_floor,
    an_order_outlives_its_end,
    an_order_ends_with_its_owner,
    orders_are_overlooked,
)
"""Those that `TraceOrders` must refuse."""

FAULTS: dict[str, Plant] = {
    plant.__name__: plant
    for plant in (
        bids_below_known_ones,
        nobody_passes_for_the_absent,
        an_acceptance_settles,
        the_asker_need_not_wait,
        a_new_chain_at_any_time,
        whoever_has_left_must_vote,
        several_votes_at_a_time,
        building_on_what_a_vote_bars,
        one_vote_is_enough,
        confirming_without_hearing,
        starting_before_all_are_ready,
        *ABOUT_ORDERS,
    )
}
