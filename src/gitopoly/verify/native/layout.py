"""How a position is packed into a few 64-bit words: only what varies, in as few bits as possible.

The layout follows from the rules. A value that does not fit its bits, or a change in a field
without bits, would be a defect in this table, so packing detects both instead of losing them.
"""

from __future__ import annotations

from typing import Any, ClassVar

from gitopoly.errors import InvalidModel
from gitopoly.kernel.codes import LAST_PHASE, NOBODY, RAIL_GROUP
from gitopoly.kernel.fields import Field
from gitopoly.kernel.rules import Rules
from gitopoly.verify.kernel_search import Bounds
from gitopoly.verify.native.full_layout import full_layout
from gitopoly.verify.native.slots import Slot, Slots, largest_debt

WORD = 64
OCTETS = 8
MOST_CHUNKS = 64
MOST_WORDS = 8
WITHOUT_BITS = ("bank_money", "turns", "holdings", "mortgages", "developed")
"""Fields that may change and are not packed: one is derived, one is not part of a position."""


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


def layout_of(rules: Rules, bounds: Bounds | None = None) -> tuple[Slot, ...]:
    """The slots of a position under these rules; the bank's money follows from the rest.

    Positions of the full game are a finite set only within the bounds of a model.
    """
    if bounds is not None:
        return full_layout(rules, bounds)
    check_explorable(rules)
    seats = range(rules.num_players)
    deeds = rules.deeds[: rules.deed_count]
    streets = [square for square in deeds if rules.group[square] < RAIL_GROUP]
    last_seat = rules.num_players - 1
    slots = Slots()
    slots.add("money", 0, rules.total_money, seats)
    slots.add("positions", 0, rules.board_length - 1, seats)
    slots.add("jail_time", 0, 2, seats)
    slots.add("in_jail", 0, 1, seats)
    slots.add("is_bankrupt", 0, 1, seats)
    slots.add("free_4_all_order", NOBODY, last_seat, seats)
    slots.add("owner", NOBODY, last_seat, deeds)
    slots.add("level", 0, rules.max_level, streets)
    slots.add("mortgaged", 0, 1, deeds)
    slots.add("turn_player", 0, last_seat)
    slots.add("phase", 0, LAST_PHASE)
    slots.add("doubles_count", 0, 2)
    slots.add("goojf_ch_owner", NOBODY, last_seat)
    slots.add("goojf_cc_owner", NOBODY, last_seat)
    slots.add("debt_count", 0, 1)
    slots.add("debtor", NOBODY, last_seat)
    slots.add("creditor", NOBODY, last_seat)
    slots.add("debt_amount", 0, largest_debt(rules))
    slots.add("next_phase", 0, LAST_PHASE)
    return tuple(slots)


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
        "tops": Field("u8", MOST_CHUNKS, 0),
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
    tops: list[int]
    """The highest bit of every number in a chunk, with or without a slot."""
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
    for kind, offset in (place[:2] for place in state_type.fields.values()):
        _mark_tops(layout, kind.base.itemsize, offset, kind.itemsize)
    for name in WITHOUT_BITS:
        kind, offset = state_type.fields[name][:2]
        for place in range(offset, offset + kind.itemsize):
            chunk, octet = divmod(place, OCTETS)
            layout.free[chunk] |= 0xFF << octet * OCTETS
            layout.idle[chunk] &= ~layout.free[chunk]
    for chunk, places in by_chunk.items():
        _lay_out_chunk(layout, chunk, places, *starts[chunk])
    return layout


def _mark_tops(layout: Layout, octets: int, offset: int, length: int) -> None:
    """Mark the highest bits of a field's numbers."""
    for first in range(offset, offset + length, octets):
        chunk, octet = divmod(first + octets - 1, OCTETS)
        layout.tops[chunk] |= 1 << octet * OCTETS + OCTETS - 1


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
