"""How a position of the full game is packed: decks, debts, auctions, estates and offers as well.

Ranges follow from the rules and from a model's bounds. Whatever has no bound is refused.
"""

from __future__ import annotations

from gitopoly.errors import InvalidModel
from gitopoly.kernel.codes import (
    ABSENT,
    AUCTION_KINDS,
    LAST_PHASE,
    MOST_CARDS,
    MOST_DEBTS,
    NO_BID,
    NOBODY,
    POT,
    RAIL_GROUP,
    RENT_TEN_TIMES_A_ROLL,
)
from gitopoly.kernel.rules import Rules
from gitopoly.verify.kernel_search import Bounds
from gitopoly.verify.native.slots import Slot, Slots, largest_debt
from gitopoly.verify.native.tried import SETS_OF_CARDS, check_tried

FACES = 8
"""The rolls for the start are 8 * first + second."""


def full_layout(rules: Rules, bounds: Bounds) -> tuple[Slot, ...]:
    """The slots of a position of the full game; the bank's money follows from the rest."""
    check_tried(rules, bounds)
    issued = most_issued(rules, bounds)
    slots = Slots()
    _add_players(slots, rules, rules.total_money + issued)
    _add_board(slots, rules, issued)
    _add_decks(slots, rules)
    _add_debts(slots, rules, rules.total_money + issued)
    if rules.played_auctions:
        _add_auction(slots, rules, bounds)
    if rules.offers_per_window:
        _add_offer(slots, rules, bounds)
    return tuple(slots)


def most_issued(rules: Rules, bounds: Bounds) -> int:
    """BANK-1: the most that the bank may have issued in a position that is kept."""
    if not rules.bank_never_breaks:
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


def _add_players(slots: Slots, rules: Rules, money: int) -> None:
    seats, last_seat = range(rules.num_players), rules.num_players - 1
    slots.add("money", 0, money, seats)
    slots.add("positions", 0, rules.board_length - 1, seats)
    slots.add("jail_time", 0, 2, seats)
    slots.add("in_jail", 0, 1, seats)
    slots.add("is_bankrupt", 0, 1, seats)
    slots.add("free_4_all_order", NOBODY, last_seat, seats)
    slots.add("turn_player", 0, last_seat)
    slots.add("phase", 0, LAST_PHASE)
    slots.add("doubles_count", 0, 2)
    slots.add("throw", 0, rules.dice_max, range(2))
    slots.add("rent_rule", 0, RENT_TEN_TIMES_A_ROLL)
    slots.add("turns", 0, rules.turn_limit)
    if rules.opening_throw:
        slots.add("opening", NOBODY, (FACES + 1) * rules.dice_max, seats)


def _add_board(slots: Slots, rules: Rules, issued: int) -> None:
    deeds = rules.deeds[: rules.deed_count]
    streets = [square for square in deeds if rules.group[square] < RAIL_GROUP]
    slots.add("owner", NOBODY, rules.num_players - 1, deeds)
    slots.add("level", 0, rules.max_level, streets)
    slots.add("mortgaged", 0, 1, deeds)
    slots.add("houses_left", 0, rules.houses)
    slots.add("hotels_left", 0, rules.hotels)
    slots.add("issued", 0, issued)
    if rules.free_parking_pot:
        slots.add("pot", 0, rules.total_money + issued)
    if rules.interest_on_transfer:
        slots.add("interest_paid", 0, (1 << rules.deed_count) - 1)
    if rules.estate_auction:
        slots.add("estate", 0, (1 << rules.deed_count) - 1)


def _add_decks(slots: Slots, rules: Rules) -> None:
    slots.add("goojf_ch_owner", NOBODY, rules.num_players - 1)
    slots.add("goojf_cc_owner", NOBODY, rules.num_players - 1)
    if not rules.decks_keep_order:
        return
    for deck, size in enumerate(rules.deck_size):
        first = deck * MOST_CARDS
        slots.add("unseen", 0, (1 << size) - 1, [deck])
        slots.add("deck_length", 0, size, [deck])
        slots.add("deck", NOBODY, size - 1, range(first, first + size))


def _largest_debt(rules: Rules, money: int) -> int:
    """RENT-6, CARD-8, TAX-1, MORT-3: doubled rents, repairs, and a tenth of all there is."""
    deeds = rules.deeds[: rules.deed_count]
    repairs = len(deeds) * rules.max_level * max(*rules.card_amount, *rules.card_hotel_amount)
    worth = money + sum(rules.value) + sum(rules.house_cost) * rules.max_level
    return max(2 * largest_debt(rules), repairs, worth // 10 + len(deeds))


def _add_debts(slots: Slots, rules: Rules, money: int) -> None:
    most = min(MOST_DEBTS, rules.num_players)
    queue, last_seat = range(most), rules.num_players - 1
    slots.add("debt_count", 0, most)
    slots.add("debtor", NOBODY, last_seat, queue)
    slots.add("creditor", POT, last_seat, queue)
    slots.add("debt_amount", 0, _largest_debt(rules, money), queue)
    slots.add("next_phase", 0, LAST_PHASE, queue)


def _add_auction(slots: Slots, rules: Rules, bounds: Bounds) -> None:
    seats, last_seat = range(rules.num_players), rules.num_players - 1
    highest = max(bounds.bids, default=0)
    slots.add("auction_kind", 0, len(AUCTION_KINDS) - 1)
    slots.add("auction_asset", NOBODY, rules.board_length - 1)
    slots.add("auction_initiator", NOBODY, last_seat)
    slots.add("auction_next_phase", 0, LAST_PHASE)
    slots.add("bid", NO_BID, highest, seats)
    slots.add("last_bid", 0, highest, seats)
    # Every round but the last two has a higher bid than the one before.
    slots.add("round", 0, len(bounds.bids) + 2, seats)
    slots.add("passed", 0, 1, seats)
    slots.add("winner", ABSENT, last_seat, seats)


def _add_offer(slots: Slots, rules: Rules, bounds: Bounds) -> None:
    last_seat = rules.num_players - 1
    slots.add("offer_from", NOBODY, last_seat)
    slots.add("offer_to", NOBODY, last_seat)
    slots.add("offer_deeds", 0, (1 << rules.deed_count) - 1)
    slots.add("offer_cards", 0, SETS_OF_CARDS - 1)
    slots.add("offer_cash", min((*bounds.cash, 0)), max((*bounds.cash, 0)))
    slots.add("offer_next_phase", 0, LAST_PHASE)
    slots.add("offers_made", 0, rules.offers_per_window)
