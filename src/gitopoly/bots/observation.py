"""What is counted while games are played, and the counting: next to the rules, compiled with them.

Everything in `Counters` is a sum of whole numbers, so that the counters of several batches add up
to those of the series, whichever engine and however many processes played them.
`observe` is called after every step. It sees the action, its outcome and the position that
followed, and changes nothing but counters: a game takes the same course, observed or not.
"""

from __future__ import annotations

from typing import ClassVar

from gitopoly.rules.actions import (
    ACTIONS,
    AUCTION_PROPERTY,
    CARD_ADVANCE,
    CARD_BACK,
    CARD_BACK_TO,
    CARD_GO_TO_JAIL,
    CARD_NEAREST_RAIL,
    CARD_NEAREST_UTIL,
    CLOSE_AUCTION,
    DEAL_DEED,
    DRAW_AND_EXECUTE_CHANCE_CARD,
    DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD,
    GO_BANKRUPT,
    LAND_ON_GO_TO_JAIL,
    LEAVE_JAIL_ACTION,
    PAY_OFF_DEBT,
    ROLL_AND_MOVE,
    ROLL_IN_JAIL,
    THROW_FOR_START,
)
from gitopoly.rules.board import owns_all_of_set, terminated
from gitopoly.rules.catalogue import kind_of
from gitopoly.rules.codes import (
    AUCTION,
    AUCTIONS,
    BANK,
    CARDS,
    CHANCE_DECK,
    CHEST_DECK,
    DEALING,
    DEED_AUCTION,
    ESTATE_AUCTION,
    FINES,
    MORTGAGES,
    MOST_CARDS,
    MOST_GROUPS,
    MOST_PLAYERS,
    MOST_SQUARES,
    NO_AUCTION,
    NO_SOURCE,
    NOBODY,
    OF_THE_CARD,
    OF_THE_DEBT,
    OPENING,
    POST_ROLL,
    RENT,
    SALARY,
    TAXES,
)
from gitopoly.rules.outcomes import card_drawn, first_die, second_die
from gitopoly.rules.record import Record, Wide, clear, quad, quads, wides
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State

SOURCES = {
    "salary": "for passing GO",
    "rent": "between players",
    "cards": "chance and community chest",
    "taxes": "income and luxury tax",
    "fines": "for leaving jail",
    "deeds": "bought at the printed price",
    "auctions": "deeds and buildings bought by auction",
    "buildings": "built and sold at list price",
    "mortgages": "taken and lifted, with interest",
    "trades": "cash in trades, less the interest on mortgages that they move",
    "free parking": "the pot, where there is one",
    "bankruptcies": "cash that a bankrupt hands over, less the interest on the mortgages",
}
"""The sources by number, and what belongs to each."""

WAYS_TO_JAIL = ("square", "card", "doubles")
"""How a token got there."""
BY_SQUARE, BY_CARD, BY_DOUBLES = range(3)

AUCTION_PLACES = 4 * MOST_SQUARES
"""A place for each square in each of the four kinds of auctions."""
RENT_PLACES = MOST_SQUARES + MOST_GROUPS
"""A place for each square, then one for each group."""
KINDS_OF_AUCTIONS = 4
LAST_TURN = 1000
"""Groups that are completed in this turn or a later one are counted together."""


class Counters(Record):
    """Sums over the games of a series."""

    SHARED: ClassVar = True
    """The threads of a GPU add to the same ones."""

    received: list[int] = wides(len(SOURCES) * MOST_PLAYERS)
    """Money that seats received, eight entries per source."""
    paid: list[int] = wides(len(SOURCES) * MOST_PLAYERS)
    """Money that seats paid, likewise."""
    landings: list[int] = wides(MOST_SQUARES)
    """Arrivals on each square, by roll or by card; being sent to jail is not one."""
    jailings: list[int] = wides(len(WAYS_TO_JAIL))
    """How often a token was sent to jail, by each way."""
    landings_squared: list[int] = wides(MOST_SQUARES)
    """Squared number of arrivals in each game, summed: the moves of a game are not independent."""
    landings_by_moves: list[int] = wides(MOST_SQUARES)
    """The number of arrivals in each game times that of all moves, likewise."""
    moves_squared: list[int] = wides(1)
    rents: list[int] = wides(MOST_SQUARES)
    """Rents paid on each square."""
    rent_money: list[int] = wides(MOST_SQUARES)
    rents_squared: list[int] = wides(RENT_PLACES)
    """Squared number of rents in each game, summed: by square, then by group.

    Rents of one game depend on each other, so the error of a mean is computed across games.
    """
    rents_by_money: list[int] = wides(RENT_PLACES)
    """The number of rents in each game times their sum, likewise."""
    rent_money_squared: list[int] = wides(RENT_PLACES)
    auctions_sold: list[int] = wides(AUCTION_PLACES)
    """Auctions with a buyer: forty entries per kind, by square."""
    auctions_unsold: list[int] = wides(AUCTION_PLACES)
    auction_money: list[int] = wides(AUCTION_PLACES)
    auction_squares: list[int] = wides(AUCTION_PLACES)
    """The sum of the squares of the prices."""
    lists_squared: list[int] = wides(KINDS_OF_AUCTIONS)
    """Squared list price of all that was sold in a game, summed over games: by kind."""
    lists_by_prices: list[int] = wides(KINDS_OF_AUCTIONS)
    """That list price times what was paid, likewise."""
    prices_squared: list[int] = wides(KINDS_OF_AUCTIONS)
    groups_completed: list[int] = wides(MOST_GROUPS)
    """Games in which a seat came to own the whole group while the game went on."""
    groups_won: list[int] = wides(MOST_GROUPS)
    """Those of them that the first such owner won."""
    completed_at: list[int] = wides(MOST_GROUPS * (LAST_TURN + 1))
    """How often a group was first completed in each turn, counted from 0."""
    starts: list[int] = wides(MOST_PLAYERS)
    """Games that each seat began."""
    starts_won: list[int] = wides(MOST_PLAYERS)
    order_won: list[int] = wides(MOST_PLAYERS)
    """Games won by the starter, by the next seat clockwise, and so on."""


class Observer(Record):
    """What must be remembered about the game that is being played."""

    money: list[int] = quads(MOST_PLAYERS)
    """Cash of each seat after the last step."""
    completed_by: list[int] = quads(MOST_GROUPS, NOBODY)
    """First owner of each whole group."""
    rents: list[int] = quads(RENT_PLACES)
    """Rents paid in this game, by square, then by group."""
    rent_money: list[int] = quads(RENT_PLACES)
    landings: list[int] = quads(MOST_SQUARES)
    """Arrivals in this game, by square."""
    moves: int = quad()
    """All of them, and those to jail."""
    listed: list[int] = quads(KINDS_OF_AUCTIONS)
    """List price of what was sold at auctions in this game, by kind."""
    prices: list[int] = quads(KINDS_OF_AUCTIONS)
    """What was paid for it."""
    debt_source: int = quad(NO_SOURCE)
    """What the debts that are due were incurred for."""
    debt_square: int = quad(NOBODY)
    """The square on which they were."""
    interest_due: int = quad()
    """1 if the first debt is the interest on mortgages taken over from a bankrupt."""
    auction_kind: int = quad(NO_AUCTION)
    auction_asset: int = quad(NOBODY)
    starter: int = quad(NOBODY)


def lists_of(counters: Counters) -> dict[str, list[int]]:
    """The counters as lists, by name."""
    return {name: list(getattr(counters, name)) for name in Counters.FIELDS}


def start_observing(s: State, rules: Rules, observer: Observer) -> None:
    """A game begins."""
    clear(observer)
    for seat in range(rules.num_players):
        observer.money[seat] = s.money[seat]
    if play_has_begun(s):
        observer.starter = s.turn_player


def observe(
    s: State, rules: Rules, code: Wide, outcome: int, observer: Observer, counters: Counters
) -> None:
    """Count one step that was carried out."""
    kind = kind_of(code)
    source = source_of(rules, kind, outcome, observer)
    if source == NO_SOURCE:
        return
    if (kind == THROW_FOR_START or kind == DEAL_DEED) and play_has_begun(s):
        observer.starter = s.turn_player
    count_move(s, rules, kind, outcome, observer, counters)
    price = count_money(s, rules, kind, outcome, source, observer, counters)
    if source == AUCTIONS:
        if kind == AUCTION_PROPERTY and not rules.played_auctions:
            observer.auction_kind = DEED_AUCTION
            observer.auction_asset = s.positions[s.turn_player]
        if kind == CLOSE_AUCTION or not rules.played_auctions:
            count_auction(rules, observer, counters, price)
    if s.phase == AUCTION:
        observer.auction_kind = s.auction_kind
        observer.auction_asset = s.auction_asset
    if ACTIONS[kind].gives_deeds and not terminated(s, rules):
        count_groups(s, rules, observer, counters)
    remember_debt(s, kind, source, observer)


def play_has_begun(s: State) -> bool:
    """Whether deeds are dealt and somebody has the first turn."""
    return s.phase != OPENING and s.phase != DEALING


def source_of(rules: Rules, kind: int, outcome: int, observer: Observer) -> int:
    """What a step of this kind pays for; NO_SOURCE if it moves neither money nor a token."""
    source = ACTIONS[kind].source
    if source == OF_THE_CARD:
        return SALARY if moves_forward(kind_of_card(rules, kind, outcome)) else CARDS
    if source == OF_THE_DEBT:
        return MORTGAGES if observer.interest_due else observer.debt_source
    return source


def kind_of_card(rules: Rules, kind: int, outcome: int) -> int:
    """The kind of the card that was drawn."""
    deck = CHANCE_DECK if kind == DRAW_AND_EXECUTE_CHANCE_CARD else CHEST_DECK
    return rules.card_kind[deck * MOST_CARDS + card_drawn(outcome)]


def moves_forward(card: int) -> bool:
    """Whether a card can lead past GO."""
    return card == CARD_ADVANCE or card == CARD_NEAREST_RAIL or card == CARD_NEAREST_UTIL


def count_move(
    s: State, rules: Rules, kind: int, outcome: int, observer: Observer, counters: Counters
) -> None:
    """Where the token of the turn player arrived, if it moved."""
    arrives = kind == LEAVE_JAIL_ACTION or (kind == THROW_FOR_START and s.phase == POST_ROLL)
    if kind == ROLL_AND_MOVE or kind == ROLL_IN_JAIL:
        arrives = not s.in_jail[s.turn_player]
        if kind == ROLL_AND_MOVE and not arrives:
            count_jailing(BY_DOUBLES, observer, counters)
    elif kind == LAND_ON_GO_TO_JAIL:
        count_jailing(BY_SQUARE, observer, counters)
    elif kind == DRAW_AND_EXECUTE_CHANCE_CARD or kind == DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD:
        card = kind_of_card(rules, kind, outcome)
        arrives = card == CARD_BACK or card == CARD_BACK_TO or moves_forward(card)
        if card == CARD_GO_TO_JAIL:
            count_jailing(BY_CARD, observer, counters)
    if arrives:
        count_landing(s.positions[s.turn_player], observer, counters)


def count_landing(square: int, observer: Observer, counters: Counters) -> None:
    """A token arrived on a square."""
    counters.landings[square] += 1
    observer.landings[square] += 1
    observer.moves += 1


def count_jailing(way: int, observer: Observer, counters: Counters) -> None:
    """A token was sent to jail."""
    counters.jailings[way] += 1
    observer.moves += 1


def count_money(
    s: State,
    rules: Rules,
    kind: int,
    outcome: int,
    source: int,
    observer: Observer,
    counters: Counters,
) -> int:
    """What every seat received or paid in the step; returns what was paid altogether."""
    if kind == ROLL_IN_JAIL and has_paid_fine(s, outcome):
        # The only step that can do both: a salary for passing GO, less the fine.
        seat = s.turn_player
        counters.paid[FINES * MOST_PLAYERS + seat] += rules.jail_fine
        observer.money[seat] -= rules.jail_fine
    total = 0
    for seat in range(rules.num_players):
        gain = s.money[seat] - observer.money[seat]
        if gain == 0:
            continue
        observer.money[seat] = s.money[seat]
        if gain > 0:
            counters.received[source * MOST_PLAYERS + seat] += gain
        else:
            counters.paid[source * MOST_PLAYERS + seat] -= gain
            total -= gain
    if source == RENT and total > 0:
        square = observer.debt_square if kind == PAY_OFF_DEBT else s.positions[s.turn_player]
        count_rent(rules, square, total, observer, counters)
    return total


def count_rent(
    rules: Rules, square: int, rent: int, observer: Observer, counters: Counters
) -> None:
    """A rent was paid."""
    counters.rents[square] += 1
    counters.rent_money[square] += rent
    observer.rents[square] += 1
    observer.rent_money[square] += rent
    place = MOST_SQUARES + rules.group[square]
    observer.rents[place] += 1
    observer.rent_money[place] += rent


def product(first: Wide, second: Wide) -> Wide:
    """A product of amounts, which may need more bits than amounts do."""
    return first * second


def has_paid_fine(s: State, outcome: int) -> bool:
    """JAIL-5: whether a roll in jail was the third miss, and its fine is paid."""
    if s.in_jail[s.turn_player] or first_die(outcome) == second_die(outcome):
        return False
    return s.phase == POST_ROLL


def count_auction(rules: Rules, observer: Observer, counters: Counters, price: int) -> None:
    """An auction is over; nobody bought if nothing was paid."""
    kind = observer.auction_kind - 1
    place = kind * MOST_SQUARES + observer.auction_asset
    if price == 0:
        counters.auctions_unsold[place] += 1
        return
    counters.auctions_sold[place] += 1
    counters.auction_money[place] += price
    counters.auction_squares[place] += product(price, price)
    observer.prices[kind] += price
    if observer.auction_kind == DEED_AUCTION or observer.auction_kind == ESTATE_AUCTION:
        observer.listed[kind] += rules.value[observer.auction_asset]
    else:
        observer.listed[kind] += rules.house_cost[observer.auction_asset]


def count_groups(s: State, rules: Rules, observer: Observer, counters: Counters) -> None:
    """Whole groups that somebody owns for the first time in this game."""
    for group in range(MOST_GROUPS):
        if rules.group_size[group] == 0 or observer.completed_by[group] != NOBODY:
            continue
        for seat in range(rules.num_players):
            if owns_all_of_set(s, rules, seat, group):
                observer.completed_by[group] = seat
                counters.groups_completed[group] += 1
                counters.completed_at[group * (LAST_TURN + 1) + min(s.turns, LAST_TURN)] += 1


def remember_debt(s: State, kind: int, source: int, observer: Observer) -> None:
    """What the debts that stand after the step are for."""
    if kind == GO_BANKRUPT:
        # Only the interest on what the creditor took over is owed to the bank after that.
        observer.interest_due = 1 if s.debt_count > 0 and s.creditor[0] == BANK else 0
    elif kind == PAY_OFF_DEBT:
        observer.interest_due = 0
    elif s.debt_count > 0:
        if kind == ROLL_IN_JAIL:
            observer.debt_source = FINES
        elif source == RENT or source == TAXES or source == CARDS:
            observer.debt_source = source
            observer.debt_square = s.positions[s.turn_player]


def finish_observing(rules: Rules, winner: int, observer: Observer, counters: Counters) -> None:
    """A game is over; if it was stopped, nobody won."""
    count_spread(observer, counters)
    if observer.starter == NOBODY:
        return
    counters.starts[observer.starter] += 1
    if winner == NOBODY:
        return
    if winner == observer.starter:
        counters.starts_won[winner] += 1
    place = winner - observer.starter
    if place < 0:
        place += rules.num_players
    counters.order_won[place] += 1
    for group in range(MOST_GROUPS):
        if observer.completed_by[group] == winner:
            counters.groups_won[group] += 1


def count_spread(observer: Observer, counters: Counters) -> None:
    """What this game adds to the sums from which errors of means are computed."""
    for place in range(RENT_PLACES):
        rents = observer.rents[place]
        money = observer.rent_money[place]
        if rents > 0:
            counters.rents_squared[place] += product(rents, rents)
            counters.rents_by_money[place] += product(rents, money)
            counters.rent_money_squared[place] += product(money, money)
    moves = observer.moves
    counters.moves_squared[0] += product(moves, moves)
    for square in range(MOST_SQUARES):
        landings = observer.landings[square]
        counters.landings_by_moves[square] += product(landings, moves)
        counters.landings_squared[square] += product(landings, landings)
    for kind in range(KINDS_OF_AUCTIONS):
        listed = observer.listed[kind]
        price = observer.prices[kind]
        counters.lists_squared[kind] += product(listed, listed)
        counters.lists_by_prices[kind] += product(listed, price)
        counters.prices_squared[kind] += product(price, price)
