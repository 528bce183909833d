"""Passing orders: what a seat has promised to do wherever others would wait for it (TLA+: Orders).

A seat writes its order while it has the floor, and everybody's program follows it from then on:
it passes in auctions of others' turns, concludes between their turns, and lets the draw of a roll
decide the card as well. Everything that is done under an order is a move that its owner could have
written; nobody else decides anything.

Only the floor may change an order, so every later move of another seat has the change in its past:
no order can be overlooked, delayed or used again after it was taken back. It holds until its owner
is out: a seat that has left goes when the floor comes to it where its order leaves the choice open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gitopoly.errors import InvalidAction
from gitopoly.peers.auction import AUTOMATIC
from gitopoly.peers.dice import is_free
from gitopoly.peers.moves import Move, carried, refuse_if
from gitopoly.peers.position import (
    BETWEEN_TURNS,
    IN_AUCTIONS,
    NO_ORDER,
    OF_BUILDINGS,
    PASSING,
    Order,
    ProtocolPosition,
)
from gitopoly.rules import actions as a, is_over
from gitopoly.rules.board import is_building_auction
from gitopoly.rules.codes import AUCTION, FREE_4_ALL

NOTHING = "nothing"
"""What an order that takes the last one back says."""
LARGEST_SQUARE = 255
MOST_ORDERS = 8
"""Orders of a seat between two draws: every one is an entry that all others have to judge."""


def _read_passing(trailer: str, text: str, names: Sequence[str]) -> tuple[str, ...]:
    words = () if text == NOTHING else tuple(text.split(" "))
    if words != tuple(word for word in PASSING if word in words) or "" in words:
        known = f"some of {', '.join(PASSING)} in this order, or {NOTHING}"
        raise InvalidAction(f"{trailer}: {text}", known)
    return words


def _read_squares(trailer: str, text: str, names: Sequence[str]) -> tuple[int, ...]:
    words = text.split(" ")
    if not all(word.isascii() and word.isdigit() and len(word) <= 3 for word in words):
        raise InvalidAction(f"{trailer}: {text[:80]}", "numbers of squares")
    squares = tuple(map(int, words))
    if list(squares) != sorted(set(squares)) or squares[-1] > LARGEST_SQUARE:
        raise InvalidAction(f"{trailer}: {text[:80]}", "numbers of squares in ascending order")
    return squares


@dataclass(frozen=True)
class GiveOrder(Move):
    """What the others' programs do for this seat from now on, until it says otherwise."""

    NAME = "GiveOrder"
    NEWS = True
    passing: tuple[str, ...] = carried(
        "Passes", lambda passing, _: " ".join(passing) or NOTHING, _read_passing
    )
    but: tuple[int, ...] = carried(
        "But", lambda squares, _: " ".join(map(str, squares)), _read_squares, default=()
    )
    """The squares for which it still wants to bid itself."""

    def check(self, position: ProtocolPosition, seat: int) -> None:
        """GiveOrder: only the floor may, and only between draws."""
        reasons = {
            "not_between_draws": not is_free(position, seat),
            "many_orders": position.given[seat] == (position.draws, MOST_ORDERS),
            "same_order": self.order == position.orders[seat],
            "nothing_excepted": self.but and IN_AUCTIONS not in self.passing,
            "not_deeds": not all(is_deed(position, one) for one in self.but),
        }
        for key, wrong in reasons.items():
            refuse_if(wrong, "give order", "GiveOrder", key)

    @property
    def order(self) -> Order:
        """The order as positions keep it."""
        return Order(self.passing, self.but)

    def carry_out(self, position: ProtocolPosition, seat: int) -> None:
        """GiveOrder: it takes the place of the seat's last order."""
        position.orders[seat] = self.order
        draws, times = position.given[seat]
        position.given[seat] = position.draws, times + 1 if draws == position.draws else 1

    def told(
        self, before: ProtocolPosition, after: ProtocolPosition
    ) -> tuple[str, dict[str, object]]:
        """The text for it: an order given, or taken back."""
        return (f"{self.NAME}.back" if not self.passing else self.NAME), {}


def is_deed(position: ProtocolPosition, square: int) -> bool:
    """Whether a square of this board can be owned."""
    rules = position.state.rules
    return square < rules.board_length and rules.group[square] >= 0


def follow(position: ProtocolPosition) -> bool:
    """Do one thing under the order of some seat; return whether there was one to do."""
    s = position.state
    if position.draw is not None or is_over(s):
        return False
    return any(
        order != NO_ORDER and not s.is_bankrupt[seat] and _follow(position, seat, order)
        for seat, order in enumerate(position.orders)
    )


def _follow(position: ProtocolPosition, seat: int, order: Order) -> bool:
    s = position.state
    if s.phase == AUCTION and (IN_AUCTIONS in order.passing or OF_BUILDINGS in order.passing):
        # Bookkeeping is no choice, whoever has put the deed up.
        passes = s.turn_player != seat and _passes(position, order)
        kinds = (*AUTOMATIC, a.PASS) if passes else AUTOMATIC
        return any(position.perform(a.code_of(kind, seat)) for kind in kinds)
    if s.phase == FREE_4_ALL and BETWEEN_TURNS in order.passing and s.turn_player != seat:
        return position.perform(a.code_of(a.CONCLUDE_FREE_4_ALL_ACTIONS, seat))
    return False


def _passes(position: ProtocolPosition, order: Order) -> bool:
    """Whether an order covers what is being auctioned."""
    s = position.state
    if is_building_auction(s):
        return OF_BUILDINGS in order.passing
    return IN_AUCTIONS in order.passing and s.auction_asset not in order.but
