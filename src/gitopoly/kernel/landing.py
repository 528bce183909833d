"""What happens where the token stops: rent, tax, or nothing at all."""

from gitopoly.kernel.board import rail_rent, street_rent, util_multiplier
from gitopoly.kernel.catalogue import HIDDEN, action
from gitopoly.kernel.codes import (
    DICE,
    DOUBLES_CHECK,
    FREE_PARKING,
    GO,
    JAIL,
    NOBODY,
    POST_ROLL,
    RAIL,
    RENT_TEN_TIMES_A_ROLL,
    STREET,
    TAX,
    UTIL,
)
from gitopoly.kernel.money import (
    fines_go_to,
    owe,
    pay,
    pay_player,
    settle,
    take_from_bank,
    tenth,
    worth_for_tax,
)
from gitopoly.kernel.outcomes import first_die, second_die
from gitopoly.kernel.refusals import (
    CASH_SHORT,
    CASH_SUFFICES,
    DEBT_STANDS,
    LEGAL,
    NO_TAX_CHOICE,
    NOT_MORTGAGED,
    NOT_OWN,
    NOT_OWNED,
    NOT_THAT_SQUARE,
    NOT_THE_FLOOR,
    RENT_IN_JAIL,
    RENT_MORTGAGED,
    WRONG_PHASE,
)
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State

LANDINGS = {
    "for sale": "s.owner[square] == NOBODY and rules.group[square] != NOBODY",
    "own": "s.owner[square] == player",
    "street of another": "square_type == STREET",
    "railroad of another": "square_type == RAIL",
    "utility of another": "square_type == UTIL",
    "chance": "square_type == CHANCE",
    "community chest": "square_type == COMMUNITY_CHEST",
    "tax with a choice": "rules.tenth_allowed[square]",
    "tax": "square_type == TAX",
    "go to jail": "square_type == GO_TO_JAIL",
    "jail": "square_type == JAIL",
    "go": "square_type == GO",
    "free parking": "square_type == FREE_PARKING",
}
"""TIME-10: what the square under the token is to the player; the first that applies counts."""


def refusal_on_landing(s: State, rules: Rules, player: int, square_type: int) -> int:
    """TIME-4, TIME-10: the turn player carries out the effect of the square under the token."""
    if s.phase != POST_ROLL:
        return WRONG_PHASE
    if player != s.turn_player:
        return NOT_THE_FLOOR
    if rules.square_type[s.positions[player]] != square_type:
        return NOT_THAT_SQUARE
    return LEGAL


def refusal_on_deed(s: State, rules: Rules, player: int) -> int:
    """TIME-4: the turn player stands on something that can be owned."""
    if s.phase != POST_ROLL:
        return WRONG_PHASE
    if player != s.turn_player:
        return NOT_THE_FLOOR
    if rules.group[s.positions[player]] == NOBODY:
        return NOT_THAT_SQUARE
    return LEGAL


def refusal_of_rent(s: State, rules: Rules, player: int, square_type: int) -> int:
    """RENT-1, RENT-3, RENT-8: rent is due on another's unmortgaged deed; HOUSE-4: not always."""
    refusal = refusal_on_landing(s, rules, player, square_type)
    if refusal:
        return refusal
    square = s.positions[player]
    if s.owner[square] == NOBODY or s.owner[square] == player:
        return NOT_OWNED
    if s.mortgaged[square]:
        return RENT_MORTGAGED
    if rules.no_rent_in_jail and owner_waives_rent(s, rules, square):
        return RENT_IN_JAIL
    return LEGAL


def owner_waives_rent(s: State, rules: Rules, square: int) -> bool:
    """HOUSE-4: whether the owner of a deed collects nothing, being in jail."""
    return rules.no_rent_in_jail != 0 and s.in_jail[s.owner[square]] != 0


@action(
    7,
    "DoNothingOnJailSquare",
    POST_ROLL,
    "go on",
    when="jail",
    sure=True,
    given={"square_type": JAIL},
)
@action(8, "DoNothingOnGo", POST_ROLL, "go on", when="go", sure=True, given={"square_type": GO})
@action(
    9,
    "DoNothingOnFreeParking",
    POST_ROLL,
    "go on",
    when="free parking",
    sure=True,
    given={"square_type": FREE_PARKING},
)
def do_nothing_on(s: State, rules: Rules, player: int, square_type: int, act: bool) -> int:
    """PARK-1, JAIL-6, GO-1: a square without an effect; Free Parking may hold a pot.

    HOUSE-3: the bank puts the seed there again.
    """
    refusal = refusal_on_landing(s, rules, player, square_type)
    if refusal or not act:
        return refusal

    if square_type == FREE_PARKING and rules.free_parking_pot:
        s.money[player] += s.pot
        s.pot = take_from_bank(s, rules, rules.free_parking_seed)
    s.phase = DOUBLES_CHECK
    return LEGAL


@action(6, "DoNothingOnOwnProperty", POST_ROLL, "go on", when="own", sure=True)
def do_nothing_on_own_property(s: State, rules: Rules, player: int, act: bool) -> int:
    """RENT-1: nobody pays rent to themselves."""
    refusal = refusal_on_deed(s, rules, player)
    if refusal:
        return refusal
    if s.owner[s.positions[player]] != player:
        return NOT_OWN
    if not act:
        return LEGAL

    s.phase = DOUBLES_CHECK
    return LEGAL


@action(
    10,
    "DoNothingOnMortgagedProperty",
    POST_ROLL,
    "go on",
    when=("street of another", "railroad of another", "utility of another"),
    told={"jail": "not before.mortgaged[before.positions[player]]"},
)
def do_nothing_on_mortgaged_property(s: State, rules: Rules, player: int, act: bool) -> int:
    """RENT-3: another's mortgaged deed costs nothing, and nothing is rolled.

    HOUSE-4: nor does that of an owner in jail.
    """
    refusal = refusal_on_deed(s, rules, player)
    if refusal:
        return refusal
    if s.owner[s.positions[player]] == player or s.owner[s.positions[player]] == NOBODY:
        return NOT_OWNED
    if not s.mortgaged[s.positions[player]]:
        if not owner_waives_rent(s, rules, s.positions[player]):
            return NOT_MORTGAGED
    if not act:
        return LEGAL

    s.phase = DOUBLES_CHECK
    return LEGAL


def rent_of(s: State, rules: Rules, square: int) -> int:
    """RENT-2, RENT-4: what a street or a railroad costs its visitor."""
    if rules.square_type[square] == STREET:
        return street_rent(s, rules, square)
    return rail_rent(s, rules, square)


def pay_rent(s: State, rules: Rules, player: int, square_type: int, act: bool) -> int:
    """RENT-1: the owner collects."""
    refusal = refusal_of_rent(s, rules, player, square_type)
    if refusal:
        return refusal
    square = s.positions[player]
    rent = rent_of(s, rules, square)
    if s.money[player] < rent:
        return CASH_SHORT
    if not act:
        return LEGAL

    pay_player(s, player, s.owner[square], rent)
    s.phase = DOUBLES_CHECK
    return LEGAL


def owe_rent(s: State, rules: Rules, player: int, square_type: int, act: bool) -> int:
    """DEBT-1: the rent exceeds the cash and becomes a debt."""
    refusal = refusal_of_rent(s, rules, player, square_type)
    if refusal:
        return refusal
    square = s.positions[player]
    rent = rent_of(s, rules, square)
    if s.money[player] >= rent:
        return CASH_SUFFICES
    if s.debt_count > 0:
        return DEBT_STANDS
    if not act:
        return LEGAL

    owe(s, rules, player, s.owner[square], rent, DOUBLES_CHECK)
    return LEGAL


@action(
    11,
    "PayStreetRent",
    POST_ROLL,
    "pay rent",
    when="street of another",
    cost="rent_of(s, rules, s.positions[player])",
)
def pay_street_rent(s: State, rules: Rules, player: int, act: bool) -> int:
    """RENT-1, RENT-2: the owner of a street collects."""
    return pay_rent(s, rules, player, STREET, act)


@action(12, "PreventBankruptcyOnStreetRent", POST_ROLL, "owe rent", when="street of another")
def prevent_bankruptcy_on_street_rent(s: State, rules: Rules, player: int, act: bool) -> int:
    """DEBT-1: the rent of a street becomes a debt."""
    return owe_rent(s, rules, player, STREET, act)


@action(
    13,
    "PayRailRent",
    POST_ROLL,
    "pay rent",
    when="railroad of another",
    cost="rent_of(s, rules, s.positions[player])",
)
def pay_rail_rent(s: State, rules: Rules, player: int, act: bool) -> int:
    """RENT-1, RENT-4, RENT-7: the owner of a railroad collects."""
    return pay_rent(s, rules, player, RAIL, act)


@action(14, "PreventBankruptcyOnRailRent", POST_ROLL, "owe rent", when="railroad of another")
def prevent_bankruptcy_on_rail_rent(s: State, rules: Rules, player: int, act: bool) -> int:
    """DEBT-1: the rent of a railroad becomes a debt."""
    return owe_rent(s, rules, player, RAIL, act)


def utility_needs_roll(s: State, rules: Rules) -> bool:
    """RENT-5, RENT-6: whether the rent of the utility is decided by a new roll."""
    return s.rent_rule == RENT_TEN_TIMES_A_ROLL or not rules.utility_uses_throw


def util_rent(s: State, rules: Rules, player: int, outcome: int) -> int:
    """RENT-5: 4 or 10 times the roll. RENT-6: a card asks for ten times a new roll."""
    square = s.positions[player]
    if s.rent_rule == RENT_TEN_TIMES_A_ROLL:
        return 10 * (first_die(outcome) + second_die(outcome))
    if rules.utility_uses_throw:
        return util_multiplier(s, rules, square) * (s.throw[0] + s.throw[1])
    return util_multiplier(s, rules, square) * (first_die(outcome) + second_die(outcome))


@action(
    15,
    "TryPayUtilRent",
    POST_ROLL,
    "pay rent",
    when="utility of another",
    draws=(DICE, "utility_needs_roll(s, rules)"),
    told={
        "throw.owes": "utility_needs_roll(before, rules) and after.phase == BANKRUPTCY_PREVENTION",
        "throw": "utility_needs_roll(before, rules)",
        "owes": "after.phase == BANKRUPTCY_PREVENTION",
    },
)
def try_pay_util_rent(s: State, rules: Rules, player: int, outcome: int, act: bool) -> int:
    """RENT-1, RENT-5, RENT-6: the owner of a utility collects, or the rent becomes a debt.

    DOUBLES-4: a roll for the rent is not one of the turn's rolls.
    """
    refusal = refusal_of_rent(s, rules, player, UTIL)
    if refusal == RENT_MORTGAGED and rules.defect_rent_on_mortgaged_utility:
        refusal = LEGAL
    if refusal:
        return refusal
    square = s.positions[player]
    if s.debt_count > 0 and s.money[player] < 2 * util_multiplier(s, rules, square):
        return DEBT_STANDS
    if not act:
        return LEGAL

    rent = util_rent(s, rules, player, outcome)
    settle(s, rules, player, s.owner[square], rent, DOUBLES_CHECK)
    return LEGAL


@action(
    16,
    "PayTax",
    POST_ROLL,
    "pay tax",
    when=("tax with a choice", "tax"),
    cost="rules.value[s.positions[player]]",
    usual="when",
)
def pay_tax(s: State, rules: Rules, player: int, act: bool) -> int:
    """TAX-1, TAX-3: pay the printed tax."""
    refusal = refusal_on_landing(s, rules, player, TAX)
    if refusal:
        return refusal
    if s.money[player] < rules.value[s.positions[player]]:
        return CASH_SHORT
    if not act:
        return LEGAL

    pay(s, player, fines_go_to(rules), rules.value[s.positions[player]])
    s.phase = DOUBLES_CHECK
    return LEGAL


@action(17, "PreventBankruptcyOnTax", POST_ROLL, "owe tax", when=("tax with a choice", "tax"))
def prevent_bankruptcy_on_tax(s: State, rules: Rules, player: int, act: bool) -> int:
    """DEBT-1: the printed tax exceeds the cash and becomes a debt."""
    refusal = refusal_on_landing(s, rules, player, TAX)
    if refusal:
        return refusal
    if s.money[player] >= rules.value[s.positions[player]]:
        return CASH_SUFFICES
    if not act:
        return LEGAL

    tax = rules.value[s.positions[player]]
    owe(s, rules, player, fines_go_to(rules), tax, DOUBLES_CHECK)
    return LEGAL


@action(
    57,
    "PayTenthOfWorth",
    POST_ROLL,
    "pay tenth of worth",
    when="tax with a choice",
    cost=HIDDEN,
    usual="when",
)
def pay_tenth_of_worth(s: State, rules: Rules, player: int, act: bool) -> int:
    """TAX-1, TAX-2: the other choice, binding whatever it turns out to cost."""
    refusal = refusal_on_landing(s, rules, player, TAX)
    if refusal:
        return refusal
    if not rules.tax_choice or not rules.tenth_allowed[s.positions[player]]:
        return NO_TAX_CHOICE
    if not act:
        return LEGAL

    tax = tenth(rules, worth_for_tax(s, rules, player))
    settle(s, rules, player, fines_go_to(rules), tax, DOUBLES_CHECK)
    return LEGAL
