"""How a position is packed into a few 64-bit words: only what varies, in as few bits as possible.

The layout follows from the rules. A value that does not fit its bits, or a change in a field
without bits, would be a defect in this table, so packing detects both instead of losing them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from gitopoly.errors import InvalidModel
from gitopoly.kernel.codes import LAST_PHASE, NOBODY, RAIL_GROUP, RENTS
from gitopoly.kernel.fields import Field
from gitopoly.kernel.rules import Rules

WORD = 64
OCTETS = 8
MOST_CHUNKS = 64
MOST_WORDS = 8
WITHOUT_BITS = ("bank_money", "turns", "holdings", "mortgages", "developed")
"""Fields that may change and are not packed: one is derived, one is not part of a position."""


@dataclass(frozen=True)
class Slot:
    """One number of a state: its place, and the range of its values."""

    field: str
    index: int
    least: int
    most: int

    @property
    def bits(self) -> int:
        """How many bits it needs."""
        return (self.most - self.least).bit_length()


def check_explorable(rules: Rules) -> None:
    """Refuse rules whose positions are not a small, finite set."""
    endless = {
        "bank_never_breaks": "its bank issues unlimited money",
        "played_auctions": "its auctions are played bid by bid",
        "offers_per_window": "it has trades",
        "decks_keep_order": "its decks keep their order",
        "turn_limit": "it counts turns",
        "free_parking_pot": "it has a pot",
        "starting_deeds": "its deeds are dealt",
    }
    for name, reason in endless.items():
        if getattr(rules, name):
            raise InvalidModel(
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
        if most > least:
            slots.extend(Slot(field, index, least, most) for index in indices)

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
    slot("phase", 0, LAST_PHASE)
    slot("doubles_count", 0, 2)
    slot("goojf_ch_owner", NOBODY, last_seat)
    slot("goojf_cc_owner", NOBODY, last_seat)
    slot("debt_count", 0, 1)
    slot("debtor", NOBODY, last_seat)
    slot("creditor", NOBODY, last_seat)
    slot("debt_amount", 0, largest_debt(rules))
    slot("next_phase", 0, LAST_PHASE)
    return tuple(slots)


def largest_debt(rules: Rules) -> int:
    """The largest amount that can be due at once."""
    rents = max(rules.rent[: rules.board_length * RENTS])
    rails = rules.base_rail_rent << 3
    utilities = 10 * 2 * rules.dice_max
    return max(2 * rents, rails, utilities, rules.jail_fine, *rules.value, *rules.card_amount)


class Layout:
    """The same for compiled code, which sees a record as an array of 64-bit chunks.

    Everything is given per chunk. All slots of a chunk go to one word, side by side and in
    order. In a chunk every number is raised by its share of `raised`, so that none is negative.
    All fields are unsigned, which saves compiled code a check at every index.
    """

    FIELDS: ClassVar = {
        "chunks": Field("u8", 0, 0),
        "width": Field("u8", 0, 0),
        "all_chunks": Field("u8", 0, 0),
        "raised": Field("u8", MOST_CHUNKS, 0),
        "free": Field("u8", MOST_CHUNKS, 0),
        "idle": Field("u8", MOST_CHUNKS, 0),
        "slots": Field("u8", MOST_CHUNKS, 0),
        "guard": Field("u8", MOST_CHUNKS, 0),
        "most": Field("u8", MOST_CHUNKS, 0),
        "word": Field("u8", MOST_CHUNKS, 0),
        "shift": Field("u8", MOST_CHUNKS, 0),
        "packed": Field("u8", MOST_CHUNKS, 0),
        "used": Field("u8", MOST_WORDS, 0),
        "chunk_of_bit": Field("u1", MOST_WORDS * WORD, 0),
    }
    __slots__ = tuple(FIELDS)

    chunks: int
    """How many chunks a record has."""
    width: int
    """How many words a packed position has."""
    all_chunks: int
    """One bit per chunk."""
    raised: list[int]
    free: list[int]
    """The bits of a chunk that may change: those of its slots, and WITHOUT_BITS."""
    idle: list[int]
    """What a chunk holds besides its slots."""
    slots: list[int]
    """The bits of its slots only."""
    guard: list[int]
    """The highest bit of every number that has a slot; it is never set."""
    most: list[int]
    """The highest values of the slots, with the guards."""
    word: list[int]
    shift: list[int]
    packed: list[int]
    """The word that a chunk goes to, where it begins there, and its bits."""
    used: list[int]
    """The bits of each word that belong to some chunk."""
    chunk_of_bit: list[int]
    """The chunk that a bit of the packed words belongs to."""

    def __init__(self) -> None:
        for name, kind in self.FIELDS.items():
            setattr(self, name, [0] * kind.length if kind.length else 0)


def lay_out(slots: tuple[Slot, ...], state_type: Any, record: bytes) -> Layout:
    """Map slots onto records of a type, given one such record."""
    layout = Layout()
    layout.chunks = state_type.itemsize // OCTETS
    layout.all_chunks = (1 << layout.chunks) - 1
    by_chunk: dict[int, list[tuple[int, int, Slot]]] = {}
    for slot in slots:
        kind, offset = state_type.fields[slot.field][:2]
        octets = kind.base.itemsize
        chunk, octet = divmod(offset + slot.index * octets, OCTETS)
        by_chunk.setdefault(chunk, []).append((octet * OCTETS, octets * OCTETS, slot))
    words, starts = _share_out(by_chunk)
    if len(words) > MOST_WORDS or layout.chunks > MOST_CHUNKS:
        raise InvalidModel("a position takes too many bits to be explored; use fewer players")
    layout.width = len(words)
    for chunk in range(layout.chunks):
        layout.idle[chunk] = int.from_bytes(record[chunk * OCTETS :][:OCTETS], "little")
    for name in WITHOUT_BITS:
        kind, offset = state_type.fields[name][:2]
        for place in range(offset, offset + kind.itemsize):
            chunk, octet = divmod(place, OCTETS)
            layout.free[chunk] |= 0xFF << octet * OCTETS
            layout.idle[chunk] &= ~layout.free[chunk]
    for chunk, places in by_chunk.items():
        _lay_out_chunk(layout, chunk, places, *starts[chunk])
    return layout


def _lay_out_chunk(
    layout: Layout, chunk: int, places: list[tuple[int, int, Slot]], word: int, start: int
) -> None:
    """Map the slots of one chunk into a word, starting at bit `start`."""
    layout.word[chunk], layout.shift[chunk] = word, start
    bits = 0
    for place, length, slot in places:
        layout.idle[chunk] &= ~(((1 << length) - 1) << place)
        layout.slots[chunk] |= ((1 << slot.bits) - 1) << place
        layout.raised[chunk] |= -slot.least << place
        layout.guard[chunk] |= 1 << place + length - 1
        layout.most[chunk] |= slot.most - slot.least << place
        bits += slot.bits
    layout.most[chunk] |= layout.guard[chunk]
    layout.free[chunk] |= layout.slots[chunk]
    layout.packed[chunk] = ((1 << bits) - 1) << start
    layout.used[word] |= layout.packed[chunk]
    for bit in range(start, start + bits):
        layout.chunk_of_bit[word * WORD + bit] = chunk


def _share_out(by_chunk: dict[int, list[tuple[int, int, Slot]]]) -> tuple[list[int], Any]:
    """Assign each chunk bits of one word, widest first; returns the words' lengths and places."""
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
