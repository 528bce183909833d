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
from dataclasses import dataclass, field

from gitopoly.errors import IllegalAction, InvalidAction
from gitopoly.kernel import actions as a
from gitopoly.kernel import is_over
from gitopoly.kernel.building import is_building_auction
from gitopoly.kernel.codes import AUCTION, FREE_4_ALL, TRADE
from gitopoly.kernel.turn import floor
from gitopoly.protocols.auction import AUTOMATIC
from gitopoly.protocols.moves import Move, MoveField
from gitopoly.protocols.position import (
    IN_AUCTIONS,
    NO_ORDER,
    PASSING,
    Order,
    ProtocolPosition,
)

NOTHING = "nothing"
"""What an order that takes the last one back says."""
LARGEST_SQUARE = 255


def _write_passing(passing: Sequence[str], names: Sequence[str]) -> str:
    return " ".join(passing) or NOTHING


def _read_passing(trailer: str, text: str, names: Sequence[str]) -> tuple[str, ...]:
    words = () if text == NOTHING else tuple(text.split(" "))
    if words != tuple(word for word in PASSING if word in words) or "" in words:
        known = f"some of {', '.join(PASSING)} in this order, or {NOTHING}"
        raise InvalidAction(f"{trailer}: {text}", known)
    return words


def _write_squares(squares: Sequence[int], names: Sequence[str]) -> str:
    return " ".join(map(str, squares))


def _read_squares(trailer: str, text: str, names: Sequence[str]) -> tuple[int, ...]:
    words = text.split(" ")
    if not all(word.isascii() and word.isdigit() and len(word) <= 3 for word in words):
        raise InvalidAction(f"{trailer}: {text[:80]}", "numbers of squares")
    squares = tuple(map(int, words))
    if list(squares) != sorted(set(squares)) or squares[-1] > LARGEST_SQUARE:
        raise InvalidAction(f"{trailer}: {text[:80]}", "numbers of squares in ascending order")
    return squares


def _told_passing(passing: Sequence[str], names: Sequence[str]) -> str:
    return " ".join(passing)


@dataclass(frozen=True)
class GiveOrder(Move):
    """What the others' programs do for this seat from now on, until it says otherwise."""

    NAME = "GiveOrder"
    NEWS = True
    passing: tuple[str, ...] = field(
        metadata={"part": MoveField("Passes", _write_passing, _read_passing, _told_passing)}
    )
    but: tuple[int, ...] = field(
        default=(),
        metadata={"part": MoveField("But", _write_squares, _read_squares, _write_squares)},
    )
    """The squares for which it still wants to bid itself."""

    def check(self, position: ProtocolPosition, seat: int) -> None:
        """GiveOrder: only the floor may, and only between draws."""
        s = position.state
        if not position.setting.takes_orders:
            raise _refusal("this game knows no passing orders")
        if position.draw is not None or s.phase in (AUCTION, TRADE) or floor(s, s.rules) != seat:
            raise _refusal("only the floor may give one, and only between draws")
        if self.order == position.orders[seat]:
            raise _refusal("the seat's order says the same already")
        if self.but and IN_AUCTIONS not in self.passing:
            raise _refusal("squares are excepted from passing in auctions only")
        if any(not is_deed(position, square) for square in self.but):
            raise _refusal("only deeds can be excepted")

    @property
    def order(self) -> Order:
        """The order as positions keep it."""
        return Order(self.passing, self.but)

    def carry_out(self, position: ProtocolPosition, seat: int) -> None:
        """GiveOrder: it takes the place of the seat's last order."""
        position.orders[seat] = self.order

    def told(
        self, before: ProtocolPosition, after: ProtocolPosition
    ) -> tuple[str, dict[str, object]]:
        """The text for it: an order given, or taken back."""
        return (f"{self.NAME}.back" if not self.passing else self.NAME), {}


def is_deed(position: ProtocolPosition, square: int) -> bool:
    """Whether a square of this board can be owned."""
    rules = position.state.rules
    return square < rules.board_length and rules.group[square] >= 0


def _refusal(why: str) -> IllegalAction:
    return IllegalAction("give order", "GiveOrder", why, key="order_refused")


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
    if s.phase == AUCTION and (order.in_auctions or order.of_buildings):
        # Bookkeeping is no choice, whoever has put the deed up.
        passes = s.turn_player != seat and _passes(position, order)
        kinds = (*AUTOMATIC, a.PASS) if passes else AUTOMATIC
        return any(position.perform(a.action(kind, seat)) for kind in kinds)
    if s.phase == FREE_4_ALL and order.between_turns and s.turn_player != seat:
        return position.perform(a.action(a.CONCLUDE_FREE_4_ALL_ACTIONS, seat))
    return False


def _passes(position: ProtocolPosition, order: Order) -> bool:
    """Whether an order covers what is being auctioned."""
    s = position.state
    if is_building_auction(s):
        return order.of_buildings
    return order.in_auctions and s.auction_asset not in order.but
