"""A seat whose owner is away: what orders decide, and what they leave to the owner."""

from __future__ import annotations

import pytest

from gitopoly.ledger.identity import from_seed
from gitopoly.ledger.journal import MemoryJournal
from gitopoly.ledger.store import Store
from gitopoly.peers.position import BETWEEN_TURNS
from gitopoly.rules import Rules, State, actions as a, initial, legal_actions
from gitopoly.rules.board import change_owner
from gitopoly.rules.codes import (
    AUCTION,
    BANKRUPTCY_PREVENTION,
    FREE_4_ALL,
    NOBODY,
    POST_ROLL,
    PRE_ROLL,
    TRADE,
)
from gitopoly.table.driver import GameDriver
from gitopoly.table.game_file import GameFile, SeatInfo
from gitopoly.table.local_game import seat_all, start
from gitopoly.table.seat import AutoPlay
from gitopoly.table.standing_orders import (
    Attendance,
    StandingOrders,
    choice_by,
    needed,
    read_orders,
    template,
)
from tests.table.tables import Ticker

NAMES = ("ann", "ben", "cleo")
RULES = Rules.of("classic", 3, opening_throw=0)
ELECTRIC, WATER, READING, BALTIC, ORIENTAL, PARK, BOARDWALK = 12, 28, 5, 3, 6, 37, 39


def orders(text: str) -> StandingOrders:
    return read_orders(text, RULES, NAMES)


def chosen(s: State, text: str, me: int = 0) -> str | None:
    """The name of the action that orders choose, with its square or number."""
    code = choice_by(s, me, legal_actions(s, me), orders(text), NAMES)
    if code is None:
        return None
    kind = a.kind_of(code)
    if kind == a.BID:
        return f"Bid {a.number_of(code)}"
    operation = a.operation_of(code) != NOBODY
    return f"{a.NAMES[kind]} {a.place_of(code)}" if operation else a.NAMES[kind]


def landed(square: int = BOARDWALK, money: int = 1500) -> State:
    s = initial(RULES)
    s.phase, s.positions[0], s.money[0] = POST_ROLL, square, money
    s.throw[0], s.throw[1] = 1, 2
    return s


@pytest.mark.parametrize(
    ("text", "money", "choice"),
    [
        ("", 1500, None),
        ('buy = "always"', 1500, "BuyProperty"),
        ('buy = "always"', 399, "AuctionProperty"),
        ('buy = "always"\nkeep = 1200', 1500, "AuctionProperty"),
        ('buy = "never"', 1500, "AuctionProperty"),
        ('buy = "ask"', 1500, None),
    ],
)
def test_buying(text: str, money: int, choice: str | None) -> None:
    assert chosen(landed(money=money), text) == choice


def auctioned(square: int = BOARDWALK) -> State:
    s = landed(square)
    from gitopoly.rules import apply

    apply(s, a.code_of(a.AUCTION_PROPERTY, 0))
    assert s.phase == AUCTION
    return s


@pytest.mark.parametrize(
    ("bids", "choice"),
    [
        ("", None),
        ('[bids]\nothers = "ask"', None),
        ('[bids]\nothers = "pass"', "Pass"),
        ('[bids]\nothers = "50%"', "Bid 5"),
        ('[bids]\nothers = "pass"\n"dark blue" = 3', "Bid 3"),
        ('keep = 1500\n[bids]\nothers = "50%"', "Pass"),
        ('keep = 1498\n[bids]\nothers = "50%"', "Bid 2"),
    ],
)
def test_bidding(bids: str, choice: str | None) -> None:
    assert chosen(auctioned(), bids, me=1) == choice


@pytest.mark.parametrize(
    ("jail", "cards", "money", "choice"),
    [
        ("[]", False, 1500, None),
        ('["fine"]', False, 1500, "PayJailFine"),
        ('["fine"]', False, 10, None),
        ('["card", "stay"]', False, 1500, "EndPreRoll"),
        ('["card", "stay"]', True, 1500, "PlayGoojfCh"),
    ],
)
def test_jail(jail: str, cards: bool, money: int, choice: str | None) -> None:
    s = initial(RULES)
    s.positions[0], s.in_jail[0], s.money[0] = 10, 1, money
    if cards:
        s.jail_card_owner[0] = 0
    assert chosen(s, f"roll = true\njail = {jail}") == choice


def test_rolling_and_ending_the_turn() -> None:
    s = initial(RULES)
    assert s.phase == PRE_ROLL
    assert chosen(s, "roll = true") == "EndPreRoll"
    assert chosen(s, "") is None
    change_owner(s, RULES, BALTIC, 0)
    s.phase = FREE_4_ALL
    s.free_4_all_order[:3] = [0, 1, 2]
    assert chosen(s, "roll = true") == "ConcludeFree4AllActions"
    assert chosen(s, "") is None
    change_owner(s, RULES, PARK, 1)
    s.free_4_all_order[:3] = [1, 2, -1]
    assert chosen(s, 'between_turns = "pass"', me=1) == "ConcludeFree4AllActions"
    assert chosen(s, "roll = true", me=1) is None


def indebted(amount: int = 100) -> State:
    s = initial(RULES)
    for square in (ELECTRIC, READING, BALTIC):
        change_owner(s, RULES, square, 0)
    s.phase, s.money[0] = BANKRUPTCY_PREVENTION, 0
    s.debtor[0], s.creditor[0], s.debt_amount[0] = 0, 1, amount
    s.debt_count = 1
    return s


@pytest.mark.parametrize(
    ("debt", "choice"),
    [
        ("[]", None),
        ('["railroads"]', "BankruptcyPreventionMortgage 5"),
        ('["utilities", "railroads"]', "BankruptcyPreventionMortgage 12"),
        ('["railroads", "others"]', "BankruptcyPreventionMortgage 5"),
        ('["others"]', "BankruptcyPreventionMortgage 5"),
        ('["orange"]', None),
        ('["buildings"]', None),
    ],
)
def test_the_order_of_mortgaging(debt: str, choice: str | None) -> None:
    assert chosen(indebted(), f"debt = {debt}") == choice


def test_a_debt_that_can_be_paid_is_paid() -> None:
    s = indebted()
    s.money[0] = 100
    assert chosen(s, 'debt = ["others"]') == "PayOffDebt"


def offered(deeds: tuple[int, ...] = (READING,), cash: int = 50) -> State:
    """Ann offers ben her Reading Railroad or more, and cash, for his Park Place."""
    s = initial(RULES)
    for square in (READING, BOARDWALK):
        change_owner(s, RULES, square, 0)
    change_owner(s, RULES, PARK, 1)
    s.phase, s.offer_from, s.offer_to, s.offer_cash = TRADE, 0, 1, cash
    s.offer_next_phase = PRE_ROLL
    s.offer_deeds = sum(1 << RULES.deed_index[at] for at in (*deeds, PARK))
    return s


@pytest.mark.parametrize(
    ("conditions", "choice"),
    [
        ("", "AcceptTrade"),
        ("gain = -100", "AcceptTrade"),
        ("gain = -99", None),
        ('players = ["ann"]', "AcceptTrade"),
        ('players = ["cleo"]', None),
        ('brings = ["railroads"]', "AcceptTrade"),
        ('brings = ["utilities"]', None),
        ('asks_for = ["dark blue"]', "AcceptTrade"),
        ('asks_for = ["red"]', None),
        ('completes = "theirs"', "AcceptTrade"),
        ('completes = "mine"', None),
        ('completes = "none"', None),
    ],
)
def test_conditions_of_an_answer(conditions: str, choice: str | None) -> None:
    text = f'[[offers]]\nanswer = "accept"\n{conditions}'
    assert chosen(offered(), text, me=1) == choice
    assert chosen(offered(), f'{text}\n[[offers]]\nanswer = "decline"', me=1) == (
        choice or "DeclineTrade"
    )


def test_whose_group_becomes_whole() -> None:
    swaps = offered((BOARDWALK,))
    assert chosen(swaps, '[[offers]]\nanswer = "accept"\ncompletes = "none"', me=1) == "AcceptTrade"
    mine = offered((BOARDWALK,))
    mine.offer_deeds = 1 << RULES.deed_index[BOARDWALK]
    assert chosen(mine, '[[offers]]\nanswer = "accept"\ncompletes = "mine"', me=1) == "AcceptTrade"


def test_ask_stops_the_search_for_an_answer() -> None:
    text = '[[offers]]\nanswer = "ask"\ngain = -1000\n[[offers]]\nanswer = "accept"'
    assert chosen(offered(), text, me=1) is None


# A whole table of attended seats.


def table_of(players: int, limit: int) -> list[GameDriver]:
    invited = tuple(SeatInfo(name, f"../{name}.git") for name in NAMES[:players])
    options = (("turn_limit", limit), ("opening_throw", 0))
    keys = [from_seed(name.encode()) for name in NAMES[:players]]
    stores = [Store(MemoryJournal()) for _ in invited]
    drivers = seat_all(GameFile("classic", invited, options), stores, keys, Ticker())
    for driver in drivers:
        driver.seat.auto_play = AutoPlay()
    start(drivers)
    return drivers


def attended(drivers: list[GameDriver], text: str) -> list[Attendance]:
    return [Attendance(driver, orders(text)) for driver in drivers]


def rounds(seats: list[Attendance]) -> int:
    """Let all look in, one after the other, until nothing happens."""
    count = 0
    while sum(len(seat.attend()) for seat in seats):
        count += 1
    return count


def test_attended_seats_play_a_game_to_its_end() -> None:
    drivers = table_of(3, limit=10)
    rounds(attended(drivers, template(RULES)))
    assert all(driver.game.over for driver in drivers)
    assert not any(driver.game.evidence for driver in drivers)
    moves = [event.sentence for event in drivers[0].game.story()]
    assert sum("tells everyone to pass" in said for said in moves) == 3


def test_published_orders_save_rounds_and_orders_that_are_not_published_do_not() -> None:
    text = template(RULES)
    quiet = rounds(attended(table_of(3, 10), text.replace("publish = true", "publish = false")))
    assert rounds(attended(table_of(3, 10), text)) < quiet


def test_without_orders_the_owner_is_needed_and_it_stays_the_same_decision() -> None:
    drivers = table_of(2, limit=10)
    seats = attended(drivers, "")
    rounds(seats)
    need = seats[0].need()
    assert need is not None
    assert need.told.facts == {"name": "ann"}
    assert seats[1].need() is None
    rounds(seats)
    assert seats[0].need() == need
    assert needed(drivers[0].seat, StandingOrders()) == need  # type: ignore[arg-type]
    drivers[0].take_turn(lambda seat: next(c for c in seat.choices() if isinstance(c, int)))
    rounds(seats)
    assert seats[0].need() != need


def test_an_order_that_is_no_longer_wanted_is_taken_back_by_its_owner_alone() -> None:
    drivers = table_of(2, limit=10)
    published = 'between_turns = "pass"\npublish = true'
    seats = attended(drivers, published)
    rounds(seats)
    assert BETWEEN_TURNS in drivers[1].game.position.orders[0].passing
    seats[0].orders = orders("")
    rounds(seats)
    assert BETWEEN_TURNS in drivers[1].game.position.orders[0].passing
    seats[0].orders = orders("publish = false")
    rounds(seats)
    assert BETWEEN_TURNS not in drivers[1].game.position.orders[0].passing
    said = [event.sentence for event in drivers[1].game.story()]
    assert "ann takes their passing order back." in said
