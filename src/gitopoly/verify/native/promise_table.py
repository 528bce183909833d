"""Every property of the specifications by its TLA+ name: its bit, and its check.

A set of properties is a number with one bit each; the number of a property is that of its bit.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from gitopoly.errors import InvalidModel
from gitopoly.kernel.idle import inv_idle_fields
from gitopoly.kernel.invariants import NAMES as KERNEL_NAMES
from gitopoly.kernel.invariants import (
    inv_auction_consistent,
    inv_buildings_on_complete_groups,
    inv_conservation_of_buildings,
    inv_conservation_of_cards,
    inv_conservation_of_money,
    inv_no_actions_possible_if_bankrupt,
    inv_no_debt_to_bankrupt_player,
    inv_no_possessions_if_bankrupt,
    inv_street_level_range,
)
from gitopoly.verify.native import full_promises as full
from gitopoly.verify.native.bidding import bidding_is_auction2
from gitopoly.verify.native.promises import (
    BUILDINGS_ON_OWNED,
    DEBT_ONLY_WHILE_OWED,
    DICE_ARE_FREE,
    FIRST_OF_KERNEL,
    IDLE_FIELDS,
    JAIL,
    KERNEL,
    LEAVE_JAIL,
    LEVEL_RANGE,
    MONEY,
    NO_ACTIONS,
    NO_BUILDING_BESIDE_MORTGAGE,
    NO_DEBT_TO_BANKRUPT,
    NO_POSSESSIONS,
    NO_RENT,
    PROGRESS,
    TYPE_OK,
    inv_debt_only_while_owed,
    inv_dice_are_free,
    inv_jail,
    inv_no_building_beside_mortgage,
    leave_jail_in_time,
    no_rent_on_mortgage,
    type_ok_of_model,
)


class Promise(NamedTuple):
    """A property of the specification: its bit, and the check of a position or of a step."""

    bit: int
    check: object


PROMISES = {
    "TypeOK": Promise(TYPE_OK, type_ok_of_model),
    "InvNoPossessionsIfBankrupt": Promise(NO_POSSESSIONS, inv_no_possessions_if_bankrupt),
    "InvNoActionsPossibleIfBankrupt": Promise(NO_ACTIONS, inv_no_actions_possible_if_bankrupt),
    "InvNoDebtToBankruptPlayer": Promise(NO_DEBT_TO_BANKRUPT, inv_no_debt_to_bankrupt_player),
    "InvConservationOfMoney": Promise(MONEY, inv_conservation_of_money),
    "InvStreetLevelRange": Promise(LEVEL_RANGE, inv_street_level_range),
    "InvProgress": Promise(PROGRESS, None),
    "InvDebtOnlyWhileOwed": Promise(DEBT_ONLY_WHILE_OWED, inv_debt_only_while_owed),
    "InvBuildingsOnOwnedGroups": Promise(BUILDINGS_ON_OWNED, inv_buildings_on_complete_groups),
    "InvJail": Promise(JAIL, inv_jail),
    "InvDiceAreFree": Promise(DICE_ARE_FREE, inv_dice_are_free),
    "InvNoBuildingBesideMortgage": Promise(
        NO_BUILDING_BESIDE_MORTGAGE, inv_no_building_beside_mortgage
    ),
    "InvIdleFields": Promise(IDLE_FIELDS, inv_idle_fields),
}
"""The check for each invariant of the specification, in the order of their bits.

InvProgress has none: it is violated where a position that is not the end has no step.
"""
PROPERTIES = {
    "LeaveJailInTime": Promise(LEAVE_JAIL, leave_jail_in_time),
    "NoRentOnMortgage": Promise(NO_RENT, no_rent_on_mortgage),
}
"""The same for properties that every step must keep."""

FULL_PROMISES = {
    "TypeOK": Promise(full.FULL_TYPE_OK, full.type_ok_in_full),
    "InvNoPossessionsIfBankrupt": Promise(NO_POSSESSIONS, inv_no_possessions_if_bankrupt),
    "InvNoActionsPossibleIfBankrupt": Promise(NO_ACTIONS, inv_no_actions_possible_if_bankrupt),
    "InvNoDebtToBankruptPlayer": Promise(NO_DEBT_TO_BANKRUPT, inv_no_debt_to_bankrupt_player),
    "InvNoDebtWithoutDebtor": Promise(full.DEBTOR, full.inv_no_debt_without_debtor),
    "InvNobodyBelowZero": Promise(full.BELOW_ZERO, full.inv_nobody_below_zero),
    "InvConservationOfMoney": Promise(MONEY, inv_conservation_of_money),
    "InvStreetLevelRange": Promise(LEVEL_RANGE, inv_street_level_range),
    "InvBuildingsOnCompleteGroups": Promise(full.COMPLETE_GROUPS, inv_buildings_on_complete_groups),
    "InvConservationOfBuildings": Promise(full.BUILDINGS, inv_conservation_of_buildings),
    "InvConservationOfCards": Promise(full.CARDS, inv_conservation_of_cards),
    "InvOneWindow": Promise(full.ONE_WINDOW, full.inv_one_window),
    "InvAuctionConsistent": Promise(full.AUCTION_CONSISTENT, inv_auction_consistent),
    "InvOfferConsistent": Promise(full.OFFER_CONSISTENT, full.inv_offer_can_be_carried_out),
    "InvJail": Promise(JAIL, inv_jail),
    "InvIdleFields": Promise(IDLE_FIELDS, inv_idle_fields),
    "InvProgress": Promise(PROGRESS, None),
}
"""The same for the full game, in the order of ClassicPromises."""
FULL_PROPERTIES = {
    "LeaveJailInTime": Promise(full.LEAVE_JAIL_IN_FULL, full.leave_jail_in_full),
    "NoRentOnMortgage": Promise(full.NO_RENT_IN_FULL, full.no_rent_in_full),
    "BiddingIsAuction2": Promise(full.BIDDING, bidding_is_auction2),
}
INVARIANT_TABLES = (PROMISES, FULL_PROMISES)
PROPERTY_TABLES = (PROPERTIES, FULL_PROPERTIES)
STEP_NAMES = frozenset((*PROPERTIES, *FULL_PROPERTIES))
"""The names of all properties of steps."""


def promises_named(names: Iterable[str], full_game: bool = False) -> int:
    """The set of the named properties."""
    asked = 0
    known = {**INVARIANT_TABLES[full_game], **PROPERTY_TABLES[full_game]}
    for name in names:
        if name not in known:
            raise InvalidModel(
                f"the native engine has no check for {name}; it knows {', '.join(known)}"
            )
        asked |= known[name].bit
    return asked


def _count(tables: Iterable[Mapping[str, Promise]], asked: int) -> int:
    bits = {promise.bit for table in tables for promise in table.values()}
    return sum(bool(asked & bit) for bit in bits)


def count_asked(asked: int) -> tuple[int, int]:
    """How many invariants and how many step properties are in a set."""
    invariants = _count(INVARIANT_TABLES, asked)
    if asked & KERNEL:
        invariants += len(KERNEL_NAMES)
    return invariants, _count(PROPERTY_TABLES, asked)


def name_of_promise(number: int) -> str:
    """The name of a violated property or invariant."""
    if number >= FIRST_OF_KERNEL:
        return KERNEL_NAMES[number - FIRST_OF_KERNEL]
    tables = (*INVARIANT_TABLES, *PROPERTY_TABLES)
    known = (item for table in tables for item in table.items())
    return next(name for name, promise in known if promise.bit == 1 << number)
