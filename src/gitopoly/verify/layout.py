"""How a position is packed into a few 64-bit words: only what can vary, in as few bits as it needs.

The layout follows from the rules. A value that does not fit its bits, or a change in a field that
has no bits, would be a defect of this table, so packing notices both instead of losing them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from gitopoly.errors import InvalidRules
from gitopoly.kernel.fields import Field
from gitopoly.kernel.phases import NOBODY, PLACING, RAIL_GROUP, RENTS
from gitopoly.kernel.rules import Rules

WORD = 64
OCTETS = 8
MOST_SLOTS = 160
MOST_CHUNKS = 64
MOST_WORDS = 8


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


class Layout:
    """The same for compiled code, which sees a record as a row of chunks of 64 bits.

    Only chunks with a slot, or with the bank's money, are looked at: `live` of them. The slots of
    the chunk at place `i` are numbered from `first_slot[i]` to `first_slot[i + 1]`, and all go to
    one word. Behind the last place stands the first chunk again. In a chunk every number is raised
    by its share of `raised`, so that none is negative.
    All fields are unsigned, which spares compiled code a check at every index.
    """

    FIELDS: ClassVar = {
        "chunks": Field("u8", 0, 0),
        "width": Field("u8", 0, 0),
        "live": Field("u8", 0, 0),
        "chunk": Field("u8", MOST_CHUNKS, 0),
        "first_slot": Field("u8", MOST_CHUNKS, 0),
        "raised": Field("u8", MOST_CHUNKS, 0),
        "free": Field("u8", MOST_CHUNKS, 0),
        "idle": Field("u8", MOST_CHUNKS, 0),
        "word": Field("u8", MOST_CHUNKS, 0),
        "packed": Field("u8", MOST_CHUNKS, 0),
        "source_shift": Field("u8", MOST_SLOTS, 0),
        "mask": Field("u8", MOST_SLOTS, 0),
        "shift": Field("u8", MOST_SLOTS, 0),
        "used": Field("u8", MOST_WORDS, 0),
        "place_of_bit": Field("u1", MOST_WORDS * WORD, 0),
    }
    __slots__ = tuple(FIELDS)

    chunks: int
    """How many chunks a record has."""
    width: int
    """How many words a packed position has."""
    live: int
    chunk: list[int]
    """Which chunks these are."""
    first_slot: list[int]
    raised: list[int]
    free: list[int]
    """The bits of a chunk that may change: those of its slots, and the bank's."""
    idle: list[int]
    """What a chunk holds beside its slots."""
    word: list[int]
    packed: list[int]
    """The word that a chunk goes to, and its bits there."""
    source_shift: list[int]
    mask: list[int]
    shift: list[int]
    """Where a slot's number stands in its chunk, how many bits it has, where it is packed."""
    used: list[int]
    """The bits of each word that belong to some chunk."""
    place_of_bit: list[int]
    """The place of the chunk that a bit of the packed words belongs to."""

    def __init__(self) -> None:
        for name, kind in self.FIELDS.items():
            setattr(self, name, [0] * kind.length if kind.length else 0)


def lay_out(slots: tuple[Slot, ...], state_type: Any, record: bytes) -> Layout:
    """Lay slots over records of a type, of which one is given."""
    layout = Layout()
    layout.chunks = state_type.itemsize // OCTETS
    bank = state_type.fields["bank_money"][1]
    by_chunk: dict[int, list[tuple[int, int, Slot]]] = {bank // OCTETS: []}
    for slot in slots:
        kind, offset = state_type.fields[slot.field][:2]
        octets = kind.base.itemsize
        chunk, octet = divmod(offset + slot.index * octets, OCTETS)
        place = octet * OCTETS, (1 << octets * OCTETS) - 1, slot
        by_chunk.setdefault(chunk, []).append(place)
    words, starts = _share_out(by_chunk)
    if len(words) > MOST_WORDS or len(slots) > MOST_SLOTS or len(by_chunk) >= MOST_CHUNKS:
        raise InvalidRules("a position takes too many bits to be explored; use fewer players")
    layout.width = len(words)
    layout.live = len(by_chunk)
    number = 0
    for i, chunk in enumerate(sorted(by_chunk)):
        layout.chunk[i] = chunk
        layout.idle[i] = int.from_bytes(record[chunk * OCTETS :][:OCTETS], "little")
        if chunk == bank // OCTETS:
            layout.free[i] = 0xFFFFFFFF << bank % OCTETS * OCTETS
            layout.idle[i] &= ~layout.free[i]
        layout.word[i], shift = starts[chunk]
        for source_shift, source_mask, slot in by_chunk[chunk]:
            mask = (1 << slot.bits) - 1
            layout.idle[i] &= ~(source_mask << source_shift)
            layout.free[i] |= mask << source_shift
            layout.raised[i] |= -slot.least << source_shift
            layout.packed[i] |= mask << shift
            layout.source_shift[number], layout.mask[number] = source_shift, mask
            layout.shift[number] = shift
            for bit in range(shift, shift + slot.bits):
                layout.place_of_bit[layout.word[i] * WORD + bit] = i
            shift += slot.bits
            number += 1
        layout.first_slot[i + 1] = number
        layout.used[layout.word[i]] |= layout.packed[i]
    layout.chunk[layout.live] = layout.chunk[0]
    return layout


def _share_out(by_chunk: dict[int, list[tuple[int, int, Slot]]]) -> tuple[list[int], Any]:
    """Give every chunk bits of one word, the widest first; the words' lengths, and the places."""
    words: list[int] = []
    starts: dict[int, tuple[int, int]] = {}
    bits = {chunk: sum(slot.bits for *_, slot in places) for chunk, places in by_chunk.items()}
    for chunk in sorted(bits, key=lambda chunk: -bits[chunk]):
        word = next((w for w, used in enumerate(words) if used + bits[chunk] <= WORD), len(words))
        if word == len(words):
            words.append(0)
        starts[chunk] = word, words[word]
        words[word] += bits[chunk]
    return words, starts
