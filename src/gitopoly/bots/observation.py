"""Counting what happens in a game, step by step; written like the kernel, and compiled with it.

`observe` is called after every step. It sees the action, its outcome and the position that
followed, and changes nothing but counters: a game takes the same course, observed or not.
"""

from gitopoly.bots.counters import (
    AUCTIONS,
    BANKRUPTCIES,
    BUILDINGS,
    BY_CARD,
    BY_DOUBLES,
    BY_SQUARE,
    CARDS,
    DEEDS,
    FINES,
    KINDS_OF_AUCTIONS,
    LAST_TURN,
    MORTGAGES,
    NO_SOURCE,
    POT_ON_PARKING,
    RENT,
    RENT_PLACES,
    SALARY,
    TAXES,
    TRADES,
    Counters,
    Observer,
)
from gitopoly.kernel.actions import (
    ACCEPT_TRADE,
    AUCTION_PROPERTY,
    BUY_PROPERTY,
    CLOSE_AUCTION,
    DEAL_DEED,
    DO_NOTHING_ON_FREE_PARKING,
    DRAW_AND_EXECUTE_CHANCE_CARD,
    DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD,
    GO_BANKRUPT,
    LAND_ON_GO_TO_JAIL,
    LEAVE_JAIL_ACTION,
    MORTGAGE,
    PAY_CARD_FINE,
    PAY_JAIL_FINE,
    PAY_OFF_DEBT,
    PAY_RAIL_RENT,
    PAY_STREET_RENT,
    PAY_TAX,
    PAY_TENTH_OF_WORTH,
    PREVENT_BANKRUPTCY_ON_RAIL_RENT,
    PREVENT_BANKRUPTCY_ON_STREET_RENT,
    PREVENT_BANKRUPTCY_ON_TAX,
    ROLL_AND_MOVE,
    ROLL_IN_JAIL,
    THROW_FOR_START,
    TRY_PAY_UTIL_RENT,
    UNMORTGAGE,
    is_operation,
    kind_of,
    operation_of,
)
from gitopoly.kernel.board import owns_all_of_set, terminated
from gitopoly.kernel.codes import (
    AUCTION,
    BANK,
    CARD_ADVANCE,
    CARD_BACK,
    CARD_BACK_TO,
    CARD_GO_TO_JAIL,
    CARD_NEAREST_RAIL,
    CARD_NEAREST_UTIL,
    CHANCE_DECK,
    CHEST_DECK,
    DEALING,
    DEED_AUCTION,
    ESTATE_AUCTION,
    MOST_CARDS,
    MOST_GROUPS,
    MOST_PLAYERS,
    MOST_SQUARES,
    NO_AUCTION,
    NOBODY,
    OPENING,
    POST_ROLL,
)
from gitopoly.kernel.fields import Wide
from gitopoly.kernel.outcomes import card_drawn, first_die, second_die
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def start_observing(s: State, rules: Rules, observer: Observer) -> None:
    """A game begins."""
    for seat in range(rules.num_players):
        observer.money[seat] = s.money[seat]
    for group in range(MOST_GROUPS):
        observer.completed_by[group] = NOBODY
    for place in range(RENT_PLACES):
        observer.rents[place] = 0
        observer.rent_money[place] = 0
    for kind in range(KINDS_OF_AUCTIONS):
        observer.listed[kind] = 0
        observer.prices[kind] = 0
    for square in range(MOST_SQUARES):
        observer.landings[square] = 0
    observer.moves = 0
    observer.debt_source = NO_SOURCE
    observer.debt_square = NOBODY
    observer.interest_due = 0
    observer.auction_kind = NO_AUCTION
    observer.auction_asset = NOBODY
    observer.starter = s.turn_player if play_has_begun(s) else NOBODY


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
    if changes_owners(kind) and not terminated(s, rules):
        count_groups(s, rules, observer, counters)
    remember_debt(s, kind, source, observer)


def play_has_begun(s: State) -> bool:
    """Whether deeds are dealt and somebody has the first turn."""
    return s.phase != OPENING and s.phase != DEALING


def source_of(rules: Rules, kind: int, outcome: int, observer: Observer) -> int:
    """What a step of this kind pays for; NO_SOURCE if it moves neither money nor a token."""
    if is_operation(kind):
        operation = operation_of(kind)
        return MORTGAGES if operation == MORTGAGE or operation == UNMORTGAGE else BUILDINGS
    if kind == ROLL_AND_MOVE or kind == ROLL_IN_JAIL or kind == THROW_FOR_START:
        return SALARY
    if kind == DRAW_AND_EXECUTE_CHANCE_CARD or kind == DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD:
        return SALARY if moves_forward(kind_of_card(rules, kind, outcome)) else CARDS
    if kind == PAY_CARD_FINE:
        return CARDS
    if kind == PAY_OFF_DEBT:
        return MORTGAGES if observer.interest_due else observer.debt_source
    if (
        kind == PAY_STREET_RENT
        or kind == PAY_RAIL_RENT
        or kind == TRY_PAY_UTIL_RENT
        or kind == PREVENT_BANKRUPTCY_ON_STREET_RENT
        or kind == PREVENT_BANKRUPTCY_ON_RAIL_RENT
    ):
        return RENT
    if kind == PAY_TAX or kind == PAY_TENTH_OF_WORTH or kind == PREVENT_BANKRUPTCY_ON_TAX:
        return TAXES
    if kind == CLOSE_AUCTION or kind == AUCTION_PROPERTY:
        return AUCTIONS
    if kind == BUY_PROPERTY or kind == DEAL_DEED:
        return DEEDS
    if kind == ACCEPT_TRADE:
        return TRADES
    if kind == GO_BANKRUPT:
        return BANKRUPTCIES
    if kind == PAY_JAIL_FINE:
        return FINES
    if kind == DO_NOTHING_ON_FREE_PARKING:
        return POT_ON_PARKING
    if kind == LEAVE_JAIL_ACTION or kind == LAND_ON_GO_TO_JAIL:
        return SALARY
    return NO_SOURCE


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
    here = s.positions[s.turn_player]
    if kind == ROLL_AND_MOVE:
        if s.phase == POST_ROLL:
            count_landing(here, observer, counters)
        else:
            count_jailing(BY_DOUBLES, observer, counters)
    elif kind == ROLL_IN_JAIL:
        if not s.in_jail[s.turn_player]:
            count_landing(here, observer, counters)
    elif kind == LEAVE_JAIL_ACTION:
        count_landing(here, observer, counters)
    elif kind == LAND_ON_GO_TO_JAIL:
        count_jailing(BY_SQUARE, observer, counters)
    elif kind == DRAW_AND_EXECUTE_CHANCE_CARD or kind == DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD:
        card = kind_of_card(rules, kind, outcome)
        if card == CARD_GO_TO_JAIL:
            count_jailing(BY_CARD, observer, counters)
        elif card == CARD_BACK or card == CARD_BACK_TO or moves_forward(card):
            count_landing(here, observer, counters)
    elif kind == THROW_FOR_START:
        if s.phase == POST_ROLL:
            count_landing(here, observer, counters)


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


def changes_owners(kind: int) -> bool:
    """Whether a step can give somebody a deed."""
    return (
        kind == BUY_PROPERTY
        or kind == DEAL_DEED
        or kind == CLOSE_AUCTION
        or kind == AUCTION_PROPERTY
        or kind == ACCEPT_TRADE
        or kind == GO_BANKRUPT
    )


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
