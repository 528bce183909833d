"""What happens where the token stops: rent, tax, a deed for sale, or nothing at all."""

from gitopoly.rules.auction import open_auction
from gitopoly.rules.board import rail_rent, street_rent, util_multiplier
from gitopoly.rules.buffer import ActionBuffer, add, put
from gitopoly.rules.catalogue import action, code_of, kind_of, number_of, place_of
from gitopoly.rules.codes import (
    AUCTIONS,
    BANKRUPTCY_PREVENTION,
    DEED_AUCTION,
    DEEDS,
    DEEDS_BOUGHT,
    DICE,
    DOUBLES_CHECK,
    FREE_PARKING,
    GO,
    JAIL,
    NOBODY,
    OWN,
    POST_ROLL,
    POT_ON_PARKING,
    RAIL,
    RENT,
    RENT_TEN_TIMES_A_ROLL,
    STREET,
    TAX,
    TAXES,
    UNOWNED,
    UTIL,
)
from gitopoly.rules.money import (
    buy_deed,
    fines_go_to,
    settle,
    take_from_bank,
    tenth,
    worth_for_tax,
)
from gitopoly.rules.moving import MOST_ROLLS
from gitopoly.rules.outcomes import first_die, second_die
from gitopoly.rules.record import Wide
from gitopoly.rules.refusals import (
    CASH_SHORT,
    CASH_SUFFICES,
    DEBT_STANDS,
    LEGAL,
    NO_SUCH_BID,
    NO_TAX_CHOICE,
    NOT_MORTGAGED,
    PRICE_TOO_HIGH,
    RENT_IN_JAIL,
    RENT_MORTGAGED,
)
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State

(
    DO_NOTHING_ON_OWN_PROPERTY,
    DO_NOTHING_ON_JAIL_SQUARE,
    DO_NOTHING_ON_GO,
    DO_NOTHING_ON_FREE_PARKING,
    DO_NOTHING_ON_MORTGAGED_PROPERTY,
    PAY_STREET_RENT,
    PREVENT_BANKRUPTCY_ON_STREET_RENT,
    PAY_RAIL_RENT,
    PREVENT_BANKRUPTCY_ON_RAIL_RENT,
    TRY_PAY_UTIL_RENT,
    PAY_TAX,
    PREVENT_BANKRUPTCY_ON_TAX,
    BUY_PROPERTY,
    AUCTION_PROPERTY,
) = range(6, 20)
PAY_TENTH_OF_WORTH = 57

OWING = (
    PREVENT_BANKRUPTCY_ON_STREET_RENT,
    PREVENT_BANKRUPTCY_ON_RAIL_RENT,
    PREVENT_BANKRUPTCY_ON_TAX,
)
"""What may be done only when the cash is short."""


def owner_waives_rent(s: State, rules: Rules, square: int) -> bool:
    """HOUSE-4: whether the owner of a deed collects nothing, being in jail."""
    return rules.no_rent_in_jail != 0 and s.in_jail[s.owner[square]] != 0


def refusal_of_rent(s: State, rules: Rules, player: int) -> int:
    """RENT-3, RENT-8: rent is due on an unmortgaged deed; HOUSE-4: not always."""
    square = s.positions[player]
    if s.mortgaged[square]:
        return RENT_MORTGAGED
    if owner_waives_rent(s, rules, square):
        return RENT_IN_JAIL
    return LEGAL


def refusal_by_cash(s: State, player: int, code: Wide, amount: int) -> int:
    """DEBT-1: what the cash covers is paid, and what exceeds it becomes a debt."""
    owes = kind_of(code) in OWING
    if s.money[player] >= amount:
        return CASH_SUFFICES if owes else LEGAL
    return LEGAL if owes else CASH_SHORT


def rent_of(s: State, rules: Rules, square: int) -> int:
    """RENT-2, RENT-4: what a street or a railroad costs its visitor."""
    if rules.square_type[square] == STREET:
        return street_rent(s, rules, square)
    return rail_rent(s, rules, square)


def rent_due(s: State, rules: Rules, player: int, code: Wide) -> int:
    """RENT-1: the rent of the street or railroad that the player stands on."""
    return rent_of(s, rules, s.positions[player])


@action(DO_NOTHING_ON_JAIL_SQUARE, "go on", at=POST_ROLL, on=JAIL, name="DoNothingOnJailSquare")
@action(DO_NOTHING_ON_GO, "go on", at=POST_ROLL, on=GO, name="DoNothingOnGo")
@action(DO_NOTHING_ON_OWN_PROPERTY, "go on", at=POST_ROLL, on=OWN, name="DoNothingOnOwnProperty")
def do_nothing(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """JAIL-6, GO-1, RENT-1: a square without an effect; nobody pays rent to themselves."""
    if act:
        s.phase = DOUBLES_CHECK
    return LEGAL


@action(
    DO_NOTHING_ON_FREE_PARKING,
    "go on",
    at=POST_ROLL,
    on=FREE_PARKING,
    source=POT_ON_PARKING,
    bank_pays=lambda rules: MOST_ROLLS * rules.free_parking_seed,
)
def do_nothing_on_free_parking(
    s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool
) -> int:
    """PARK-1: nothing happens, or the pot is taken. HOUSE-3: the bank puts the seed there again."""
    if act:
        if rules.free_parking_pot:
            s.money[player] += s.pot
            s.pot = take_from_bank(s, rules, rules.free_parking_seed)
        s.phase = DOUBLES_CHECK
    return LEGAL


@action(
    DO_NOTHING_ON_MORTGAGED_PROPERTY,
    "go on",
    at=POST_ROLL,
    on=DEEDS,
    told={
        "jail": lambda before, after, code: (
            not before.mortgaged[before.positions[before.turn_player]]
        )
    },
)
def do_nothing_on_mortgaged_property(
    s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool
) -> int:
    """RENT-3: another's mortgaged deed costs nothing, and nothing is rolled.

    HOUSE-4: nor does that of an owner in jail.
    """
    if refusal_of_rent(s, rules, player) == LEGAL:
        return NOT_MORTGAGED

    if act:
        s.phase = DOUBLES_CHECK
    return LEGAL


@action(
    PAY_STREET_RENT,
    "pay rent",
    at=POST_ROLL,
    on=STREET,
    name="PayStreetRent",
    cost=rent_due,
    source=RENT,
)
@action(
    PAY_RAIL_RENT, "pay rent", at=POST_ROLL, on=RAIL, name="PayRailRent", cost=rent_due, source=RENT
)
@action(
    PREVENT_BANKRUPTCY_ON_STREET_RENT,
    "owe rent",
    at=POST_ROLL,
    on=STREET,
    name="PreventBankruptcyOnStreetRent",
    source=RENT,
)
@action(
    PREVENT_BANKRUPTCY_ON_RAIL_RENT,
    "owe rent",
    at=POST_ROLL,
    on=RAIL,
    name="PreventBankruptcyOnRailRent",
    source=RENT,
)
def settle_rent(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """RENT-1, RENT-2, RENT-4, RENT-7, DEBT-1: the owner of a street or a railroad collects."""
    if refusal := refusal_of_rent(s, rules, player):
        return refusal
    square = s.positions[player]
    rent = rent_of(s, rules, square)
    if refusal := refusal_by_cash(s, player, code, rent):
        return refusal
    if s.money[player] < rent and s.debt_count > 0:
        return DEBT_STANDS

    if act:
        settle(s, rules, player, s.owner[square], rent, DOUBLES_CHECK)
    return LEGAL


def utility_needs_roll(s: State, rules: Rules) -> bool:
    """RENT-5, RENT-6: whether the rent of the utility is decided by a new roll."""
    return s.rent_rule == RENT_TEN_TIMES_A_ROLL or not rules.utility_uses_throw


def util_rent(s: State, rules: Rules, player: int, outcome: int) -> int:
    """RENT-5: 4 or 10 times the roll. RENT-6: a card asks for ten times a new roll."""
    times = util_multiplier(s, rules, s.positions[player])
    if not utility_needs_roll(s, rules):
        return times * (s.throw[0] + s.throw[1])
    if s.rent_rule == RENT_TEN_TIMES_A_ROLL:
        times = 10
    return times * (first_die(outcome) + second_die(outcome))


@action(
    TRY_PAY_UTIL_RENT,
    "pay rent",
    at=POST_ROLL,
    on=UTIL,
    draws=DICE,
    source=RENT,
    told={
        "throw.owes": lambda before, after, code: (
            utility_needs_roll(before, before.rules) and after.phase == BANKRUPTCY_PREVENTION
        ),
        "throw": lambda before, after, code: utility_needs_roll(before, before.rules),
        "owes": lambda before, after, code: after.phase == BANKRUPTCY_PREVENTION,
    },
)
def try_pay_util_rent(
    s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool
) -> int:
    """RENT-1, RENT-5, RENT-6: the owner of a utility collects, or the rent becomes a debt.

    DOUBLES-4: a roll for the rent is not one of the turn's rolls.
    """
    refusal = refusal_of_rent(s, rules, player)
    if refusal == RENT_MORTGAGED and rules.defect_rent_on_mortgaged_utility:
        refusal = LEGAL
    if refusal:
        return refusal
    square = s.positions[player]
    if s.debt_count > 0 and s.money[player] < 2 * util_multiplier(s, rules, square):
        return DEBT_STANDS

    if act:
        rent = util_rent(s, rules, player, outcome)
        settle(s, rules, player, s.owner[square], rent, DOUBLES_CHECK)
    return LEGAL


def price_printed(s: State, rules: Rules, player: int, code: Wide) -> int:
    """BUY-2, TAX-3: the price or the tax that stands on the square."""
    return rules.value[s.positions[player]]


@action(
    PAY_TAX,
    "pay tax",
    at=POST_ROLL,
    on=TAX,
    name="PayTax",
    cost=price_printed,
    usual=True,
    source=TAXES,
)
@action(
    PREVENT_BANKRUPTCY_ON_TAX,
    "owe tax",
    at=POST_ROLL,
    on=TAX,
    name="PreventBankruptcyOnTax",
    source=TAXES,
)
def settle_tax(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """TAX-1, TAX-3, DEBT-1: the printed tax."""
    tax = rules.value[s.positions[player]]
    if refusal := refusal_by_cash(s, player, code, tax):
        return refusal

    if act:
        settle(s, rules, player, fines_go_to(rules), tax, DOUBLES_CHECK)
    return LEGAL


@action(
    PAY_TENTH_OF_WORTH,
    "pay tenth of worth",
    at=POST_ROLL,
    on=TAX,
    is_hidden=True,
    usual=lambda s, rules, player: rules.tenth_allowed[s.positions[player]],
    source=TAXES,
)
def pay_tenth_of_worth(
    s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool
) -> int:
    """TAX-1, TAX-2: the other choice, binding whatever it turns out to cost."""
    if not rules.tax_choice or not rules.tenth_allowed[s.positions[player]]:
        return NO_TAX_CHOICE

    if act:
        tax = tenth(rules, worth_for_tax(s, rules, player))
        settle(s, rules, player, fines_go_to(rules), tax, DOUBLES_CHECK)
    return LEGAL


@action(
    BUY_PROPERTY,
    "buy",
    at=POST_ROLL,
    on=UNOWNED,
    cost=price_printed,
    usual=True,
    source=DEEDS_BOUGHT,
    gives_deeds=True,
    is_exchange=True,
)
def buy_property(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """BUY-2, BUY-3: buy the unowned deed at its printed price and own it at once."""
    square = s.positions[player]
    if s.money[player] < rules.value[square]:
        return PRICE_TOO_HIGH

    if act:
        buy_deed(s, rules, player, square, rules.value[square])
        s.offers_made = 0
        s.phase = DOUBLES_CHECK
    return LEGAL


def list_auction_property(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """BUY-1, AUCTION-8: decline; in a one-step auction, with every winner and bid."""
    put(buffer, code_of(AUCTION_PROPERTY, player), 0)
    if not rules.played_auctions:
        for buyer in range(rules.num_players):
            for i in range(rules.abstract_bids):
                code = code_of(AUCTION_PROPERTY, player, buyer + 1, rules.abstract_bid[i])
                add(buffer, auction_property(s, rules, player, code, 0, False), code)


@action(
    AUCTION_PROPERTY,
    ("auction", "auction to {winner} for {amount}"),
    at=POST_ROLL,
    on=UNOWNED,
    listed=list_auction_property,
    usual=True,
    source=AUCTIONS,
    gives_deeds=True,
    is_exchange=True,
    told={
        "declined": lambda before, after, code: bool(before.rules.no_auctions),
        "nobody": lambda before, after, code: (
            not before.rules.played_auctions and place_of(code) == 0
        ),
        "sold": lambda before, after, code: not before.rules.played_auctions,
    },
    button={"declined": lambda s, player: s.rules.no_auctions},
)
def auction_property(
    s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool
) -> int:
    """BUY-1, AUCTION-8: decline. The auction follows, or is this one step: buyer and bid.

    In the one step the place is the winner's seat plus 1, and 0 means no sale.
    HOUSE-1: or the deed stays with the bank.
    """
    square = s.positions[player]
    buyer = place_of(code) - 1
    amount = number_of(code)
    if (buyer != NOBODY or amount != 0) and not can_win_at_once(s, rules, buyer, amount):
        return NO_SUCH_BID

    if act:
        s.offers_made = 0
        s.phase = DOUBLES_CHECK
        if rules.played_auctions and not rules.no_auctions:
            open_auction(s, rules, DEED_AUCTION, square, player, DOUBLES_CHECK)
        elif buyer != NOBODY:
            buy_deed(s, rules, buyer, square, int(amount))
    return LEGAL


def can_win_at_once(s: State, rules: Rules, buyer: int, amount: Wide) -> bool:
    """AUCTION-8: a live player wins with one of the listed bids that fits the cash."""
    if rules.played_auctions or not 0 <= buyer < rules.num_players or s.is_bankrupt[buyer]:
        return False
    is_listed = any(rules.abstract_bid[i] == amount for i in range(rules.abstract_bids))
    return is_listed and s.money[buyer] >= amount
