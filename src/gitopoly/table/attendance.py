"""A seat whose owner is away: it does what the standing orders say, and names what they leave open.

Orders choose only among what the rules allow, and what they mean is tried out by the rules
themselves, on a copy of the position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gitopoly.rules import Choice, State, actions as a, apply, is_legal
from gitopoly.rules.board import is_building_auction
from gitopoly.rules.codes import (
    AUCTION,
    BANKRUPTCY_PREVENTION,
    FREE_4_ALL,
    NOBODY,
    POST_ROLL,
    PRE_ROLL,
    TRADE,
)
from gitopoly.rules.turn import in_purchase_window
from gitopoly.table.bidding import automatic_bid
from gitopoly.table.events import Event, Told
from gitopoly.table.open_game import OpenGame
from gitopoly.table.seat import Seat
from gitopoly.table.standing_orders import (
    BUILDINGS,
    OTHERS,
    OfferOrder,
    StandingOrders,
    group_of,
)

JAIL_WAYS = {
    "card": (a.PLAY_GOOJF_CH, a.PLAY_GOOJF_CC),
    "fine": (a.PAY_JAIL_FINE,),
    "stay": (a.END_PRE_ROLL,),
}


class Need(NamedTuple):
    """A decision that the orders leave to the owner."""

    decision: str
    """The same as long as it is the same decision, in every run of the program."""
    told: Told


class Attendance:
    """Keeps a seat present: everything that is due, and what the orders cover."""

    def __init__(self, table: OpenGame, orders: StandingOrders) -> None:
        self.table, self.orders = table, orders

    def attend(self, timeout: float = 0.0) -> list[Event]:
        """Take in news, do what is due and what the orders cover, and return what happened."""
        seat, game = self.table.seat, self.table.game
        if seat is not None and game.started:
            seat.auto_play.publish = self.orders.published(game.position.state.rules)
        events = self.table.poll(timeout)
        while seat is not None and (choice := self._choice(seat)) is not None:
            events.append(self.table.act(choice))
            events += self.table.poll()
        return events

    def need(self) -> Need | None:
        """The decision that waits for the owner, None if there is none."""
        seat = self.table.seat
        return None if seat is None or not self.table.may_write else needed(seat, self.orders)

    def _choice(self, seat: Seat) -> int | None:
        return ordered(seat, self.orders) if self.table.may_write else None


def ordered(seat: Seat, orders: StandingOrders) -> int | None:
    """The action that the orders choose now; None if there is nothing to do, or no order for it."""
    if not is_asked(seat):
        return None
    return choice_by(seat.position.state, seat.number, seat.asked(), orders, seat.game.names)


def is_asked(seat: Seat) -> bool:
    """Whether the game waits for a decision of this seat."""
    game = seat.game
    return game.started and not game.over and seat.name in game.waiting_for() and bool(seat.asked())


def needed(seat: Seat, orders: StandingOrders) -> Need | None:
    """The decision that waits for the owner, None if there is none."""
    if not is_asked(seat) or ordered(seat, orders) is not None:
        return None
    position = seat.position
    s = position.state
    which = (
        position.counts[seat.number],
        s.turns,
        s.phase,
        s.auction_asset if s.phase == AUCTION else NOBODY,
        position.offers if s.phase == TRADE else 0,
    )
    return Need("-".join(map(str, which)), _told(s, seat))


def _told(s: State, seat: Seat) -> Told:
    names = {AUCTION: "auction", TRADE: "offer", BANKRUPTCY_PREVENTION: "debt", PRE_ROLL: "turn"}
    what = names.get(s.phase, "choice")
    if s.phase == FREE_4_ALL:
        what = "between"
    if s.phase == PRE_ROLL and s.in_jail[seat.number]:
        what = "jail"
    if s.phase == POST_ROLL and in_purchase_window(s, s.rules):
        what = "buy"
    return Told(f"attend.{what}", {"name": seat.name})


def choice_by(
    s: State, me: int, found: Sequence[Choice], orders: StandingOrders, names: Sequence[str]
) -> int | None:
    """What the orders choose among what is possible."""
    plain = {a.kind_of(code): code for code in found if isinstance(code, int)}
    if s.phase == AUCTION:
        limit = _limit(s, me, orders)
        return None if limit is None else automatic_bid(s, me, found, limit)
    if s.phase == TRADE:
        return _answer(s, me, plain, orders, names)
    if s.phase == BANKRUPTCY_PREVENTION:
        return _raise_money(s, found, plain, orders)
    if s.phase == PRE_ROLL:
        return _before_the_roll(s, me, plain, orders)
    if s.phase == FREE_4_ALL:
        ends = orders.roll if s.turn_player == me else orders.between_turns == "pass"
        return plain.get(a.CONCLUDE_FREE_4_ALL_ACTIONS) if ends else None
    if s.phase == POST_ROLL:
        return _after_the_roll(s, me, plain, orders)
    return None


def _limit(s: State, me: int, orders: StandingOrders) -> int | None:
    """The highest bid in the auction that is going on."""
    if is_building_auction(s):
        limit = orders.limit(BUILDINGS).of(s.rules.house_cost[s.auction_asset])
    else:
        limit = orders.limit(group_of(s.rules, s.auction_asset)).of(s.rules.value[s.auction_asset])
    return None if limit is None else max(0, min(limit, s.money[me] - orders.keep))


def _before_the_roll(
    s: State, me: int, plain: dict[int, int], orders: StandingOrders
) -> int | None:
    if not orders.roll:
        return None
    if not s.in_jail[me]:
        return plain.get(a.END_PRE_ROLL)
    ways = [kind for way in orders.jail for kind in JAIL_WAYS[way]]
    return next((plain[kind] for kind in ways if kind in plain), None)


def _after_the_roll(s: State, me: int, plain: dict[int, int], orders: StandingOrders) -> int | None:
    if a.AUCTION_PROPERTY in plain:
        if orders.buy == "ask":
            return None
        price = s.rules.value[s.positions[me]]
        buys = orders.buy == "always" and s.money[me] - price >= orders.keep
        return plain[a.BUY_PROPERTY if buys and a.BUY_PROPERTY in plain else a.AUCTION_PROPERTY]
    taxes = [plain[kind] for kind in (a.PAY_TAX, a.PAY_TENTH_OF_WORTH) if kind in plain]
    if taxes and orders.tax == "least":
        return max(taxes, key=lambda code: _after(s, code).money[me])
    return None


def _raise_money(
    s: State, found: Sequence[Choice], plain: dict[int, int], orders: StandingOrders
) -> int | None:
    """Pay, or mortgage and sell in the order that the owner has named."""
    if not orders.debt:
        return None
    if a.PAY_OFF_DEBT in plain:
        return plain[a.PAY_OFF_DEBT]
    for name in orders.debt:
        fitting = [
            code
            for code in found
            if isinstance(code, int) and a.operation_of(code) != NOBODY
            if _is_from(s, code, name, orders.debt)
        ]
        if fitting:
            return max(fitting, key=lambda code: _after(s, code).money[s.debtor[0]])
    return None


def _is_from(s: State, code: int, name: str, named: Sequence[str]) -> bool:
    """Whether an action raises money from what a word of the debt order means."""
    operation = a.operation_of(code)
    if name == BUILDINGS:
        return operation in (a.DOWNGRADE, a.SELL_GROUP)
    if operation != a.MORTGAGE:
        return False
    group = group_of(s.rules, a.place_of(code))
    return group not in named if name == OTHERS else group == name


# Offers.


def _answer(
    s: State, me: int, plain: dict[int, int], orders: StandingOrders, names: Sequence[str]
) -> int | None:
    if s.offer_to != me:
        return None
    for order in orders.offers:
        if _fits(s, me, order, names):
            kinds = {"accept": a.ACCEPT_TRADE, "decline": a.DECLINE_TRADE}
            kind = kinds.get(order.answer)
            return None if kind is None else plain.get(kind)
    return None


def _fits(s: State, me: int, order: OfferOrder, names: Sequence[str]) -> bool:
    """Whether an open offer fulfils every condition of an order."""
    accepts = a.code_of(a.ACCEPT_TRADE, me)
    if not is_legal(s, accepts):
        # The rules would refuse it, so all that fits is to decline.
        return order.answer == "decline"
    after = _after(s, accepts)
    deeds = [at for at in range(s.rules.board_length) if s.owner[at] != after.owner[at]]
    gives = {group_of(s.rules, at) for at in deeds if s.owner[at] == me}
    gets = {group_of(s.rules, at) for at in deeds if after.owner[at] == me}
    return (
        (order.gain is None or _worth(after, me) - _worth(s, me) >= order.gain)
        and (order.asks_for is None or gives <= set(order.asks_for))
        and (order.brings is None or gets <= set(order.brings))
        and (order.completes is None or _completes(s, after, me) == order.completes)
        and (order.players is None or names[s.offer_from] in order.players)
    )


def _worth(s: State, me: int) -> int:
    """Cash, deeds at printed prices less their loans, and jail cards at the price of the fine."""
    total: int = s.money[me]
    for square in range(s.rules.board_length):
        if s.owner[square] == me:
            price = s.rules.value[square]
            total += price // 2 if s.mortgaged[square] else price
    cards = (s.jail_card_owner[0] == me) + (s.jail_card_owner[1] == me)
    return total + cards * int(s.rules.jail_fine)


def _completes(before: State, after: State, me: int) -> str:
    """Whose group becomes whole: the other's counts first, because that is the danger."""
    whole = _whole_groups(after) - _whole_groups(before)
    if any(owner != me for _, owner in whole):
        return "theirs"
    return "mine" if whole else "none"


def _whole_groups(s: State) -> set[tuple[str, int]]:
    owners: dict[str, set[int]] = {}
    for square in range(s.rules.board_length):
        if s.rules.group[square] != NOBODY:
            owners.setdefault(group_of(s.rules, square), set()).add(s.owner[square])
    return {
        (group, next(iter(found)))
        for group, found in owners.items()
        if len(found) == 1 and found != {NOBODY}
    }


def _after(s: State, code: int) -> State:
    """The position after an action without chance."""
    after = s.copy()
    apply(after, code)
    return after
