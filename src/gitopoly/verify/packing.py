"""Packing positions into a few words and back, compiled.

A record is seen as a row of chunks of 64 bits; `Layout` says which bits of which chunk go where.
`chunks` holds two records and a spare one: the position being left, then the one being reached.
"""

import numpy as np

from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State
from gitopoly.verify.atomic import lowest_bit
from gitopoly.verify.layout import Layout

ONE = np.uint64(1)
TWO = np.uint64(2)
BITS = np.uint64(64)
HIGHEST_BITS = np.uint64(0x8080808080808080)


class Word:
    """Marks an argument as an unsigned 64-bit word."""


class Words:
    """Marks an argument as an array of such words."""


def raise_octets(chunk: Word, amounts: Word) -> Word:
    """Add to each of eight octets, none of which spills over into the next."""
    return (chunk & ~HIGHEST_BITS) + (amounts & ~HIGHEST_BITS) ^ (chunk ^ amounts) & HIGHEST_BITS


def lower_octets(chunk: Word, amounts: Word) -> Word:
    """The opposite: take from each of eight octets, none of which borrows from the next."""
    return (chunk | HIGHEST_BITS) - (amounts & ~HIGHEST_BITS) ^ (chunk ^ ~amounts) & HIGHEST_BITS


def unpack(chunks: Words, layout: Layout, words: Words, first: Word, before: Word) -> None:
    """Write a packed position into both records; the bank is for the caller.

    The records hold the position at `before`, and only what differs is written: neighbours have
    much in common. If that is the same place, they may hold anything.
    """
    for w in range(layout.width):
        word = words[first + w]
        difference = word ^ words[before + w]
        if first == before:
            difference = layout.used[w]
        while difference:
            i = np.uint64(layout.place_of_bit[w * BITS + lowest_bit(difference)])
            difference &= ~layout.packed[i]
            whole = np.uint64(0)
            for k in range(layout.first_slot[i], layout.first_slot[i + ONE]):
                whole |= (word >> layout.shift[k] & layout.mask[k]) << layout.source_shift[k]
            whole = lower_octets(whole, layout.raised[i]) | layout.idle[i]
            chunks[layout.chunk[i]] = whole
            chunks[layout.chunks + layout.chunk[i]] = whole


def restore_bank(s: State, reached: State, rules: Rules) -> None:
    """BANK-2: the bank has what the players have not, in both records."""
    bank = rules.total_money
    for player in range(rules.num_players):
        bank -= s.money[player]
    s.bank_money = bank
    reached.bank_money = bank


def pack_changes(chunks: Words, layout: Layout, words: Words, first: Word) -> bool:
    """Turn the packed position left, in `words`, into the one reached; False if it does not fit.

    The record that is reached becomes the one that is left again, ready for the next step.
    """
    fits = True
    i = np.uint64(0)
    while i < layout.live:
        chunk, after_it = layout.chunk[i], layout.chunk[i + ONE]
        before, after = chunks[chunk], chunks[layout.chunks + chunk]
        changed = before ^ after
        # Two at a time, because most chunks have not changed.
        if not changed | chunks[after_it] ^ chunks[layout.chunks + after_it]:
            i += TWO
            continue
        if changed:
            chunks[layout.chunks + chunk] = before
            whole = raise_octets(after, layout.raised[i])
            if (whole ^ layout.idle[i]) & ~layout.free[i]:
                fits = False
            word = words[first + layout.word[i]] & ~layout.packed[i]
            for k in range(layout.first_slot[i], layout.first_slot[i + ONE]):
                word |= (whole >> layout.source_shift[k] & layout.mask[k]) << layout.shift[k]
            words[first + layout.word[i]] = word
        i += ONE
    return fits


def copy_to_spare(chunks: Words, layout: Layout) -> None:
    """Make the spare record equal to the one that is reached."""
    for chunk in range(layout.chunks, layout.chunks + layout.chunks):
        chunks[layout.chunks + chunk] = chunks[chunk]


def is_copy(chunks: Words, layout: Layout) -> bool:
    """Whether both are equal: a change in a field that has no slot would stay for good."""
    difference = np.uint64(0)
    for chunk in range(layout.chunks):
        difference |= chunks[layout.chunks + chunk] ^ chunks[chunk]
    return difference == np.uint64(0)
