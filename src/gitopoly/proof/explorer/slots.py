"""What varies in a position, and in which range, by the rules and by the bounds of a model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from gitopoly.errors import InvalidModel
from gitopoly.proof.explorer.steps import SETS_OF_CARDS, Bounds
from gitopoly.rules import Rules, State, initial
from gitopoly.rules.codes import (
    ABSENT,
    AUCTION_KINDS,
    FREE_4_ALL,
    LAST_PHASE,
    MOST_CARDS,
    MOST_DEBTS,
    NO_BID,
    NOBODY,
    POT,
    RAIL_GROUP,
    RENT_TEN_TIMES_A_ROLL,
    RENTS,
)

Range = tuple[Iterable[int], int, int]
"""The places of a field, and the least and the largest value."""
ONE, TWO = range(1), range(2)
"""The place of a field that is not a list, and those of one for dice or decks."""
FACES = 8
"""The rolls for the start are 8 * first + second."""
DERIVED = ("bank_money", "turns", "holdings", "mortgages", "developed")
"""Fields that may change without a slot: they follow from others, or count for nothing."""
ENDLESS = {
    "bank_never_breaks": "its bank issues unlimited money",
    "played_auctions": "its auctions are played bid by bid",
    "offers_per_window": "it has trades",
    "decks_keep_order": "its decks keep their order",
    "turn_limit": "it counts turns",
    "free_parking_pot": "it has a pot",
    "starting_deeds": "its deeds are dealt",
}
"""Why positions may not be a small, finite set, unless a model bounds what it tries."""


@dataclass(frozen=True)
class Slot:
    """One number of a state: its place, and the range of its values."""

    field: str
    index: int
    least: int
    most: int


@cache
def slots_of(rules: Rules, bounds: Bounds | None) -> tuple[Slot, ...]:
    """The slots of a position; the bank's money and all sets of deeds follow from them."""
    if bounds is None:
        for name, reason in ENDLESS.items():
            if getattr(rules, name):
                raise InvalidModel(
                    f"{rules.edition} cannot be explored state by state, because {reason}; "
                    "use formal-small"
                )
    ranges = ranges_of(rules, bounds)
    if bounds is not None:
        ranges |= ranges_in_full(rules, bounds)
    slots = [
        Slot(field, index, least, most)
        for field, (places, least, most) in ranges.items()
        for index in places
    ]
    for deck, size in enumerate(rules.deck_size if rules.decks_keep_order else ()):
        first = deck * MOST_CARDS
        slots += [Slot("unseen", deck, 0, (1 << size) - 1), Slot("deck_length", deck, 0, size)]
        slots += [Slot("deck", first + place, NOBODY, size - 1) for place in range(size)]
    return tuple(slot for slot in slots if slot.most > slot.least)


def most_issued(rules: Rules, bounds: Bounds | None) -> int:
    """BANK-1: the most that the bank may have issued in a position that is kept."""
    if bounds is None or not rules.bank_never_breaks:
        return 0
    if bounds.issued is not None:
        return bounds.issued
    if bounds.depth is None:
        raise InvalidModel("its bank issues unlimited money; bound the depth, or MaxIssued")
    return bounds.depth * _paid_in_a_step(rules)


def _paid_in_a_step(rules: Rules) -> int:
    """More than the bank pays in one step: salary, a card, mortgages and buildings of all."""
    buildings = sum(rules.house_cost) * rules.max_level
    deeds = sum(rules.value[square] for square in rules.deeds[: rules.deed_count])
    card = max(rules.card_amount)
    return 2 * rules.pass_go_reward + card + deeds + buildings + rules.free_parking_seed


def ranges_of(rules: Rules, bounds: Bounds | None) -> dict[str, Range]:
    """The ranges of what varies in every game."""
    seats, last_seat = range(rules.num_players), rules.num_players - 1
    deeds = rules.deeds[: rules.deed_count]
    streets = [square for square in deeds if rules.group[square] < RAIL_GROUP]
    money = rules.total_money + most_issued(rules, bounds)
    debts, creditor, last_phase = ONE, NOBODY, FREE_4_ALL
    if bounds is not None:
        debts, creditor, last_phase = range(min(MOST_DEBTS, len(seats))), POT, LAST_PHASE
    return {
        "money": (seats, 0, money),
        "positions": (seats, 0, rules.board_length - 1),
        "jail_time": (seats, 0, 2),
        "in_jail": (seats, 0, 1),
        "is_bankrupt": (seats, 0, 1),
        "free_4_all_order": (seats, NOBODY, last_seat),
        "turn_player": (ONE, 0, last_seat),
        "doubles_count": (ONE, 0, 2),
        "jail_card_owner": (TWO, NOBODY, last_seat),
        "owner": (deeds, NOBODY, last_seat),
        "level": (streets, 0, rules.max_level),
        "mortgaged": (deeds, 0, 1),
        "phase": (ONE, 0, last_phase),
        "debt_count": (ONE, 0, len(debts)),
        "debtor": (debts, NOBODY, last_seat),
        "creditor": (debts, creditor, last_seat),
        "debt_amount": (debts, 0, largest_debt(rules, bounds, money)),
        "next_phase": (debts, 0, last_phase),
    }


def largest_debt(rules: Rules, bounds: Bounds | None, money: int) -> int:
    """RENT-6, CARD-8, TAX-1, MORT-3: doubled rents, repairs, and a tenth of all there is."""
    rents = max(rules.rent[: rules.board_length * RENTS])
    rails, utilities = rules.base_rail_rent << 3, 10 * 2 * rules.dice_max
    largest = max(2 * rents, rails, utilities, rules.jail_fine, *rules.value, *rules.card_amount)
    if bounds is None:
        return largest
    buildings = rules.deed_count * rules.max_level
    repairs = buildings * max(*rules.card_amount, *rules.card_hotel_amount)
    worth = money + sum(rules.value) + sum(rules.house_cost) * rules.max_level
    return max(2 * largest, repairs, worth // 10 + rules.deed_count)


def ranges_in_full(rules: Rules, bounds: Bounds) -> dict[str, Range]:
    """The ranges of what varies in the full game besides."""
    seats, last_seat = range(rules.num_players), rules.num_players - 1
    deeds = (1 << rules.deed_count) - 1
    issued, highest = most_issued(rules, bounds), max(bounds.bids, default=0)
    opening = {"opening": (seats, NOBODY, (FACES + 1) * rules.dice_max)}
    auction = {
        "auction_kind": (ONE, 0, len(AUCTION_KINDS) - 1),
        "auction_asset": (ONE, NOBODY, rules.board_length - 1),
        "auction_initiator": (ONE, NOBODY, last_seat),
        "auction_next_phase": (ONE, 0, LAST_PHASE),
        "bid": (seats, NO_BID, highest),
        "last_bid": (seats, 0, highest),
        # Every round but the last two has a higher bid than the one before.
        "round": (seats, 0, len(bounds.bids) + 2),
        "passed": (seats, 0, 1),
        "winner": (seats, ABSENT, last_seat),
    }
    offer = {
        "offer_from": (ONE, NOBODY, last_seat),
        "offer_to": (ONE, NOBODY, last_seat),
        "offer_deeds": (ONE, 0, deeds),
        "offer_cards": (ONE, 0, SETS_OF_CARDS - 1),
        "offer_cash": (ONE, min((*bounds.cash, 0)), max((*bounds.cash, 0))),
        "offer_next_phase": (ONE, 0, LAST_PHASE),
        "offers_made": (ONE, 0, rules.offers_per_window),
    }
    return {
        "throw": (TWO, 0, rules.dice_max),
        "rent_rule": (ONE, 0, RENT_TEN_TIMES_A_ROLL),
        "turns": (ONE, 0, rules.turn_limit),
        "houses_left": (ONE, 0, rules.houses),
        "hotels_left": (ONE, 0, rules.hotels),
        "issued": (ONE, 0, issued),
        "pot": (ONE, 0, (rules.total_money + issued) * rules.free_parking_pot),
        "interest_paid": (ONE, 0, deeds * rules.interest_on_transfer),
        "estate": (ONE, 0, deeds * rules.estate_auction),
        **(opening if rules.opening_throw else {}),
        **(auction if rules.played_auctions else {}),
        **(offer if rules.offers_per_window else {}),
    }


@cache
def idle_fields(rules: Rules, bounds: Bounds | None) -> dict[str, int]:
    """The fields of a state that never change in a model, and their value."""
    varying = {slot.field for slot in slots_of(rules, bounds)} | set(DERIVED)
    start = initial(rules)
    found: dict[str, int] = {}
    for name, field in State.FIELDS.items():
        values = set(getattr(start, name)) if field.length else {getattr(start, name)}
        if name not in varying and len(values) == 1:
            found[name] = values.pop()
    return found
