"""How a position is packed into a few 64-bit words: only what can vary, in as few bits as it needs.

The layout follows from the rules. A value that does not fit its bits would be a defect of this
table, so packing checks every one and reports it instead of losing it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gitopoly.errors import InvalidRules
from gitopoly.kernel.phases import NOBODY, PLACING, RAIL_GROUP, RENTS
from gitopoly.kernel.rules import Rules

WORD = 64


@dataclass(frozen=True)
class Slot:
    """One number of a state: where it is, its least value, and the bits it takes."""

    field: str
    index: int
    least: int
    bits: int


def check_explorable(rules: Rules) -> None:
    """Refuse rules whose positions are not a small, finite set."""
    endless = {
        "bank_never_breaks": "its bank issues money without end",
        "played_auctions": "its auctions are played bid by bid",
        "offers_per_window": "it has trading",
        "decks_keep_order": "its decks keep their order",
        "turn_limit": "it counts turns",
    }
    for name, reason in endless.items():
        if getattr(rules, name):
            raise InvalidRules(
                f"{rules.edition} cannot be explored state by state, because {reason}; "
                "use formal-small"
            )


def layout_of(rules: Rules) -> tuple[Slot, ...]:
    """The slots of a position under these rules; the bank's money follows from the rest."""
    check_explorable(rules)
    seats = range(rules.num_players)
    deeds = rules.deeds[: rules.deed_count]
    streets = [square for square in deeds if rules.group[square] < RAIL_GROUP]
    last_seat = rules.num_players - 1
    slots: list[Slot] = []

    def slot(field: str, least: int, most: int, indices: Iterable[int] = (0,)) -> None:
        bits = (most - least).bit_length()
        slots.extend(Slot(field, index, least, bits) for index in indices if bits)

    slot("money", 0, rules.total_money, seats)
    slot("positions", 0, rules.board_length - 1, seats)
    slot("jail_time", 0, 2, seats)
    slot("in_jail", 0, 1, seats)
    slot("is_bankrupt", 0, 1, seats)
    slot("free_4_all_order", NOBODY, last_seat, seats)
    slot("owner", NOBODY, last_seat, deeds)
    slot("level", 0, rules.max_level, streets)
    slot("mortgaged", 0, 1, deeds)
    slot("turn_player", 0, last_seat)
    slot("phase", 0, PLACING)
    slot("doubles_count", 0, 2)
    slot("goojf_ch_owner", NOBODY, last_seat)
    slot("goojf_cc_owner", NOBODY, last_seat)
    slot("debt_count", 0, 1)
    slot("debtor", NOBODY, last_seat)
    slot("creditor", NOBODY, last_seat)
    slot("debt_amount", 0, largest_debt(rules))
    slot("next_phase", 0, PLACING)
    return tuple(slots)


def largest_debt(rules: Rules) -> int:
    """The most that can be asked for at once."""
    rents = max(rules.rent[: rules.board_length * RENTS])
    rails = rules.base_rail_rent << 3
    utilities = 10 * 2 * rules.dice_max
    return max(2 * rents, rails, utilities, rules.jail_fine, *rules.value, *rules.card_amount)


def words_of(slots: tuple[Slot, ...]) -> int:
    """How many words a position takes; a slot never crosses from one word to the next."""
    words, free = 0, 0
    for slot in slots:
        if slot.bits > free:
            words, free = words + 1, WORD
        free -= slot.bits
    return words
