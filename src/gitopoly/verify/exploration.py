"""Breadth-first exploration, compiled: expanding packed positions, and the set of those seen.

This code runs compiled only; it works on 64-bit words in NumPy arrays. Everything that concerns
the rules is the kernel's own compiled code, so what is explored is the implementation itself.

`states` holds three records: the position being left, the one being reached, and a spare one;
`octets` and `quads` are the same memory, seen as bytes and as 32-bit numbers.
"""

import numpy as np

from gitopoly.kernel.board import terminated
from gitopoly.kernel.chance import (
    CHANCE_CARD,
    NO_DRAW,
    THROW,
    draw_of,
    is_possible,
    starts_free_4_all,
)
from gitopoly.kernel.checks import first_violation
from gitopoly.kernel.choices import Choices
from gitopoly.kernel.legal import list_while_playing
from gitopoly.kernel.order import count_of_orders
from gitopoly.kernel.phases import NOBODY
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State
from gitopoly.kernel.transition import attempt


class Words:
    """Marks an argument as an array of unsigned 64-bit words."""


class Octets:
    """Marks an argument as an array of signed bytes."""


class Quads:
    """Marks an argument as an array of signed 32-bit numbers."""


# A row of the slot table.
IS_QUAD = 0
PLACE = 1
LEAST = 2
MOST = 3
WORD = 4
SHIFT = 5
SLOT_LENGTH = 6

# Places in the report of an expansion.
EXPANDED = 0
GENERATED = 1
TROUBLE = 2
TROUBLE_AT = 3
FILLED = 4  # entries for each of the two owners
REPORT_LENGTH = 6

# What trouble there can be; from INVARIANT on, the number of the invariant is added.
NO_TROUBLE = 0
DEADLOCK = 1
DOES_NOT_FIT = 2
INVARIANT = 16

MOST_SUCCESSORS = 8192

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = np.uint64(0x94D049BB133111EB)


def fingerprint(words: Words, first: int, width: int) -> int:
    """64 bits that stand for a packed position; never 0, which marks an empty place."""
    mix = GOLDEN
    for i in range(width):
        mix = mix ^ words[first + i]
        mix = (mix ^ (mix >> np.uint64(30))) * FIRST_FACTOR
        mix = (mix ^ (mix >> np.uint64(27))) * SECOND_FACTOR
        mix = (mix ^ (mix >> np.uint64(31))) + GOLDEN
    if mix == np.uint64(0):
        return GOLDEN
    return mix


def pack(
    octets: Octets,
    quads: Quads,
    record: int,
    record_length: int,
    slots: list[int],
    slot_count: int,
    width: int,
    words: Words,
    first: int,
) -> bool:
    """Pack one record into `width` words; False if a value does not fit its slot."""
    for i in range(width):
        words[first + i] = np.uint64(0)
    octet_base = record * record_length
    quad_base = octet_base // 4
    for k in range(slot_count):
        row = k * SLOT_LENGTH
        if slots[row + IS_QUAD] == 1:
            value = np.int64(quads[quad_base + slots[row + PLACE]]) - slots[row + LEAST]
        else:
            value = np.int64(octets[octet_base + slots[row + PLACE]]) - slots[row + LEAST]
        if value < 0 or value > slots[row + MOST]:
            return False
        place = first + slots[row + WORD]
        words[place] = words[place] | (np.uint64(value) << np.uint64(slots[row + SHIFT]))
    return True


def unpack(
    octets: Octets,
    quads: Quads,
    record: int,
    record_length: int,
    slots: list[int],
    slot_count: int,
    words: Words,
    first: int,
) -> None:
    """The opposite of `pack`; the bank's money is for the caller."""
    octet_base = record * record_length
    quad_base = octet_base // 4
    for k in range(slot_count):
        row = k * SLOT_LENGTH
        word = words[first + slots[row + WORD]] >> np.uint64(slots[row + SHIFT])
        value = np.int64(word & np.uint64(slots[row + MOST])) + slots[row + LEAST]
        if slots[row + IS_QUAD] == 1:
            quads[quad_base + slots[row + PLACE]] = value
        else:
            octets[octet_base + slots[row + PLACE]] = value


def restore_bank(s: State, rules: Rules) -> None:
    """BANK-2: the bank has what the players have not."""
    s.bank_money = rules.total_money
    for player in range(rules.num_players):
        s.bank_money -= s.money[player]


def turned(player: int, turn: int, seats: int) -> int:
    """A seat's number when the turn player is called 0; NOBODY stays."""
    if player < 0:
        return player
    return (player - turn + seats) % seats


def turn_the_table(s: State, spare: State, rules: Rules) -> None:
    """Symmetry: call the turn player 0 and the others by their distance; `spare` equals `s`."""
    seats = rules.num_players
    turn = spare.turn_player
    for seat in range(seats):
        old = (seat + turn) % seats
        s.money[seat] = spare.money[old]
        s.positions[seat] = spare.positions[old]
        s.in_jail[seat] = spare.in_jail[old]
        s.jail_time[seat] = spare.jail_time[old]
        s.is_bankrupt[seat] = spare.is_bankrupt[old]
        s.free_4_all_order[seat] = turned(spare.free_4_all_order[seat], turn, seats)
    for i in range(rules.deed_count):
        s.owner[rules.deeds[i]] = turned(spare.owner[rules.deeds[i]], turn, seats)
    s.goojf_ch_owner = turned(spare.goojf_ch_owner, turn, seats)
    s.goojf_cc_owner = turned(spare.goojf_cc_owner, turn, seats)
    s.debtor[0] = turned(spare.debtor[0], turn, seats)
    s.creditor[0] = turned(spare.creditor[0], turn, seats)
    s.turn_player = 0


def draws_of(s: State, rules: Rules, code: int) -> int:
    """How many throws or cards there are to try for an action."""
    draw = draw_of(s, rules, code)
    if draw == NO_DRAW:
        return 1
    if draw == THROW:
        return rules.dice_max * rules.dice_max
    return rules.deck_size[draw - CHANCE_CARD]


def draw_at(s: State, rules: Rules, code: int, number: int) -> int:
    """The outcome of a throw or card by its number among those to try."""
    if draw_of(s, rules, code) == THROW:
        return number // rules.dice_max * 6 + number % rules.dice_max
    return number


def orders_of(s: State, rules: Rules, code: int, outcome: int) -> int:
    """How many orders of the free-4-all an outcome can come with."""
    if starts_free_4_all(s, rules, code, outcome):
        return count_of_orders(s, rules)
    return 1


def expand(
    states: list[State],
    octets: Octets,
    quads: Quads,
    record_length: int,
    rules: Rules,
    choices: Choices,
    slots: list[int],
    slot_count: int,
    width: int,
    symmetric: bool,
    frontier: Words,
    first: int,
    last: int,
    low: Words,
    high: Words,
    capacity: int,
    kinds: list[int],
    report: list[int],
) -> None:
    """Leave the positions `first` to `last` by every step; successors go to their owners.

    An entry is the fingerprint, the packed words and the kind of the action. The expansion stops
    early when an owner's room might not suffice for one more position, or at the first trouble.
    """
    entry = width + 2
    filled_low = 0
    filled_high = 0
    report[TROUBLE] = NO_TROUBLE
    generated = 0
    expanded = 0
    for position in range(first, last):
        if max(filled_low, filled_high) + MOST_SUCCESSORS > capacity:
            break
        unpack(octets, quads, 0, record_length, slots, slot_count, frontier, position * width)
        restore_bank(states[0], rules)
        violation = first_violation(states[0], rules)
        if violation != NOBODY:
            report[TROUBLE] = INVARIANT + violation
            report[TROUBLE_AT] = position
            break
        expanded += 1
        if terminated(states[0], rules):
            continue
        before = generated
        for player in range(rules.num_players):
            list_while_playing(states[0], rules, player, choices)
            for i in range(choices.count):
                code = choices.actions[i]
                for number in range(draws_of(states[0], rules, code)):
                    draw = draw_at(states[0], rules, code, number)
                    if not is_possible(states[0], rules, code, draw):
                        continue
                    for rank in range(orders_of(states[0], rules, code, draw)):
                        states[1] = states[0]
                        attempt(states[1], rules, code, draw + (rank << 6), True)
                        if symmetric:
                            states[2] = states[1]
                            turn_the_table(states[1], states[2], rules)
                        at = filled_low * entry
                        fits = pack(
                            octets,
                            quads,
                            1,
                            record_length,
                            slots,
                            slot_count,
                            width,
                            low,
                            at + 1,
                        )
                        if not fits:
                            report[TROUBLE] = DOES_NOT_FIT
                            report[TROUBLE_AT] = position
                            return
                        mark = fingerprint(low, at + 1, width)
                        generated += 1
                        kinds[code & 127] += 1
                        if mark >> np.uint64(63) == np.uint64(0):
                            low[at] = mark
                            low[at + width + 1] = np.uint64(code & 127)
                            filled_low += 1
                        else:
                            there = filled_high * entry
                            high[there] = mark
                            for w in range(width):
                                high[there + 1 + w] = low[at + 1 + w]
                            high[there + width + 1] = np.uint64(code & 127)
                            filled_high += 1
        if generated == before:
            report[TROUBLE] = DEADLOCK
            report[TROUBLE_AT] = position
            break
    report[EXPANDED] = expanded
    report[GENERATED] = generated
    report[FILLED] = filled_low
    report[FILLED + 1] = filled_high


def insert(
    table: Words,
    mask: int,
    entries: Words,
    count: int,
    width: int,
    reached: Words,
    kinds: list[int],
) -> int:
    """Put entries into the set of fingerprints; the new positions go to `reached`."""
    new = 0
    entry = width + 2
    for i in range(count):
        at = i * entry
        mark = entries[at]
        place = np.int64(mark & np.uint64(mask))
        while table[place] != np.uint64(0) and table[place] != mark:
            place = (place + 1) & mask
        if table[place] == mark:
            continue
        table[place] = mark
        for w in range(width):
            reached[new * width + w] = entries[at + 1 + w]
        kinds[np.int64(entries[at + width + 1])] += 1
        new += 1
    return new


def insert_exactly(
    table: Words,
    mask: int,
    entries: Words,
    count: int,
    width: int,
    reached: Words,
    kinds: list[int],
) -> int:
    """The same with a set of whole positions, in which nothing can be mistaken for another."""
    new = 0
    entry = width + 2
    for i in range(count):
        at = i * entry
        place = np.int64(entries[at] & np.uint64(mask))
        while True:
            empty = True
            same = True
            for w in range(width):
                word = table[place * width + w]
                if word != np.uint64(0):
                    empty = False
                if word != entries[at + 1 + w]:
                    same = False
            if empty or same:
                break
            place = (place + 1) & mask
        if same:
            continue
        for w in range(width):
            table[place * width + w] = entries[at + 1 + w]
            reached[new * width + w] = entries[at + 1 + w]
        kinds[np.int64(entries[at + width + 1])] += 1
        new += 1
    return new


def move_over(old: Words, new: Words, mask: int) -> None:
    """Fill a larger set of fingerprints from a smaller one."""
    for i in range(len(old)):
        mark = old[i]
        if mark != np.uint64(0):
            place = np.int64(mark & np.uint64(mask))
            while new[place] != np.uint64(0):
                place = (place + 1) & mask
            new[place] = mark


def move_over_exactly(old: Words, new: Words, mask: int, width: int) -> None:
    """Fill a larger set of positions from a smaller one."""
    for i in range(len(old) // width):
        empty = True
        for w in range(width):
            if old[i * width + w] != np.uint64(0):
                empty = False
        if empty:
            continue
        place = np.int64(fingerprint(old, i * width, width) & np.uint64(mask))
        while True:
            free = True
            for w in range(width):
                if new[place * width + w] != np.uint64(0):
                    free = False
            if free:
                break
            place = (place + 1) & mask
        for w in range(width):
            new[place * width + w] = old[i * width + w]
