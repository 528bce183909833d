"""Standing orders: what a seat does while its owner is away, as its owner has written it.

They are data in a TOML file. Nothing in it is run, every name must be known, and whatever it leaves
out waits for the owner. They choose only among what the rules allow, and what they mean is tried
out by the rules themselves, on a copy of the position.
"""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from gitopoly.errors import InvalidOrders, NoRoom
from gitopoly.peers.position import (
    BETWEEN_TURNS,
    IN_AUCTIONS,
    IN_DRAWS,
    NO_ORDER,
    OF_BUILDINGS,
    PASSING,
    Order,
)
from gitopoly.rules import Choice, Rules, State, actions as a, apply, is_legal
from gitopoly.rules.board import is_building_auction
from gitopoly.rules.codes import (
    AUCTION,
    BANKRUPTCY_PREVENTION,
    FREE_4_ALL,
    NOBODY,
    POST_ROLL,
    PRE_ROLL,
    RAIL_GROUP,
    TRADE,
    UTIL_GROUP,
)
from gitopoly.rules.turn import in_purchase_window
from gitopoly.table.bidding import automatic_bid
from gitopoly.table.events import Event, Told
from gitopoly.table.open_game import OpenGame
from gitopoly.table.seat import Seat
from gitopoly.words import worded

JAIL_WAYS = {
    "card": (a.PLAY_GOOJF_CH, a.PLAY_GOOJF_CC),
    "fine": (a.PAY_JAIL_FINE,),
    "stay": (a.END_PRE_ROLL,),
}
FILE = "orders.toml"
"""The name of the file in a game's folder."""
LARGEST = 32 * 1024
"""Bytes of a file of orders; ours have less than two thousand."""
MOST_MONEY = 1_000_000
ASK, PASS = "ask", "pass"
BUILDINGS, OTHERS = "buildings", "others"
RAILROADS, UTILITIES = "railroads", "utilities"

TEMPLATE = """\
# What gitopoly attend does for you while you are away. Whatever is left out waits for you.

# Roll when it is your turn, and end it.
roll = true
# Buy what you land on: "always", "never" or "ask".
buy = "always"
# Cash that buying and bidding leave you.
keep = 100
# Between turns, when you could build, mortgage or trade: "pass" or "ask".
between_turns = "pass"
# Where a tax gives you the choice: "least" or "ask".
tax = "least"
# In jail, the first of these that is possible: "card", "fine", "stay". Empty: you are asked.
jail = ["card", "stay"]
# In a debt, what to mortgage first. "buildings" are sold, "others" is everything not named.
debt = ["utilities", "railroads", "others", "buildings"]
# Where these orders say "pass", let the programs of the others pass for you at once.
publish = true

# In auctions: up to a share of the price, up to an amount, "pass" or "ask".
[bids]
others = "pass"
orange = "100%"
railroads = 150
buildings = "pass"

# Answers to offers: the first that fits. None fits: you are asked.
# gain: what you get at least, less what you give, at printed prices.
# asks_for, brings: all deeds that you would give, or get, are of these groups.
# completes: "mine", "theirs" or "none": whose group becomes whole by it.
[[offers]]
answer = "accept"
gain = 100
completes = "mine"

[[offers]]
answer = "decline"
"""


@dataclass(frozen=True)
class Limit:
    """Up to how much to bid for something."""

    amount: int = 0
    share: int | None = None
    """A percentage of the price instead."""
    asks: bool = False
    """Whether the owner is asked."""

    def of(self, price: int) -> int | None:
        """The highest bid for something of this price; 0 passes, None asks the owner."""
        if self.asks:
            return None
        return self.amount if self.share is None else self.share * price // 100

    @property
    def passes(self) -> bool:
        """Whether it means to pass whatever the price."""
        return not self.asks and not self.amount and not self.share


@dataclass(frozen=True)
class OfferOrder:
    """An answer to offers that fit."""

    answer: str
    gain: int | None = None
    asks_for: tuple[str, ...] | None = None
    brings: tuple[str, ...] | None = None
    completes: str | None = None
    players: tuple[str, ...] | None = None


@dataclass(frozen=True)
class StandingOrders:
    """What a seat does unasked; by default nothing that its owner could choose."""

    roll: bool = False
    buy: str = ASK
    keep: int = 0
    between_turns: str = ASK
    tax: str = ASK
    jail: tuple[str, ...] = ()
    debt: tuple[str, ...] = ()
    publish: bool | None = None
    """Whether the others are told where to pass; None leaves what they were told as it is."""
    bids: Mapping[str, Limit] = field(default_factory=dict)
    offers: tuple[OfferOrder, ...] = ()

    def limit(self, group: str) -> Limit:
        """Up to how much to bid for deeds of a group, or for buildings."""
        asked = Limit(asks=True)
        if group == BUILDINGS:
            return self.bids.get(group, asked)
        return self.bids.get(group, self.bids.get(OTHERS, asked))

    def published(self, rules: Rules) -> Order | None:
        """What the programs of the others do at once: only where these orders say to pass."""
        if not self.publish:
            return NO_ORDER if self.publish is False else None
        deeds = [square for square in range(rules.board_length) if rules.group[square] != NOBODY]
        but = tuple(at for at in deeds if not self.limit(group_of(rules, at)).passes)
        said = {
            IN_AUCTIONS: len(but) < len(deeds),
            OF_BUILDINGS: self.limit(BUILDINGS).passes,
            BETWEEN_TURNS: self.between_turns == PASS,
            IN_DRAWS: self.roll,
        }
        passing = tuple(word for word in PASSING if said[word])
        return Order(passing, but if IN_AUCTIONS in passing else ())


def template(rules: Rules) -> str:
    """Orders to begin with, with groups that the board has."""
    known = groups_of(rules)
    group = "orange" if "orange" in known else known[0]
    return TEMPLATE.replace('orange = "100%"', f'{json.dumps(group)} = "100%"')


def group_of(rules: Rules, square: int) -> str:
    """The name of a deed's group in orders."""
    group = rules.group[square]
    if group in (RAIL_GROUP, UTIL_GROUP):
        return RAILROADS if group == RAIL_GROUP else UTILITIES
    return rules.group_names[group]


def groups_of(rules: Rules) -> tuple[str, ...]:
    """The names of all groups of a board."""
    return (*rules.group_names, RAILROADS, UTILITIES)


def load_orders(path: Path, rules: Rules, players: Collection[str]) -> StandingOrders:
    """The orders in a file; those that leave everything to the owner if there is none."""
    try:
        return read_orders(read_text(path), rules, players)
    except InvalidOrders as error:
        if error.told is None:
            raise
        raise InvalidOrders(f"{path}: {error}") from None


def read_text(path: Path) -> str:
    """The text of a file of orders; nothing if there is none."""
    try:
        if path.is_fifo():  # somebody may have prepared the folder, and we would wait for ever
            raise InvalidOrders(f"{path} is not a regular file; remove it")
        with path.open("rb") as file:
            return file.read(LARGEST + 1).decode()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise InvalidOrders(f"{path} cannot be read: {reason}") from None


def save_orders(path: Path, text: str) -> None:
    """Put a text of orders that was read without a problem in the place of the last one."""
    scratch = path.with_name(f".{path.name}.new")
    try:
        scratch.write_text(text, "utf-8")
        scratch.replace(path)
    except OSError as error:
        raise NoRoom(f"{path} cannot be written: {error.strerror}") from None


def read_orders(text: str, rules: Rules, players: Collection[str]) -> StandingOrders:
    """Orders from the text of a file; raises `InvalidOrders` with what is wrong."""
    if len(text.encode()) > LARGEST:
        raise _wrong("long", most=LARGEST)
    try:
        tables = tomllib.loads(text)
    except RecursionError:
        raise _wrong("toml", detail="it is nested too deeply", line=1) from None
    except tomllib.TOMLDecodeError as error:
        detail, _, place = str(error).partition(" (at ")
        found = re.match(r"line (\d+)", place)
        line = int(found[1]) if found else len(text.splitlines())
        raise _wrong("toml", detail=detail[:120], line=line) from None
    except ValueError:  # Python itself refuses to read a number of thousands of digits
        raise _wrong("digits") from None
    return StandingOrders(**_table(_readers(groups_of(rules), tuple(players)), "", tables))


_Read = Callable[[str, Any], Any]
"""Reads the value of a name."""


def _readers(groups: tuple[str, ...], players: tuple[str, ...]) -> dict[str, _Read]:
    """How the value of each name is read."""
    everything = (*groups, OTHERS, BUILDINGS)
    offer: dict[str, _Read] = {
        "answer": partial(_word, ("accept", "decline", ASK)),
        "gain": partial(_money, -MOST_MONEY),
        "asks_for": partial(_words, groups),
        "brings": partial(_words, groups),
        "completes": partial(_word, ("mine", "theirs", "none")),
        "players": partial(_words, players),
    }
    return {
        "roll": _flag,
        "buy": partial(_word, ("always", "never", ASK)),
        "keep": partial(_money, 0),
        "between_turns": partial(_word, (PASS, ASK)),
        "tax": partial(_word, ("least", ASK)),
        "jail": partial(_words, ("card", "fine", "stay")),
        "debt": partial(_words, everything),
        "publish": _flag,
        "bids": partial(_table, dict.fromkeys(everything, _limit)),
        "offers": partial(_offers, offer),
    }


def _table(readers: Mapping[str, _Read], name: str, value: Any) -> dict[str, Any]:
    """The values of a table whose every name must be known; the outermost one has no name."""
    if not isinstance(value, dict):
        raise _wrong("table", name=name)
    for given in value:
        if given not in readers:
            facts = {"where": name or "orders", "name": _shown(given)}
            if near := difflib.get_close_matches(given[:40], readers, 1):
                raise _wrong("name.near", **facts, near=repr(near[0]))
            raise _wrong("name", **facts, known=", ".join(readers))
    prefix = f"{name}." if name else ""
    return {key: readers[key](f"{prefix}{key}", one) for key, one in value.items()}


def _offers(readers: Mapping[str, _Read], name: str, value: Any) -> tuple[OfferOrder, ...]:
    if not isinstance(value, list):
        raise _wrong("offers", name=name)
    found = [_table(readers, f"{name}[{n}]", one) for n, one in enumerate(value, 1)]
    for n, one in enumerate(found, 1):
        if "answer" not in one:
            raise _wrong("answer", name=f"{name}[{n}]")
    return tuple(OfferOrder(**one) for one in found)


def _limit(name: str, value: Any) -> Limit:
    if not isinstance(value, str):
        return Limit(_money(0, name, value))
    if value in (ASK, PASS):
        return Limit(asks=value == ASK)
    share = value.removesuffix("%")
    if value.endswith("%") and share.isascii() and share.isdigit() and len(share) <= 4:
        return Limit(share=int(share))
    raise _wrong("limit", name=name, value=_shown(value))


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise _wrong("flag", name=name, value=_shown(value))
    return value


def _money(least: int, name: str, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong("amount", name=name, value=_shown(value))
    if not least <= value <= MOST_MONEY:
        raise _wrong("range", name=name, least=least, most=MOST_MONEY)
    return value


def _word(known: tuple[str, ...], name: str, value: Any) -> str:
    if not isinstance(value, str) or value not in known:
        raise _wrong("word", name=name, known=", ".join(known), value=_shown(value))
    return value


def _words(known: tuple[str, ...], name: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _wrong("list", name=name, known=", ".join(map(repr, known))[:160])
    return tuple(_word(known, name, word) for word in value)


def _wrong(what: str, **facts: object) -> InvalidOrders:
    return worded(InvalidOrders, f"orders.wrong.{what}", **facts)


def _shown(value: object) -> str:
    """The beginning of what somebody has written."""
    return repr(str(value)[:40])


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
        while seat is not None and self.table.may_write:
            if (choice := ordered(seat, self.orders)) is None:
                break
            events += [self.table.act(choice), *self.table.poll()]
        return events

    def need(self) -> Need | None:
        """The decision that waits for the owner, None if there is none."""
        seat = self.table.seat
        return None if seat is None or not self.table.may_write else needed(seat, self.orders)


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
    return Need("-".join(map(str, which)), _need_of(s, seat))


def _need_of(s: State, seat: Seat) -> Told:
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
        limit = _highest_bid(s, me, orders)
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


def _highest_bid(s: State, me: int, orders: StandingOrders) -> int | None:
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
